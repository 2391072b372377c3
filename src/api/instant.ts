/** Reads the times of the API (section 2): ISO 8601, or milliseconds since the epoch. */

/** A day, then optionally a time, then optionally a zone. Years beyond 9999 have a sign. Some senders write a space for the T. */
const ISO = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i
/** The form of HTTP headers (RFC 9110, 5.6.7): its zone is always GMT. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/
const MIDNIGHT = /^00:00(:00(\.0+)?)?$/

/** The largest number of milliseconds before or after the epoch that a date can hold. */
const MOST_MS = 8.64e15

/** True for milliseconds that a date can hold. */
export const isInstant = (at: number): boolean => Math.abs(at) <= MOST_MS

/**
 * Milliseconds since the epoch. A time without a zone is in UTC, whatever zone this computer is in. Undefined for anything
 * that is no time: 0, which means unknown, February 30, and texts that only `Date.parse` takes for a date.
 */
export function parseInstant(text: string | null | undefined): number | undefined {
  if (typeof text !== 'string') return undefined
  const at = /^\d+$/.test(text) ? Number(text) : HTTP_DATE.test(text) ? Date.parse(text) : parseIso(text)
  return at !== undefined && isInstant(at) && at !== 0 ? at : undefined
}

function parseIso(text: string): number | undefined {
  const [, year, month, day, time = '00:00', zone = 'Z'] = ISO.exec(text) ?? []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined
  return Date.parse(`${year}-${month}-${day}T${time}${zoneInFull(zone)}`)
}

/** `Date.parse` requires hours and minutes with a colon between them. */
function zoneInFull(zone: string): string {
  if (zone.length === 1) return 'Z'
  const [sign, digits] = [zone.slice(0, 1), zone.slice(1).replace(':', '')]
  return `${sign}${digits.slice(0, 2)}:${digits.slice(2) || '00'}`
}

/** `Date.parse` makes March 2 of February 30. */
function isDay(year: number, month: number, day: number): boolean {
  // Leap years repeat every 400 years. Date.UTC takes years before 100 for years of the last century.
  const date = new Date(Date.UTC(2000 + (year % 400), month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * The day, such as `2026-03-01`, of a text that names a day and no time of it: the day alone, or its midnight, which
 * senders write who have no time. It is the same day in every zone. Undefined for anything else.
 */
export function dayOf(text: string | null | undefined): string | undefined {
  const [, year, month, day, time] = (typeof text === 'string' && ISO.exec(text)) || []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined
  return time === undefined || MIDNIGHT.test(time) ? `${year}-${month}-${day}` : undefined
}
