/** Whether a delivery's value can be shown, and why not. Pure. */
import { isObject } from '../../api/signal-records'
import type { TeamLastValue } from '../../api/team-deliveries'

export type LastValue = NonNullable<TeamLastValue['value']>
/** `none`: it came, and had no value. */
export type ValueKind = 'sealed' | 'redacted' | 'hidden' | 'none' | 'shown'

/** What stands in the place of a value that is not for this role. */
export const isHidden = ({ body, isPrivate }: { body?: unknown; isPrivate: boolean }): boolean =>
  isPrivate && isObject(body) && body.hidden === true && Object.keys(body).length === 1

export function kindOf(value: LastValue): ValueKind {
  if (value.isSealed) return 'sealed'
  if (value.isRedacted) return 'redacted'
  if (value.body === undefined) return 'none'
  return isHidden(value) ? 'hidden' : 'shown'
}

/** When it was so, in milliseconds since the epoch: when the vehicle recorded it, else when it arrived. */
export const valueAt = ({ recordedAt, receivedAt }: LastValue): number =>
  (recordedAt === null ? Number.NaN : Date.parse(recordedAt)) || Date.parse(receivedAt) || 0
