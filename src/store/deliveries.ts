/** Deliveries of a realm and what follows from them: rows in and out, what is sealed as bytes. */
import * as z from 'zod/mini'
import { type Arrivals, type Counts, countDeliveries, readArrivals } from './deliver-arrivals'
import { type CountsByKey, countByKey } from './deliver-keys'
import {
  forgetDeliveries,
  type Purged,
  type PurgeLimits,
  type PurgeOf,
  purgeDeliveries,
  type Retention,
  roomOfDeliveries,
} from './deliver-purge'
import {
  type BodyRow,
  type DeliveryRow,
  ERROR_COLUMNS,
  type ErrorRow,
  ROW_COLUMNS,
  readBody,
  readError,
  readRow,
  readValue,
  VALUE_COLUMNS,
  type ValueRow,
} from './deliver-rows'
import { type Named, type NewDelivery, type Removed, type SavedRow, saveDeliveries } from './deliver-save'
import {
  type DeliveriesOf,
  type DeliveryOne,
  type DeliveryPage,
  type DeliverySearch,
  deliveriesSince,
  keyIs,
  previousBody,
  readDeliveryRow,
  searchDeliveries,
} from './deliver-search'
import { type Claimed, type Follow, type Following, followDeliveries } from './deliver-values'
import { Parameters } from './directory-question'
import { storable } from './directory-rows'
import { type Erasure, endErasures, pendingErasures } from './erasures'
import type { Row, Store } from './store'

export type Person = Omit<DeliveriesOf, 'webhook'>

export interface DeliveryRows {
  realm: number
  save(about: readonly Named[], build: (removed: readonly Removed[]) => readonly NewDelivery[]): Promise<SavedRow[]>
  follow(ids: readonly number[], build: (claimed: readonly Claimed[]) => Following): Promise<Follow>
  /** Those that were to be followed for so long, with their bodies. */
  waiting(forMs: number, limit: number): Promise<(DeliveryRow & Pick<BodyRow, 'body'>)[]>
  page(search: DeliverySearch): Promise<DeliveryPage>
  since(id: number, limit: number): Promise<DeliveryRow[]>
  one(id: number): Promise<DeliveryOne | undefined>
  previous(id: number, of: { webhook: string | null; vehicleKeys: readonly Buffer[] }): Promise<BodyRow | undefined>
  /** Of each signal those under every key: after a change of keys there may be several. */
  values(vehicleKeys: readonly Buffer[]): Promise<ValueRow[]>
  errors(vehicleKeys: readonly Buffer[]): Promise<ErrorRow[]>
  arrivals(of: DeliveriesOf, now: Date): Promise<Arrivals>
  count(of: Person): Promise<Counts>
  /** @returns `full` where so many are pinned already, `gone` where there is none */
  pin(id: number, by: string | null, most: number): Promise<'pinned' | 'full' | 'gone'>
  /** @returns false where there is none */
  unpin(id: number): Promise<boolean>
  purge(of: PurgeOf, limits?: PurgeLimits): Promise<Purged>
  /** Removals of the directory since then, the newest first. */
  erasures(limit: number): Promise<Erasure[]>
  endErasures(ids: readonly number[]): Promise<void>
  forget(retention: Retention, goesOn: () => boolean): Promise<number>
  countByKey(goesOn: () => boolean): Promise<CountsByKey>
  /** How much they take, in bytes. */
  room(): Promise<number>
  /** Replaces the list of the account’s webhooks; deliveries of those that are new in it are followed after all. */
  saveWebhooks(all: readonly { id: string; name: string }[], at: Date): Promise<void>
}

const WAITING = `
SELECT ${ROW_COLUMNS}, encode(body, 'base64') AS body FROM deliveries
WHERE realm = $1 AND id IN (
  SELECT delivery FROM deliveries_waiting WHERE realm = $1 AND at < now() - $2 * interval '1 millisecond'
  ORDER BY delivery LIMIT $3
) ORDER BY id`

const PIN = `
UPDATE deliveries SET pinned_at = coalesce(pinned_at, now()), pinned_by = CASE WHEN pinned_at IS NULL THEN $3 ELSE pinned_by END
WHERE realm = $1 AND id = $2 RETURNING id`
const PINNED = 'SELECT count(*) AS count FROM deliveries WHERE realm = $1 AND pinned_at IS NOT NULL AND id <> $2'
const UNPIN = 'UPDATE deliveries SET pinned_at = NULL, pinned_by = NULL WHERE realm = $1 AND id = $2 RETURNING id'
const Counted = z.object({ count: z.number() })

