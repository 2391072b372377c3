/**
 * Answers a request, in this order: its path, its method, how much its address may still send, its body, its signature;
 * and what is proven only once it is committed.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Delivery } from '../api/deliveries'
import { eventKeyOf } from '../api/delivery-order'
import type { RefusalReason } from '../api/delivery-verdicts.data'
import { readDelivery } from '../api/read-delivery'
import { addressOf, networkOf } from './address'
import type { AddressLimits } from './address-limits'
import { type Answer, outcomes } from './answers'
import type { Arrival, SignedWith } from './arrival'
import type { Bodies, BodyFailure } from './bodies'
import { type Challenges, MOST_VERIFY_BYTES } from './challenge'
import type { Earlier } from './earlier'
import type { Grouped } from './grouped'
import type { LatelyProven } from './lately-proven'
import type { Line } from './line'
import type { ReceiverSettings } from './receiver-settings'
import type { Refusals } from './refusals'
import { digestIn, isOfChallengeForm, type Keys, proofOf } from './signature'

export interface AnsweringParts {
  settings: Pick<ReceiverSettings, 'slug' | 'url' | 'scheme' | 'trusts'>
  keys: Keys
  bodies: Bodies
  limits: AddressLimits
  challenges: Challenges
  line: Line
  grouped: Grouped
  earlier: Earlier
  refusals: Refusals
  lately: LatelyProven
  /** Told what kept a delivery from being saved; undefined: it was. */
  saved(error?: unknown): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** When the store may be back, and when the line may have moved on. */
const STORE_AWAY: Answer = { outcome: 'store-away', retryAfterS: 5 }
const BUSY: Answer = { outcome: 'busy', retryAfterS: 1 }

const failures: Record<BodyFailure, Answer> = {
  'too large': { outcome: 'too-large' },
  'too slow': { outcome: 'too-slow' },
  'no room': BUSY,
  gone: { outcome: 'left' },
}

/** Who sends, and how it is signed, as far as headers tell. */
interface Sender {
  address: string
  network: string
  /** The signature's header. */
  header: string | undefined
}

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** @param invite has a sender begin with its body that has asked whether it may */
type Answering = (request: IncomingMessage, invite: () => void) => Promise<Answer>

