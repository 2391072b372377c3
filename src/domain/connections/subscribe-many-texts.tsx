/** The texts of the subscription of the selected connections to one webhook. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

// The webhook.
export const webhook = 'Webhook'
export const choose = 'Choose a webhook'
export const loadAll = 'Load all webhooks'
export const disabled = 'This webhook is disabled. Nothing is delivered until it is enabled.'

// What is left out.
export const checks = 'Checks'
export const duplicate = (count: number) =>
  `Leave out ${formatCount(count)} that are subscribed in the history, or may be (no response)`
export const historyLoading = 'Checking the history for subscriptions that exist.'
export const historyUnread = 'The history can’t be read now, so subscriptions that exist are not left out.'
export const historyPart =
  'Only the newest 5,000 subscriptions of this webhook are compared. Older ones are not left out.'
export const autoSubscribing = (count: number) =>
  `Leave out ${formatCount(count)} live (the webhook subscribes them automatically)`
export const simulated = (count: number) => `Leave out ${formatCount(count)} simulated (their data is invented)`
export const withoutPermission = (count: number) =>
  `Leave out ${formatCount(count)} without a permission for one of the signals`
export const incomplete = (count: number) =>
  `${plural(count, 'connection')} without a user or vehicle can’t be subscribed.`
export const counted = (count: number) =>
  `Duplicates left out: ${plural(count, 'connection')} of the same user and vehicle.`

export const allAutomatic = (count: number) =>
  count === 1
    ? 'The webhook subscribes this vehicle automatically (per public docs). There is nothing to do.'
    : `The webhook subscribes all ${formatCount(count)} vehicles automatically (per public docs). There is nothing to do.`
export const allLeftOut = 'All selected connections are left out. Clear a check above to subscribe some.'

// The job.
export const verb = (count: number) => `Subscribe ${plural(count, 'vehicle')}`
export const noneLeft = 'No connections left to subscribe.'
export const price = (count: number) => plural(count, 'request')
export const title = (count: number) => `Subscribe ${plural(count, 'vehicle')}?`
export const consequences = (name: ReactNode) => (
  <>
    Webhook: {name}. The API returns no IDs for these subscriptions and can’t list them. You can remove one only once
    its ID is known.
  </>
)
