/** The texts of what is said of a webhook's deliveries, and of the vehicles that it feeds. */
import type { ReactNode } from 'react'
import { listed, plural } from '../../ui/format'

// The panel.
export const why = 'Why did nothing arrive?'
export const whyForm = 'Why did nothing arrive'
export const vehicleField = 'Vehicle that nothing came from'
export const checkVerb = 'Check the chain'
export const user = 'User'
export const readingConnections = 'Reading its connections…'
export const readVerb = 'Read values (1 request)'
export const firstTrigger = (code: ReactNode, history: ReactNode) => (
  <>
    of {code}, its first trigger; {history}
  </>
)
export const history = 'its history'
export const chain = 'The chain to a delivery'
export const linkColumn = 'Link'
export const stateColumn = 'State'
export const whyColumn = 'Why'
export const states = { holds: 'holds', broken: 'broken', unknown: 'not known' } as const
export const firstBroken = (link: string, text: string) => `First broken link: ${link}. ${text}`
export const noneBroken = (unknown: readonly string[]) =>
  `Nothing that can be seen is broken. Not known: ${unknown.join(', ')}.`

// The links of the chain, each with what can be said of it.
export const enabledLink = 'Webhook enabled'
export const enabled = 'The webhook is enabled.'
export const disabled =
  'The webhook is disabled: nothing is delivered; as far as is publicly known, nothing is kept for later either.'
export const enabledUnknown = 'The answer does not say whether it is enabled.'

export const addressLink = 'Callback address plausible'
export const noAddress = 'The answer has no callback URI.'
export const notHttp = 'The callback URI is no http address.'
export const localAddress = (host: string) => `The service cannot reach ${host}: it is a local address.`
export const httpAddress = 'It is an address, though http: services may refuse it.'
export const httpsAddress = 'It is an https address.'

export const contentLink = 'Triggers and data'
export const contentUnknown = 'The answer does not name its triggers and data.'
export const triggeredBy = (codes: readonly string[]) => `It is triggered by ${listed(codes)}.`

export const noVehicle = 'Name a vehicle to find out.'

export const subscriptionLink = 'Subscription known'
export const isListed = 'The service’s list has the subscription.'
export const notListed = 'The service’s list has no subscription of this vehicle to this webhook.'
export const subscriptionSeen = 'This browser has seen the subscription.'
export const subscribesAll =
  'The webhook subscribes vehicles by itself, as far as is publicly known every live one: whether this one, the API does not tell.'
export const subscriptionRemoved = 'This browser has removed the subscription.'
export const subscriptionLost = 'The subscription that this browser knew was not found.'
export const subscriptionAccepted =
  'This browser has asked for it and the service accepted; whether it is done, the interface does not tell.'
export const subscriptionUnanswered =
  'A request from this browser to create the subscription got no response. It may or may not exist.'
export const subscriptionUnknown = 'This browser knows of none, and the interface has no list of subscriptions.'

export const connectionLink = 'Connection exists'
export const connectionsUnread = 'Its connections have not been read.'
export const connected = 'The vehicle is connected.'
export const connectedForUser = 'The vehicle is connected for this user.'
export const connectionUnseen = 'Not among the connections that were read; there are more.'
export const unconnected = 'Nobody is connected to this vehicle.'
export const otherUser = 'The vehicle is connected, but not for this user.'

export const permissionsLink = 'Permissions granted'
export const grantsUnknown = 'No connection says what it grants.'
const lacking = ([permission, codes]: readonly [string, readonly string[]]) => `${permission} (${codes.join(', ')})`
export const notGranted = (permissions: readonly (readonly [string, readonly string[]])[]) =>
  `Not granted: ${permissions.map(lacking).join('; ')}.`
export const grantedButUnknown = (codes: readonly string[]) =>
  `All that is known to be needed is granted; what ${codes.join(', ')} needs is not known here.`
export const allGranted = 'Every signal of it is granted.'

export const modeLink = 'Live or simulated'
export const modeUnknown = 'No connection says whether the vehicle is live.'
export const live = 'The vehicle is live.'
export const simulatedUnsubscribed =
  'The vehicle is simulated: as far as is publicly known, a webhook that subscribes by itself takes live ones only.'
export const simulated = 'The vehicle is simulated: it delivers what its simulation changes.'

export const valuesLink = 'Signal has values'
export const valuesUnasked = 'Not asked: reading a signal counts against the vehicle.'
export const valuesUnread = (code: string, error: string) => `${code} could not be read: ${error}`
export const noValue = (code: string) => `The service holds no value of ${code}: the vehicle has not reported it.`
export const hasValues = (count: number, code: string) => `The service holds ${plural(count, 'value')} of ${code}.`

export const verifiedLink = 'Callback verified'
export const verifiedUnknown = 'The API does not tell whether the callback has passed the service’s verification.'
export const deliveredLink = 'Delivered'
export const deliveredUnknown =
  'The API has no log of deliveries: see the service’s own dashboard, or the receiver’s log.'

// Which vehicles it feeds.
export const feeds = 'Which vehicles it feeds'
export const subscriptionsListed = 'Its subscriptions, as the service lists them'
export const knownHere = (link: (text: string) => ReactNode, count: number) => (
  <>The interface has no list of subscriptions. This browser knows of {link(plural(count, 'subscription'))} to it.</>
)
