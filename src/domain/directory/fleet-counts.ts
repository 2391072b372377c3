/** The fleet in numbers, for those who would rather look than read: connections by make, and by the month they were made in. */
import { type ConnectionEntry, type Entries, isGone } from './entries'

const noMake = 'Make not provided'
const otherMakes = 'other makes'

export interface Counted {
  name: string
  live: number
  simulated: number
}

export interface FleetCounts {
  /** The most frequent first; what is beyond `MOST_MAKES` stands together at the end. */
  makes: readonly Counted[]
  /** How many makes stand together in the last one; 0 where none do. */
  otherMakes: number
  /** Every month from the first to the last, by UTC, `MOST_MONTHS` at most; `YYYY-MM`. */
  months: readonly Counted[]
  /** Made before the first of these months, and at a time that is not known. */
  before: number
  undated: number
}

/** What is no make. */
export const NO_MAKE = noMake
export const OTHER_MAKES = otherMakes

const MOST_MAKES = 10
const MOST_MONTHS = 24

type Tally = Map<string, Counted>
function tally(into: Tally, name: string, { mode }: ConnectionEntry): void {
  const counted = into.get(name) ?? { name, live: 0, simulated: 0 }
  counted[mode === 'simulated' ? 'simulated' : 'live'] += 1
  into.set(name, counted)
}

const sumOf = ({ live, simulated }: Counted) => live + simulated

export function countFleet(entries: Pick<Entries, 'connections'>): FleetCounts {
  const byMake: Tally = new Map()
  const byMonth: Tally = new Map()
  let undated = 0
  for (const entry of entries.connections.values()) {
    if (isGone(entry)) continue
    tally(byMake, entry.vehicle?.make ?? NO_MAKE, entry)
    const month = monthOf(entry.createdAt)
    if (month) tally(byMonth, month, entry)
    else undated += 1
  }
  const makes = [...byMake.values()].sort((a, b) => sumOf(b) - sumOf(a) || a.name.localeCompare(b.name))
  const isCut = makes.length > MOST_MAKES + 1
  const others = isCut ? makes.splice(MOST_MAKES) : []
  if (isCut) {
    const add = (mode: 'live' | 'simulated') => others.reduce((sum, one) => sum + one[mode], 0)
    makes.push({ name: OTHER_MAKES, live: add('live'), simulated: add('simulated') })
  }
  const names = monthsTo([...byMonth.keys()].sort())
  const months = names.map((name) => byMonth.get(name) ?? { name, live: 0, simulated: 0 })
  const before = [...byMonth.values()].reduce((sum, one) => (names.includes(one.name) ? sum : sum + sumOf(one)), 0)
  return { makes, otherMakes: others.length, months, before, undated }
}

const monthOf = (at: number | undefined) =>
  at === undefined || Math.abs(at) > 8.64e15 ? undefined : new Date(at).toISOString().slice(0, -17)

/** Every month up to the last one that occurs, so that one without a connection is seen as such. */
function monthsTo(occurring: readonly string[]): readonly string[] {
  const last = occurring.at(-1)
  const first = occurring[0]
  if (last === undefined || first === undefined) return []
  const names = [last]
  const at = new Date(`${last}-01T00:00:00Z`)
  while (names.length < MOST_MONTHS && (names[0] ?? '') > first) {
    at.setUTCMonth(at.getUTCMonth() - 1)
    names.unshift(at.toISOString().slice(0, -17))
  }
  return names
}
