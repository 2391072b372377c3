/** The texts of the page of subscriptions. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'
import type { HistoryState } from './history-entries'
import * as shared from './shared-texts'

export const title = 'Subscriptions'
export const one = shared.noun
const accepted = 'Creation is asynchronous. The API returns no ID'
export const intro = `A subscription ties a webhook to one user and one vehicle. ${accepted}.`
export const introUnlisted = `A subscription ties a webhook to one user and one vehicle. ${accepted} and has no list, so the server keeps a history.`
export const listOff = (reason: string) => `${reason} The list is switched off in this tab.`
export const history = 'History'
export const webhookField = 'Webhook ID'
export const userField = 'User ID'
export const vehicleField = 'Vehicle ID'
export const subscriptionColumn = 'Subscription'
export const actionsColumn = 'Actions'
export const notYetGone = 'Accepted, not yet gone'
export const removed = 'Removed'

// The provider's own list.
export const listed = (total: number | undefined) =>
  `All subscriptions ${total === undefined ? '' : formatCount(total)}`
export const filters = 'Filter subscriptions'

// Finding one.
export const find = 'Find a subscription'
export const idField = 'Subscription ID'
export const findVerb = 'Find'

// A new one.
export const newTitle = 'New subscription'
export const enterWebhook = 'Enter the webhook ID.'
export const enterUser = 'Enter the user ID.'
export const enterVehicle = 'Enter the vehicle ID.'
export const createVerb = 'Create subscription'
export const webhookNamed = (name: ReactNode) => <>Webhook: {name}</>
export const againTitle = 'Create this subscription again?'
export const againMeans =
  'The history has this webhook, user and vehicle already. A second request may be rejected or create a second subscription.'
export const againMayMean =
  'A request to create this subscription got no response, so the subscription may exist. A second request may be rejected or create a second subscription that the API can’t list.'
export const unknownWebhook = 'No webhook has this ID.'
export const userUnconnected = 'The API lists no connection of this user.'
export const vehicleUnconnected = 'The API lists no connection of this vehicle.'
export const offers = 'Available connections'
const part = (shown: number, total: number | undefined) =>
  total === undefined ? '' : ` (${formatCount(shown)} of ${formatCount(total)})`
/** @param total given where not all were read */
export const vehiclesOf = (shown: number, total: number | undefined) => `Vehicles of this user${part(shown, total)}:`
export const usersOf = (shown: number, total: number | undefined) => `Users of this vehicle${part(shown, total)}:`
export const moreOffers = (count: number) => `And ${formatCount(count)} more. Enter the ID.`
export const use = (name: ReactNode) => <>Use {name}</>

// The latest creations.
export const attempts = 'Latest creations'
export const waiting = (count: number) => `${formatCount(count)} waiting for the vehicle to wake up.`
export const retryAll = (count: number) => `Retry all ${formatCount(count)}`
export const retry = 'Retry'
export const dismiss = 'Dismiss'
export const who = (vehicle: ReactNode, user: ReactNode, webhook: ReactNode) => (
  <>
    vehicle {vehicle} of user {user} to webhook {webhook}
  </>
)
export const sending = (who: ReactNode) => <>Subscribing {who}.</>
export const accepting = (at: ReactNode, who: ReactNode) => (
  <>
    <strong>Accepted</strong> {at}: {who}
  </>
)
/** The provider's own words, where they do not say it already. */
const inProgress = (detail: string) => (/in progress/i.test(detail) ? detail : `${detail} Creation is in progress.`)
export const goesOn = (detail: string) =>
  `${inProgress(detail)} The response has no ID, so its completion can’t be checked here.`
export const goesOnListed = (detail: string) =>
  `${inProgress(detail)} The response has no ID. The list is checked after 2, 5 and 15 seconds.`
export const present = (who: ReactNode) => (
  <>
    <strong>Present</strong>: {who}
  </>
)
export const open = 'Open subscription'
export const already = (who: ReactNode) => (
  <>
    <strong>Already subscribed</strong>: {who}
  </>
)
export const asleep = (who: ReactNode) => (
  <>
    <strong>Waiting: the vehicle is asleep</strong>. Nothing is wrong with it. Retry once it has woken up. {who}
  </>
)
export const notSubscribed = (who: ReactNode) => <>Not subscribed: {who}</>
export const unknown = (who: ReactNode) => (
  <>
    <strong>Outcome unknown</strong>: no response for {who}. It may or may not have been created.
  </>
)
export const look = 'Check status'
export const sendAgain = 'Send again…'
export const sendAgainTitle = 'Send it again?'

// The states of the history and their meanings.
export const states: Readonly<Record<HistoryState, string>> = {
  unknown: 'Unknown',
  accepted: 'Accepted',
  'id unknown': 'ID unknown',
  present: 'Present',
  'not found': 'Not found',
  removed: 'Removed',
}
export const stateMeans: Readonly<Record<HistoryState, string>> = {
  unknown: 'No response. The subscription may or may not exist.',
  accepted: 'Accepted a moment ago. Creation is in progress.',
  'id unknown': 'Accepted, or existed already. Enter its ID to check it.',
  present: 'A request or the API’s list returned it.',
  'not found': 'A request returned 404.',
  removed: 'Removed through this server.',
}
export const reading = 'Loading…'
export const otherThree = 'This ID belongs to another subscription.'
export const noSuchId = 'No subscription has this ID.'
export const addId = 'ID, if known'
export const addIdVerb = 'Check'
