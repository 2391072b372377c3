/**
 * What the server's own store knows of deliveries: what webhooks sent to this server, and what follows from it. Its addresses
 * are the console's own; times are ISO 8601 in UTC. Without a store each answers 503 `STORE_UNAVAILABLE`.
 */
import * as z from 'zod/mini'
import { deliveryKinds } from './deliveries'
import { bodyChanges, deliveryVerdicts, refusalReasons, signatureForms } from './delivery-verdicts.data'
import { maskVins } from './mask'
import { Count } from './team'

const text = z.nullable(z.string())
const time = z.nullable(z.string())
const number = z.nullable(z.number())

/**
 * What is to be known of a delivery. `clock`: sent more than ten minutes before or after it arrived, by its own clock.
 * `old key`: signed with the token before. `removed`: its user or vehicle was removed here, so that it is kept without its
 * body. `redacted`: kept without the values that `DELIVERIES_REDACT` names. `unknown webhook`: of none of the account's.
 * `late`: of its values some were recorded before what was known by then, and none after it.
 */
export const deliveryFlags = [
  ...['test', 'version 2', 'clock', 'old key', 'unreadable', 'removed', 'redacted', 'unknown webhook', 'late'],
] as const satisfies string[]
export type DeliveryFlag = (typeof deliveryFlags)[number]

/** More than that is pinned by nobody. */
export const MOST_PINNED = 200

const envelope = {
  /** Its number, in the order of arrival: what pages call it by. */
  id: z.number(),
  /** The event's own ID; `sha256:` and the hash of the body where it has none. */
  eventId: z.string(),
  kind: z.enum(deliveryKinds),
  /** As it was sent. */
  eventType: text,
  mode: text,
  webhookId: text,
  /** As the account's list has it, else as it was sent. */
  webhookName: text,
  /** Null also where it is sealed with another key, as are all that follow from its head. */
  vehicleId: text,
  userId: text,
  externalId: text,
  vehicle: z.object({ make: text, model: text, year: number }),
  /** Codes. */
  triggers: z.array(z.string()),
  signals: z.array(z.string()),
  flags: z.array(z.string()),
  /** How often it arrived. */
  attempts: z.number(),
  /** Of the body as it came. */
  bytes: z.number(),
  /** When it arrived first, and last; when it was sent the first time, by the provider's clock. */
  at: z.string(),
  lastAt: z.string(),
  sentAt: time,
  signedWith: z.enum(['current', 'old', 'none']),
  hasBody: z.boolean(),
  /** It was encrypted with a key that this server doesn't have. */
  isSealed: z.boolean(),
  pinned: z.nullable(z.object({ at: z.string(), by: text })),
}
export const TeamDelivery = z.object(envelope)
export type TeamDelivery = z.infer<typeof TeamDelivery>

/**
 * `next`: the `before` of the next page; there may be no row, and yet a next page. `unreadable`: of all deliveries and what
 * follows from them, how many rows are encrypted with a key that the server doesn't have.
 */
export const TeamDeliveries = z.object({
  ...{ rows: z.array(TeamDelivery), next: number, count: Count },
  unreadable: z.optional(z.number()),
})
export type TeamDeliveries = z.infer<typeof TeamDeliveries>

/** A signal as a delivery has it. */
export const DeliveredValue = z.object({
  code: z.string(),
  name: text,
  group: text,
  /** Undefined where there is none. */
  body: z.optional(z.unknown()),
  status: text,
  error: z.nullable(z.object({ type: text, code: text })),
  recordedAt: time,
  fetchedAt: time,
  /** A place, or a VIN: not for everybody. */
  isPrivate: z.boolean(),
})
export type DeliveredValue = z.infer<typeof DeliveredValue>

/** What is told of an error of a vehicle. */
const told = {
  type: text,
  code: text,
  /** `ERROR`, `RESOLVED`, or another word. */
  state: text,
  description: text,
  suggestedUserMessage: text,
  docUrl: text,
  resolution: text,
  /** Codes of the signals that don't arrive because of it. */
  signals: z.array(z.string()),
}
export const ToldError = z.object(told)
export type ToldError = z.infer<typeof ToldError>

