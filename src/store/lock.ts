/**
 * Lock of the embedded store’s folder, because the engine keeps no other process out. Node has no locks of the system, and
 * sockets exist neither on exFAT, nor in shared folders of Docker Desktop, nor under a long path. So the lock is a file that
 * only one process can create, with the process in it and a number that grows while it runs.
 *
 * - A process of the same system is looked up, also after `kill -9`. One of another computer or container is watched: it has
 *   ended if its file doesn’t change for a while.
 * - Files are numbered. A process that finds the last one abandoned creates the next, so two can never take over the same one.
 * - A process that was stopped for longer finds a higher number when it continues, and sends nothing more to the engine.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { toFolderError } from './failures'
import { currentProcess, isRunning, type LockHolder } from './lock-holder'
import { isSocketAlive } from './lock-socket'
import { StoreError } from './store'

/** Another process uses the folder. */
export class FolderLocked extends StoreError {
  /** @param holder the process, in words */
  constructor(readonly holder: string) {
    super('locked', new Error(`${holder}; only one server can use a folder`))
  }
}

export interface FolderLock {
  /** False once another process has taken the folder over; nothing may be written to it then. */
  isHeld(): boolean
  /** Writes into the lock where the process can be reached, for those who find the folder in use. */
  setAddress(address: string): void
  /** Calls the handler when another process has taken the folder over. */
  onLost(handler: () => void): void
  release(): Promise<void>
}

export interface LockOptions {
  self?: Omit<LockHolder, 'name'>
  /** How often the file of a lock changes. */
  beatMs?: number
  /** A lock whose process can’t be looked up is abandoned if its file doesn’t change for so long. */
  quietMs?: number
  /** Called once, before such a lock is watched. */
  onWatch?: (quietMs: number) => void
}

const LOCK = /^lock\.(\d{1,15})$/
const BEAT_MS = 2_000
const QUIET_MS = 15_000
/** How often the file of a lock is read while it is watched, and how old the result of `isHeld` may be. */
const CHECK_MS = 250
/** A file that is longer isn’t ours. */
const MOST_BYTES = 4_096
/** After the process in the file: the number of its last change, then the address. */
const BEAT_DIGITS = 12
const MOST_ADDRESS = 1_000

const Holder = z.object({
  pid: z.int().check(z.positive()),
  host: z.string(),
  system: z.string(),
  bootedAt: z.optional(z.number()),
  startedAt: z.optional(z.string()),
  name: z.string(),
})

/**
 * Creates the folder if it doesn’t exist.
 * @throws StoreError `locked`
 */
export async function takeFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const { self = currentProcess() } = options
  const holder: LockHolder = { ...self, name: randomUUID() }
  try {
    makeFolder(resolve(folder))
    for (;;) {
      const last = lastLock(folder)
      const other = last > 0 ? await findHolder(join(folder, `lock.${last}`), self, options) : undefined
      if (other !== undefined) throw new FolderLocked(other)
      const number = last + 1
      const handle = create(join(folder, `lock.${number}`))
      if (handle === undefined) continue // another process was faster
      if (lastLock(folder) === number) return hold(folder, { number, handle, holder }, options)
      closeSync(handle)
      rmSync(join(folder, `lock.${number}`), { force: true }) // the number of a lock that is already gone
    }
  } catch (error) {
    throw toFolderError(error, resolve(folder))
  }
}

interface Taken {
  number: number
  handle: number
  holder: LockHolder
}

