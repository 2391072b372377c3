/** The texts of the list of subscriptions and of all that stands beside it. */
import type { ReactNode } from 'react'
import type { LedgerState } from '../../tools/subscriptions/ledger'
import { formatCount, plural } from '../../ui/format'
import type { SubscriptionSearch } from './-search'
import * as shared from './-shared-texts'

export const title = 'Subscriptions'
export const one = shared.noun
const accepted = 'Creating one is accepted and goes on by itself; the answer has no id'
export const intro = `A subscription ties a webhook to one user and one vehicle. ${accepted}.`
export const introUnlisted = `A subscription ties a webhook to one user and one vehicle. ${accepted}, and the interface has no list of them.`
export const listOff = (reason: string) => `${reason} It is switched off for this tab.`
export const ledger = 'Ledger'
export const webhookField = 'Webhook ID'
export const userField = 'User ID'
export const vehicleField = 'Vehicle ID'
export const subscriptionColumn = 'Subscription'
export const stateColumn = 'State'
export const actionsColumn = 'Actions'
export const notYetGone = 'Accepted, not yet gone'
export const removed = 'Removed'

// The service's own list.
export const listed = (total: number | undefined) =>
  `As the service lists them ${total === undefined ? '' : formatCount(total)}`
export const filters = 'Filter subscriptions'
export const filterLabels = {
  'filter[userId]': userField,
  'filter[webhookId]': webhookField,
  'filter[vehicleId]': vehicleField,
  'filter[vehicle.mode]': shared.mode,
} as const satisfies Partial<Record<keyof SubscriptionSearch, string>>
export const any = 'Any'
export const live = 'Live'
export const simulated = 'Simulated'

// What is selected.
export const remove = (count: number) => `Remove ${plural(count, 'subscription')}`
export const removeTitle = (count: number) => `${remove(count)}?`
export const removeMeans = (live: number, simulated: number) =>
  `${formatCount(live)} for live and ${formatCount(simulated)} for simulated vehicles. Their webhooks stop delivering for them, as far as is publicly known at once. Each can be subscribed again, under another id; a webhook that subscribes by itself may do so by itself.`
export const removePace = (atATime: number) =>
  `Each is sent once, ${atATime} at a time; Stop sends no more, what was removed stays removed.`
export const tooMany = (most: number) =>
  `More than ${formatCount(most)} were selected at once: export everything that matches, above the list.`

// Finding one.
export const find = 'Find a subscription'
export const idField = 'Subscription ID'
export const findVerb = 'Find'

// A new one.
export const newTitle = 'New subscription'
export const enterWebhook = 'Enter the id of the webhook.'
export const enterUser = 'Enter the id of the user.'
export const enterVehicle = 'Enter the id of the vehicle.'
export const createVerb = 'Create subscription'
export const webhookNamed = (name: ReactNode) => <>Webhook: {name}</>
export const againTitle = 'Subscribe the same three again?'
export const againMeans =
  'This browser has subscribed this webhook, user and vehicle already. What a service does with a second request, the interface does not show: it may refuse it, or make another one.'
export const againMayMean =
  'A request to create this subscription got no response, so the subscription may exist. A second request may be rejected, or may create a second subscription that the API can’t list.'
export const unknownWebhook = 'None of the application’s webhooks has this id.'
export const userUnconnected = 'The service lists no connection of this user.'
export const vehicleUnconnected = 'The service lists no connection of this vehicle.'
export const offers = 'Connections to pick from'
const part = (shown: number, total: number | undefined) =>
  total === undefined ? '' : ` (${formatCount(shown)} of ${formatCount(total)})`
/** @param total given where not all were read */
export const vehiclesOf = (shown: number, total: number | undefined) => `Vehicles of this user${part(shown, total)}:`
export const usersOf = (shown: number, total: number | undefined) => `Users of this vehicle${part(shown, total)}:`
export const moreOffers = (count: number) => `And ${formatCount(count)} more: enter the id.`
export const use = (name: ReactNode) => <>Use {name}</>

