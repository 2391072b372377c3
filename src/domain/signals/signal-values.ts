/**
 * Signal values of any shape (2.6 shows door-like records only): as records, columns, seats and series. Nothing is
 * dropped: what fits no column stands as it was sent.
 */
import { isInstant, parseInstant } from '../../api/instant'
import { isObject, numberIn } from '../../api/signal-records'
import { isTime, type TableRow, valueIn } from '../../core/table-row'
import * as texts from './signal-values-texts'

export { isObject, recordsOf } from '../../api/signal-records'

/** What a column holds, as far as all its values agree. */
export type ColumnKind = 'number' | 'boolean' | 'time' | 'text' | 'mixed'

export interface SignalColumn {
  name: string
  kind: ColumnKind
}

/** Beyond this many columns the others stand together in one. */
export const MOST_COLUMNS = 24

const kindOf = (name: string, value: unknown): ColumnKind | undefined => {
  if (value === null || value === undefined) return undefined
  if (isTime(name, value)) return 'time'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'text' : 'mixed'
}

/** The columns of the records in first-seen order. A unit stands beside its number, not in a column of its own. */
export function columnsOf(records: readonly TableRow[]): { columns: SignalColumn[]; others: string[] } {
  const kinds = new Map<string, ColumnKind | undefined>()
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      const kind = kindOf(name, value)
      const known = kinds.get(name)
      if (!kinds.has(name)) kinds.set(name, kind)
      else if (kind !== undefined && known !== kind) kinds.set(name, known === undefined ? kind : 'mixed')
    }
  }
  // One unit for all stands beside the numbers and needs no column of its own.
  const isUnitOnly =
    [...kinds.values()].includes('number') && new Set(records.flatMap(({ unit }) => unit ?? [])).size < 2
  const columns = [...kinds].flatMap(([name, kind]) =>
    name === 'unit' && isUnitOnly ? [] : [{ name, kind: kind ?? 'mixed' }],
  )
  return { columns: columns.slice(0, MOST_COLUMNS), others: columns.slice(MOST_COLUMNS).map(({ name }) => name) }
}

export interface Seat {
  row: number
  column: number
  record: TableRow
}

const isPlace = (value: unknown) => Number.isInteger(value) && Number(value) >= 0

const seatsIn = (records: readonly unknown[]): Seat[] =>
  records.flatMap((record) =>
    isObject(record) && isPlace(record.row) && isPlace(record.column)
      ? [{ row: record.row as number, column: record.column as number, record }]
      : [],
  )

/**
 * Door-like values as seats: the records themselves, or the `values` of the newest record that has some. The first of
 * several for one place counts, for the newest stands first.
 */
export function seatsOf(records: readonly TableRow[]): Seat[] {
  const own = seatsIn(records)
  const nested = records
    .map(({ values }) => (Array.isArray(values) ? seatsIn(values) : []))
    .find((seats) => seats.length > 0)
  const places = new Map<string, Seat>()
  for (const seat of own.length > 0 ? own : (nested ?? [])) {
    const key = `${seat.row} ${seat.column}`
    if (!places.has(key)) places.set(key, seat)
  }
  return [...places.values()]
}

/** What a place is called: words for the usual two rows and columns, numbers beyond. */
export function seatName({ row, column }: Pick<Seat, 'row' | 'column'>, columns: number): string {
  const rowName = row === 0 ? texts.front : row === 1 ? texts.back : texts.row(row + 1)
  const columnName = columns === 2 ? [texts.left, texts.right][column] : undefined
  return texts.seat(rowName, columnName ?? texts.place(column + 1))
}

/** How a place stands, in words: open, closed, locked, unlocked, or not known. */
export function seatWords({ record: { isOpen, isLocked } }: Seat): string[] {
  const wordOf = (value: unknown, yes: string, no: string, unknown: string) =>
    value === true ? yes : value === false ? no : value === null ? unknown : []
  return [
    wordOf(isOpen, texts.open, texts.closed, texts.openUnknown),
    wordOf(isLocked, texts.locked, texts.unlocked, texts.lockUnknown),
  ].flat()
}

/** What else was sent for a place, as it is: its words, its seat and its unit stand apart. */
export const seatFields = ({ record }: Seat): [string, unknown][] =>
  Object.entries(record).filter(([name]) => !SAID_OF_SEAT.includes(name))

const SAID_OF_SEAT: readonly string[] = ['row', 'column', 'isOpen', 'isLocked', 'unit']

/** Places in one line, where a list is made of nothing else: "Front left: 240 · Front right: 226". */
export function seatLine(values: readonly unknown[]): string | undefined {
  const seats = seatsIn(values)
  if (seats.length === 0 || seats.length < values.length) return undefined
  const columns = 1 + seats.reduce((last, { column }) => Math.max(last, column), 0)
  const wordOf = (value: unknown) => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value))
  return seats
    .map((seat) => {
      const said = [...seatWords(seat), ...seatFields(seat).map(([, value]) => wordOf(value))]
      return said.length > 0 ? texts.seatSaid(seatName(seat, columns), said.join(', ')) : seatName(seat, columns)
    })
    .join(' · ')
}

