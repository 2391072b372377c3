/** The texts of the list of deliveries, and of what was refused. */
import type { DeliveryKind } from '../../api/deliveries'
import type { FlagChoice, Grouping } from '../../api/delivery-search'
import type { Chip } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'
import { filterWords } from '../../ui/list-texts'

export const title = 'Deliveries'
export const counted = (count: number, isExact: boolean) => (isExact ? formatCount(count) : `${formatCount(count)}+`)
export const one = 'delivery'
export const many = 'deliveries'
export const refresh = 'Refresh'
export const live = 'Live'
export const newOnes = (count: number) => `${formatCount(count)} new`
export const showNew = (count: number) => `Show ${plural(count, 'new delivery', 'new deliveries')}`

// The filters.
export const filtersName = 'Filter deliveries'
export const any = 'Any'
export const kind = 'Event'
export const flag = 'Note'
export const groupBy = 'Group by'
export const noGroup = 'None'
export const moreFilters = 'More filters'
export const fewerFilters = 'Fewer filters'
export const groupings: Readonly<Record<Grouping, string>> = {
  vehicle: 'Vehicle',
  signal: 'Signal',
  webhook: 'Webhook',
}
export const fields = {
  vehicle: 'Vehicle ID',
  user: 'User ID',
  webhook: 'Webhook ID',
  signal: 'Signal code',
  trigger: 'Trigger code',
  since: 'Since',
  until: 'Until',
} as const
export const kinds: Readonly<Record<DeliveryKind, string>> = {
  verify: 'Verification',
  state: 'Vehicle state',
  error: 'Vehicle error',
  other: 'Unknown event',
  unreadable: 'Couldn’t be read',
}
export const flags: Readonly<Record<FlagChoice, string>> = {
  test: 'Test',
  'version 2': 'Version 2',
  clock: 'Clock differs',
  'old key': 'Old token',
  unreadable: 'Couldn’t be read',
  removed: 'Still delivering after removal',
  redacted: 'Values left out',
  'unknown webhook': 'Webhook not in the list',
  late: 'Arrived late',
  none: 'No note',
}

// The columns.
export const arrived = 'Arrived'
export const event = 'Event'
export const vehicle = 'Vehicle'
export const webhook = 'Webhook'
export const trigger = 'Trigger'
export const signals = 'Signals'
export const attempts = 'Attempts'
export const delay = 'Delay'
export const outcome = 'Outcome'
export const accepted = 'Accepted'
export const answered = 'Answered'
export const none = 'None'
export const unknown = 'Unknown'
export const unreadable = (rows: number) =>
  `${plural(rows, 'entry', 'entries')} can’t be read or found: encrypted with a key that this server doesn’t have. Set it in DELIVERIES_KEY_OLD.`
export const sealed = 'Encrypted with another key'
export const more = (count: number) => `+${formatCount(count)}`
export const pinned = 'Pinned'
export const noted = (notes: readonly string[]) => ` · ${notes.join(' · ')}`
export const groupOf = (name: string, count: number) => `${name} (${formatCount(count)})`
export const withoutGroup = 'Without one'

// Why there is none.
export const nothing = 'No deliveries yet.'
export const howTo =
  'Add this server as a second webhook in the provider’s dashboard, and subscribe vehicles to it. Deliveries appear here as they arrive.'
export const callback = 'Callback URI'
export const webhooks = 'Webhooks'
export const noMatch = (chips: readonly Chip[], isOlder: boolean) =>
  `No ${isOlder ? 'older delivery' : 'delivery'} matches ${filterWords(chips)}.`
export const couldNotLoad = 'Couldn’t load deliveries'
export const outdated = 'Couldn’t refresh. What you see may be outdated.'
export const noReceiverTitle = 'This server receives no deliveries'
export const noReceiver =
  'To receive webhook deliveries set RECEIVER_PORT, RECEIVER_URL and RECEIVER_SECRET. They aren’t kept with STORE=memory. Then add RECEIVER_URL as a second webhook in the provider’s dashboard.'
export const moreInHelp = 'Deliveries in Help'
export const unavailable = (why: string) => `Deliveries aren’t available: ${why}`
export const noStore =
  'the server’s store can’t be reached. Deliveries are refused meanwhile, and the provider sends them again.'
export const otherAccount = 'this browser uses a token of another account.'
