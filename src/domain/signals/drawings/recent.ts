/** Records by the time that they are drawn over. */
import { type TableRow, valueIn } from '../../../core/table-row'
import { columnsOf, secondsOf, timeOf } from '../signal-values'

const DAY_S = 86_400

/** Seconds since the epoch of each record, where it says. */
function timesOf(records: readonly TableRow[]): (number | undefined)[] {
  const time = timeOf(columnsOf(records).columns)
  return records.map((record) => (time === undefined ? undefined : secondsOf(valueIn(record, time))))
}

const latestOf = (times: readonly (number | undefined)[]) =>
  times.reduce<number>((latest, at) => Math.max(latest, at ?? latest), Number.NEGATIVE_INFINITY)

/** From the oldest to the latest, in days; 0 where fewer than two say when they were recorded. */
export function daysOf(records: readonly TableRow[]): number {
  const known = timesOf(records).filter((at) => at !== undefined)
  if (known.length < 2) return 0
  return (latestOf(known) - known.reduce((first, at) => Math.min(first, at))) / DAY_S
}

/** Those of so many days before the latest one; all of them for 0. */
export function recentOf(records: readonly TableRow[], days: number): readonly TableRow[] {
  if (days === 0) return records
  const times = timesOf(records)
  const from = latestOf(times) - days * DAY_S
  return records.filter((_, index) => (times[index] ?? Number.NEGATIVE_INFINITY) >= from)
}
