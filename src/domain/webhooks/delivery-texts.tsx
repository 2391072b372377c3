/** The texts of what is said of a webhook's deliveries, and of the vehicles that it feeds. */
import type { ReactNode } from 'react'
import { signalText } from '../../api/signals.data'
import { plural } from '../../ui/format'
import { listed } from '../../ui/listed'
import type { Names, Problem } from './delivery-links'

// The panel.
export const why = 'Troubleshoot delivery'
export const whyForm = 'Why did nothing arrive?'
export const vehicleField = 'Vehicle ID'
export const checkVerb = 'Check delivery'
export const user = 'User'
export const readingConnections = 'Loading connections…'
export const readingDeliveries = 'Loading deliveries…'
export const readVerb = 'Read values (1 request)'
export const firstTrigger = (code: ReactNode, history: ReactNode) => (
  <>
    of {code}, the webhook’s first trigger; {history}
  </>
)
export const history = 'history'
export const chain = 'Delivery checks'
export const recent = 'Recently viewed'
export const noneRecent = 'No vehicle viewed recently'
export const named = (name: string | undefined, id: string) => (name ? `${name} (${id})` : id)
export const states = { holds: 'OK', broken: 'Problem', unknown: 'Unknown' } as const
export const firstBroken = (problem: string, text: string) => `First problem: ${problem}. ${text}`
const couldNot = (checks: readonly string[]) => `Couldn’t check: ${checks.join(', ')}`
export const noneBroken = (unknown: readonly string[]) =>
  unknown.length > 0 ? `No problems found. ${couldNot(unknown)}.` : 'No problems found.'
const problems = (checks: readonly string[]) => checks.join(', ')
export const about = { unknown: couldNot, broken: problems } as const

// Its steps.
export const webhookStep = 'Webhook'
export const subscriptionStep = 'Subscription'
export const connectionStep = 'Connection'
export const permissionStep = 'Permission'
export const vehicleStep = 'Vehicle and signal'
export const deliveryStep = 'Delivery'

// The checks of a delivery, each with its results.
export const enabledLink: Names = ['Webhook enabled', 'Webhook state']
export const enabled = 'The webhook is enabled.'
export const disabled: Problem = [
  'Webhook is disabled',
  'Nothing is delivered, and nothing is queued for later (per public docs).',
]
export const enabledUnknown = 'The response doesn’t say whether the webhook is enabled.'

export const addressLink: Names = ['Callback address plausible', 'Callback address']
export const noAddress = 'The response has no callback URI.'
export const notHttp: Problem = ['Callback address is not valid', 'The callback URI is not an HTTP address.']
export const localAddress = (host: string): Problem => [
  'Callback address is local',
  `The provider can’t reach ${host}, a local address.`,
]
export const httpAddress = 'The address uses http. Providers may reject it.'
export const httpsAddress = 'The address uses https.'

export const contentLink: Names = ['Triggers and data', 'Triggers and data']
export const noContent = (text: string): Problem => ['Triggers or data are missing', text]
export const contentUnknown = 'The response has no triggers or no data.'
export const triggeredBy = (codes: readonly string[]) => `Triggered by ${listed(codes.map(signalText))}.`

export const subscriptionLink: Names = ['Subscription known', 'Subscription status']
export const isListed = 'The API lists the subscription.'
export const notListed: Problem = [
  'Vehicle is not subscribed',
  'The API lists no subscription of this vehicle to this webhook.',
]
export const subscriptionRemoved = 'Subscription was removed'
export const subscriptionLost = 'Subscription was not found'
export const subscribesAll =
  'The webhook subscribes live vehicles automatically (per public docs). The API doesn’t say whether this one is subscribed.'
export const inHistory = {
  seen: 'The history has the subscription as present.',
  removed: 'The history has the subscription as removed.',
  lost: 'The subscription in the history was not found.',
  accepted: 'The history has an accepted request. The API doesn’t say whether the subscription was created.',
  unanswered: 'The history has a request to create the subscription without a response. It may or may not exist.',
  unknown: 'The history has no subscription, and the API has no list of them.',
  unread: 'The history can’t be read now, and the API has no list of subscriptions.',
}

export const connectionLink: Names = ['Connection exists', 'Connection status']
export const connectionsUnread = 'Its connections have not been loaded.'
export const connected = 'The vehicle is connected.'
export const connectedForUser = 'The vehicle is connected for this user.'
export const connectionUnseen = 'Not among the connections loaded so far. There are more.'
export const unconnected: Problem = ['No connection', 'Nobody is connected to this vehicle.']
export const otherUser: Problem = ['No connection for this user', 'The vehicle is connected, but not for this user.']

export const permissionsLink: Names = ['Permissions granted', 'Permissions']
export const grantsUnknown = 'The connections don’t list their permissions.'
const lacking = ([permission, codes]: readonly [string, readonly string[]]) =>
  `${permission}, for ${codes.map(signalText).join(', ')}`
export const notGranted = (permissions: readonly (readonly [string, readonly string[]])[]): Problem => [
  'Permissions are missing',
  `Not granted: ${permissions.map(lacking).join('; ')}.`,
]
export const grantedButUnknown = (codes: readonly string[]) =>
  `All known permissions are granted. The permissions for ${codes.map(signalText).join(', ')} are unknown.`
export const allGranted = 'All its signals are permitted.'

export const modeLink: Names = ['Live or simulated', 'Live or simulated']
export const modeUnknown = 'The connections don’t say whether the vehicle is live.'
export const live = 'The vehicle is live.'
export const simulatedUnsubscribed =
  'The vehicle is simulated. Automatic subscription covers only live vehicles (per public docs).'
export const simulated = 'The vehicle is simulated. It delivers the changes of its simulation.'

export const valuesLink: Names = ['Signal has values', 'Signal values']
export const valuesUnasked = 'Not checked. Reading a signal counts against the vehicle’s limit.'
export const valuesUnread = (code: string, error: string) => `Couldn’t read ${signalText(code)}: ${error}`
export const noValue = (code: string): Problem => [
  'Signal has no values',
  `The provider has no value of ${signalText(code)}. The vehicle has not reported it.`,
]
export const hasValues = (count: number, code: string) =>
  `The provider has ${plural(count, 'value')} of ${signalText(code)}.`

export const verifiedLink: Names = ['Callback verified', 'Callback verification']
export const verifiedUnknown = 'The API doesn’t say whether the callback is verified.'
export const deliveredLink: Names = ['Delivered', 'Deliveries']
export const deliveredUnknown = 'The API has no log of deliveries. See the provider’s dashboard or the receiver’s log.'

// Its subscribed vehicles.
export const feeds = 'Subscribed vehicles'
export const subscriptionsListed = 'View its subscriptions'