// The creations of this tab.
export const attempts = 'Creations of this tab'
export const waiting = (count: number) => `${formatCount(count)} wait for their vehicle to wake up.`
export const retryAll = (count: number) => `Retry all ${formatCount(count)}`
export const retry = 'Retry'
export const dismiss = 'Dismiss'
export const who = (vehicle: ReactNode, user: ReactNode, webhook: ReactNode) => (
  <>
    vehicle {vehicle} of user {user} to webhook {webhook}
  </>
)
export const sending = (who: ReactNode) => <>Asking the service to subscribe {who}.</>
export const accepting = (at: ReactNode, who: ReactNode) => (
  <>
    <strong>Accepted</strong> {at}: {who}
  </>
)
export const goesOn = (detail: string) =>
  `${detail} Creation is in progress. The answer has no id: whether it has ended cannot be read from here.`
export const goesOnListed = (detail: string) =>
  `${detail} Creation is in progress. The answer has no id: whether it has ended cannot be read; the service’s list is looked at after 2, 5 and 15 seconds.`
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
    <strong>Waiting: the vehicle is asleep</strong>. Nothing is wrong with it; it can be subscribed once it has woken
    up. {who}
  </>
)
export const notSubscribed = (who: ReactNode) => <>Not subscribed: {who}</>
export const unknown = (who: ReactNode) => (
  <>
    <strong>Outcome unknown</strong>: no answer came back for {who}. It may or may not have been made.
  </>
)
export const look = 'Look whether it is there'
export const sendAgain = 'Send again…'
export const sendAgainTitle = 'Send it once more?'

// The ledger.
/** What each of its states is called, and what it means. */
export const states: Readonly<Record<LedgerState, string>> = {
  unknown: 'unknown',
  accepted: 'accepted',
  'id unknown': 'id unknown',
  present: 'present',
  'not found': 'not found',
  removed: 'removed',
}
export const stateMeans: Readonly<Record<LedgerState, string>> = {
  unknown: 'The request got no response: the subscription may or may not exist.',
  accepted: 'The service has accepted the creation a moment ago; it is in progress.',
  'id unknown': 'It was accepted, or existed already; the response had no ID. It can be read once its ID is known.',
  present: 'A read or the service’s list has shown it.',
  'not found': 'A read answered 404.',
  removed: 'It was removed from this browser.',
}
export const known = (count: number) => `Known to this browser ${count > 0 ? formatCount(count) : ''}`
export const knownMeans =
  'What was created, seen and removed here: ids only, kept in this browser for this service. What others did, or other browsers, is not among it.'
export const hintAbout = 'this ledger'
export const hint =
  'The answer to a creation has no id, and the interface lists no subscriptions: nobody can ask what exists. This ledger is what this browser has learnt. “Id unknown” is a subscription that was accepted and can be read once somebody enters its id under “Find a subscription”; the receiver of the webhook, or the service’s own dashboard, can tell it.'
export const nothing = 'Nothing yet.'
export const mostKept = (most: number) =>
  `This browser keeps ${formatCount(most)} entries: what is gone makes room for new ones first, then the oldest.`
/** Those of other accounts of the same operator. */
export const elsewhere = (count: number) =>
  `${plural(count, 'subscription')} saved in this browser with other access tokens. If those tokens belong to the same account, move them here: nothing else can list them.`
export const moveHere = (count: number) => `Move ${plural(count, 'subscription')} here`
export const anyState = 'any'
export const learntColumn = 'Last learnt'
export const showMore = (count: number) => `Show more of ${formatCount(count)}`
export const reading = 'Reading…'
export const otherThree = 'That subscription ties others together.'
export const noSuchId = 'There is no subscription with this id.'
export const addId = 'Its id, if you know it'
export const addIdVerb = 'Look'
export const fileName = 'subscriptions'
export const fileCount = (count: number) => plural(count, 'row')
export const fileTitle = 'subscriptions known to one browser'
export const exportCsv = 'Export CSV'
export const exportJson = 'Export JSON'
export const clear = 'Clear'
export const clearTitle = 'Forget what this browser knows?'
export const clearVerb = (count: number) => `Forget ${plural(count, 'subscription')}`
export const clearMeans =
  'The subscriptions themselves stay. The interface has no list of them: an id that is only here cannot be found again.'
