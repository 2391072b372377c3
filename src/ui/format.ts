/** Counts, times and ids as the console writes them. */

const unknownTime = 'unknown time'
const justNow = 'just now'
const ago = (age: string) => `${age} ago`
const ahead = (age: string) => `in ${age}`

const counts = new Intl.NumberFormat('en-US')
/** Nobody counts the digits of a number beyond all counting: it is written with its exponent. */
export const formatCount = (count: number): string =>
  Math.abs(count) < 1e21 ? counts.format(count) : String(Number(count.toPrecision(4)))

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Milliseconds since the epoch; undefined for what is no time. Digits are epoch milliseconds, 0 is unknown. */
export function instantOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  return isInstant(at) && at !== 0 ? at : undefined
}

/** True for milliseconds that a date can hold. */
export const isInstant = (at: number): boolean => Math.abs(at) <= 8.64e15

/** Nobody listens to more of an id; copying takes the whole. */
export const MOST_SAID = 300

/** At most this much of a text, as it is drawn: a longer one ends in “…”. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text

/** What was sent where a text was expected, as it can be read: cut, and never “[object Object]”. */
export const written = (value: unknown): string =>
  cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)), 120)

export type Zone = 'utc' | 'local' | 'relative'

/** How a time is written: to the minute and with its zone, where nothing else is said. */
export interface TimeForm {
  /** True where the second matters. */
  isExact?: boolean | undefined
  /** True where the zone is said elsewhere: in the column’s header, on the axis. */
  isBare?: boolean | undefined
  /** True for a day alone. */
  isDay?: boolean | undefined
}

const shapes = new Map<string, Intl.DateTimeFormat>()
/** Each is made when it is first used: they take their time, and a page has use for a few of them. */
function shapeOf(zone: Zone, hasYear: boolean, { isExact, isBare, isDay }: TimeForm): Intl.DateTimeFormat {
  const key = [zone, hasYear, isExact, isBare, isDay].join()
  const known = shapes.get(key)
  if (known) return known
  const digits = isDay ? undefined : '2-digit'
  const made = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: hasYear ? 'numeric' : undefined,
    hour: digits,
    minute: digits,
    second: isExact ? digits : undefined,
    hourCycle: 'h23',
    timeZone: zone === 'utc' ? 'UTC' : undefined,
    timeZoneName: isBare || isDay ? undefined : 'short',
  })
  shapes.set(key, made)
  return made
}

const yearOf = (at: number, zone: Zone): number => new Date(at)[zone === 'utc' ? 'getUTCFullYear' : 'getFullYear']()
/** Whether a time is a date in it, and no age. */
export const isDated = (zone: Zone | 'age'): zone is 'utc' | 'local' => zone === 'utc' || zone === 'local'

/** Milliseconds of what an age is counted in; a month and a year are a mean one. */
const steps = [
  [31_557_600_000, 'y'],
  [2_629_800_000, 'mo'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
] as const

/**
 * “Nov 20, 08:01 UTC”, with the year where it is not this one. In `relative`, “2d ago”, “in 2d”, “just now”; as an `age`,
 * for lists, “2d”.
 * @param at milliseconds since the epoch
 */
export function formatInstant(at: number, zone: Zone | 'age', now = Date.now(), form: TimeForm = {}): string {
  if (!isInstant(at)) return unknownTime
  if (isDated(zone)) return shapeOf(zone, yearOf(at, zone) !== yearOf(now, zone), form).format(at)
  const size = Math.abs(now - at)
  const step = steps.find(([length]) => size >= length)
  if (!step) return justNow
  const age = `${Math.floor(size / step[0])}${step[1]}`
  return at > now ? ahead(age) : zone === 'age' ? age : ago(age)
}

/** `36ab27d0…709ffc`; short ids stay whole. */
export const cutMiddle = (id: string, head = 8, tail = 6): string =>
  id.length > head + tail + 3 ? `${id.slice(0, head)}…${id.slice(-tail)}` : id