const SAVE_WEBHOOKS = `
WITH given AS MATERIALIZED (
  SELECT id, name FROM json_to_recordset($2::json) AS given (id text, name text)
), gone AS (
  DELETE FROM known_webhooks WHERE realm = $1 AND id NOT IN (SELECT id FROM given)
)
INSERT INTO known_webhooks (realm, id, name, seen_at) SELECT $1::smallint, id, name, $3 FROM given ORDER BY id
ON CONFLICT (realm, id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at`
const KNOWN_WEBHOOKS = 'SELECT id FROM known_webhooks WHERE realm = $1'
const Id = z.object({ id: z.string() })
const KNOWN_AFTER_ALL = `
WITH known AS (
  UPDATE deliveries SET flags = array_remove(flags, 'unknown webhook')
  WHERE realm = $1 AND webhook_id = ANY ($2::text[]) AND 'unknown webhook' = ANY (flags) RETURNING id
)
INSERT INTO deliveries_waiting (realm, delivery) SELECT $1::smallint, id FROM known ON CONFLICT DO NOTHING`

export function createDeliveries(store: Store, realm: number): DeliveryRows {
  /** What is known of vehicles, by its table. */
  async function known<T>(table: string, columns: string, vehicleKeys: readonly Buffer[], read: (row: Row) => T) {
    const parameters = new Parameters()
    const where = `realm = ${parameters.add(realm)} AND ${keyIs(parameters, 'vehicle_key', vehicleKeys)}`
    const rows = await store.query(`SELECT ${columns} FROM ${table} WHERE ${where}`, parameters.values)
    return rows.map(read)
  }
  return {
    realm,
    save: (about, build) => store.transaction((queries) => saveDeliveries(queries, realm, about, build)),
    follow: (ids, build) => store.transaction((queries) => followDeliveries(queries, realm, ids, build)),
    async waiting(forMs, limit) {
      const rows = await store.query(WAITING, [realm, forMs, limit])
      return rows.map((row) => ({ ...readRow(row), body: readBody(row).body }))
    },
    page: (search) => searchDeliveries(store, realm, search),
    since: (id, limit) => deliveriesSince(store, realm, id, limit),
    one: (id) => readDeliveryRow(store, realm, id),
    previous: (id, of) => previousBody(store, realm, id, of),
    values: (keys) => known('last_values', VALUE_COLUMNS, keys, readValue),
    errors: (keys) => known('vehicle_errors', ERROR_COLUMNS, keys, readError),
    arrivals: (of, now) => readArrivals(store, realm, of, now),
    count: (of) => countDeliveries(store, realm, of),
    pin: (id, by, most) =>
      store.transaction(async ({ query }) => {
        // Two who pin at once are not to count each other's not at all.
        await query('SELECT id FROM realms WHERE id = $1 FOR NO KEY UPDATE', [realm])
        const [pinned] = await query(PINNED, [realm, id])
        if (Counted.parse(pinned).count >= most) return 'full'
        return (await query(PIN, [realm, id, by === null ? null : storable(by)])).length > 0 ? 'pinned' : 'gone'
      }),
    unpin: async (id) => (await store.query(UNPIN, [realm, id])).length > 0,
    purge: (of, limits) => purgeDeliveries(store, realm, of, limits),
    erasures: (limit) => pendingErasures(store, realm, limit),
    endErasures: (ids) => endErasures(store, realm, ids),
    forget: (retention, goesOn) => forgetDeliveries(store, realm, retention, goesOn),
    countByKey: (goesOn) => countByKey(store, realm, goesOn),
    room: () => roomOfDeliveries(store, realm),
    saveWebhooks: (all, at) =>
      store.transaction(async ({ query }) => {
        const given = new Map(all.map(({ id, name }) => [storable(id), { id: storable(id), name: storable(name) }]))
        const known = new Set((await query(KNOWN_WEBHOOKS, [realm])).map((row) => Id.parse(row).id))
        await query(SAVE_WEBHOOKS, [realm, JSON.stringify([...given.values()]), at])
        const fresh = [...given.keys()].filter((id) => !known.has(id))
        // Before the first list none was taken for unknown.
        if (known.size > 0 && fresh.length > 0) await query(KNOWN_AFTER_ALL, [realm, fresh])
      }),
  }
}
