/**
 * Reads the fields of an untrusted body one by one: each is of its type and within its bounds, or undefined and noted
 * with its place. What is absent, or null, is not noted.
 */

import { parseInstant } from './instant'

export const MOST_ID = 200
export const MOST_WORDS = 300
export const MOST_DESCRIPTION = 2_000
/** Of one list; the rest is noted. */
export const MOST_ITEMS = 2_000
export const MOST_UNREAD = 50
/** Of a field's name where a place shows it, for the sender chose it. */
const MOST_NAME = 60
/** Later ones are absurd, and have no form of ISO 8601 that every store reads. */
const AFTER_LAST_TIME = Date.UTC(10_000, 0)
const MOST_YEAR = 9_999

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/
const NUMERIC = /^\d{1,20}(\.\d{1,20})?$/

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without NUL, which stores refuse, and without halves of characters, which encoders do. */
const harmless = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function cut(text: string, most: number): string {
  if (text.length <= most) return harmless(text)
  return `${harmless(text.slice(0, most - 1))}…`
}

/**
 * True for what can name something. One that is cut or mended could be that of something else, so it is none; U+FFFD says
 * that it was mended before.
 */
export const isId = (id: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  id !== '' && id.length <= MOST_ID && id.isWellFormed() && !/[\0-\x1f\x7f-\x9f\ufffd]/.test(id)

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Milliseconds since the epoch, as a number or a text, or ISO 8601, which is in UTC if it names no zone. 0 is unknown. */
function timeOf(value: unknown): number | undefined {
  const isIso = typeof value === 'string' && ISO.test(value)
  const at = isIso ? parseInstant(value) : numberOf(value)
  return at !== undefined && at >= 0 && at < AFTER_LAST_TIME ? Math.trunc(at) : undefined
}

function yearOf(value: unknown): number | undefined {
  const year = numberOf(value)
  return year !== undefined && Number.isInteger(year) && year <= MOST_YEAR ? year : undefined
}

export type Note = (place: string) => void

/** Collects places that couldn't be read: each once, and not without end. */
export function createNotes(): { note: Note; places: readonly string[] } {
  const places: string[] = []
  const note = (place: string) => {
    if (places.length < MOST_UNREAD && !places.includes(place)) places.push(place)
  }
  return { note, places }
}

/** Something in a body, and where it is. */
export interface Item {
  value: unknown
  place: string
}

/** An object of a body. Each of these returns undefined where there is nothing, or nothing of the kind. */
export interface Part {
  /** As it came, null apart. */
  raw(key: string): unknown
  placeOf(key: string): string
  /** Cut to `most` characters. */
  text(key: string, most?: number): string | undefined
  id(key: string): string | undefined
  /** In ms since the epoch. */
  time(key: string): number | undefined
  year(key: string): number | undefined
  /** Greater than 0. */
  positive(key: string): number | undefined
  /** One that has no fields where there is none. */
  part(key: string): Part
  /** Of a list; what is no list counts as one of one. */
  items(key: string): readonly Item[]
  /** Of an object, under their names. */
  entries(key: string): readonly (Item & { key: string })[]
}

export function partOf(holder: object, place: string, note: Note): Part {
  const fields = holder as Record<string, unknown> // its own properties alone are read
  const placeOf = (key: string) => (place === '' ? '' : `${place}.`) + cut(key, MOST_NAME)
  const raw = (key: string) => (Object.hasOwn(fields, key) ? (fields[key] ?? undefined) : undefined)

  function read<T>(key: string, convert: (value: unknown) => T | undefined): T | undefined {
    const value = raw(key)
    if (value === undefined) return undefined
    const converted = convert(value)
    if (converted === undefined) note(placeOf(key))
    return converted
  }
  const objectIn = (key: string): object => read(key, (value) => (isObject(value) ? value : undefined)) ?? {}

  /** As many of them as are read. */
  function few<T>(key: string, all: readonly T[]): readonly T[] {
    if (all.length <= MOST_ITEMS) return all
    note(`${placeOf(key)}[${MOST_ITEMS}…${all.length - 1}]`)
    return all.slice(0, MOST_ITEMS)
  }

  return {
    raw,
    placeOf,
    text: (key, most = MOST_WORDS) =>
      read(key, (value) => {
        if (typeof value !== 'string') return undefined
        if (value.length > most) note(placeOf(key))
        return cut(value, most)
      }),
    id: (key) => read(key, (value) => (typeof value === 'string' && isId(value) ? value : undefined)),
    time: (key) => read(key, timeOf) || undefined,
    year: (key) => read(key, yearOf) || undefined,
    positive: (key) => read(key, numberOf) || undefined,
    part: (key) => partOf(objectIn(key), placeOf(key), note),
    items(key) {
      const value = raw(key)
      if (value === undefined) return []
      if (!Array.isArray(value)) return [{ value, place: placeOf(key) }]
      return few(key, value).map((item: unknown, index) => ({ value: item, place: `${placeOf(key)}[${index}]` }))
    },
    entries: (key) =>
      few(key, Object.entries(objectIn(key))).map(([name, value]) => ({
        key: name,
        value,
        place: `${placeOf(key)}.${cut(name, MOST_NAME)}`,
      })),
  }
}
