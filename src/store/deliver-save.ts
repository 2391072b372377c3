/** Takes deliveries in, a group in one transaction: of an event that is known only another attempt. */
import * as z from 'zod/mini'
import { givenRows, namesOf } from './deliver-given'
import { lockToSave } from './deliver-lock'
import { storable, timeOf } from './directory-rows'
import type { Queries, Row } from './store'

/** Whom a delivery is about, as it names them. */
export interface Named {
  userId: string | undefined
  vehicleId: string | undefined
}

export interface Removed {
  /** Its user or vehicle is connected no more, and was. */
  isRemoved: boolean
  /** Where a delivery names a vehicle alone: the one user who is known to be connected to it. */
  onlyUser: string | undefined
}

export interface NewAttempt {
  at: Date
  sentAt: number | undefined
  status: number
  /** Sealed. */
  address: Buffer | undefined
}

export interface NewDelivery {
  eventKey: string
  at: Date
  sentAt: number | undefined
  kind: string
  eventType: string | undefined
  webhookId: string | undefined
  mode: string | undefined
  vehicleKey: Buffer | undefined
  userKey: Buffer | undefined
  triggers: readonly string[]
  signals: readonly string[]
  flags: readonly string[]
  /** Of the body as it came. */
  bytes: number
  signature: string
  signedWith: string
  /** Sealed, as is the body; undefined where that is not kept. */
  head: Buffer
  body: Buffer | undefined
  isRemoved: boolean
  /** Whether something is left to be done for it: it waits for that then. */
  waits: boolean
  attempts: readonly NewAttempt[]
}

export interface SavedRow {
  id: number
  isNew: boolean
  isRemoved: boolean
}

/** An event that comes again and again is counted, and so many of its attempts are kept. */
const MOST_ATTEMPTS = 50
/** What a row takes beside what is sealed: its columns, its indexes, and an attempt. Measured. */
const ROW_BYTES = 1_400
const CODE_BYTES = 40
const MOST_TEXT = 300

// A user whom the directory has connected again is there again; so is a vehicle, or the two of them.
const ABOUT = `
SELECT place::integer AS place, nextval('deliveries_id_seq') AS id,
  coalesce(is_gone OR are_gone, false) OR user_id IN (
    SELECT id FROM tombstones WHERE realm = $1 AND kind = 'user' AND id = ANY ($2::text[]) AND NOT EXISTS (
      SELECT FROM connections AS c WHERE realm = $1 AND c.user_id = tombstones.id AND gone_at IS NULL)
  ) IS TRUE AS removed,
  CASE WHEN user_id IS NULL AND first = last THEN first END AS only_user
FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS about (user_id, vehicle_id, place)
CROSS JOIN LATERAL (
  SELECT every(gone_at IS NOT NULL) AS is_gone, min(c.user_id) AS first, max(c.user_id) AS last,
    every(gone_at IS NOT NULL) FILTER (WHERE c.user_id = about.user_id) AS are_gone
  FROM connections AS c WHERE realm = $1 AND c.vehicle_id = about.vehicle_id
) AS known`
const About = z.object({ place: z.number(), id: z.number(), removed: z.boolean(), only_user: z.nullable(z.string()) })

const columns = {
  bigint: ['id'],
  text: ['event_key', 'kind', 'event_type', 'webhook_id', 'mode', 'signature', 'signed_with'],
  timestamptz: ['at', 'last_at', 'sent_at'],
  integer: ['attempts', 'bytes', 'room'],
  list: ['triggers', 'signals', 'flags'],
  bytes: ['vehicle_key', 'user_key', 'head', 'body'],
}
const NAMES = namesOf(columns)
const attemptColumns = {
  text: ['event_key'],
  timestamptz: ['at', 'sent_at'],
  integer: ['status'],
  bytes: ['address'],
}

