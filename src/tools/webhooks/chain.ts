/**
 * Why did nothing arrive? The chain from a webhook to a delivery, link by link, as far as the API shows it: what holds,
 * what is broken, and what nobody can see from here (2.3, 2.4, 6).
 */
import type { ConnectionRow } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import { listed, plural } from '../../ui/format'
import { userIdOf } from '../names'
import { permissionsNeeded } from '../subscriptions/checks'
import type { Entry } from '../subscriptions/ledger'
import { addressOf, lint } from './lint'

export type LinkState = 'holds' | 'broken' | 'unknown'
export interface ChainLink {
  name: ChainLinkName
  state: LinkState
  text: string
}
export type ChainLinkName =
  | 'Webhook enabled'
  | 'Callback address plausible'
  | 'Triggers and data'
  | 'Subscription known'
  | 'Connection exists'
  | 'Permissions granted'
  | 'Live or simulated'
  | 'Signal has values'
  | 'Callback verified'
  | 'Delivered'

export interface ChainFacts {
  webhook: WebhookRow
  /** Undefined: no vehicle has been named yet. */
  vehicleId?: string | undefined
  userId?: string | undefined
  /** The vehicle's connections; undefined until they were read. */
  related?: { rows: readonly ConnectionRow[]; isComplete: boolean } | undefined
  /** What this browser's ledger says of the three. */
  entry?: Entry | undefined
  /** What the service's own list said, where it has one and was asked. */
  isListed?: boolean | undefined
  /** What the operator asked of the first trigger. */
  values?: { code: string; count: number } | { code: string; error: string } | undefined
}

type Said = Omit<ChainLink, 'name'>
const holds = (text: string): Said => ({ state: 'holds', text })
const broken = (text: string): Said => ({ state: 'broken', text })
const unknown = (text: string): Said => ({ state: 'unknown', text })
const NO_VEHICLE = unknown('Name a vehicle to find out.')

/** The links in their order. */
export function chainOf(facts: ChainFacts): ChainLink[] {
  const connection = connectionIn(facts)
  const links: [ChainLinkName, Said][] = [
    ['Webhook enabled', enabled(facts)],
    ['Callback address plausible', address(facts)],
    ['Triggers and data', content(facts)],
    ['Subscription known', subscription(facts, connection)],
    ['Connection exists', connected(facts, connection)],
    ['Permissions granted', permissions(facts, connection)],
    ['Live or simulated', mode(facts, connection)],
    ['Signal has values', hasValues(facts)],
    ['Callback verified', unknown('The API does not tell whether the callback has passed the service’s verification.')],
    ['Delivered', unknown('The API has no log of deliveries: see the service’s own dashboard, or the receiver’s log.')],
  ]
  return links.map(([name, said]) => ({ name, ...said }))
}

function connectionIn({ related, userId }: ChainFacts): ConnectionRow | undefined {
  return related?.rows.find((row) => userId === undefined || userIdOf(row) === userId)
}

function enabled({ webhook: { attributes } }: ChainFacts): Said {
  if (attributes?.isEnabled === true) return holds('The webhook is enabled.')
  if (attributes?.isEnabled === false)
    return broken('The webhook is disabled: nothing is delivered, and nothing is kept for later.')
  return unknown('The answer does not say whether it is enabled.')
}

/** Hosts that only the service's own machine could mean. */
const LOCAL =
  /^(localhost|.*\.(localhost|local|internal|invalid)|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|0\.0\.0\.0|\[(::1?|f[cd].*|fe80.*)\])$/i

function address({ webhook }: ChainFacts): Said {
  const { callbackUri } = webhook.attributes ?? {}
  const url = addressOf(callbackUri)
  if (callbackUri === undefined || callbackUri === null) return unknown('The answer has no callback URI.')
  if (!url || !/^https?:$/.test(url.protocol)) return broken('The callback URI is no http address.')
  if (LOCAL.test(url.hostname)) return broken(`The service cannot reach ${url.hostname}: it is a local address.`)
  if (url.protocol === 'http:') return holds('It is an address, though http: services may refuse it.')
  return holds('It is an https address.')
}

function content({ webhook }: ChainFacts): Said {
  const found = lint(webhook).find(({ rule }) => rule === 'no triggers' || rule === 'no data')
  if (found) return broken(found.text)
  const { triggers, data } = webhook.attributes ?? {}
  if (!triggers || !data) return unknown('The answer does not name its triggers and data.')
  return holds(`It is triggered by ${listed(triggers.flatMap(({ code }) => code ?? []))}.`)
}