export function createAnswering(parts: AnsweringParts): Answering {
  const { settings, keys, bodies, limits, challenges, line, grouped, earlier, refusals, lately, now } = parts
  const { scheme, slug, url } = settings
  /** The one it has here, and the one it is called by, where a proxy passes that on. */
  const paths = [`/deliveries/${slug}`, ...(url === undefined ? [] : [new URL(url).pathname])].map(hashOf)
  const read = (body: Buffer) => readDelivery(body.toString(), { challengePaths: scheme.challengePaths })

  function isOurs(target: string): boolean {
    const [path = ''] = target.split('?')
    const hash = hashOf(path)
    return paths.map((own) => timingSafeEqual(own, hash)).includes(true)
  }

  function senderOf(request: IncomingMessage): Sender {
    const address = addressOf(request, settings.trusts)
    const header = request.headers[scheme.header]
    return { address, network: networkOf(address), header: typeof header === 'string' ? header : undefined }
  }

  function arrivalOf(body: Buffer, delivery: Delivery, { address, header }: Sender, signedWith: SignedWith): Arrival {
    return { at: new Date(now()), body, signature: header ?? '', signedWith, address, delivery }
  }

  /** A verification is answered even if it can't be saved: it says nothing of a vehicle. */
  function verified(challenge: string, arrival: Arrival): Answer {
    const after = () => void grouped.save(arrival).then(() => parts.saved(), parts.saved)
    return { outcome: 'verified', challenge, after }
  }

  async function proven(body: Buffer, sender: Sender, signedWith: SignedWith): Promise<Answer> {
    limits.proven(sender.network)
    const delivery = read(body)
    const arrival = arrivalOf(body, delivery, sender, signedWith)
    lately.proven(delivery, arrival.at.getTime())
    const challenge = delivery.kind === 'verify' ? challenges.toProven(delivery.challenge) : undefined
    if (challenge !== undefined) return verified(challenge, arrival)
    return save(arrival)
  }

  async function save(arrival: Arrival): Promise<Answer> {
    const event = eventKeyOf(arrival.delivery, hashOf(arrival.body).toString('hex'))
    const refuse = (answer: Answer) => {
      earlier.refused(event, { at: arrival.at, status: outcomes[answer.outcome] })
      return answer
    }
    const leave = await line.enter()
    if (!leave) return refuse(BUSY)
    try {
      const answers = earlier.of(event)
      const { isNew } = await grouped.save(answers.length > 0 ? { ...arrival, earlier: answers } : arrival)
      earlier.forget(event)
      parts.saved()
      return { outcome: isNew ? 'saved' : 'repeated' }
    } catch (error) {
      parts.saved(error)
      return refuse(STORE_AWAY)
    } finally {
      leave()
    }
  }

  function refused(body: Buffer, { address, network, header }: Sender, reason: RefusalReason): Answer {
    const retryAfterS = limits.refused(network)
    if (retryAfterS > 0) return { outcome: 'too-many', retryAfterS }
    const isVerification = reason === 'would sign' || reason === 'no challenge' || reason === 'too many'
    const outcome = isVerification ? 'verification-refused' : 'not-proven'
    refusals.add({ at: new Date(now()), status: outcomes[outcome], reason, address, header, body })
    return { outcome }
  }

  function unproven(body: Buffer, sender: Sender): Answer {
    const delivery = body.length <= MOST_VERIFY_BYTES ? read(body) : undefined
    if (delivery?.kind !== 'verify') return refused(body, sender, reasonOf(body, sender))
    const answer = challenges.toAnyone(delivery.challenge)
    if ('refused' in answer) return refused(body, sender, answer.refused)
    return verified(answer.answer, arrivalOf(body, unprovenOf(delivery), sender, 'none'))
  }

  function reasonOf(body: Buffer, { header }: Sender): RefusalReason {
    if (header === undefined) return 'no signature'
    if (!digestIn(header, scheme)) return 'signature form'
    return isOfChallengeForm(body) ? 'signed on request' : 'wrong signature'
  }

  async function delivered(request: IncomingMessage, invite: () => void): Promise<Answer> {
    const sender = senderOf(request)
    const retryAfterS = limits.waitS(sender.network, digestIn(sender.header, scheme) !== undefined)
    if (retryAfterS > 0) return { outcome: 'too-many', retryAfterS }
    const body = await bodies.read(request, invite)
    if (typeof body === 'string') {
      if (body === 'too large' || body === 'too slow') limits.refused(sender.network)
      return failures[body]
    }
    try {
      const signedWith = proofOf(body.bytes, sender.header, keys, scheme)
      return signedWith ? await proven(body.bytes, sender, signedWith) : unproven(body.bytes, sender)
    } finally {
      body.release()
    }
  }

  return async (request, invite) => {
    const { url: target = '', method } = request
    if (isOurs(target))
      return method === 'POST'
        ? delivered(request, invite)
        : { outcome: 'wrong-method', isRead: method === 'GET' || method === 'HEAD' }
    return { outcome: target === '/healthz' && method === 'GET' ? 'healthy' : 'not-found' }
  }
}

/** What nobody proved names no event and nobody whose it would be: an ID that was made up must not stand for a real one. */
function unprovenOf({ kind, eventType, version, mode, webhookId, webhookName, challenge, sentAt }: Delivery): Delivery {
  const nothing = { eventId: undefined, deliveryId: undefined, sequence: undefined }
  const nobody = { vehicleId: undefined, userId: undefined, externalId: undefined }
  const vehicle = { make: undefined, model: undefined, year: undefined, mode: undefined, powertrainType: undefined }
  const empty = { triggers: [], signals: [], errors: [], unread: [] }
  return {
    ...{ kind, eventType, version, mode, webhookId, webhookName, challenge, sentAt },
    ...nothing,
    ...nobody,
    ...empty,
    vehicle,
  }
}
