/** Counts, times and ids as the console writes them. */
import { isInstant } from '../api/instant'

const unknownTime = 'unknown time'
const justNow = 'just now'
const ago = (age: string) => `${age} ago`
const ahead = (age: string) => `in ${age}`

/**
 * Nobody counts the digits of a number beyond all counting: it is written with its exponent. A whole one needs no `Intl`,
 * whose first use in a page takes longer than all else until it answers.
 */
export function formatCount(count: number): string {
  if (Math.abs(count) >= 1e21) return String(Number(count.toPrecision(4)))
  return Number.isInteger(count) ? String(count).replace(/\B(?=(\d{3})+$)/g, ',') : count.toLocaleString('en-US')
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

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

/** The zone of this computer, as an IANA name. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What is taken for here and now, where that is not this computer's own. */
let present: { timeZone: string; at: number } | undefined
/**
 * Takes a zone for “local”, as an IANA name, and a moment for now: on the server those of who looks, and in a browser
 * what the server drew with, until the page is hydrated.
 * @param taken undefined for this computer's own
 */
export function setPresent(taken: { timeZone: string; at: number } | undefined): void {
  present = taken
}
/** Milliseconds since the epoch. */
export const presentTime = (): number => present?.at ?? Date.now()

const shapes = new Map<string, Intl.DateTimeFormat>()
/** A server draws for people in every zone: past so many they are made anew. */
const MOST_SHAPES = 200
/** Each is made when it is first used: they take their time, and a page has use for a few of them. */
function shapeOf(zone: Zone, hasYear: boolean, { isExact, isBare, isDay }: TimeForm): Intl.DateTimeFormat {
  const timeZone = zone === 'utc' ? 'UTC' : present?.timeZone
  const key = [timeZone, hasYear, isExact, isBare, isDay].join()
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
    timeZone,
    timeZoneName: isBare || isDay ? undefined : 'short',
  })
  if (shapes.size >= MOST_SHAPES) shapes.clear()
  shapes.set(key, made)
  return made
}

/** Whether both are in the same year there; `Date` knows this computer's own zone alone. */
function isSameYear(at: number, now: number, zone: Zone): boolean {
  if (zone === 'utc') return new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear()
  if (!present) return new Date(at).getFullYear() === new Date(now).getFullYear()
  const [one = '', other = ''] = [at, now].map((time) => shapeOf(zone, true, { isDay: true }).format(time))
  return one.slice(-4) === other.slice(-4)
}
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
export function formatInstant(at: number, zone: Zone | 'age', now = presentTime(), form: TimeForm = {}): string {
  if (!isInstant(at)) return unknownTime
  if (isDated(zone)) return shapeOf(zone, !isSameYear(at, now, zone), form).format(at)
  const size = Math.abs(now - at)
  const step = steps.find(([length]) => size >= length)
  if (!step) return justNow
  const age = `${Math.floor(size / step[0])}${step[1]}`
  return at > now ? ahead(age) : zone === 'age' ? age : ago(age)
}

/** “22:10”, for a time within the next hours; with “ UTC” in that zone, unless it is bare. */
export function formatClock(at: number, zone: 'utc' | 'local', { isBare = false }: TimeForm = {}): string {
  const digits = '2-digit'
  const timeZone = zone === 'utc' ? 'UTC' : present?.timeZone
  const clock = new Intl.DateTimeFormat('en-US', { hour: digits, minute: digits, hourCycle: 'h23', timeZone })
  return zone === 'utc' && !isBare ? `${clock.format(at)} UTC` : clock.format(at)
}

/** `36ab27d0…709ffc`; short ids stay whole. */
export const cutMiddle = (id: string, head = 8, tail = 6): string =>
  id.length > head + tail + 3 ? `${id.slice(0, head)}…${id.slice(-tail)}` : id