/** One delivery; its body comes apart. */
export const TeamDeliveryDetail = z.object({
  ...envelope,
  deliveryId: text,
  version: text,
  sequence: number,
  signature: z.string(),
  /** Each arrival, the first one first, and what was answered. */
  tries: z.array(z.object({ at: z.string(), sentAt: time, status: z.number(), address: text })),
  values: z.array(DeliveredValue),
  errors: z.array(ToldError),
  /** Places of the body that couldn't be read. */
  unread: z.array(z.string()),
  /** The one before it of the same vehicle and webhook, to compare with. */
  previous: z.nullable(z.object({ id: z.number(), at: z.string(), values: z.array(DeliveredValue) })),
})
export type TeamDeliveryDetail = z.infer<typeof TeamDeliveryDetail>

/** The newest that is known of a signal. */
export const TeamLastValue = z.object({
  code: z.string(),
  name: text,
  group: text,
  /** Null where it never came with one. */
  value: z.nullable(
    z.object({
      body: z.optional(z.unknown()),
      recordedAt: time,
      fetchedAt: time,
      sentAt: time,
      receivedAt: z.string(),
      /** Where it is from; that may be erased by now. */
      deliveryId: number,
      isPrivate: z.boolean(),
      /** It came, and isn't kept. */
      isRedacted: z.boolean(),
      isSealed: z.boolean(),
    }),
  ),
  /** Where the newest that is known of it is that it couldn't be read; when that arrived last. */
  failing: z.nullable(z.object({ type: text, code: text, at: z.string() })),
})
export type TeamLastValue = z.infer<typeof TeamLastValue>

export const TeamVehicleError = z.object({
  ...told,
  type: z.string(),
  isOpen: z.boolean(),
  /** When its state was told last: by the provider's clock, and here. */
  sentAt: time,
  receivedAt: z.string(),
  webhookId: text,
  deliveryId: z.number(),
  isSealed: z.boolean(),
})
export type TeamVehicleError = z.infer<typeof TeamVehicleError>

/** How deliveries of a webhook or a vehicle arrive. */
export const TeamArrivals = z.object({
  last: time,
  /** In the last 24 hours; and in each of them, the current one last. */
  day: Count,
  hours: z.array(z.number()),
  /** In ms: the median of the last ones; null where there are too few. */
  usualGap: number,
})
export type TeamArrivals = z.infer<typeof TeamArrivals>

const keysOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as K[] // of a table of ours
const Key = z.enum(['current', 'old', 'another'])

/** A request that wasn't proven: nothing of it is, and nothing follows from it. */
const refusal = {
  id: z.string(),
  at: z.string(),
  status: z.number(),
  reason: z.enum(keysOf(refusalReasons)),
  address: z.string(),
  /** What stood in the signature's header, cut to a sane length. */
  header: z.optional(z.string()),
  /** Of its body. */
  bytes: z.number(),
}
export const Refusal = z.object(refusal)
export type Refusal = z.infer<typeof Refusal>

/** With what would make its signature match. */
export const RefusedDelivery = z.object({
  ...refusal,
  explanation: z.optional(
    z.object({
      bytes: z.number(),
      form: z.enum(signatureForms),
      keys: z.array(z.object({ name: Key, fingerprint: z.string() })),
      matches: z.array(z.object({ key: Key, change: z.enum(bodyChanges) })),
      verdict: z.optional(z.enum(keysOf(deliveryVerdicts))),
    }),
  ),
  /** As much of its body as is shown; null where it isn't kept. */
  text,
})
export type RefusedDelivery = z.infer<typeof RefusedDelivery>

const PRIVATE = /^(location-|vehicleidentification-vin$)/
const PLACE = /^(latitude|longitude|lat|lng|lon)$/i

/** True for what says where a vehicle is or which one: by its code, or by what is in it. */
export function isPrivateValue(code: string, body: unknown): boolean {
  return PRIVATE.test(code) || holdsPrivate(body)
}

function holdsPrivate(value: unknown): boolean {
  if (typeof value === 'string') return maskVins(value) !== value
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => PLACE.test(key) || holdsPrivate(inner))
}