const isSimulated = (connection: ConnectionRow | undefined) => connection?.attributes?.vehicle?.mode === 'simulated'

function subscription(facts: ChainFacts, connection: ConnectionRow | undefined): Said {
  const { webhook, entry, isListed, vehicleId } = facts
  if (vehicleId === undefined) return NO_VEHICLE
  const isAuto = webhook.attributes?.autoSubscribe === true && connection !== undefined && !isSimulated(connection)
  if (isListed === true) return holds('The service’s list has the subscription.')
  if (isListed === false) return broken('The service’s list has no subscription of this vehicle to this webhook.')
  if (entry?.state === 'present') return holds('This browser has seen the subscription.')
  if (isAuto) return holds('The webhook subscribes every live vehicle by itself.')
  if (entry?.state === 'removed') return broken('This browser has removed the subscription.')
  if (entry?.state === 'not found') return broken('The subscription that this browser knew was not found.')
  if (entry?.state === 'accepted')
    return unknown(
      'This browser has asked for it and the service accepted; whether it is done, the interface does not tell.',
    )
  return unknown('This browser knows of none, and the interface has no list of subscriptions.')
}

function connected({ related, vehicleId, userId }: ChainFacts, connection: ConnectionRow | undefined): Said {
  if (vehicleId === undefined) return NO_VEHICLE
  if (!related) return unknown('Its connections have not been read.')
  if (connection)
    return holds(userId === undefined ? 'The vehicle is connected.' : 'The vehicle is connected for this user.')
  if (!related.isComplete) return unknown('Not among the connections that were read; there are more.')
  return broken(
    related.rows.length === 0
      ? 'Nobody is connected to this vehicle.'
      : 'The vehicle is connected, but not for this user.',
  )
}

function permissions({ webhook, vehicleId }: ChainFacts, connection: ConnectionRow | undefined): Said {
  if (vehicleId === undefined) return NO_VEHICLE
  const granted = connection?.attributes?.permissions
  if (!granted) return unknown('No connection says what it grants.')
  const needed = permissionsNeeded(webhook)
  const lacking = [...needed].filter(([permission]) => !granted.includes(permission))
  if (lacking.length > 0)
    return broken(
      `Not granted: ${lacking.map(([permission, codes]) => `${permission} (${codes.join(', ')})`).join('; ')}.`,
    )
  const signals = new Set(
    [...(webhook.attributes?.triggers ?? []), ...(webhook.attributes?.data ?? [])].flatMap(({ code }) => code ?? []),
  )
  const known = new Set([...needed.values()].flat())
  const rest = [...signals].filter((code) => !known.has(code))
  return rest.length > 0
    ? holds(`All that is known to be needed is granted; what ${rest.join(', ')} needs is not known here.`)
    : holds('Every signal of it is granted.')
}

function mode({ webhook, vehicleId, entry, isListed }: ChainFacts, connection: ConnectionRow | undefined): Said {
  if (vehicleId === undefined) return NO_VEHICLE
  const given = connection?.attributes?.vehicle?.mode
  if (!given) return unknown('No connection says whether the vehicle is live.')
  if (!isSimulated(connection)) return holds('The vehicle is live.')
  const isSubscribed = isListed === true || entry?.state === 'present'
  return webhook.attributes?.autoSubscribe === true && !isSubscribed
    ? broken('The vehicle is simulated: a webhook that subscribes by itself takes live ones only.')
    : holds('The vehicle is simulated: it delivers what its simulation changes.')
}

function hasValues({ vehicleId, values }: ChainFacts): Said {
  if (vehicleId === undefined) return NO_VEHICLE
  if (!values) return unknown('Not asked: reading a signal counts against the vehicle.')
  if ('error' in values) return unknown(`${values.code} could not be read: ${values.error}`)
  return values.count === 0
    ? broken(`The service holds no value of ${values.code}: the vehicle has not reported it.`)
    : holds(`The service holds ${plural(values.count, 'value')} of ${values.code}.`)
}

/** The first link that is broken, in words; else how far the chain could be seen. */
export function verdictOf(links: readonly ChainLink[]): string {
  const first = links.find(({ state }) => state === 'broken')
  if (first) return `First broken link: ${first.name}. ${first.text}`
  const dark = links.filter(({ state }) => state === 'unknown').map(({ name }) => name)
  return `Nothing that can be seen is broken. Not known: ${dark.join(', ')}.`
}