// In the order of their keys: two who save at once and share some wait for each other, and not in a circle.
const saving = (rows: string, attempts: string) => `
WITH kept AS (
  INSERT INTO deliveries AS known (realm, ${NAMES}) SELECT $1::smallint, ${NAMES} FROM ${rows} AS given ORDER BY event_key
  ON CONFLICT (realm, event_key) DO UPDATE
  SET attempts = known.attempts + excluded.attempts, last_at = greatest(known.last_at, excluded.last_at)
  RETURNING id, event_key, attempts, flags
), tried AS (
  INSERT INTO delivery_attempts (realm, delivery, at, sent_at, status, address)
  SELECT $1::smallint, id, at, sent_at, status, address FROM ${attempts} AS given JOIN kept USING (event_key)
  WHERE attempts <= ${MOST_ATTEMPTS} ORDER BY id, at
), waiting AS (
  INSERT INTO deliveries_waiting (realm, delivery) SELECT $1::smallint, id FROM kept WHERE id = ANY ($2::bigint[])
)
SELECT id, event_key, 'removed' = ANY (flags) AS removed FROM kept`
const Kept = z.object({ id: z.number(), event_key: z.string(), removed: z.boolean() })

const textOf = (text: string | undefined) => (text === undefined ? null : storable(text, MOST_TEXT))
const codesOf = (codes: readonly string[]) => codes.map((code) => storable(code, MOST_TEXT))

const storedAttempt = (eventKey: string, { at, sentAt, status, address }: NewAttempt) => ({
  ...{ event_key: eventKey, at, sent_at: timeOf(sentAt), status, address },
})

/** As the statement takes it, named as its columns are. */
function storedRow(row: NewDelivery, id: number) {
  const { eventKey, at, sentAt, head, body, bytes, triggers, signals, flags } = row
  const codes = triggers.length + signals.length
  return {
    ...{
      id,
      event_key: eventKey,
      at,
      last_at: at,
      sent_at: timeOf(sentAt),
      kind: row.kind,
      attempts: 1,
      waits: row.waits,
    },
    ...{ event_type: textOf(row.eventType), webhook_id: textOf(row.webhookId), mode: row.mode },
    ...{ vehicle_key: row.vehicleKey, user_key: row.userKey, triggers: codesOf(triggers), signals: codesOf(signals) },
    room: head.length + (body?.length ?? 0) + ROW_BYTES + codes * CODE_BYTES,
    ...{ flags, bytes, signature: storable(row.signature, MOST_TEXT), signed_with: row.signedWith, head, body },
  }
}

/**
 * Commits all of a group or nothing.
 * @param about whom each of them names
 * @param build the rows, in that order, once it is known who was removed
 * @throws StoreError
 */
export async function saveDeliveries(
  queries: Queries,
  realm: number,
  about: readonly Named[],
  build: (removed: readonly Removed[]) => readonly NewDelivery[],
): Promise<SavedRow[]> {
  await lockToSave(queries, realm)
  const idsOf = (field: keyof Named) => about.map((one) => (one[field] === undefined ? null : storable(one[field])))
  const known = (await queries.query(ABOUT, [realm, idsOf('userId'), idsOf('vehicleId')]))
    .map((row: Row) => About.parse(row))
    .toSorted((a, b) => a.place - b.place)
  const rows = build(known.map(({ removed, only_user }) => ({ isRemoved: removed, onlyUser: only_user ?? undefined })))
  const given = new Map<string, ReturnType<typeof storedRow>>()
  for (const [at, row] of rows.entries()) {
    const twin = given.get(row.eventKey)
    if (twin)
      Object.assign(twin, { attempts: twin.attempts + 1, last_at: row.at > twin.last_at ? row.at : twin.last_at })
    else given.set(row.eventKey, storedRow(row, known[at]?.id ?? 0))
  }
  const stored = [...given.values()]
  const deliveries = givenRows(columns, stored, 3)
  const attempts = givenRows(
    attemptColumns,
    rows.flatMap((row) => row.attempts.map((attempt) => storedAttempt(row.eventKey, attempt))),
    3 + deliveries.values.length,
  )
  const waiting = stored.filter(({ waits }) => waits).map(({ id }) => id)
  const saved = await queries.query(saving(deliveries.from, attempts.from), [
    ...[realm, waiting, ...deliveries.values, ...attempts.values],
  ])
  const kept = saved.map((row) => Kept.parse(row))
  const byKey = new Map(kept.map((row) => [row.event_key, row]))
  return rows.map((row, at) => {
    const { id, removed } = byKey.get(row.eventKey) ?? { id: 0, removed: false }
    return { id, isNew: id === known[at]?.id, isRemoved: removed || row.isRemoved }
  })
}
