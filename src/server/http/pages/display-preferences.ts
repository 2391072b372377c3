/** The browser's time zone and the operator's display preferences, from a cookie that anyone may have written. */
import * as z from 'zod/mini'

export interface DisplayPreferences {
  /** IANA name; UTC if the browser has sent none, or none that exists. */
  timeZone: string
  /** As they were sent: the console's build parses them. */
  preferences: unknown
  isCompact: boolean
}

const Cookie = z.object({ timeZone: z.string(), preferences: z.looseObject({ rows: z.optional(z.unknown()) }) })

/** @param cookie its decoded value */
export function readDisplayPreferences(cookie: string | undefined): DisplayPreferences {
  const parsed = Cookie.safeParse(parseJson(cookie))
  if (!parsed.success) return { timeZone: 'UTC', preferences: undefined, isCompact: false }
  const { timeZone, preferences } = parsed.data
  return { timeZone: isZone(timeZone) ? timeZone : 'UTC', preferences, isCompact: preferences.rows === 'compact' }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