/** Columns of numbers that are worth a chart, a stray word among them or not: no places, nor how many, and no `vin`. */
export function numbersOf(records: readonly TableRow[]): string[] {
  return columnsOf(records).columns.flatMap(({ name, kind }) => {
    if (/^((row|column)(Count)?|latitude|longitude|heading|vin)$/.test(name)) return []
    if (kind === 'number') return [name]
    // A text column may hold codes such as 007; a value that is always numeric is a number that was sent as text.
    if (kind !== 'mixed' && !(kind === 'text' && name === 'value')) return []
    const values = records.map((record) => valueIn(record, name)).filter((value) => !isTime(name, value))
    const numbers = values.filter((value) => numberIn(value) !== undefined)
    const isNumeric = values.every(
      (value) => numberIn(value) !== undefined || typeof value !== 'string' || value.trim() === '',
    )
    if (kind === 'text' && !isNumeric) return []
    return numbers.length > 1 ? [name] : []
  })
}

/** The unit of the records, where they agree on one. */
export function unitOf(records: readonly TableRow[]): string | undefined {
  const units = new Set(records.flatMap(({ unit }) => (typeof unit === 'string' ? [unit] : [])))
  return units.size > 1 ? texts.mixedUnits : [...units][0]
}

/** A record's unit belongs to its value; where it has none, to its numbers other than places. */
export const hasUnit = (name: string, record: TableRow): boolean =>
  'value' in record ? name === 'value' : !/^(row|column)(Count)?$/.test(name)

export interface Series {
  name: string
  unit: string | undefined
  /** Seconds since the epoch, ascending. */
  at: number[]
  /** `null` where a value is missing: a gap. */
  values: (number | null)[]
}

/**
 * Numbers over time: the first column of numbers (or the one named), against when they were recorded, or else the first
 * times.
 * @param least how many of them make a series: beside another one, a single number does
 */
export function seriesOf(records: readonly TableRow[], wanted?: string, least = 2): Series | undefined {
  const { columns } = columnsOf(records)
  const time = timeOf(columns)
  const numbers = numbersOf(records)
  const column = numbers.find((name) => name === wanted) ?? numbers[0]
  if (time === undefined || column === undefined) return undefined
  const points = records
    .flatMap((record) => {
      const at = secondsOf(valueIn(record, time))
      if (at === undefined) return []
      return [{ at, value: numberIn(valueIn(record, column)) ?? null }]
    })
    .sort((a, b) => a.at - b.at)
  if (points.filter(({ value }) => value !== null).length < least) return undefined
  return {
    name: column,
    unit: unitOf(records),
    at: points.map(({ at }) => at),
    values: points.map(({ value }) => value),
  }
}

/** When so many days before the latest value begin, in seconds since the epoch; of 0 days, before all. */
export const beginOf = ({ at }: Pick<Series, 'at'>, days: number): number =>
  days > 0 ? (at.at(-1) ?? 0) - days * 86_400 : Number.NEGATIVE_INFINITY

/** What of a series is no earlier than that. */
export function since(series: Series, begin: number): Series {
  const first = series.at.findIndex((at) => at >= begin)
  if (first === 0) return series
  return first < 0
    ? { ...series, at: [], values: [] }
    : { ...series, at: series.at.slice(first), values: series.values.slice(first) }
}

export interface Figure {
  value: number
  /** Seconds since the epoch. */
  at: number
}

/** What is asked of a series first: its latest value, its least and its greatest one, each the first of several. */
export function figuresOf({ at, values }: Pick<Series, 'at' | 'values'>) {
  const known = values.flatMap((value, index): Figure[] => (value === null ? [] : [{ value, at: at[index] ?? 0 }]))
  const [first] = known
  const extreme = (isBetter: (a: number, b: number) => boolean) =>
    first && known.reduce((best, one) => (isBetter(one.value, best.value) ? one : best), first)
  return {
    latest: known.at(-1),
    least: extreme((a, b) => a < b),
    most: extreme((a, b) => a > b),
    known: known.length,
    gaps: values.length - known.length,
  }
}

/** Names of the time at which a vehicle recorded a value, the surest first: when it was fetched or read is another. */
const RECORDED = [/recorded/i, /oemUpdated|observed|measured|captured/i, /^(at|time|timestamp|date)$/i, /updated/i]

const recordedIn = (columns: readonly SignalColumn[]): string | undefined => {
  const times = columns.flatMap(({ name, kind }) => (kind === 'time' ? name : []))
  return RECORDED.map((names) => times.find((one) => names.test(one))).find((one) => one !== undefined)
}

/** The column of times that values are drawn over. */
export const timeOf = (columns: readonly SignalColumn[]): string | undefined =>
  recordedIn(columns) ?? columns.find(({ kind }) => kind === 'time')?.name

/** When the newest of the records was recorded, in milliseconds since the epoch; undefined where none of them says. */
export function newestAt(records: readonly TableRow[]): number | undefined {
  const name = recordedIn(columnsOf(records).columns)
  if (name === undefined) return undefined
  const known = records.flatMap((record) => secondsOf(valueIn(record, name)) ?? [])
  return known.length === 0 ? undefined : known.reduce((newest, at) => Math.max(newest, at)) * 1000
}

export function secondsOf(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? parseInstant(value) : undefined
  return ms !== undefined && isInstant(ms) && ms !== 0 ? ms / 1000 : undefined
}

/**
 * Takes each value once though pages shift while they are read: a record that names a time and was there before is the
 * same one. Records without any time cannot be told apart, and are all kept.
 */
export class Joiner {
  readonly #seen = new Set<string>()
  constructor(known: readonly TableRow[]) {
    this.take(known)
  }

  /** The records that are new. */
  take(page: readonly TableRow[]): TableRow[] {
    return page.filter((record) => {
      if (!Object.entries(record).some(([name, value]) => value !== 0 && isTime(name, value))) return true
      const text = JSON.stringify(record)
      if (this.#seen.has(text)) return false
      this.#seen.add(text)
      return true
    })
  }
}
