/** The chain of the record: every line of its file names the hash of the line before, so that none can be altered alone. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { linesFromEnd } from './audit-reader'

export const hashOf = (line: string | Buffer): string => createHash('sha256').update(line).digest('base64url')

/** @param previous the hash of the line before; null where there is none */
export const chained = (line: object, previous: string | null): string => JSON.stringify({ ...line, previous })

/** What a line says; undefined for one that was cut off when the process was killed, which is no part of the chain. */
export function wholeLine(text: string): { previous?: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** @returns the hash of the last whole line of a file; undefined where it has none */
export async function lastHash(handle: FileHandle, size: number): Promise<string | undefined> {
  for await (const { text } of linesFromEnd(handle, size)) if (text && wholeLine(text)) return hashOf(text)
  return undefined
}
