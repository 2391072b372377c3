/** The hours of a day in which a job may send, by the clock of its own time zone. */
import type { JobHours } from '../api/team-jobs'

const MINUTE_MS = 60_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * When it may send next: `now` where it may. Found minute by minute, as a clock that is set forward or back goes.
 * @param now milliseconds since the epoch
 */
export function opensAt({ from, to, timeZone }: JobHours, now: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [first, last] = [minutesOf(from), minutesOf(to)]
  const isOpen = (time: number) => {
    const minute = minutesOf(format.format(time))
    return first < last ? minute >= first && minute < last : minute >= first || minute < last
  }
  if (first === last || isOpen(now)) return now
  // Hours that a clock set forward leaves out come the day after.
  let next = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS
  while (!isOpen(next)) next += MINUTE_MS
  return next
}
