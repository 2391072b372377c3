/** What this server's own receiver knows of a webhook's deliveries for a vehicle, link by link: facts in, links out. */
import type { DeliveryVerdict } from '../../api/delivery-verdicts.data'
import { parseInstant } from '../../api/instant'
import type { Refusal, TeamArrivals, TeamDelivery, TeamLastValue, TeamVehicleError } from '../../api/team-deliveries'
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import { formatInstant } from '../../ui/format'
import { silenceOf } from '../deliveries/silence'
import { broken, holds, type Names, type Said, unknown } from './delivery-links'
import * as texts from './receiver-chain-texts'

type Delivered = Pick<TeamDelivery, 'kind' | 'at' | 'flags' | 'signals'>

/** Lists are from the newest on; undefined is what couldn't be read. */
export interface ReceiverFacts {
  /** Whether the webhook's callback is this server. */
  isOurs: boolean
  /** Milliseconds since the epoch. */
  now: number
  verifications?: readonly Pick<Delivered, 'at'>[] | undefined
  /** Accepted ones of the webhook; `isWhole`: there are no others. */
  ofWebhook?: { rows: readonly Delivered[]; isWhole: boolean } | undefined
  /** Of these, the vehicle's. */
  ofVehicle?: readonly Delivered[] | undefined
  arrivals?: Pick<TeamArrivals, 'last' | 'day' | 'usualGap'> | undefined
  /** Of the vehicle. */
  last?:
    | {
        values: readonly Pick<TeamLastValue, 'code' | 'failing'>[]
        errors: readonly Pick<TeamVehicleError, 'type' | 'code' | 'isOpen' | 'suggestedUserMessage'>[]
      }
    | undefined
  refusals?: readonly Pick<Refusal, 'id' | 'at' | 'reason'>[] | undefined
  /** Why the one of `refusalToExplain` was refused. */
  verdict?: DeliveryVerdict | undefined
}

type Link = readonly [names: Names, Said]

/** In their order; of another callback only that. */
export function receiverLinks(webhook: WebhookRow, facts: ReceiverFacts): Link[] {
  if (!facts.isOurs) return [[texts.receiverLink, unknown(texts.isAnother)]]
  return [
    [texts.receiverLink, holds(texts.isOurs)],
    [texts.verifiedLink, verified(facts)],
    [texts.signatureLink, signature(facts)],
    [texts.deliveredLink, delivered(facts)],
    [texts.signalLink, signal(webhook, facts)],
    [texts.errorsLink, errors(facts)],
    [texts.habitLink, habit(facts)],
  ]
}

/** The newest refusal that a wrong key or an altered body explains. */
export const refusalToExplain = <R extends Pick<Refusal, 'reason'>>(refusals: readonly R[] | undefined) =>
  refusals?.find(({ reason }) => reason === 'wrong signature' || reason === 'signature form')

const isRemoved = (row: Delivered | undefined) => row?.flags.includes('removed') === true
/** True for what a webhook delivers of a real vehicle. */
export const isLive = ({ kind, flags }: Pick<Delivered, 'kind' | 'flags'>) =>
  kind !== 'verify' && !flags.includes('test')
const acceptedOf = ({ ofWebhook }: ReceiverFacts) => ofWebhook?.rows.filter(({ kind }) => kind !== 'verify')
const agoOf = (at: string, now: number) => formatInstant(Math.min(parseInstant(at) ?? Number.NaN, now), 'relative', now)

function verified(facts: ReceiverFacts): Said {
  const { verifications, now } = facts
  const accepted = acceptedOf(facts)
  if (verifications?.[0]) return holds(texts.verified(agoOf(verifications[0].at, now)))
  if (accepted?.[0]) return holds(texts.verifiedByDelivery(agoOf(accepted[0].at, now)))
  return verifications && accepted ? broken(texts.notVerified) : unknown(texts.unread)
}

function signature(facts: ReceiverFacts): Said {
  const { ofWebhook, refusals, verdict, now } = facts
  const accepted = acceptedOf(facts)
  if (!accepted) return unknown(texts.unread)
  const live = accepted.find(isLive)
  if (live) return holds(texts.accepted(agoOf(live.at, now)))
  if (!refusals) return unknown(texts.unread)
  const refusal = refusalToExplain(refusals)
  const hasTests = accepted.length > 0
  if (!refusal) return unknown(hasTests ? texts.onlyTests : texts.noneReceived)
  // Of more tests than were read, an older live one may have been accepted.
  if (hasTests && !ofWebhook?.isWhole) return unknown(texts.onlyTests)
  return broken(texts.refused(hasTests ? 'live only' : verdict, refusal.reason, agoOf(refusal.at, now)))
}

function delivered(facts: ReceiverFacts): Said {
  const { ofVehicle, arrivals, now } = facts
  if (!ofVehicle) return unknown(texts.unread)
  const [newest] = ofVehicle
  if (!newest) {
    const other = acceptedOf(facts)?.find(isLive)
    return unknown(other ? texts.onlyOthers(agoOf(other.at, now)) : texts.noneDelivered)
  }
  if (isRemoved(newest)) return broken(texts.removed)
  if (!arrivals) return unknown(texts.unread)
  const { day, usualGap, last } = arrivals
  return holds(texts.delivered(agoOf(last ?? newest.at, now), day.value, day.isExact, usualGap))
}

const codesOf = (list: readonly SignalRef[] | null | undefined) => (list ?? []).flatMap(({ code }) => code ?? [])

function signal({ attributes }: WebhookRow, { ofVehicle, last }: ReceiverFacts): Said {
  if (!ofVehicle || !last) return unknown(texts.unread)
  const newest = ofVehicle.find((row) => row.kind === 'state' && !isRemoved(row))
  if (!newest) return unknown(texts.noState)
  const data = codesOf(attributes?.data)
  const triggers = codesOf(attributes?.triggers)
  // A trigger outside the data isn't delivered, and the webhook's own check says so.
  const first = triggers.find((code) => data.includes(code)) ?? data[0]
  if (first === undefined) return unknown(texts.noCode)
  const known = new Map(last.values.map(({ code, failing }) => [code.toLowerCase(), failing]))
  const failing = [first, ...data.filter((code) => code !== first)].flatMap((code) => {
    const error = known.get(code.toLowerCase())
    return error ? { code, error } : []
  })
  if (failing[0]) {
    const { code, error } = failing[0]
    return broken(texts.failing(code, texts.errorName(error.type, error.code), failing.length - 1))
  }
  const isThere = newest.signals.some((code) => code.toLowerCase() === first.toLowerCase())
  return isThere ? holds(texts.hasSignal(first)) : broken(texts.noSignal(first))
}

function errors({ last, ofVehicle }: ReceiverFacts): Said {
  if (!last) return unknown(texts.unread)
  const open = last.errors.find(({ isOpen }) => isOpen)
  if (open) return broken(texts.openError(texts.errorName(open.type, open.code), open.suggestedUserMessage))
  return ofVehicle?.length === 0 && last.errors.length === 0 ? unknown(texts.noneDelivered) : holds(texts.noError)
}

function habit({ arrivals, ofVehicle, now }: ReceiverFacts): Said {
  if (!arrivals) return unknown(texts.unread)
  if (isRemoved(ofVehicle?.[0])) return unknown(texts.notDue)
  const { last, usualGap } = arrivals
  if (last === null || usualGap === null) return unknown(texts.idle)
  const silence = silenceOf(arrivals, now)
  if (silence) return broken(texts.quiet(silence))
  return holds(texts.onTime(agoOf(last, now), usualGap))
}
