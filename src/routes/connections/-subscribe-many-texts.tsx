/** The texts of the subscription of the selected connections to one webhook. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

// The webhook.
export const webhook = 'Webhook'
export const choose = 'Choose one'
export const readAll = 'Read all webhooks'
export const disabled = 'The webhook is disabled: nothing is delivered until it is enabled.'

// What is left out.
export const checks = 'Checks'
const are = (count: number) => `${formatCount(count)} that ${count === 1 ? 'is' : 'are'}`
export const duplicate = (count: number) =>
  `Leave out ${formatCount(count)} that this browser has subscribed to it, or may have: a request got no response`
export const autoSubscribing = (count: number) =>
  `Leave out ${are(count)} live, and the webhook subscribes those by itself`
export const simulated = (count: number) => `Leave out ${are(count)} simulated: what they deliver is invented`
export const withoutPermission = (count: number) =>
  `Leave out ${are(count)} without a permission that one of its signals needs`
export const incomplete = (count: number) =>
  `${plural(count, 'connection')} without a user or a vehicle cannot be subscribed.`
export const counted = (count: number) => `${plural(count, 'connection')} of the same user and vehicle count once.`

// The job.
export const verb = (count: number) => `Subscribe ${plural(count, 'vehicle')}`
export const noneLeft = 'No connection is left to subscribe.'
export const price = (count: number, atOnce: number) =>
  `${plural(count, 'request')}, each sent once, ${atOnce} at a time.`
export const title = (count: number) => `Subscribe ${plural(count, 'vehicle')}?`
export const consequences = (name: ReactNode) => (
  <>
    To the webhook {name}. The answers have no ids: what was made here cannot be listed by the interface, only removed
    one by one where its id becomes known.
  </>
)
export const jobTitle = (count: number, name: string) => `Subscribe ${plural(count, 'vehicle')} to ${name}`
export const already = 'Subscribed already.'
