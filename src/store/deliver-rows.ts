/** A delivery as the store returns it: what is sealed as bytes. */
import * as z from 'zod/mini'
import type { Row } from './store'

const text = z.nullable(z.string())
const time = z.nullable(z.date())
/** Both engines have a text for bytes, in which they would lose time with hexadecimal digits. */
const Sealed = z.pipe(
  z.string(),
  z.transform((base64: string) => Buffer.from(base64, 'base64')),
)

const Stored = z.object({
  id: z.number(),
  event_key: z.string(),
  at: z.date(),
  last_at: z.date(),
  sent_at: time,
  kind: z.string(),
  event_type: text,
  webhook_id: text,
  webhook_name: text,
  mode: text,
  triggers: z.array(z.string()),
  signals: z.array(z.string()),
  flags: z.array(z.string()),
  attempts: z.number(),
  bytes: z.number(),
  signature: z.string(),
  signed_with: z.string(),
  pinned_at: time,
  pinned_by: text,
  has_body: z.boolean(),
  head: Sealed,
})
export type DeliveryRow = ReturnType<typeof readRow>

export const ROW_COLUMNS = `id, event_key, at, last_at, sent_at, kind, event_type, webhook_id, mode, triggers, signals, flags,
  attempts, bytes, signature, signed_with, pinned_at, pinned_by, body IS NOT NULL AS has_body,
  encode(head, 'base64') AS head, (
    SELECT name FROM known_webhooks WHERE known_webhooks.realm = deliveries.realm AND known_webhooks.id = webhook_id
  ) AS webhook_name`

export function readRow(row: Row) {
  const { event_key, last_at, sent_at, event_type, webhook_id, webhook_name, signed_with, ...read } = Stored.parse(row)
  const { pinned_at, pinned_by, has_body, ...same } = read
  return {
    ...same,
    ...{ eventKey: event_key, lastAt: last_at, sentAt: sent_at, eventType: event_type, signedWith: signed_with },
    ...{
      webhookId: webhook_id,
      webhookName: webhook_name,
      pinnedAt: pinned_at,
      pinnedBy: pinned_by,
      hasBody: has_body,
    },
  }
}

const Body = z.object({ id: z.number(), event_key: z.string(), at: z.date(), body: z.nullable(Sealed) })
export const BODY_COLUMNS = `id, event_key, at, encode(body, 'base64') AS body`
export interface BodyRow {
  id: number
  eventKey: string
  at: Date
  /** Undefined where it isn't kept. */
  body: Buffer | undefined
}
export function readBody(row: Row): BodyRow {
  const { event_key: eventKey, body, ...read } = Body.parse(row)
  return { ...read, eventKey, body: body ?? undefined }
}

const Attempt = z.object({ at: z.date(), sent_at: time, status: z.number(), address: z.nullable(Sealed) })
export const ATTEMPT_COLUMNS = `at, sent_at, status, encode(address, 'base64') AS address`
export type AttemptRow = ReturnType<typeof readAttempt>
export function readAttempt(row: Row) {
  const { sent_at: sentAt, address, ...read } = Attempt.parse(row)
  return { ...read, sentAt, address: address ?? undefined }
}

const Value = z.object({
  code: z.string(),
  vehicle_key: Sealed,
  recorded: z.number(),
  sequence: z.number(),
  sent: z.number(),
  event_key: z.string(),
  received_at: time,
  delivery: z.nullable(z.number()),
  value: z.nullable(Sealed),
  status_sequence: z.number(),
  status_sent: z.number(),
  status_event_key: z.string(),
  status_at: time,
  is_failing: z.boolean(),
  error_type: text,
  error_code: text,
})
export const VALUE_COLUMNS = `code, encode(vehicle_key, 'base64') AS vehicle_key, recorded, sequence, sent, event_key,
  received_at, delivery, encode(value, 'base64') AS value, status_sequence, status_sent, status_event_key, status_at,
  is_failing, error_type, error_code`
export type ValueRow = ReturnType<typeof readValue>
export function readValue(row: Row) {
  const { code, vehicle_key: vehicleKey, recorded, sequence, sent, event_key: eventKey, ...read } = Value.parse(row)
  const { received_at: receivedAt, delivery, value, is_failing: isFailing, error_type, error_code } = read
  return {
    code,
    vehicleKey,
    value:
      value && receivedAt ? { recorded, sequence, sent, eventKey, receivedAt, delivery, sealed: value } : undefined,
    status: read.status_at && {
      ...{ sequence: read.status_sequence, sent: read.status_sent, eventKey: read.status_event_key },
      ...{ at: read.status_at, isFailing, type: error_type, code: error_code },
    },
  }
}

const VehicleError = z.object({
  vehicle_key: Sealed,
  type: z.string(),
  code: z.string(),
  webhook_id: text,
  state: z.string(),
  sequence: z.number(),
  sent: z.number(),
  event_key: z.string(),
  received_at: z.date(),
  delivery: z.number(),
  details: Sealed,
})
export const ERROR_COLUMNS = `encode(vehicle_key, 'base64') AS vehicle_key, type, code, webhook_id, state, sequence, sent,
  event_key, received_at, delivery, encode(details, 'base64') AS details`
export type ErrorRow = ReturnType<typeof readError>
export function readError(row: Row) {
  const { vehicle_key, webhook_id, event_key, received_at, ...read } = VehicleError.parse(row)
  return { ...read, vehicleKey: vehicle_key, webhookId: webhook_id, eventKey: event_key, receivedAt: received_at }
}
