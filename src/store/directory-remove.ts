/** How connections leave the directory: marked as gone, erased with their user, forgotten after a while. */
import * as z from 'zod/mini'
import { idKey, isSameId, isUuid, spellingsOf } from '../api/same-id'
import { CHANGED, follow } from './directory-follow'
import { storable } from './directory-rows'
import { forgetErasures, scheduleUserErasure } from './erasures'
import { purgeJobs, purgeReadings } from './job-results'
import { lockRealm, mayKeepHouse } from './realms'
import type { Queries } from './store'
import { purgeSubscriptions } from './subscriptions'

const Id = z.object({ id: z.string() })
const Erased = z.object({ erased: z.array(z.string()) })
/** User and vehicle of each. */
const Parted = z.object({ parted: z.array(z.tuple([z.nullable(z.string()), z.nullable(z.string())])) })
const Vehicles = z.object({ vehicles: z.array(z.string()) })
/** So many at once: what follows from them is one statement. */
const AT_ONCE = 1000

// What a list still had of a user who was removed is erased rather than marked: a purge takes its time.
const GONE = `
WITH leaving AS (
  SELECT known.*, EXISTS (
      SELECT FROM tombstones WHERE realm = $1 AND kind = 'user' AND tombstones.id = known.user_id
        AND known.created_at > at IS NOT TRUE
    ) AS is_erased
  FROM (SELECT DISTINCT unnest($2::text[])) AS given (id) CROSS JOIN LATERAL (
    SELECT ctid AS place, * FROM connections WHERE realm = $1 AND id = given.id LIMIT 1
  ) AS known
  WHERE gone_at IS NULL AND read_at <= $3::timestamptz
), marked AS (
  UPDATE connections SET gone_at = $3::timestamptz
  WHERE ctid = ANY (ARRAY (SELECT place FROM leaving WHERE NOT is_erased))
), erased AS (
  DELETE FROM connections WHERE ctid = ANY (ARRAY (SELECT place FROM leaving WHERE is_erased))
), scheduled AS (
  INSERT INTO erasures (realm, user_id, vehicle_id, at)
  SELECT DISTINCT $1::smallint, user_id, vehicle_id, $3::timestamptz FROM leaving
  WHERE user_id IS NOT NULL OR vehicle_id IS NOT NULL RETURNING user_id, vehicle_id
), change AS (
  SELECT user_id, vehicle_id, mode, make, created_at, -1 AS n FROM leaving
), changed AS (${CHANGED})
SELECT changed.*, ARRAY (SELECT id FROM leaving WHERE is_erased) AS erased,
  coalesce((SELECT json_agg(json_build_array(user_id, vehicle_id)) FROM scheduled), '[]') AS parted FROM changed`

/** They are in no list any more; what was read later than that stays. */
export async function markGone(queries: Queries, realm: number, ids: readonly string[], at: Date): Promise<void> {
  await lockRealm(queries, realm)
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const [changed] = await queries.query(GONE, [realm, ids.slice(from, from + AT_ONCE), at])
    await follow(queries, realm, changed)
    await leaveNoId(queries, realm, Erased.parse(changed).erased)
    await purgeReadings(queries, realm, Parted.parse(changed).parted)
  }
}

// A row that is as it was is not written (directory-save.ts): the crawls' pages tell that it was read.
const UNREAD = `
SELECT id FROM connections
WHERE realm = $1 AND gone_at IS NULL AND read_at < $2 AND NOT EXISTS (
  SELECT FROM crawl_pages JOIN crawls ON crawls.id = crawl, unnest(ids) AS listed
  WHERE crawls.realm = $1 AND crawl_pages.read_at >= $2 AND listed = connections.id
)`

/** What was not read since. @returns how many that were */
export async function sweep(queries: Queries, realm: number, readBefore: Date, at: Date): Promise<number> {
  await lockRealm(queries, realm)
  const rows = await queries.query(UNREAD, [realm, readBefore])
  const ids = rows.map((row) => Id.parse(row).id)
  await markGone(queries, realm, ids, at)
  return ids.length
}

const TOMBSTONE = `
INSERT INTO tombstones AS known (realm, kind, id, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (realm, kind, id) DO UPDATE SET at = greatest(known.at, excluded.at)`

/**
 * Returns the IDs under which the provider lists what an ID names: an operator may have a UUID in another case. As it was
 * written, and in lower case, if no row has it yet.
 */
async function storedAs(queries: Queries, realm: number, column: 'id' | 'user_id', id: string): Promise<string[]> {
  if (!isUuid(id)) return [id]
  const rows = await queries.query(
    `SELECT DISTINCT ${column} AS id FROM connections WHERE realm = $1 AND ${column} = ANY ($2::text[])`,
    [realm, spellingsOf(id)],
  )
  const found = rows.map((row) => Id.parse(row).id)
  return found.length > 0 ? found : [...new Set([id, idKey(id)])]
}

/** A connection that was removed by us: gone, whatever a page that was read before says. */
export async function remove(queries: Queries, realm: number, connectionId: string, at: Date): Promise<void> {
  const ids = await storedAs(queries, realm, 'id', connectionId)
  await markGone(queries, realm, ids, at)
  for (const id of ids) await queries.query(TOMBSTONE, [realm, 'connection', id, at])
  // The tombstone is not to outlive the row, by which a purge of the user finds it.
  await queries.query(
    `UPDATE connections SET gone_at = greatest(gone_at, $3)
     WHERE realm = $1 AND id = ANY ($2::text[]) AND gone_at IS NOT NULL`,
    [realm, ids, at],
  )
}

