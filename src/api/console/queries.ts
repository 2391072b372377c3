/** Parameters that several queries of the console’s own server have, each with its bound. */
import * as z from 'zod/mini'

export const MOST_WORDS = 300
/** Rows of one response. */
export const MOST_ROWS = 200
const MOST_CURSOR = 4_000
const DEFAULT_ROWS = 50

/** PostgreSQL has no text with a NUL in it. */
export const words = z.string().check(
  z.maxLength(MOST_WORDS),
  z.refine((text) => !text.includes('\0')),
)
export const text = z.optional(words)
export const requiredText = words.check(z.minLength(1))
export const limit = z.pipe(
  z._default(z.string().check(z.regex(/^\d{1,3}$/)), String(DEFAULT_ROWS)),
  z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(MOST_ROWS))),
)
export const after = z.optional(z.string().check(z.regex(/^[\w~.=+/-]+$/), z.maxLength(MOST_CURSOR)))
/** Of every list: what is searched for, how many rows, and where they continue. */
export const pageFields = { q: text, limit, after }
