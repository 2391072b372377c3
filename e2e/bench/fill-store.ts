/**
 * Fills a store with the sandbox's connections, as a whole crawl that has just ended would: rows first, then the users and
 * vehicles that follow from them, by the product's own statements, then the indexes. A crawl of a million takes an hour.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { directoryRow } from '../../src/api/directory-row'
import { createFleet } from '../../src/sandbox/fleet'
import { follow } from '../../src/store/directory-follow'
import { storedRows } from '../../src/store/directory-rows'
import { openEmbedded } from '../../src/store/embedded'
import { FLEET_CHANGED, followFleet } from '../../src/store/fleet'
import { createDatabase } from '../../src/store/harness'
import { migrate } from '../../src/store/migrate'
import { withPatience } from '../../src/store/postgres'
import { openRealm } from '../../src/store/realms'
import type { Queries, Store } from '../../src/store/store'

/** Rows of one statement. */
const AT_ONCE = 5_000
const PAGE_SIZE = 100
/** A statement may take as long as it takes: it is measured by nobody. */
const PATIENCE_MS = 3_600_000
/** The sandbox's own, so that a check for differences finds none. */
const SEED = 1

type Filled = Queries & Pick<Store, 'transaction'>

const ROWS = `
INSERT INTO connections (realm, id, read_at, user_id, vehicle_id, external_id, make, model, year, car, powertrain, mode,
  permissions, created_at, updated_at)
SELECT $1, id, now(), user_id, vehicle_id, external_id, make, model, year, car, powertrain, mode, permissions, created_at,
  updated_at
FROM jsonb_to_recordset($2::jsonb) AS listed (id text, user_id text, vehicle_id text, external_id text, make text,
  model text, year smallint, car text, powertrain text, mode text, permissions text[], created_at timestamptz,
  updated_at timestamptz)
ON CONFLICT DO NOTHING`

const PAGE = `
INSERT INTO crawl_pages (crawl, list, page, size, total, ids, has_next, read_at)
SELECT $1, list, page, size, total, ids, has_next, now() FROM jsonb_to_recordset($2::jsonb)
  AS kept (list text, page integer, size integer, total bigint, ids text[], has_next boolean)`

const FLEET = `
WITH change AS (SELECT make, created_at, mode, 1 AS n FROM connections WHERE realm = $1)
SELECT ${FLEET_CHANGED} AS fleet`
const Fleet = z.object({ fleet: z.array(z.unknown()) })

const BEGIN = `
INSERT INTO crawls (realm, kind, phase, begun_at, ended_at, requests, instance, summary)
VALUES ($1, 'whole', 'done', now(), now(), $2, $3, $4) RETURNING id`

/** Without those of a table, rows go in several times as fast. @returns what makes them again */
async function dropIndexes({ query }: Queries, table: string): Promise<string[]> {
  const indexes = await query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1
     AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [table],
  )
  for (const { indexname } of indexes) await query(`DROP INDEX ${String(indexname)}`)
  return indexes.map(({ indexdef }) => String(indexdef))
}

const distinct = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))]

/** @param key names the realm (src/gateway/team/realm.ts), which is to be empty */
export async function fill(store: Filled, key: string, count: number, say: (line: string) => void): Promise<void> {
  const { query } = store
  const realm = await openRealm(store, key)
  const fleet = createFleet(count, SEED)
  const chunks = Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, nth) => nth * AT_ONCE)
  const rowsFrom = (from: number) =>
    Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, nth) => directoryRow(fleet.body(from + nth)))

  const pages = Math.ceil(count / PAGE_SIZE)
  const remarks = { missing: 0, unsure: 0, short: 0, broken: 0 }
  const summary = JSON.stringify({ lists: ['all'], size: PAGE_SIZE, pages, left: 0, remarks })
  const [crawl] = await query(BEGIN, [realm, pages + 3, randomUUID(), summary])
  const live = fleet.find('mode', 'live').length
  const totals = Object.entries({ all: count, live, simulated: count - live })
  const counted = totals.map(([list, total]) => ({
    list: `${list} total`,
    page: 1,
    size: 1,
    total,
    ids: [],
    has_next: true,
  }))
  await query(PAGE, [crawl?.id, JSON.stringify(counted)])

  const ofConnections = await dropIndexes(store, 'connections')
  for (const from of chunks) {
    const rows = rowsFrom(from)
    await query(ROWS, [realm, storedRows(rows, new Date())])
    const kept = Array.from({ length: Math.ceil(rows.length / PAGE_SIZE) }, (_, nth) => {
      const page = from / PAGE_SIZE + nth + 1
      const ids = rows.slice(nth * PAGE_SIZE, (nth + 1) * PAGE_SIZE).map(({ id }) => id)
      return { list: 'all', page, size: PAGE_SIZE, total: count, ids, has_next: page < pages }
    })
    await query(PAGE, [crawl?.id, JSON.stringify(kept)])
  }
  for (const index of ofConnections) await query(index)
  await query('ANALYZE connections')
  say(`${count} connections`)

  const ofOthers = [...(await dropIndexes(store, 'users')), ...(await dropIndexes(store, 'vehicles'))]
  for (const from of chunks) {
    const rows = rowsFrom(from)
    const lives = rows.filter(({ mode }) => mode === 'live').length
    await follow(store, realm, {
      rows: rows.length,
      users: distinct(rows.map(({ userId }) => userId)),
      vehicles: distinct(rows.map(({ vehicleId }) => vehicleId)),
      live: lives,
      simulated: rows.length - lives,
      fleet: [],
    })
  }
  const [counts] = await query(FLEET, [realm])
  await followFleet(store, realm, Fleet.parse(counts).fleet)
  for (const index of ofOthers) await query(index)
  await query('ANALYZE')
  say('their users and vehicles')
}

/** On a real server, which ends with this process. */
export const emptyDatabase = createDatabase

const quiet = { info: () => undefined, warn: () => undefined }

export async function fillFolder(folder: string, key: string, count: number, say: (line: string) => void) {
  const patience = { statementMs: PATIENCE_MS, hopelessMs: PATIENCE_MS }
  const store = await openEmbedded({ folder, ...patience }, quiet)
  try {
    await fill(store, key, count, say)
    await store.maintain()
  } finally {
    await store.close()
  }
}

export async function fillPostgres(url: string, key: string, count: number, say: (line: string) => void) {
  await withPatience({ url, pool: 1 }, async (store) => {
    await migrate(store)
    await fill(store, key, count, say)
    await store.query('VACUUM (ANALYZE)')
  })
}
