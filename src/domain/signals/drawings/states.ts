/** Values that are no numbers as states over time: for each column a lane, in which equal neighbors are one segment. */
import { maskText } from '../../../api/mask'
import { type TableRow, valueIn } from '../../../core/table-row'
import { columnsOf, numbersOf, secondsOf, timeOf } from '../signal-values'

/** A word or a yes or no; null where none was sent: a gap. */
export type State = string | boolean | null

export interface Segment {
  state: State
  /** Milliseconds since the epoch. The last one ends with its last value: how long it lasted after that is not known. */
  from: number
  to: number
}

export interface Lane {
  column: string
  /** In the order of time, without a break. */
  segments: readonly Segment[]
  /** Each of them once, in the order of their words. */
  states: readonly Exclude<State, null>[]
}

/** More words, or longer ones, are texts: a lane could not tell them apart. */
const MOST_STATES = 8
const MOST_LETTERS = 40
const MOST_LANES = 4
/** Words that say what a record is and not how the vehicle is. */
const NAMES = /^(unit|type|code|name|source|description)$|(^|[a-z])(id|Id|ID)$/

/** What was masked, or would be, is no state. */
const isState = (value: unknown): value is Exclude<State, null> =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MOST_LETTERS && maskText(value) === value && !value.includes('•'))

interface Dated {
  at: number
  record: TableRow
}

/**
 * Lanes for all that is a yes or no; without any, and without numbers, for the first column of few words.
 * @param records in any order; those without a time are left out
 */
export function lanesOf(records: readonly TableRow[]): Lane[] {
  const { columns } = columnsOf(records)
  const time = timeOf(columns)
  if (time === undefined) return []
  const dated = records
    .flatMap((record): Dated[] => {
      const at = secondsOf(valueIn(record, time))
      return at === undefined ? [] : [{ at: at * 1000, record }]
    })
    .sort((a, b) => a.at - b.at)
  if (dated[0]?.at === dated.at(-1)?.at) return []
  const laneFor = (column: string): Lane[] => {
    const states = statesIn(dated, column)
    return states.length > 0 ? [{ column, states, segments: segmentsOf(dated, column) }] : []
  }
  const yesOrNo = columns.filter(({ kind }) => kind === 'boolean').flatMap(({ name }) => laneFor(name))
  if (yesOrNo.length > 0) return yesOrNo.slice(0, MOST_LANES)
  if (numbersOf(records).length > 0) return []
  return columns
    .filter(({ name, kind }) => (kind === 'text' || kind === 'mixed') && !NAMES.test(name))
    .flatMap(({ name }) => laneFor(name))
    .slice(0, 1)
}

/** None where a value is no state. */
function statesIn(dated: readonly Dated[], column: string): Exclude<State, null>[] {
  const states = new Set<Exclude<State, null>>()
  for (const { record } of dated) {
    const value = valueIn(record, column) ?? null
    if (value === null) continue
    if (!isState(value)) return []
    states.add(value)
    if (states.size > MOST_STATES) return []
  }
  return [...states].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}
/** Yes before no. */
const orderOf = (state: Exclude<State, null>): string => (state === true ? 'a' : state === false ? 'b' : state)

function segmentsOf(dated: readonly Dated[], column: string): Segment[] {
  const segments: Segment[] = []
  dated.forEach(({ at, record }, index) => {
    const to = dated[index + 1]?.at ?? at
    if (to === at && index < dated.length - 1) return // replaced in the same moment
    const value = valueIn(record, column)
    const state = isState(value) ? value : null
    const last = segments.at(-1)
    if (last?.state === state) last.to = to
    else segments.push({ state, from: at, to })
  })
  return segments
}

/** More than an eye tells apart on a line. */
export const MOST_DRAWN = 400

/** The segments as they are drawn: of too many, in each of so many steps the one that lasted longest. */
export function drawnOf(segments: readonly Segment[]): readonly Segment[] {
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last || segments.length <= MOST_DRAWN) return segments
  const edge = (step: number) => first.from + ((last.to - first.from) * step) / MOST_DRAWN
  const drawn: Segment[] = []
  let next = 0
  for (let step = 0; step < MOST_DRAWN; step += 1) {
    const [from, to] = [edge(step), edge(step + 1)]
    const lasted = new Map<State, number>()
    for (; next < segments.length; next += 1) {
      const one = segments[next]
      if (!one || one.from >= to) break
      lasted.set(one.state, (lasted.get(one.state) ?? 0) + Math.min(one.to, to) - Math.max(one.from, from))
      if (one.to > to) break // it goes on in the next step
    }
    const [state] = [...lasted].reduce((most, one) => (one[1] > most[1] ? one : most), [null, 0] as [State, number])
    const before = drawn.at(-1)
    if (before?.state === state) before.to = to
    else drawn.push({ state, from, to })
  }
  return drawn
}
