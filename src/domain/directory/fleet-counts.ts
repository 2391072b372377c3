/** The fleet in numbers: connections by make, and by the month in which they were created. */
import type { TeamFleet } from '../../api/team-fleet'

/** What is no make. */
export const NO_MAKE = 'Make not provided'
export const OTHER_MAKES = 'other makes'

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

const MOST_MAKES = 10
const MOST_MONTHS = 24

const sumOf = ({ live, simulated }: Counted) => live + simulated

/** Counts of the directory that are shown. */
export function fleetOf({ otherMakes: others, noMake, before, undated, ...all }: TeamFleet): FleetCounts {
  const unnamed = { name: NO_MAKE, ...noMake }
  const makes = (sumOf(unnamed) > 0 ? [...all.makes, unnamed] : all.makes).toSorted(
    (a, b) => sumOf(b) - sumOf(a) || a.name.localeCompare(b.name),
  )
  const isCut = makes.length + others.count > MOST_MAKES + 1
  const cut = isCut ? makes.splice(MOST_MAKES) : []
  if (isCut) {
    const add = (mode: 'live' | 'simulated') => cut.reduce((sum, one) => sum + one[mode], others[mode])
    makes.push({ name: OTHER_MAKES, live: add('live'), simulated: add('simulated') })
  }
  const byMonth = new Map(all.months.map((month) => [month.name, month]))
  const names = monthsTo([...byMonth.keys()].sort())
  const months = names.map((name) => byMonth.get(name) ?? { name, live: 0, simulated: 0 })
  const earlier = all.months.reduce((sum, one) => (names.includes(one.name) ? sum : sum + sumOf(one)), before)
  return { makes, otherMakes: isCut ? cut.length + others.count : 0, months, before: earlier, undated }
}

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
