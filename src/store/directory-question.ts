/** What a search asks for, as conditions of a statement: words, where a page begins, and how it is sorted. */
import * as z from 'zod/mini'
import { Count as TeamCount, type TeamSort, teamSorts } from '../api/team'
import { CursorCount, CursorIndex, CursorText, CursorTime, decodeCursor, encodeCursor } from './cursors'
import { SearchError } from './search-error'

/** Of a question, in UTF-16 code units. */
export const MOST_LETTERS = 200
const MOST_WORDS = 8

/** What must be found, all of it, in any order. @throws SearchError */
export function wordsOf(question = ''): string[] {
  if (question.length > MOST_LETTERS) throw new SearchError('question')
  const words = [
    ...new Set(
      question
        .toWellFormed()
        .split(/[\s\0]+/)
        .filter(Boolean),
    ),
  ]
  if (words.length > MOST_WORDS) throw new SearchError('question')
  return words
}

/** A word of more is known well enough by so many. */
const MOST_TRIGRAMS = 16
/** What the index knows of a word: three letters or digits in a row, each three of them. None: it does not find it. */
export const trigramsOf = (word: string): string[] =>
  [...new Set([...word.matchAll(/(?=([\p{L}\p{N}]{3}))/gu)].map(([, three = '']) => three))].slice(0, MOST_TRIGRAMS)

/** True where the index of trigrams finds it. */
export const isIndexed = (word: string): boolean => trigramsOf(word).length > 0

/** The parameters of one statement. */
export class Parameters {
  readonly values: unknown[] = []
  /** @returns its name in the statement */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

/** Finds it anywhere in a column of lower-case text. The store lowers it, as it has lowered the column. */
export const contains = (parameters: Parameters, column: string, word: string): string =>
  `${column} LIKE lower(${parameters.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`)})`

/** As written, and in either case. */
export const formsOf = (word: string): string[] => [...new Set([word, word.toLowerCase(), word.toUpperCase()])]

/** Finds what begins with it, as written, by the order of an index. */
export const ranged = (parameters: Parameters, column: string, form: string): string =>
  `${column} >= ${parameters.add(form)} AND ${column} < ${parameters.add(`${form}\u{10ffff}`)}` // what sorts last of all

/** Finds what begins with it, as written and in either case, by the order of an index. */
export function begins(parameters: Parameters, columns: readonly string[], word: string): string {
  const arms = formsOf(word).flatMap((form) => columns.map((column) => ranged(parameters, column, form)))
  return `(${arms.join(' OR ')})`
}

interface Sorting {
  keys: readonly string[]
  isDown: boolean
}
/** Each as an index has it, to the id; those without a name come last. */
export const sortings: Record<TeamSort, Sorting> = {
  changed: { keys: ['changed_at', 'id'], isDown: true },
  connections: { keys: ['connections', 'id'], isDown: true },
  name: { keys: ["(name = '')", 'name', 'id'], isDown: false },
}
export const orderOf = ({ keys, isDown }: Sorting): string =>
  `ORDER BY ${keys.map((key) => `${key} ${isDown ? 'DESC' : 'ASC'}`).join(', ')}`

export type Count = z.output<typeof TeamCount>

/**
 * The sort, the key of the last row that was read (null for the first of the rows that only contain the question), its ID,
 * how many there are or came before, and whether the rows that equal the question came first.
 */
const Cursor = z.tuple([
  z.enum(teamSorts),
  z.union([CursorIndex, CursorText, z.null()]),
  CursorText,
  z.extend(TeamCount, { value: CursorCount }),
  z.optional(z.boolean()),
])

const Last = z.object({ id: z.string(), name: z.string(), connections: z.number(), changed_at: z.date() })

/** Where a page begins, and how many there are in all; where that is not known, how many came before. */
export interface Place {
  /** Null at the start, when only the rows that equal the question came before. */
  key: string | number | null
  id: string
  count: Count
  /** True if the rows that equal the question came first. */
  isAfterEqual: boolean
}

/** The place behind a row. */
export function placeAfter(sort: TeamSort, row: unknown, count: Count, isAfterEqual = false): Place {
  const { id, name, connections, changed_at } = Last.parse(row)
  return { key: { changed: changed_at.toISOString(), connections, name }[sort], id, count, isAfterEqual }
}

export const cursorOf = (sort: TeamSort, { key, id, count, isAfterEqual }: Place): string =>
  encodeCursor([sort, key, id, count, ...(isAfterEqual ? [true] : [])])

/** @throws SearchError */
export function placeOf(sort: TeamSort, after: string): Place {
  const [of, key, id, count, isAfterEqual = false] = decodeCursor(Cursor, after)
  const place = { key, id, count, isAfterEqual }
  if (of === sort && key === null && isAfterEqual) return place
  const isOfSort = of === sort && key !== null && (typeof key === 'number') === (sort === 'connections')
  if (!isOfSort || (sort === 'changed' && !CursorTime.safeParse(key).success)) throw new SearchError('cursor')
  return place
}

/** The condition of what follows a place. */
export function follows(parameters: Parameters, sort: TeamSort, { key, id }: Place): string {
  const { keys, isDown } = sortings[sort]
  const values = [...(sort === 'name' ? [key === ''] : []), key, id].map((value) => parameters.add(value))
  return `(${keys.join(', ')}) ${isDown ? '<' : '>'} (${values.join(', ')})`
}