const PURGE = `
WITH erased AS (
  DELETE FROM connections
  WHERE realm = $1 AND user_id = $2 AND created_at > $3::timestamptz IS NOT TRUE RETURNING id, user_id, vehicle_id, mode, make, created_at, gone_at
), change AS (
  SELECT user_id, vehicle_id, mode, make, created_at, -1 AS n FROM erased WHERE gone_at IS NULL
), changed AS (${CHANGED})
SELECT changed.*, ARRAY (SELECT id FROM erased) AS erased,
  ARRAY (SELECT DISTINCT vehicle_id FROM erased WHERE vehicle_id IS NOT NULL) AS vehicles FROM changed`

/**
 * Erases all rows of a user; a tombstone of the id alone stays.
 * @param isOld true for a removal of some time ago: what was connected since stays
 */
export async function purge(queries: Queries, realm: number, userId: string, at: Date, isOld: boolean): Promise<void> {
  await lockRealm(queries, realm)
  for (const id of await storedAs(queries, realm, 'user_id', userId)) await purgeStored(queries, realm, id, at, isOld)
  await purgeSubscriptions(queries, realm, userId)
}

async function purgeStored(queries: Queries, realm: number, userId: string, at: Date, isOld: boolean): Promise<void> {
  const [changed] = await queries.query(PURGE, [realm, userId, isOld ? at : null])
  await follow(queries, realm, changed)
  const { erased } = Erased.parse(changed)
  await queries.query(`DELETE FROM tombstones WHERE realm = $1 AND kind = 'connection' AND id = ANY ($2::text[])`, [
    realm,
    erased,
  ])
  await leaveNoId(queries, realm, erased)
  await purgeJobs(queries, realm, { userId, connections: erased, vehicles: Vehicles.parse(changed).vehicles })
  await queries.query(TOMBSTONE, [realm, 'user', userId, at])
  await scheduleUserErasure(queries, realm, userId, at)
}

export interface Removal {
  kind: 'user' | 'connection'
  id: string
  at: Date
}

/** The times of a note and of its line in the record differ by less. */
const SAME_MS = 1_000
const Tombstone = z.object({ kind: z.string(), id: z.string(), at: z.date() })

/** Those of them that the directory doesn't know of. */
export async function unknownRemovals(
  { query }: Queries,
  realm: number,
  removals: readonly Removal[],
): Promise<Removal[]> {
  if (removals.length === 0) return []
  const rows = await query('SELECT kind, id, at FROM tombstones WHERE realm = $1 AND id = ANY ($2::text[])', [
    realm,
    removals.flatMap(({ id }) => spellingsOf(storable(id))),
  ])
  const known = rows.map((row) => Tombstone.parse(row))
  const isKnown = ({ kind, id, at }: Removal) =>
    known.some((one) => one.kind === kind && isSameId(one.id, id) && one.at.getTime() >= at.getTime() - SAME_MS)
  return removals.filter((removal) => !isKnown(removal))
}

// A stand-in keeps a crawl's page as long as it was, or it would look like the end of its list.
const STAND_IN = `
WITH erased AS MATERIALIZED (
  SELECT id, gen_random_uuid()::text AS stand_in FROM unnest($2::text[]) AS id
), named AS MATERIALIZED (
  SELECT place FROM erased CROSS JOIN LATERAL (
    SELECT crawl_pages.ctid AS place FROM crawl_pages JOIN crawls ON crawls.id = crawl
    WHERE realm = $1 AND marks_of(ids) @> marks_of(ARRAY[erased.id]) AND ids @> ARRAY[erased.id] OFFSET 0
  ) AS known
)
UPDATE crawl_pages SET ids = ARRAY (
  SELECT coalesce(stand_in, listed.id) FROM unnest(ids) WITH ORDINALITY AS listed (id, place)
  LEFT JOIN erased ON erased.id = listed.id ORDER BY place
) WHERE ctid = ANY (ARRAY (SELECT place FROM named))`

/** No page of a crawl names them any more. */
async function leaveNoId(queries: Queries, realm: number, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await queries.query(STAND_IN, [realm, ids.slice(from, from + AT_ONCE)])
}

const FORGET = `
DELETE FROM connections WHERE ctid = ANY (ARRAY (
  SELECT ctid FROM connections WHERE realm = $1 AND gone_at < $2 LIMIT ${AT_ONCE}
)) RETURNING id`

/**
 * Erases some of what is gone for longer than that, and old tombstones; nothing where another instance does.
 * @returns how many connections
 */
export async function forget(queries: Queries, realm: number, goneBefore: Date): Promise<number> {
  if (!(await mayKeepHouse(queries, realm))) return 0
  await lockRealm(queries, realm)
  const rows = await queries.query(FORGET, [realm, goneBefore])
  await leaveNoId(
    queries,
    realm,
    rows.map((row) => Id.parse(row).id),
  )
  await queries.query('DELETE FROM tombstones WHERE realm = $1 AND at < $2', [realm, goneBefore])
  await forgetErasures(queries, realm)
  return rows.length
}
