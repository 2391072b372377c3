/** Users, vehicles and counts follow from the connections: only those of a change are made anew, in its transaction. */
import * as z from 'zod/mini'
import { FLEET_CHANGED, followFleet } from './fleet'
import type { Queries, Row } from './store'

const Change = z.object({
  /** How many connections came, went or are different now. */
  rows: z.number(),
  users: z.array(z.string()),
  vehicles: z.array(z.string()),
  live: z.number(),
  simulated: z.number(),
  /** By make and month. */
  fleet: z.array(z.unknown()),
})

/**
 * What a statement has changed, as its end: from `change`, one row for each connection as it is and, with `n` -1, as it
 * was, the present ones alone.
 */
export const CHANGED = `
  SELECT count(*) AS rows,
    coalesce(array_agg(DISTINCT user_id) FILTER (WHERE user_id IS NOT NULL), '{}') AS users,
    coalesce(array_agg(DISTINCT vehicle_id) FILTER (WHERE vehicle_id IS NOT NULL), '{}') AS vehicles,
    coalesce(sum(n) FILTER (WHERE mode = 'live'), 0) AS live,
    coalesce(sum(n) FILTER (WHERE mode = 'simulated'), 0) AS simulated,${FLEET_CHANGED} AS fleet
  FROM change`

/** Cars that a user is shown with, and those that are searched: a user may have thousands, and a vehicle users. */
const FEW = 5
const SEARCHED = 300
/** So much of a name is sorted by. */
const SORTED = 100
/** Bytes that an index along an order takes in, of the 2,704 that it can: `told` is kept apart where it is longer. */
const MOST_INDEXED = 2000
const isShort = `octet_length(id || name || told) <= ${MOST_INDEXED}`
const WORDS = `CASE WHEN ${isShort} THEN told END, CASE WHEN NOT ${isShort} THEN told END`

// Looked up one by one (LATERAL): before there are statistics, PostgreSQL takes a realm for a small part of the table,
// and the few that are gone for nearly all.
// "C" orders alike on every server, but knows no case beyond ASCII.
const FOLLOW = `
WITH person AS (
  SELECT user_id AS id,
    (array_agg(external_id ORDER BY updated_at DESC NULLS LAST, id) FILTER (WHERE external_id IS NOT NULL))[1] AS external_id,
    count(*) FILTER (WHERE mode = 'live') AS live,
    count(*) FILTER (WHERE mode = 'simulated') AS simulated,
    count(*) AS connections,
    count(DISTINCT vehicle_id) AS vehicles,
    array_agg(DISTINCT car COLLATE "C") FILTER (WHERE car <> '') AS cars,
    coalesce(max(updated_at), 'epoch') AS changed_at
  FROM unnest($2::text[]) AS touched CROSS JOIN LATERAL (
    SELECT * FROM connections WHERE realm = $1 AND user_id = touched OFFSET 0
  ) AS present
  WHERE gone_at IS NULL
  GROUP BY user_id
), old_person AS (
  SELECT known.* FROM unnest($2::text[]) AS touched CROSS JOIN LATERAL (
    SELECT id, ctid AS place FROM users WHERE realm = $1 AND id = touched LIMIT 1
  ) AS known
), put_person AS (
  INSERT INTO users AS known
    (realm, id, external_id, live, simulated, connections, vehicles, cars, changed_at, name, words, long_words)
  SELECT $1::smallint, id, external_id, live, simulated, connections, vehicles, coalesce(cars[1:${FEW}], '{}'), changed_at,
    name, ${WORDS}
  FROM person CROSS JOIN LATERAL (SELECT lower(left(coalesce(external_id, ''), ${SORTED})) AS name,
    lower(concat_ws(' ', external_id, array_to_string(cars[1:${SEARCHED}], ' ')) COLLATE "default") AS told) AS said
  ON CONFLICT (realm, id) DO UPDATE SET external_id = excluded.external_id, live = excluded.live,
    simulated = excluded.simulated, connections = excluded.connections, vehicles = excluded.vehicles,
    cars = excluded.cars, changed_at = excluded.changed_at, name = excluded.name, words = excluded.words, long_words = excluded.long_words
  WHERE known IS DISTINCT FROM excluded
), drop_person AS (
  DELETE FROM users WHERE ctid = ANY (ARRAY (SELECT place FROM old_person WHERE id NOT IN (SELECT id FROM person)))
), present AS (
  SELECT present.* FROM unnest($3::text[]) AS touched CROSS JOIN LATERAL (
    SELECT * FROM connections WHERE realm = $1 AND vehicle_id = touched OFFSET 0
  ) AS present
  WHERE gone_at IS NULL
), latest AS (
  SELECT DISTINCT ON (vehicle_id) vehicle_id, make, model, year, car, powertrain, mode, user_id, external_id
  FROM present
  ORDER BY vehicle_id, user_id IS NULL, updated_at DESC NULLS LAST, id
), vehicle AS (
  SELECT vehicle_id AS id, count(*) AS connections, count(DISTINCT user_id) AS users,
    coalesce(max(updated_at), 'epoch') AS changed_at,
    array_agg(DISTINCT external_id COLLATE "C") FILTER (WHERE external_id IS NOT NULL) AS owners
  FROM present
  GROUP BY vehicle_id
), old_vehicle AS (
  SELECT known.* FROM unnest($3::text[]) AS touched CROSS JOIN LATERAL (
    SELECT id, ctid AS place FROM vehicles WHERE realm = $1 AND id = touched LIMIT 1
  ) AS known
), put_vehicle AS (
  INSERT INTO vehicles AS known (realm, id, make, model, year, powertrain, mode, connections, users, user_id,
    external_id, changed_at, name, words, long_words)
  SELECT $1::smallint, id, make, model, year, powertrain, mode, connections, users, user_id, external_id, changed_at,
    name, ${WORDS}
  FROM vehicle JOIN latest ON vehicle_id = id
  CROSS JOIN LATERAL (SELECT lower(left(concat_ws(' ', make, model), ${SORTED})) AS name,
    lower(concat_ws(' ', car, array_to_string(owners[1:${SEARCHED}], ' ')) COLLATE "default") AS told) AS said
  ON CONFLICT (realm, id) DO UPDATE SET make = excluded.make, model = excluded.model, year = excluded.year,
    powertrain = excluded.powertrain, mode = excluded.mode, connections = excluded.connections,
    users = excluded.users, user_id = excluded.user_id, external_id = excluded.external_id,
    changed_at = excluded.changed_at, name = excluded.name, words = excluded.words, long_words = excluded.long_words
  WHERE known IS DISTINCT FROM excluded
), drop_vehicle AS (
  DELETE FROM vehicles WHERE ctid = ANY (ARRAY (SELECT place FROM old_vehicle WHERE id NOT IN (SELECT id FROM vehicle)))
)
UPDATE directory_counts SET live = live + $4::integer, simulated = simulated + $5::integer,
  users = users + (SELECT count(*) FROM person) - (SELECT count(*) FROM old_person),
  vehicles = vehicles + (SELECT count(*) FROM vehicle) - (SELECT count(*) FROM old_vehicle)
WHERE realm = $1`

/** Has users, vehicles and counts follow what a statement that ends with `CHANGED` has changed. */
export async function follow(queries: Queries, realm: number, changed: Row | undefined): Promise<void> {
  const { rows, users, vehicles, live, simulated, fleet } = Change.parse(changed)
  await followFleet(queries, realm, fleet)
  if (rows > 0) await queries.query(FOLLOW, [realm, users, vehicles, live, simulated])
}
