/** Cursors of pages: JSON that browsers hand back, in which every value is checked before it is part of a statement. */
import * as z from 'zod/mini'
import { isStoredTime } from '../api/stored-time'
import { SearchError } from './search-error'

const MOST_CURSOR = 4_000

/** A bigint that a JavaScript number holds exactly. */
export const CursorNumber = z.int().check(z.positive())
/** An integer column that counts from 0. */
export const CursorIndex = z.int32().check(z.nonnegative())
/** How many rows were counted. */
export const CursorCount = z.int().check(z.nonnegative())
/** A time as `toISOString` writes it: other spellings have digits that PostgreSQL doesn't read. */
export const CursorTime = z
  .string()
  .check(z.refine((text) => isStoredTime(text) && new Date(text).toISOString() === text))
/** Text without NUL, and without half a character. */
export const CursorText = z.string().check(z.refine((text) => !text.includes('\0') && text.isWellFormed()))

export const encodeCursor = (position: unknown): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws SearchError if the text is no cursor that the schema describes */
export function decodeCursor<S extends z.ZodMiniType>(schema: S, cursor: string): z.output<S> {
  try {
    if (cursor.length <= MOST_CURSOR) return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    // no JSON, or no values that a page of ours ends with
  }
  throw new SearchError('cursor')
}
