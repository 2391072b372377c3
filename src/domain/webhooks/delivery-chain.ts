/**
 * Why did nothing arrive? The chain from a webhook to a delivery, link by link, as far as the API shows it: what holds,
 * what is broken, and what nobody can see from here (2.3, 2.4, 6). What only is publicly known of a service breaks none.
 */
import { type ConnectionRow, userIdOf } from '../../api/connections'
import type { WebhookRow } from '../../api/webhooks'
import { grouped } from '../../ui/grouped'
import { matchesFilters } from '../connections/filter-check'
import { permissionsNeeded } from '../subscriptions/checks'
import type { HistoryState } from '../subscriptions/history-entries'
import {
  broken,
  type ChainLink,
  holds,
  type LinkState,
  linkOf,
  type NamedLink,
  type Said,
  unknown,
} from './delivery-links'
import * as texts from './delivery-texts'
import { type ReceiverFacts, receiverLinks } from './receiver-chain'
import { addressOf, lint } from './webhook-checks'

export interface ChainFacts {
  webhook: WebhookRow
  vehicleId: string
  userId?: string | undefined
  /** The vehicle's connections; undefined until they were read. */
  related?: { rows: readonly ConnectionRow[]; isComplete: boolean } | undefined
  /** The history's entry of the webhook, vehicle and user. */
  entry?: { state: HistoryState } | undefined
  /** False until the history is loaded, and while it can't be read. */
  isHistoryRead?: boolean
  /** What the service's own list said, where it has one and was asked. */
  isListed?: boolean | undefined
  /** What the operator asked of the first trigger. */
  values?: { code: string; count: number } | { code: string; error: string } | undefined
  /** What this server's own receiver knows, where it has one. */
  receiver?: ReceiverFacts | undefined
}

/** The links in their order. */
export function chainOf(facts: ChainFacts): ChainLink[] {
  const connection = connectionIn(facts)
  const links: NamedLink[] = [
    [texts.webhookStep, texts.enabledLink, enabled(facts)],
    [texts.webhookStep, texts.addressLink, address(facts)],
    [texts.webhookStep, texts.contentLink, content(facts)],
    [texts.subscriptionStep, texts.subscriptionLink, subscription(facts, connection)],
    [texts.connectionStep, texts.connectionLink, connected(facts, connection)],
    [texts.permissionStep, texts.permissionsLink, permissions(facts, connection)],
    [texts.vehicleStep, texts.modeLink, mode(facts, connection)],
    [texts.vehicleStep, texts.valuesLink, hasValues(facts)],
    ...deliveryLinks(facts),
  ]
  return links.map(linkOf)
}

/** What the API doesn't show, its receiver does. */
function deliveryLinks({ webhook, receiver }: ChainFacts): NamedLink[] {
  const links = receiver ? receiverLinks(webhook, receiver) : []
  return [
    ...links.map(([names, said]): NamedLink => [texts.deliveryStep, names, said]),
    ...(receiver?.isOurs
      ? []
      : ([
          [texts.deliveryStep, texts.verifiedLink, unknown(texts.verifiedUnknown)],
          [texts.deliveryStep, texts.deliveredLink, unknown(texts.deliveredUnknown)],
        ] satisfies NamedLink[])),
  ]
}

export interface Step {
  name: string
  /** Of its links the worst: a problem, or else something unknown. */
  state: LinkState
  /** The names of the links that make it so. */
  about: readonly string[]
  links: readonly ChainLink[]
}

/** The links by step, in their order. */
export function stepsOf(links: readonly ChainLink[]): Step[] {
  return [...grouped(links, ({ step }) => step)].map(([name, links]) => {
    const state =
      (['broken', 'unknown'] as const).find((worst) => links.some((link) => link.state === worst)) ?? 'holds'
    return { name, state, about: links.flatMap((link) => (link.state === state ? link.name : [])), links }
  })
}

/** Those of the vehicle: a service that does not know the filter sends others too. */
const ofVehicle = ({ related, vehicleId }: ChainFacts): readonly ConnectionRow[] =>
  (related?.rows ?? []).filter((row) => matchesFilters(row, { 'filter[vehicleId]': vehicleId }))

function connectionIn(facts: ChainFacts): ConnectionRow | undefined {
  const { userId } = facts
  return ofVehicle(facts).find((row) => userId === undefined || userIdOf(row) === userId)
}

function enabled({ webhook: { attributes } }: ChainFacts): Said {
  if (attributes?.isEnabled === true) return holds(texts.enabled)
  if (attributes?.isEnabled === false) return broken(texts.disabled)
  return unknown(texts.enabledUnknown)
}

