/** The texts of what deliveries told of a vehicle last: its values, and its open errors. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'
import type { ValueKind } from './last-values-kind'

export const title = 'Last known values'
export const free = 'From webhook deliveries to this server. No request is spent.'
export const couldNotLoad = 'Couldn’t load the last known values'
export const nothing = 'No deliveries for this vehicle yet.'
export const howTo = (webhooks: ReactNode) => (
  <>Subscribe the vehicle to a webhook that delivers to this server: {webhooks}.</>
)
export const webhooks = 'Webhooks'
export const noValues = 'The deliveries for this vehicle had no values.'
export const showAll = (count: number) => `Show all ${formatCount(count)}`

// The columns.
export const signal = 'Signal'
export const value = 'Value'
export const recorded = 'Recorded'
export const received = 'Received'
export const from = 'From'
export const delivery = (id: number) => `Delivery ${id}`

// Values that aren’t shown.
export const notShown: Readonly<Record<Exclude<ValueKind, 'shown'>, string>> = {
  sealed: 'Encrypted with another key',
  redacted: 'Not stored (DELIVERIES_REDACT)',
  hidden: 'Hidden for your role',
  none: 'No value',
}
export const masked = 'Masked'
export const reveal = 'Reveal masked values'
export const mask = 'Mask again'
export const failing = 'Not readable'

// Its open errors.
export const openErrors = 'Open errors'
export const reported = (time: ReactNode) => <>Reported {time}.</>
export const affects = 'Signals affected:'
export const moreSignals = (count: number) => `and ${formatCount(count)} more`
export const forOwner = (message: ReactNode) => (
  <>
    Message for the owner: <q>{message}</q>
  </>
)
/** What is copied. */
export const message = 'message'
