/** The chain of the record: every line of its file names the hash of the line before, so that none can be altered alone. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { linesFromEnd } from './audit-reader'

export const hashOf = (line: string | Buffer): string => createHash('sha256').update(line).digest('base64url')

/** Names the pieces of lines that a killed server left behind the last whole one. */
export const cutOffHash = (pieces: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece).update('\n')
  return hash.digest('base64url')
}

/** How a file ends. */
export interface FileEnd {
  /** The hash of the last whole line; undefined if there is none. */
  hash: string | undefined
  /** Names the pieces of lines that follow it; undefined if there are none, or if something else is among them. */
  cutOff: string | undefined
}

/** Every line begins with it. */
const BEGINNING = '{"event":"'

/** True for the beginning of a line. Anything else was written by another program, and the chain must not confirm it. */
const isPiece = (bytes: Buffer): boolean => {
  const text = bytes.subarray(0, BEGINNING.length).toString('utf8')
  return text !== '' && BEGINNING.startsWith(text)
}

/**
 * @param previous the hash of the line before; null if there is none
 * @param cutOff names the pieces of lines between the two
 */
export const chained = (line: object, previous: string | null, cutOff?: string): string =>
  JSON.stringify({ ...line, cutOff, previous })

/** The content of a line; undefined for one that was cut off when the process was killed. */
export function wholeLine(text: string): { previous?: unknown; cutOff?: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}

export async function readEnd(handle: FileHandle, size: number): Promise<FileEnd> {
  const pieces: Buffer[] = []
  let end = size
  let hash: string | undefined
  for await (const { text, start } of linesFromEnd(handle, size)) {
    if (text && wholeLine(text)) {
      hash = hashOf(text)
      break
    }
    // A file that ends with a line break has no line behind it.
    if (end > start || end < size) pieces.unshift(await readBytes(handle, start, end))
    end = start - 1
  }
  return { hash, cutOff: pieces.length > 0 && pieces.every(isPiece) ? cutOffHash(pieces) : undefined }
}

/** As bytes, because a cut can go through a character. */
async function readBytes(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start))
  if (bytes.length > 0) await handle.read(bytes, 0, bytes.length, start)
  return bytes
}
