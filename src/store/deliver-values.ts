/**
 * What is known of vehicles from their deliveries: the newest value of each signal, and their errors. Each is written only
 * where it is newer than what is there, so that they may come in any order, and any of them twice (delivery-order.ts).
 */
import * as z from 'zod/mini'
import { givenRows, namesOf } from './deliver-given'
import { lockToSave } from './deliver-lock'
import { storable } from './directory-rows'
import type { Queries, Row } from './store'

/** In ms since the epoch; 0 where it is unknown. */
export interface StatePlace {
  sequence: number
  sent: number
  eventKey: string
}
export interface ValuePlace extends StatePlace {
  recorded: number
}

interface Of {
  delivery: number
  vehicleKey: Buffer
  userKey: Buffer | undefined
  receivedAt: Date
}
export interface NewValue extends Of {
  code: string
  /** Undefined where the signal came without one. */
  value: (ValuePlace & { sealed: Buffer }) | undefined
  status: (StatePlace & { isFailing: boolean; type: string | undefined; code: string | undefined }) | undefined
}
export interface NewError extends Of, StatePlace {
  type: string
  /** Empty where there is none. */
  code: string
  webhookId: string | undefined
  state: string
  /** Sealed. */
  details: Buffer
}

/** What is to be written for the deliveries of a group: of a vehicle one delivery, of a delivery each code once. */
export interface Following {
  values: readonly NewValue[]
  errors: readonly NewError[]
}
export interface Claimed {
  id: number
  /** Its webhook isn't one of the account's, as far as these are known. */
  isUnknown: boolean
  /** Of whom it is, as far as that is known. */
  userKey: Buffer | undefined
}

const textOf = (text: string | undefined) => (text === undefined ? null : storable(text))

// What another instance has in hand is left to it.
const CLAIM = `
WITH claimed AS MATERIALIZED (
  SELECT delivery FROM deliveries_waiting WHERE realm = $1 AND delivery = ANY ($2::bigint[])
  ORDER BY delivery FOR UPDATE SKIP LOCKED
), done AS (DELETE FROM deliveries_waiting USING claimed WHERE realm = $1 AND deliveries_waiting.delivery = claimed.delivery)
SELECT id, webhook_id IS NOT NULL AND EXISTS (SELECT FROM known_webhooks WHERE realm = $1)
  AND NOT EXISTS (SELECT FROM known_webhooks AS known WHERE realm = $1 AND known.id = webhook_id) AS is_unknown,
  encode(user_key, 'base64') AS user_key
FROM claimed JOIN deliveries ON realm = $1 AND id = delivery ORDER BY id`
const Claim = z.object({ id: z.number(), is_unknown: z.boolean(), user_key: z.nullable(z.string()) })

const place = (prefix: string, of: string) => `${of}.${prefix}sequence, ${of}.${prefix}sent, ${of}.${prefix}event_key`
const VALUE_NEWER = `(excluded.recorded, ${place('', 'excluded')}) > (known.recorded, ${place('', 'known')})`
const STATUS_NEWER = `(${place('status_', 'excluded')}) > (${place('status_', 'known')})`
const valueColumns = ['recorded', 'sequence', 'sent', 'event_key', 'received_at', 'delivery', 'value']
const statusColumns = [
  ...['status_sequence', 'status_sent', 'status_event_key', 'status_at', 'is_failing', 'error_type', 'error_code'],
]
const chosen = (columns: readonly string[], isNewer: string) =>
  columns.map((column) => `${column} = CASE WHEN ${isNewer} THEN excluded.${column} ELSE known.${column} END`)

const valueGiven = {
  bytes: ['vehicle_key', 'user_key', 'value'],
  text: ['code', 'event_key', 'status_event_key', 'error_type', 'error_code'],
  float8: ['recorded', 'sequence', 'sent', 'status_sequence', 'status_sent'],
  timestamptz: ['received_at', 'status_at'],
  bigint: ['delivery'],
  boolean: ['is_failing'],
}
const VALUE_NAMES = namesOf(valueGiven)
const PLACED = '(given.sequence, given.sent)'
const KNOWN_PLACED = '(known.sequence, known.sent)'
// Recorded at the same time it is the same reading, whenever it was sent: neither newer nor older than what was known.
const savingValues = (rows: string) => `
WITH given AS MATERIALIZED (SELECT * FROM ${rows} AS rows), compared AS MATERIALIZED (
  SELECT given.delivery,
    known.code IS NULL OR known.event_key = '' OR given.recorded > known.recorded
      OR given.recorded = 0 AND known.recorded = 0 AND ${PLACED} > ${KNOWN_PLACED} AS is_newer,
    given.recorded > 0 AND given.recorded < known.recorded
      OR given.recorded = 0 AND known.recorded = 0 AND ${PLACED} < ${KNOWN_PLACED} AS is_older
  FROM given LEFT JOIN last_values AS known
    ON known.realm = $1 AND known.vehicle_key = given.vehicle_key AND known.code = given.code
  WHERE given.value IS NOT NULL
), saved AS (
  INSERT INTO last_values AS known (realm, ${VALUE_NAMES})
  SELECT $1::smallint, ${VALUE_NAMES} FROM given ORDER BY vehicle_key, code
  ON CONFLICT (realm, vehicle_key, code) DO UPDATE SET ${chosen(valueColumns, VALUE_NEWER).join(', ')},
    ${chosen(statusColumns, STATUS_NEWER).join(', ')},
    user_key = CASE WHEN ${VALUE_NEWER} OR known.event_key = '' THEN excluded.user_key ELSE known.user_key END
  WHERE ${VALUE_NEWER} OR ${STATUS_NEWER}
)
SELECT delivery FROM compared GROUP BY delivery HAVING bool_or(is_older) AND NOT bool_or(is_newer)`
const Late = z.object({ delivery: z.number() })

