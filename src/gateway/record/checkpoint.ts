/** Compares a file of the record with what the store has copied of it. */
import type { FileHandle } from 'node:fs/promises'
import type { RecordCheckpoint } from '../../store/activity'
import { hashOf } from './audit-chain'
import { linesFromEnd } from './audit-reader'

/** @returns false if the file no longer has the line that was copied last, at its place */
export async function hasCheckpoint(handle: FileHandle, { place, hash }: RecordCheckpoint): Promise<boolean> {
  const { size } = await handle.stat()
  if (place > size) return false
  if (hash === null || place === 0) return true
  let isFirst = true
  for await (const { text } of linesFromEnd(handle, place)) {
    if (!isFirst) return text !== undefined && hashOf(text) === hash
    if (text !== '') return false
    isFirst = false
  }
  return false
}

/** Said of one file. */
export const RECORD_CHANGED =
  'no longer has the last line that the store has copied from it. Its end was cut off, or lines were altered.'
export const RECORD_DAMAGED =
  'The record isn’t complete: one of its files no longer has a line that the store has copied from it. Its end was cut off, or lines were altered. Check its files with verify-record --store.'
