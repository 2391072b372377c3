/** The texts of one delivery. */

import { formatCount, plural } from '../../ui/format'
import { listed } from '../../ui/listed'
import type { Change } from './what-changed'

export const titleOf = (id: string) => `Delivery ${id}`
export const loading = 'Loading the delivery…'
export const couldNotLoad = 'Couldn’t load the delivery'
export const noSuch = 'No such delivery'
export const noSuchDetail =
  'The server has no delivery with this ID. Deliveries are erased after DELIVERIES_DAYS, and when their user or connection is removed.'
export const all = 'All deliveries'

// What it is.
export const event = 'Event'
export const mode = 'Mode'
export const vehicle = 'Vehicle'
export const user = 'User'
export const webhook = 'Webhook'
export const triggers = 'Triggers'
export const eventId = 'Event ID'
export const deliveryId = 'Delivery ID'
export const version = 'Version'
export const size = 'Size'
export const bytes = (count: number) => plural(count, 'byte')
export const pinnedBy = (name: string | null) => (name ? `Pinned by ${name}` : 'Pinned')
export const ofVehicle = 'Deliveries of this vehicle'
export const flagMeans: Readonly<Record<string, string>> = {
  test: 'A test from the provider’s dashboard. Its values aren’t taken over.',
  'version 2': 'In the shape of version 2.0. Its values aren’t taken over.',
  clock: 'Its sent time differs from this server’s clock by more than 10 minutes.',
  'old key': 'Signed with the token that was used before the current one (RECEIVER_SECRET_OLD).',
  unreadable: 'The signature is right, but the body couldn’t be read. Its raw text is below.',
  removed: 'The user or connection was removed here. Kept without its body.',
  redacted: 'Kept without the values that DELIVERIES_REDACT names.',
  'unknown webhook': 'Its webhook isn’t in the API’s list.',
  late: 'A newer value was known when it arrived, so its values weren’t taken over.',
}

// What changed.
export const changed = 'What changed'
export const values = 'Values'
export const since = 'since'
export const noPrevious = 'There is no earlier delivery of this vehicle and webhook to compare with.'
export const idle = (names: readonly string[]) =>
  `The ${names.length === 1 ? 'trigger names' : 'triggers name'} ${listed(names)}, whose value did not change.`
export const summary = (counts: readonly (readonly [change: Change, count: number])[]) =>
  `${counts.map(([change, count]) => `${count} ${summaryWords[change]}`).join(', ')}.`
const summaryWords: Readonly<Record<Change, string>> = {
  changed: 'changed',
  failing: 'now failing',
  recovered: 'recovered',
  new: 'new',
  gone: 'no longer delivered',
  same: 'unchanged',
  'still failing': 'still failing',
}
export const changeWords: Readonly<Record<Change, string>> = {
  changed: 'Changed',
  failing: 'Now failing',
  recovered: 'Recovered',
  new: 'New',
  gone: 'No longer delivered',
  same: 'Unchanged',
  'still failing': 'Still failing',
}
export const signal = 'Signal'
export const before = 'Before'
export const now = 'Now'
export const change = 'Change'
export const recorded = 'Recorded'
export const isTrigger = 'Trigger'
export const showSame = (count: number) => `Show ${formatCount(count)} unchanged`
export const showAll = (count: number) => `Show all ${formatCount(count)}`
export const hidden = 'Hidden for your role'
export const notDelivered = 'Not delivered'
export const noValue = 'No value'
export const failed = (why: string) => (why ? `Failed: ${why}` : 'Failed')

// Errors.
export const errors = 'Errors of the vehicle'
export const state = 'State'
export const error = 'Error'
export const description = 'Description'
export const message = 'Suggested message'
export const concerns = 'Signals'

// Times.
export const times = 'Times'
export const step = 'Step'
export const time = 'Time'
export const took = 'Took'
export const legs = {
  recorded: 'Recorded by the vehicle',
  fetched: 'Read by the provider',
  sent: 'Sent by the provider',
  received: 'Received here',
} as const
export const skew = 'Times of the vehicle and the provider are by their own clocks.'

// Signature and attempts.
export const signature = 'Signature'
export const signed = {
  current: 'Matches the current token.',
  old: 'Matches the old token (RECEIVER_SECRET_OLD).',
  none: 'Not signed: a verification has no signature.',
} as const
export const attempts = 'Attempts'
export const received = 'Received'
export const sent = 'Sent'
export const answer = 'Response'
export const address = 'From'
export const unknown = 'Unknown'

// The body.
export const body = 'Body'
export const noBody = 'Its body isn’t kept.'
export const sealed = 'It is encrypted with a key that this server doesn’t have (DELIVERIES_KEY_OLD).'
export const showBody = 'Show body'
export const couldNotLoadBody = 'Couldn’t load the body'
export const copyBody = 'Copy body'
export const copyCurl = 'Copy as cURL'
export const copyFixture = 'Copy as fixture'
export const notJson = 'The body isn’t JSON.'
export const unread = (places: readonly string[]) => `Couldn’t read: ${listed(places)}.`

// What can be done.
export const pin = 'Pin'
export const unpin = 'Unpin'
export const replay = (name: string) => `Replay to ${name}`
export const replayed = (name: string) => `Queued for ${name}.`
export const couldNotPin = 'Couldn’t pin the delivery'
export const couldNotReplay = 'Couldn’t replay the delivery'
