/** What became of one item of a job whose call threw: its state, its words, and whether anybody was there. */
import { ApiError, explain, hasCode, isAsleep, isUnclear } from '../../api/errors'
import type { ItemState } from './job-list'
import * as texts from './jobs-texts'

/** True where nobody was there, be it behind our own server. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || explain(error).code === 'UPSTREAM_UNREACHABLE')

/** A 429 that is about this vehicle alone holds up no read of another. */
export const isOfOneVehicle = (error: ApiError): boolean => hasCode(explain(error), 'VEHICLE')

export function stateOf(error: unknown, effect: 'read' | 'change'): ItemState {
  if (isAsleep(error)) return 'asleep'
  return effect === 'change' && isUnclear(error) ? 'unknown' : 'failed'
}

export function wordsOf(error: unknown): string {
  const { status, title, code, detail, retryAfter } = explain(error)
  const wait = retryAfter === undefined ? undefined : texts.wait(retryAfter)
  return [status, title, code, detail, wait].filter((part) => part !== undefined && part !== '').join(' · ')
}
