/**
 * Reads the body of a delivery, in every form that versions 4.0 and 2.0 are known to have: what is not of such a form is
 * left out, and its place is noted.
 */
import type { DeliveredVehicle, Delivery, DeliveryKind } from './deliveries'
import { createNotes, isObject, MOST_DESCRIPTION, type Note, type Part, partOf } from './delivery-fields'
import { readErrors, readSignals, readTriggers } from './delivery-parts'
import { parseJson } from './json'

const kinds = new Map<string, DeliveryKind>([
  ['VERIFY', 'verify'],
  ['VEHICLE_STATE', 'state'],
  ['VEHICLE_ERROR', 'error'],
])
const CHALLENGE_PATHS: readonly string[] = ['data.challenge', 'payload.challenge']

interface ReadOptions {
  /** Where the challenge of a verification is, as dotted paths: the first that leads to a text counts. */
  challengePaths?: readonly string[]
}

type Fields = Omit<Delivery, 'kind' | 'challenge' | 'unread'>

/** Never throws, whatever the text is. */
export function readDelivery(text: string, { challengePaths = CHALLENGE_PATHS }: ReadOptions = {}): Delivery {
  const { note, places } = createNotes()
  const body = parseJson(text)
  const root = partOf(isObject(body) ? body : {}, '', note)
  const isVersion2 = isOfVersion2(root)
  const fields = isVersion2 ? readVersion2(root, note) : readVersion4(root, note)
  const kind = isObject(body) ? kindOf(fields.eventType, isVersion2) : 'unreadable'
  const challenge = kind === 'verify' ? challengeOf(root, challengePaths) : undefined
  return { kind, ...fields, challenge, unread: places }
}

/** By its number, or by its form where it has none. */
function isOfVersion2(root: Part): boolean {
  const version = root.raw('version')
  if (version === undefined) return root.raw('eventName') !== undefined && root.raw('eventType') === undefined
  return version === 2 || (typeof version === 'string' && /^2(\.|$)/.test(version))
}

function kindOf(eventType: string | undefined, isVersion2: boolean): DeliveryKind {
  const kind = kinds.get(eventType?.toUpperCase() ?? '') ?? 'other'
  // A body of version 2 that calls itself a state is none: its values are never taken for those of version 4.0.
  return isVersion2 && kind !== 'verify' ? 'other' : kind
}

function challengeOf(root: Part, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const holder = names.reduce((part, name) => part.part(name), root)
    // One that is cut ends in a character that no challenge has: it can't be taken for a shorter one.
    const challenge = holder.text(last, MOST_DESCRIPTION)
    if (challenge !== undefined) return challenge
  }
  return undefined
}

function modeOf(holder: Part, note: Note): Delivery['mode'] {
  const mode = holder.text('mode')?.toLowerCase()
  if (mode === 'live' || mode === 'test') return mode
  if (mode !== undefined) note(holder.placeOf('mode'))
  return undefined
}

const webhookIdOf = (holder: Part) => holder.id('webhookId')?.replace(/^wh_(?=.)/, '')

function versionOf(holder: Part): string | undefined {
  const version = holder.raw('version')
  return typeof version === 'number' ? String(version) : holder.text('version')
}

/** What either of two places has; both are read, so that what is wrong with the second is noted, too. */
const either = <T>(first: T | undefined, second: T | undefined): T | undefined => first ?? second

function readVersion4(root: Part, note: Note): Fields {
  const data = root.part('data')
  const meta = root.part('meta')
  const user = data.part('user')
  const vehicle = data.part('vehicle')
  return {
    eventType: root.text('eventType'),
    version: either(versionOf(meta), versionOf(root)),
    eventId: root.id('eventId'),
    deliveryId: meta.id('deliveryId'),
    sentAt: either(meta.time('deliveredAt'), meta.time('deliveryTime')),
    sequence: meta.positive('sequence'),
    mode: either(modeOf(meta, note), modeOf(root, note)),
    webhookId: either(webhookIdOf(meta), webhookIdOf(root)),
    webhookName: meta.text('webhookName'),
    vehicleId: vehicleIdOf(root, vehicle, note),
    userId: user.id('id'),
    externalId: user.id('externalId'),
    vehicle: readVehicle(vehicle),
    triggers: readTriggers([root, data], note),
    signals: readSignals(data, note),
    errors: readErrors(data, note),
  }
}

function vehicleIdOf(root: Part, vehicle: Part, note: Note): string | undefined {
  const ofRoot = root.id('vehicleId')
  const ofVehicle = vehicle.id('id')
  if (ofRoot !== undefined && ofVehicle !== undefined && ofRoot !== ofVehicle) note(root.placeOf('vehicleId'))
  return ofVehicle ?? ofRoot
}

const readVehicle = (vehicle: Part): DeliveredVehicle => ({
  make: vehicle.text('make'),
  model: vehicle.text('model'),
  year: vehicle.year('year'),
  mode: vehicle.text('mode'),
  powertrainType: vehicle.text('powertrainType'),
})

/** `{version, webhookId, eventName, mode, payload}`: of its events no more is read than whose they are. */
function readVersion2(root: Part, note: Note): Fields {
  const payload = root.part('payload')
  return {
    eventType: either(root.text('eventName'), root.text('eventType')),
    version: '2.0',
    eventId: payload.id('eventId'),
    deliveryId: undefined,
    sentAt: undefined,
    sequence: undefined,
    mode: modeOf(root, note),
    webhookId: webhookIdOf(root),
    webhookName: root.text('webhookName'),
    vehicleId: payload.id('vehicleId'),
    userId: payload.id('userId'),
    externalId: undefined,
    vehicle: readVehicle(partOf({}, '', note)),
    triggers: [],
    signals: [],
    errors: [],
  }
}
