/** Takes pages of connections in: a few statements, whatever their size. */
import type { DirectoryRow } from '../api/directory-row'
import { CHANGED, follow } from './directory-follow'
import { storedRows } from './directory-rows'
import { lockRealm } from './realms'
import type { Queries } from './store'

/** All that a list tells of a connection. */
const columns = [
  'user_id',
  'vehicle_id',
  'external_id',
  'make',
  'model',
  'year',
  'car',
  'powertrain',
  'mode',
  'permissions',
  'created_at',
  'updated_at',
]
const named = (table: string) => columns.map((column) => `${table}.${column}`).join(', ')

// Looked up one by one (LATERAL): before there are statistics, PostgreSQL takes a realm for a small part of the table.
// What is as it was is left out before the upsert, for that would lock it, which is a write. Nobody else writes: the
// realm is locked. Of two rows with one id the one listed last counts.
const SAVE = `
WITH page AS (
  SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($2::jsonb) AS listed (place integer, read_at timestamptz, id text, user_id text,
    vehicle_id text, external_id text, make text, model text, year smallint, car text, powertrain text, mode text,
    permissions text[], created_at timestamptz, updated_at timestamptz)
  ORDER BY id, place DESC
), fresh AS (
  SELECT page.*, known.id IS NOT NULL AND known.gone_at IS NULL AS was_present,
    known.user_id AS old_user, known.vehicle_id AS old_vehicle, known.mode AS old_mode,
    known.make AS old_make, known.created_at AS old_created
  FROM page LEFT JOIN LATERAL (SELECT * FROM connections WHERE realm = $1 AND id = page.id LIMIT 1) known ON true
  WHERE (known.id IS NULL OR known.read_at <= page.read_at AND (known.gone_at IS NULL OR known.gone_at <= page.read_at)
      AND ($3 OR known.gone_at IS NOT NULL OR (${named('known')}) IS DISTINCT FROM (${named('page')})))
    AND NOT EXISTS (SELECT FROM tombstones WHERE realm = $1 AND kind = 'connection' AND tombstones.id = page.id
      AND at > page.read_at)
    AND NOT EXISTS (SELECT FROM tombstones WHERE realm = $1 AND kind = 'user' AND tombstones.id = page.user_id
      AND at > page.read_at AND page.created_at > at IS NOT TRUE)
), written AS (
  INSERT INTO connections (realm, id, read_at, gone_at, ${columns.join(', ')})
  SELECT $1::smallint, id, read_at, NULL, ${columns.join(', ')} FROM fresh
  ON CONFLICT (realm, id) DO UPDATE SET read_at = excluded.read_at, gone_at = NULL,
    ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
), change AS (
  SELECT user_id, vehicle_id, mode, make, created_at, 1 AS n FROM fresh
  UNION ALL SELECT old_user, old_vehicle, old_mode, old_make, old_created, -1 FROM fresh WHERE was_present
)${CHANGED}`

/**
 * Upserts what a page listed, or several that were read one after the other, within the caller's transaction.
 * @param readAt when the page was asked for, or for each row when its page was
 * @param isKept true where the page itself is kept with its ids: what is as it was is not written at all
 */
export async function saveRows(
  queries: Queries,
  realm: number,
  rows: readonly DirectoryRow[],
  readAt: Date | readonly Date[],
  isKept: boolean,
): Promise<void> {
  await lockRealm(queries, realm)
  const [changed] = await queries.query(SAVE, [realm, storedRows(rows, readAt), !isKept])
  await follow(queries, realm, changed)
}
