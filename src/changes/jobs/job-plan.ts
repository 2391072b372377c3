/** When and how fast a job runs, as it is chosen before it starts. */
import type { JobHours } from '../../api/team-jobs'

export type StartKind = 'now' | 'at' | 'hours'
export interface JobPlan {
  start: StartKind
  /** ISO in UTC; empty while none is entered. */
  at: string
  from: string
  to: string
  /** In percent of the provider’s limit. */
  share: Share
}
export const shares = ['100', '50', '25'] as const
export type Share = (typeof shares)[number]
export const defaultPlan: JobPlan = {
  start: 'now',
  at: '',
  from: '22:00',
  to: '06:00',
  share: '100',
}

/** With sign-in, the server takes no start further ahead. */
export const MOST_AHEAD_DAYS = 60
const DAY_MS = 86_400_000

/**
 * Returns the part of it that can't be sent yet.
 * @param isBound true if the job depends on a sign-in
 */
export function missingOf(
  { start, at, from, to }: JobPlan,
  now: number,
  isBound: boolean,
): 'at' | 'ahead' | 'hours' | undefined {
  if (start === 'at' && !(Date.parse(at) > now)) return 'at'
  if (start === 'at' && isBound && Date.parse(at) > now + MOST_AHEAD_DAYS * DAY_MS) return 'ahead'
  if (start === 'hours' && (from === '' || to === '' || from === to)) return 'hours'
  return undefined
}

export interface Terms {
  startAt?: string
  hours?: JobHours
  share?: number
}

/** Facts from the request. */
export function termsOf({ start, at, from, to, share }: JobPlan, timeZone: string): Terms {
  return {
    ...(start === 'at' && { startAt: new Date(at).toISOString() }),
    ...(start === 'hours' && { hours: { from, to, timeZone } }),
    ...(share !== '100' && { share: Number(share) }),
  }
}

/** What a field’s text names, in the zone that times are shown in; empty for none. */
export function isoOf(text: string, isUtc: boolean): string {
  const at = Date.parse(isUtc ? `${text}Z` : text)
  return Number.isNaN(at) ? '' : new Date(at).toISOString()
}
