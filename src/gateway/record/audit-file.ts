/**
 * The file of the record: lines are appended, each on the disk before its writer continues; concurrent ones share one
 * flush. Each is chained to the one before, across restarts and across files, too. A full file becomes a numbered part.
 */
import { closeSync, openSync } from 'node:fs'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Log } from '../log'
import { SettingError } from '../settings/setting-error'
import { chained, type FileEnd, hashOf, readEnd } from './audit-chain'
import { newestRecord, openRecord } from './record-file'
import { nextPart } from './record-parts'

/** Who may read the file: its owner alone, for it names customers. */
const MODE = 0o600

export interface AuditFile {
  /** Resolves once the line is on the disk, whole, with the hash of the one before. @throws what the file system says */
  append(line: object): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  line: object
  resolve: () => void
  reject: (error: unknown) => void
}

/** @throws SettingError where the file cannot be written: better told at the start than at the first change */
export function checkAuditFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', MODE))
  } catch (error) {
    throw new SettingError(
      `AUDIT_LOG: ${path}: can’t be written (${codeOf(error)}); expects a writable file in a folder that exists.`,
    )
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'it failed'

/** Bytes of a part. */
const MOST_BYTES = 64 * 1024 * 1024

interface Options {
  /** Bytes after which the file is cut. */
  mostBytes?: number
  log?: Pick<Log, 'warn'>
}

export function openAuditFile(path: string, { mostBytes = MOST_BYTES, log }: Options = {}): AuditFile {
  let waiting: Waiting[] = []
  let isWriting = false
  let written = Promise.resolve()
  let held: { handle: FileHandle; dev: number; ino: number } | undefined
  /** What the file holds as far as this process knows; undefined where it has to look. */
  let size: number | undefined
  /** The hash of the last whole line. */
  let previous: string | null = null
  /** Names the pieces of lines behind it, which the next line confirms. */
  let cutOff: string | undefined
  /** True if the file may end in the middle of a line: the next one must not continue it. */
  let isTorn = false
  /** The size at which the file is cut. */
  let cutAt = mostBytes

  /** The file at the path now. One that was renamed or removed is another one: the path is opened again. */
  async function current(): Promise<FileHandle> {
    const seen = await stat(path).catch(() => undefined)
    if (held && seen?.ino === held.ino && seen.dev === held.dev) {
      if (seen.size !== size) await look(held.handle)
      return held.handle
    }
    const old = held
    held = undefined
    await old?.handle.close()
    const handle = await open(path, 'a+', MODE)
    const { dev, ino } = await handle.stat()
    held = { handle, dev, ino }
    await look(handle)
    if (!seen) await syncFolder(dirname(path))
    return handle
  }

  /** Reads how the file ends. A new one continues the chain of the one before. */
  async function look(handle: FileHandle): Promise<void> {
    const stats = await handle.stat()
    const last = Buffer.alloc(1)
    if (stats.size > 0) await handle.read(last, 0, 1, stats.size - 1)
    isTorn = stats.size > 0 && last.toString() !== '\n'
    const end = await readEnd(handle, stats.size)
    const before = end.hash === undefined && previous === null ? await endBeside(path) : undefined
    previous = end.hash ?? previous ?? before?.hash ?? null
    cutOff = end.cutOff ?? before?.cutOff
    size = stats.size
  }

  /**
   * Makes a part of the file if these bytes don't fit. The next line begins a new file: it names the last line of the
   * part, also if the process ends between the two steps. A torn file gets its next line first, which names the pieces.
   */
  async function cutIfFull(bytes: number): Promise<boolean> {
    if (isTorn || cutOff !== undefined || !size || size + bytes <= cutAt) return false
    try {
      await rename(path, await nextPart(path))
      await syncFolder(dirname(path))
      cutAt = mostBytes
      return true
    } catch (error) {
      cutAt = size + mostBytes // tried again once it has grown by another part
      log?.warn(`${path}: can’t be cut into parts (${codeOf(error)}). It grows until it can.`)
      return false
    }
  }

  async function write(lines: readonly object[]): Promise<void> {
    // Twice at most: a file that is removed between the look and the write has taken the lines with it.
    for (let turn = 0; turn < 2; turn += 1) {
      let handle = await current()
      let text = isTorn ? '\n' : ''
      let hash = previous
      for (const [nth, line] of lines.entries()) {
        const whole = chained(line, hash, nth === 0 ? cutOff : undefined)
        hash = hashOf(whole)
        text += `${whole}\n`
      }
      if (await cutIfFull(Buffer.byteLength(text))) handle = await current()
      const before = size ?? 0
      size = undefined // until it is known how much of it came to be
      await handle.appendFile(text)
      size = before + Buffer.byteLength(text)
      previous = hash
      cutOff = undefined
      isTorn = false
      await handle.datasync()
      if ((await handle.stat()).nlink > 0) return
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await write(batch.map(({ line }) => line))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return {
    append: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, resolve, reject })
        if (!isWriting) written = writeAll()
      }),
    async close() {
      await written
      await held?.handle.close()
      held = undefined
    },
  }
}

/** The end of the newest part or renamed file: a new file continues it after a restart, too. */
async function endBeside(path: string): Promise<FileEnd | undefined> {
  const newest = await newestRecord(path)
  if (newest === undefined) return undefined
  const { handle } = await openRecord(newest)
  try {
    const { size } = await handle.stat()
    return await readEnd(handle, size)
  } finally {
    await handle.close()
  }
}

/** A new file is there after a loss of power only once its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined) // not every file system can: the lines themselves are safe
  await handle?.close()
}
