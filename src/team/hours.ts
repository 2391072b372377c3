/** Hours of the day in which a job may send, by the clock of their time zone. */
import type { JobHours } from '../api/team-jobs'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Formatters that are cached: one for each zone of the database, with room for spellings that a later Node adds. */
const MOST_CLOCKS = 1_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Returns true if a job with these hours may send at `time`; false if this process doesn't know their time zone. */
export function isOpen(hours: JobHours, time: number): boolean {
  const clock = getClock(hours.timeZone)
  return clock !== undefined && isWithin(hours, minuteAt(clock, time))
}

/**
 * Returns the next time at which a job with these hours may send, which is `now` if it may send already.
 * Undefined if this process doesn't know their time zone, or if no hour of the next year is open.
 * @param now milliseconds since the epoch
 */
export function opensAt(hours: JobHours, now: number): number | undefined {
  const clock = getClock(hours.timeZone)
  if (!clock) return undefined
  if (isWithin(hours, minuteAt(clock, now))) return now
  let time = Math.floor(now / MINUTE_MS) * MINUTE_MS
  // Each round ends at an opening or at the next change of the clock, of which a year has few.
  for (const end = now + 366 * DAY_MINUTES * MINUTE_MS; time < end; ) {
    const minutes = minutesUntil(hours, minuteAt(clock, time))
    const opening = time + minutes * MINUTE_MS
    const change = offsetAt(clock, opening) === offsetAt(clock, time) ? opening : firstChange(clock, time, minutes)
    if (isWithin(hours, minuteAt(clock, change))) return change
    time = change
  }
  return undefined
}

function isWithin({ from, to }: JobHours, minute: number): boolean {
  const [first, last] = [minutesOf(from), minutesOf(to)]
  if (first === last) return true
  return first < last ? minute >= first && minute < last : minute >= first || minute < last
}

const minutesUntil = ({ from }: JobHours, minute: number): number =>
  (minutesOf(from) - minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES

const minuteAt = (clock: Intl.DateTimeFormat, time: number): number => minutesOf(clock.format(time))

/** Minutes between the zone's clock and UTC, without whole days: those change no hour. */
const offsetAt = (clock: Intl.DateTimeFormat, time: number): number =>
  (((minuteAt(clock, time) - Math.floor(time / MINUTE_MS)) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES

/** Bisects to the first minute after `time` whose offset is another, given that it is within so many minutes. */
function firstChange(clock: Intl.DateTimeFormat, time: number, minutes: number): number {
  const offset = offsetAt(clock, time)
  let [same, other] = [0, minutes]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(clock, time + middle * MINUTE_MS) === offset) same = middle
    else other = middle
  }
  return time + other * MINUTE_MS
}

const clocks = new Map<string, Intl.DateTimeFormat | undefined>()

/** The formatter of a zone, made once: making one takes as long as a hundred uses. Names differ in case only. */
function getClock(timeZone: string): Intl.DateTimeFormat | undefined {
  const name = timeZone.toLowerCase()
  if (clocks.has(name)) return clocks.get(name)
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  const clock = createClock(timeZone)
  clocks.set(name, clock)
  return clock
}

function createClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  } catch {
    return undefined // a job that a server with other time zone data accepted
  }
}
