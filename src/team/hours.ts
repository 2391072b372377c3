/** The hours of a day in which a job may send, by the clock of its own time zone. */
import type { JobHours } from '../api/team-jobs'

const MINUTE_MS = 60_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Whether it may send at a time. */
export function isOpen({ from, to, timeZone }: JobHours, time: number): boolean {
  const [first, last] = [minutesOf(from), minutesOf(to)]
  if (first === last) return true
  const minute = minutesOf(clockOf(timeZone).format(time))
  return first < last ? minute >= first && minute < last : minute >= first || minute < last
}

/**
 * When it may send next: `now` where it may. Found minute by minute, as a clock that is set forward or back goes.
 * @param now milliseconds since the epoch
 */
export function opensAt(hours: JobHours, now: number): number {
  if (isOpen(hours, now)) return now
  // Hours that a clock set forward leaves out come the day after.
  let next = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS
  while (!isOpen(hours, next)) next += MINUTE_MS
  return next
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Made once for each zone: one takes as long as a hundred uses of it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock
}
