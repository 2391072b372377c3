/** A file of the record as it is followed: which one it is whatever its name, and its whole lines from a place on. */
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { wholeLine } from './audit-chain'
import { PACKED, partNumber, recordParts } from './record-parts'

/** So much is read at once: some two hundred lines. */
const PART = 128 * 1024
/** By so much of its beginning a file is known. */
const FIRST = 4096

export interface RecordFile {
  handle: FileHandle
  dev: number
  ino: number
}

export interface ReadLine {
  /** Undefined for one that is too long to be of the record. */
  text: string | undefined
  /** Where the next one begins. */
  end: number
}

/** @throws what the file system says */
export async function openRecord(path: string): Promise<RecordFile> {
  const handle = await open(path, 'r')
  try {
    const { dev, ino } = await handle.stat()
    return { handle, dev, ino }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function beginning(handle: FileHandle): Promise<Buffer> {
  const chunk = Buffer.alloc(FIRST)
  const { bytesRead } = await handle.read(chunk, 0, FIRST, 0)
  return chunk.subarray(0, bytesRead)
}

/**
 * The hash of its first line, which holds a time and an id: it stays when the file is renamed or copied, and is another
 * one where it begins anew.
 * @returns undefined while there is no whole line
 */
export async function nameOfRecord(handle: FileHandle): Promise<string | undefined> {
  const bytes = await beginning(handle)
  const end = bytes.indexOf(10)
  const first = end < 0 ? bytes : bytes.subarray(0, end)
  if (first.length === 0 || first.length === FIRST) return first.length === 0 ? undefined : hashOf(first)
  return (await handle.stat()).size > first.length ? hashOf(first) : undefined
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url')

/**
 * When the first whole line of a file says that it was written: behind half a line, where a process was killed with its
 * first one; undefined where no line of its beginning says a time.
 */
export async function firstTimeOf(path: string): Promise<string | undefined> {
  const file = await openRecord(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const lines = (await beginning(file.handle)).toString('utf8').split('\n')
    return lines.map((text) => timeIn(wholeLine(text))).find((time) => time !== undefined)
  } catch {
    return undefined // a folder
  } finally {
    await file.handle.close()
  }
}

function timeIn(line: object | undefined): string | undefined {
  const time = line && 'time' in line ? line.time : undefined
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : undefined
}

/** The next whole lines from a place on; none where there is no more, or half a line. */
export async function readLines(handle: FileHandle, from: number): Promise<ReadLine[]> {
  const chunk = Buffer.alloc(PART)
  const { bytesRead } = await handle.read(chunk, 0, PART, from)
  const lines: ReadLine[] = []
  let start = 0
  for (let at = chunk.indexOf(10); at >= 0 && at < bytesRead; at = chunk.indexOf(10, start)) {
    lines.push({ text: chunk.toString('utf8', start, at), end: from + at + 1 })
    start = at + 1
  }
  return lines.length === 0 && bytesRead === PART ? [{ text: undefined, end: from + PART }] : lines
}

/** Names beside it of its parts (`audit.1.jsonl`), and those that a rotation gives (`audit.jsonl.1`, `audit.jsonl-20261101`). */
export async function namesBeside(path: string): Promise<string[]> {
  const name = basename(path)
  const isOlder = (other: string) =>
    (other.startsWith(name) && /^[.-]/.test(other.slice(name.length))) || partNumber(path, other) !== undefined
  const names = await readdir(dirname(path)).catch(() => []) // a folder that can’t be listed hides them alone
  return names.filter((other) => isOlder(other) && !PACKED.test(other))
}

/** Its parts and the files that it was renamed or copied to, the newest first. */
export async function olderRecords(path: string, changedSince: number): Promise<string[]> {
  const found: { path: string; at: number }[] = []
  for (const name of await namesBeside(path)) {
    const at = join(dirname(path), name)
    const stats = await stat(at).catch(() => undefined)
    if (stats?.isFile() && stats.mtimeMs >= changedSince && (await firstTimeOf(at)) !== undefined)
      found.push({ path: at, at: stats.mtimeMs })
  }
  return found.toSorted((a, b) => b.at - a.at).map((one) => one.path)
}

/** The file beside it that was written last. The highest number is the newest part, whatever the time of a restored file. */
export async function newestRecord(path: string): Promise<string | undefined> {
  const [newest] = await olderRecords(path, 0)
  if (newest === undefined || partNumber(path, basename(newest)) === undefined) return newest
  return (await recordParts(path)).at(-1)
}