/** Hosts that only the service's own machine could mean. */
const LOCAL =
  /^(localhost|.*\.(localhost|local|internal|invalid)|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|0\.0\.0\.0|\[(::1?|f[cd].*|fe80.*)\])$/i

function address({ webhook, receiver }: ChainFacts): Said {
  const { callbackUri } = webhook.attributes ?? {}
  const url = addressOf(callbackUri)
  if (callbackUri === undefined || callbackUri === null) return unknown(texts.noAddress)
  if (!url || !/^https?:$/.test(url.protocol)) return broken(texts.notHttp)
  if (LOCAL.test(url.hostname) && !receiver?.isOurs) return broken(texts.localAddress(url.hostname))
  if (url.protocol === 'http:') return holds(texts.httpAddress)
  return holds(texts.httpsAddress)
}

function content({ webhook }: ChainFacts): Said {
  const found = lint(webhook).find(({ rule }) => rule === 'no triggers' || rule === 'no data')
  if (found) return broken(texts.noContent(found.text))
  const { triggers, data } = webhook.attributes ?? {}
  if (!triggers || !data) return unknown(texts.contentUnknown)
  return holds(texts.triggeredBy(triggers.flatMap(({ code }) => code ?? [])))
}

const isSimulated = (connection: ConnectionRow | undefined) => connection?.attributes?.vehicle?.mode === 'simulated'

function subscription(facts: ChainFacts, connection: ConnectionRow | undefined): Said {
  const { webhook, entry, isListed, isHistoryRead } = facts
  const known = texts.inHistory
  const isAuto = webhook.attributes?.autoSubscribe === true && connection !== undefined && !isSimulated(connection)
  if (isListed === true) return holds(texts.isListed)
  if (isListed === false) return broken(texts.notListed)
  if (entry?.state === 'present') return holds(known.seen)
  if (isAuto) return unknown(texts.subscribesAll)
  if (entry?.state === 'removed') return broken([texts.subscriptionRemoved, known.removed])
  if (entry?.state === 'not found') return broken([texts.subscriptionLost, known.lost])
  if (entry?.state === 'accepted' || entry?.state === 'id unknown') return unknown(known.accepted)
  if (entry?.state === 'unknown') return unknown(known.unanswered)
  return unknown(isHistoryRead ? known.unknown : known.unread)
}

function connected(facts: ChainFacts, connection: ConnectionRow | undefined): Said {
  const { related, userId } = facts
  if (!related) return unknown(texts.connectionsUnread)
  if (connection) return holds(userId === undefined ? texts.connected : texts.connectedForUser)
  if (!related.isComplete) return unknown(texts.connectionUnseen)
  return broken(ofVehicle(facts).length === 0 ? texts.unconnected : texts.otherUser)
}

function permissions({ webhook }: ChainFacts, connection: ConnectionRow | undefined): Said {
  const granted = connection?.attributes?.permissions
  if (!granted) return unknown(texts.grantsUnknown)
  const needed = permissionsNeeded(webhook)
  const lacking = [...needed].filter(([permission]) => !granted.includes(permission))
  if (lacking.length > 0) return broken(texts.notGranted(lacking))
  const signals = new Set(
    [...(webhook.attributes?.triggers ?? []), ...(webhook.attributes?.data ?? [])].flatMap(({ code }) => code ?? []),
  )
  const known = new Set([...needed.values()].flat())
  const rest = [...signals].filter((code) => !known.has(code))
  return holds(rest.length > 0 ? texts.grantedButUnknown(rest) : texts.allGranted)
}

function mode({ webhook, entry, isListed }: ChainFacts, connection: ConnectionRow | undefined): Said {
  const given = connection?.attributes?.vehicle?.mode
  if (!given) return unknown(texts.modeUnknown)
  if (!isSimulated(connection)) return holds(texts.live)
  const isSubscribed = isListed === true || entry?.state === 'present'
  return webhook.attributes?.autoSubscribe === true && !isSubscribed
    ? unknown(texts.simulatedUnsubscribed)
    : holds(texts.simulated)
}

function hasValues({ values }: ChainFacts): Said {
  if (!values) return unknown(texts.valuesUnasked)
  if ('error' in values) return unknown(texts.valuesUnread(values.code, values.error))
  return values.count === 0 ? broken(texts.noValue(values.code)) : holds(texts.hasValues(values.count, values.code))
}

/** The first link that is broken, in words; else how far the chain could be seen. */
export function verdictOf(links: readonly ChainLink[]): string {
  const first = links.find(({ state }) => state === 'broken')
  if (first) return texts.firstBroken(first.name, first.text)
  const dark = links.filter(({ state }) => state === 'unknown').map(({ name }) => name)
  return texts.noneBroken(dark)
}
