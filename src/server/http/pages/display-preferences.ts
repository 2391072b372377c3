/** What a browser tells of the one who looks, in its cookie: their zone, and what they prefer to see. */
import * as z from 'zod/mini'

export interface Look {
  /** IANA name; that of UTC where the browser has not told, or told none that there is. */
  timeZone: string
  /** As it was told: whoever draws with it reads it by its own form. */
  preferences: unknown
  /** True where rows are low. */
  isCompact: boolean
}

const Told = z.object({ timeZone: z.string(), preferences: z.looseObject({ rows: z.optional(z.unknown()) }) })

/** @param cookie its value, decoded; anybody may have written it */
export function readLook(cookie: string | undefined): Look {
  const told = Told.safeParse(parsed(cookie))
  if (!told.success) return { timeZone: 'UTC', preferences: undefined, isCompact: false }
  const { timeZone, preferences } = told.data
  return { timeZone: isZone(timeZone) ? timeZone : 'UTC', preferences, isCompact: preferences.rows === 'compact' }
}

function parsed(text: string | undefined): unknown {
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