const errorGiven = {
  bytes: ['vehicle_key', 'user_key', 'details'],
  text: ['type', 'code', 'webhook_id', 'state', 'event_key'],
  float8: ['sequence', 'sent'],
  timestamptz: ['received_at'],
  bigint: ['delivery'],
}
const ERROR_NAMES = namesOf(errorGiven)
const savingErrors = (rows: string) => `
INSERT INTO vehicle_errors AS known (realm, ${ERROR_NAMES})
SELECT $1::smallint, ${ERROR_NAMES} FROM ${rows} AS given ORDER BY vehicle_key, type, code
ON CONFLICT (realm, vehicle_key, type, code) DO UPDATE
SET (${ERROR_NAMES}) = ROW (${ERROR_NAMES.replace(/\w+/g, 'excluded.$&')})
WHERE (${place('', 'excluded')}) > (${place('', 'known')})`

const storedValue = ({ delivery, vehicleKey, userKey, receivedAt, code, value, status }: NewValue) => ({
  ...{ vehicle_key: vehicleKey, user_key: userKey, code: storable(code) },
  ...{ recorded: value?.recorded ?? 0, sequence: value?.sequence ?? 0, sent: value?.sent ?? 0 },
  ...{ event_key: value?.eventKey ?? '', value: value?.sealed, delivery: value && delivery },
  received_at: value && receivedAt,
  ...{ status_sequence: status?.sequence ?? 0, status_sent: status?.sent ?? 0 },
  ...{ status_event_key: status?.eventKey ?? '', is_failing: status?.isFailing ?? false },
  ...{ status_at: status && receivedAt, error_type: textOf(status?.type), error_code: textOf(status?.code) },
})

const storedError = ({ vehicleKey, userKey, receivedAt, delivery, details, ...error }: NewError) => ({
  ...{ vehicle_key: vehicleKey, user_key: userKey, type: storable(error.type), code: storable(error.code) },
  ...{ webhook_id: textOf(error.webhookId), state: storable(error.state), sequence: error.sequence, sent: error.sent },
  ...{ event_key: error.eventKey, received_at: receivedAt, delivery, details },
})

const FLAG = `
UPDATE deliveries SET flags = flags || $3::text WHERE realm = $1 AND id = ANY ($2::bigint[]) AND $3 <> ALL (flags)`

export interface Follow {
  /** How many of them waited, and were the caller’s. */
  claimed: number
  /** Flagged as of a webhook that isn't the account's. */
  unknown: number
}

/**
 * Takes over the values and errors of those of the deliveries that still wait for it, and marks those that came too late.
 * @param build what to write for those that are the caller's now
 * @throws StoreError
 */
export async function followDeliveries(
  queries: Queries,
  realm: number,
  ids: readonly number[],
  build: (claimed: readonly Claimed[]) => Following,
): Promise<Follow> {
  await lockToSave(queries, realm)
  const claimed = (await queries.query(CLAIM, [realm, ids])).map((row: Row) => Claim.parse(row))
  const { values, errors } = build(
    claimed.map(({ id, is_unknown: isUnknown, user_key: user }) => {
      return { id, isUnknown, userKey: user === null ? undefined : Buffer.from(user, 'base64') }
    }),
  )
  const unknown = claimed.filter(({ is_unknown }) => is_unknown).map(({ id }) => id)
  if (unknown.length > 0) await queries.query(FLAG, [realm, unknown, 'unknown webhook'])
  if (errors.length > 0) {
    const { from, values: given } = givenRows(errorGiven, errors.map(storedError), 2)
    await queries.query(savingErrors(from), [realm, ...given])
  }
  if (values.length > 0) {
    const { from, values: given } = givenRows(valueGiven, values.map(storedValue), 2)
    const saved = await queries.query(savingValues(from), [realm, ...given])
    const late = saved.map((row) => Late.parse(row).delivery)
    if (late.length > 0) await queries.query(FLAG, [realm, late, 'late'])
  }
  return { claimed: claimed.length, unknown: unknown.length }
}
