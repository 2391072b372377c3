/**
 * What is left in the buckets, kept in a file across restarts: a server that begins anew with full ones would send
 * twice what the service allows. Written at most once a second and at the stop; it holds fingerprints, no token.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Log } from '../log'
import { codeOf } from '../record/audit-file'
import type { BucketSettings, Left } from './level'

const WRITE_EVERY_MS = 1_000

const Instances = z.number().check(z.minimum(1), z.maximum(1_000))
const Kept = z.object({
  version: z.literal(1),
  /** By key: what was left at a time, until when it was paused, in ms since the epoch, and how many instances shared it. */
  buckets: z.record(
    z.string(),
    z.object({ level: z.number(), at: z.number(), pausedUntil: z.number(), instances: z.optional(Instances) }),
  ),
})

interface BucketFile {
  /** What was left, with what has come back since. Nothing where there is no file, or one that cannot be read. */
  read(settings: BucketSettings): Map<string, Left>
  /** Something has changed: it is written within a second. */
  note(): void
  /** Writes now. */
  write(): Promise<void>
}

/**
 * @returns the file of a server: beside its record, where that has a file, else in the system's folder for such files
 * @param server what tells it from another server of this computer
 */
export function bucketFileOf(auditLog: string | undefined, server: unknown): string {
  const id = createHash('sha256').update(JSON.stringify(server)).digest('base64url').slice(0, 16)
  return join(auditLog === undefined ? tmpdir() : dirname(auditLog), `forecourt-buckets-${id}.json`)
}

/** @param left all buckets with what is left in them; undefined for one that is full */
export function openBucketFile(
  path: string,
  left: () => (readonly [string, Left | undefined])[],
  log: Log,
): BucketFile {
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  let hasFailed = false

  function read({ refillPerMinute }: BucketSettings): Map<string, Left> {
    const now = Date.now()
    try {
      const { buckets } = Kept.parse(JSON.parse(ownText(path)))
      const entries = Object.entries(buckets).map(([key, { level, at, pausedUntil, instances }]) => {
        const since = Math.max(0, now - at) // clocks are set
        return [
          key,
          { level: level + (since * refillPerMinute) / 60_000, pausedMs: pausedUntil - now, instances },
        ] as const
      })
      return new Map(entries)
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'ENOENT') log.warn(`${path} can’t be read (${code}). Every rate bucket starts full.`)
      return new Map()
    }
  }

  async function replace(): Promise<void> {
    const at = Date.now()
    const buckets = Object.fromEntries(
      left().flatMap(([key, one]) => {
        if (!one) return []
        const { level, pausedMs, instances } = one
        return [[key, { level, at, pausedUntil: at + pausedMs, instances }]]
      }),
    )
    const whole = `${path}.${randomUUID()}`
    try {
      // A name that nobody can guess, moved over the old one: never half a file, and through nobody's link.
      await writeFile(whole, JSON.stringify({ version: 1, buckets }), { mode: 0o600, flag: 'wx' })
      await rename(whole, path)
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn(`${path} can’t be written (${codeOf(error)}). A restart fills the rate buckets.`)
      hasFailed = true
      await rm(whole, { force: true }).catch(() => undefined)
    }
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    written = written.then(replace)
    return written
  }

  return {
    read,
    note: () => {
      timer ??= setTimeout(() => void write(), WRITE_EVERY_MS).unref()
    },
    write,
  }
}

/** @throws unless it is a file of this user: in a folder of all users another one may have placed it there, or a link */
function ownText(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(file)
    if (!found.isFile() || found.uid !== (process.getuid?.() ?? found.uid))
      throw new Error('The file isn’t a rate bucket file.')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