function hold(folder: string, { number, handle, holder }: Taken, options: LockOptions): FolderLock {
  const { beatMs = BEAT_MS } = options
  const lostHandlers: (() => void)[] = []
  let beat = 0
  /** With the line’s end, without which a reader doesn’t take it. */
  let address = ''
  let checkedAt = 0
  let state: 'held' | 'lost' | 'released' = 'held'
  const line = JSON.stringify(holder)
  // In place, and the process first: a reader never finds less than that.
  const write = () => void writeSync(handle, `${line}\n${String(beat).padStart(BEAT_DIGITS)}\n${address}`, 0)

  function check(): void {
    if (state !== 'held' || lastLock(folder) === number) return
    state = 'lost'
    clearInterval(timer)
    closeSync(handle)
    for (const handler of lostHandlers) handler()
  }
  const timer = setInterval(() => {
    try {
      check()
      beat += 1
      if (state === 'held') write()
    } catch {
      // A file system that is away for a moment. The next beat tries again, and a lock that was lost is found then.
    }
  }, beatMs).unref()
  try {
    write()
  } catch (error) {
    clearInterval(timer)
    closeSync(handle)
    rmSync(join(folder, `lock.${number}`), { force: true })
    throw error
  }
  removeBefore(folder, number)

  return {
    isHeld() {
      const now = Date.now() // a clock that goes on while the computer sleeps
      if (state === 'held' && Math.abs(now - checkedAt) >= CHECK_MS) {
        check()
        checkedAt = now
      }
      return state === 'held'
    },
    setAddress(url) {
      address = `${url.slice(0, MOST_ADDRESS)}\n`
      try {
        if (state === 'held') write()
      } catch {
        // The next beat writes it.
      }
    },
    onLost: (handler) => void lostHandlers.push(handler),
    async release() {
      if (state !== 'held') return
      state = 'released'
      clearInterval(timer)
      try {
        // The file stays: if numbers didn’t only grow, two processes could hold the same one.
        ftruncateSync(handle, writeSync(handle, RELEASED, 0))
      } catch {
        // The next process finds out that this one has ended.
      } finally {
        closeSync(handle)
      }
    },
  }
}

const RELEASED = 'released\n'

/** @returns the process that holds a lock, in words; undefined if the lock was released or abandoned */
async function findHolder(
  path: string,
  self: Omit<LockHolder, 'name'>,
  { quietMs = QUIET_MS, onWatch }: LockOptions,
): Promise<string | undefined> {
  let seen: string | undefined
  let changedAt = 0
  for (;;) {
    const lock = await readLock(path)
    if (lock === undefined) return undefined
    if (lock.text === undefined) return lock.description
    // Of a file that has just been created, or that a power failure has cut off, the process is unknown.
    const holder = parseHolder(lock.text)
    const description = holder && describeHolder(holder, lock.text)
    const isAlive = holder && isRunning(holder, self)
    if (isAlive !== undefined) return isAlive ? description : undefined
    const now = performance.now()
    if (seen === undefined) onWatch?.(quietMs)
    else if (seen !== lock.text && description !== undefined) return description
    if (seen !== lock.text) changedAt = now
    else if (now - changedAt >= quietMs) return undefined
    seen = lock.text
    await sleep(Math.min(CHECK_MS, quietMs))
  }
}

function describeHolder({ pid, host }: LockHolder, text: string): string {
  const [, , address, end] = text.split('\n')
  const at = address && end !== undefined && /^https?:\/\/[^\s\p{Cc}]+$/u.test(address) ? `, ${address}` : ''
  return `process ${pid} on ${host}${at}`
}

interface Lock {
  /** Undefined: it is another kind of lock, which is held. */
  text?: string
  description?: string
}

/** @returns undefined if the lock is gone or was released @throws if it can’t be read */
async function readLock(path: string): Promise<Lock | undefined> {
  try {
    const text = readFileSync(path, 'utf8').slice(0, MOST_BYTES)
    return text.startsWith(RELEASED) ? undefined : { text }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    // Versions before 0.3.0 held a socket, which ends with its process and can’t be opened (EOPNOTSUPP on macOS).
    if (!['ENXIO', 'EOPNOTSUPP'].includes(String(codeOf(error)))) throw error
    return (await isSocketAlive(path)) ? { description: 'a server of an earlier version' } : undefined
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return Holder.parse(JSON.parse(text.split('\n', 1)[0] ?? '')) as LockHolder // absent members are absent
  } catch {
    return undefined
  }
}

/** @returns undefined if the file exists */
function create(path: string): number | undefined {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

/** Makes each folder at most once: where a file system takes no folders (/proc), Node's own way of making several never ends. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // another process was faster
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const locksIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = LOCK.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
const lastLock = (folder: string) => Math.max(0, ...locksIn(folder))

/** One that can’t be removed does no harm, because only the highest number counts. */
function removeBefore(folder: string, mine: number) {
  for (const number of locksIn(folder)) {
    try {
      if (number < mine) rmSync(join(folder, `lock.${number}`), { force: true })
    } catch {
      // The next process tries again.
    }
  }
}
