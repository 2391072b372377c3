/** Makes rows of arrivals: what is said of them, and what of them is sealed. */
import { createHash } from 'node:crypto'
import { eventKeyOf } from '../api/delivery-order'
import type { DeliveryFlag } from '../api/team-deliveries'
import type { NewDelivery, Removed } from '../store/deliver-save'
import type { Arrival } from './arrival'
import { redactedBody } from './book-redact'
import { isVersion2 } from './values'
import type { Vault } from './vault'

/** What is sealed is bound to its realm, its column and its row. */
export const places = (realm: number) => ({
  head: (eventKey: string) => `${realm} head ${eventKey}`,
  body: (eventKey: string) => `${realm} body ${eventKey}`,
  address: (eventKey: string) => `${realm} address ${eventKey}`,
  value: (vehicleKey: Buffer, code: string) => `${realm} value ${vehicleKey.toString('hex')} ${code}`,
  error: (vehicleKey: Buffer, type: string, code: string) =>
    `${realm} error ${vehicleKey.toString('hex')} ${JSON.stringify([type, code])}`,
})

const CLOCK_MS = 10 * 60_000
/** What was answered to all that is saved. */
const ANSWERED = 200

export const eventKey = ({ delivery, body }: Arrival): string =>
  eventKeyOf(delivery, createHash('sha256').update(body).digest('hex'))

function flagsOf({ at, signedWith, delivery: { kind, mode, version, sentAt } }: Arrival): DeliveryFlag[] {
  const flags: [DeliveryFlag, boolean][] = [
    ['test', mode === 'test'],
    ['version 2', isVersion2(version)],
    ['clock', sentAt !== undefined && Math.abs(at.getTime() - sentAt) > CLOCK_MS],
    ['old key', signedWith === 'old'],
    ['unreadable', kind === 'unreadable' || (kind === 'other' && !isVersion2(version))],
  ]
  return flags.flatMap(([flag, is]) => (is ? [flag] : []))
}

/** What a list shows of it, as JSON; of whom is removed the IDs alone. */
function headOf({ delivery }: Arrival, isRemoved: boolean): string {
  const { vehicleId, userId, externalId, vehicle, webhookName, deliveryId, version, sequence } = delivery
  const { make, model, year } = vehicle
  const more = isRemoved ? {} : { externalId, make, model, year }
  return JSON.stringify({ vehicleId, userId, webhookName, deliveryId, version, sequence, ...more })
}

interface Options {
  vault: Vault
  realm: number
  /** In small letters. */
  redact: ReadonlySet<string>
}

/** Everything that takes time is done before it is known who was removed: whoever saves holds others up from then on. */
export function toRow(arrival: Arrival, { vault, realm, redact }: Options): (removed: Removed) => NewDelivery {
  const { at, delivery, body, signature, signedWith, address, earlier = [] } = arrival
  const place = places(realm)
  const key = eventKey(arrival)
  const kept = redact.size > 0 ? redactedBody(body, redact) : body
  const flags = flagsOf(arrival)
  if (kept !== body) flags.push('redacted')
  const seal = (isRemoved: boolean) => vault.seal(headOf(arrival, isRemoved), place.head(key))
  const head = seal(false)
  const sealed = kept && vault.seal(kept, place.body(key))
  const from = vault.seal(address, place.address(key))
  const { kind, eventType, webhookId, mode, vehicleId, userId, sentAt, triggers, signals } = delivery
  return ({ isRemoved, onlyUser }) => {
    const user = userId ?? onlyUser
    return {
      ...{ eventKey: key, at, sentAt, kind, eventType, webhookId, mode, triggers, signature, signedWith, isRemoved },
      vehicleKey: vehicleId === undefined ? undefined : vault.lookup('vehicle', vehicleId),
      userKey: user === undefined ? undefined : vault.lookup('user', user),
      signals: [...new Set(signals.map(({ code }) => code))],
      flags: isRemoved ? [...flags.filter((flag) => flag !== 'redacted'), 'removed'] : flags,
      bytes: body.length,
      head: isRemoved ? seal(true) : head,
      body: isRemoved ? undefined : sealed,
      waits: !isRemoved && kind !== 'verify',
      attempts: [
        ...earlier.map((answer) => ({ at: answer.at, status: answer.status, sentAt: undefined, address: undefined })),
        { at, sentAt, status: ANSWERED, address: from },
      ],
    }
  }
}
