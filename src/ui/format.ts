/** Counts, times and ids as the console writes them. */

const andMore = (texts: string, more: string) => `${texts} and ${more} more`
const unknownTime = 'unknown time'
const justNow = 'just now'

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

/** Several texts in one sentence: each cut, and of many only the first, with how many more there are. */
export function listed(texts: readonly string[], most = 20): string {
  const more = texts.length - most
  const shown = texts
    .slice(0, most)
    .map((text) => cut(text, 80))
    .join(', ')
  return more > 0 ? andMore(shown, formatCount(more)) : shown
}

export type Zone = 'utc' | 'local' | 'relative'

const shape = {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const shapes = new Map<string, Intl.DateTimeFormat>()
/** Each is made when it is first used: they take their time, and a page has use for one or two of the four. */
function shapeOf(zone: 'utc' | 'local', isExact: boolean): Intl.DateTimeFormat {
  const key = `${zone} ${isExact}`
  const known = shapes.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    ...shape,
    ...(isExact && { second: '2-digit' }),
    ...(zone === 'utc' && { timeZone: 'UTC' }),
    timeZoneName: 'short',
  })
  shapes.set(key, made)
  return made
}
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/**
 * @param at milliseconds since the epoch
 * @param isExact true where the second matters
 */
export function formatInstant(at: number, zone: Zone, now = Date.now(), isExact = false): string {
  if (!isInstant(at)) return unknownTime
  if (zone !== 'relative') return shapeOf(zone, isExact).format(at)
  const seconds = Math.round((at - now) / 1000)
  const step = steps.find(([, length]) => Math.abs(seconds) >= length)
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : justNow
}

/** `36ab27d0…709ffc`; short ids stay whole. */
export const cutMiddle = (id: string, head = 8, tail = 6): string =>
  id.length > head + tail + 3 ? `${id.slice(0, head)}…${id.slice(-tail)}` : id
