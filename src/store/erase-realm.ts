/** Erases a realm, a part at a time, so that other statements don't wait for all of it. */
import * as z from 'zod/mini'
import { lockRealm } from './realms'
import type { Queries, Store } from './store'
import { quoted } from './transaction'

export interface RealmErasure {
  /** True to keep the store's copy of the record. The realm's own row stays, because the copy belongs to it. */
  keepsRecord?: boolean
  /** True if servers use the realm: its own row and what they share stay, and its counts are 0. */
  isInUse?: boolean
  /** Jobs with a higher ID stay: they began after the check. */
  lastJob?: number
}

/** Rows of one statement. */
const AT_ONCE = 1_000

/** Tables without the realm, by the column and the table that have it. */
const parents: Readonly<Record<string, readonly [column: string, table: string]>> = {
  job_results: ['job', 'jobs'],
  crawl_pages: ['crawl', 'crawls'],
}

/** Columns with the ID of a job. */
const jobColumns: Readonly<Record<string, string>> = { job_results: 'rows.job', job_items: 'job', jobs: 'id' }

/** Each after those that refer to it. */
const accountTables = [
  ...['job_results', 'job_items', 'jobs', 'crawl_pages', 'crawls'],
  ...['deliveries_waiting', 'delivery_attempts', 'delivery_forwards', 'deliveries', 'last_values', 'vehicle_errors'],
  ...['known_webhooks', 'erasures', 'subscriptions', 'views', 'connections', 'users', 'vehicles', 'tombstones'],
  'fleet_counts',
]
const recordTables = ['activity', 'activity_terms']
/** How far servers have copied their files. */
const positionTables = ['activity_files']
/** Rows of the servers that use the realm. */
const serverTables = ['instances', 'clicks', 'fetched_tokens', 'assets', 'buckets', 'result_keys', 'leases']

/** Every table that has rows of a realm, except `directory_counts` and `realms`, which are erased last. */
export const realmTables: readonly string[] = [...accountTables, ...recordTables, ...positionTables, ...serverTables]

const Count = z.object({ count: z.number() })

/**
 * Erases the rows of a realm from every table. Work in the realm must have ended before. After a failure, a second call
 * erases the rest.
 * @returns the number of rows, without `directory_counts` and `realms`
 * @throws StoreError
 */
export async function eraseRealm(store: Store, realm: number, options: RealmErasure = {}): Promise<number> {
  const { keepsRecord = false, isInUse = false, lastJob = Number.MAX_SAFE_INTEGER } = options
  const where = { realm, lastJob }
  const tables = [
    ...[...accountTables, ...(keepsRecord ? [] : recordTables)],
    ...[...(keepsRecord || isInUse ? [] : positionTables), ...(isInUse ? [] : serverTables)],
  ]
  let erased = 0
  for (const table of tables) {
    let count: number
    do {
      count = await store.transaction((queries) => eraseRows(queries, table, where, AT_ONCE))
      erased += count
    } while (count > 0)
  }
  await store.transaction(async (queries) => {
    // A page that was being saved meanwhile has ended, and its rows and counts leave together.
    await lockRealm(queries, realm)
    for (const table of tables) erased += await eraseRows(queries, table, where)
    await queries.query('DELETE FROM directory_counts WHERE realm = $1', [realm])
    if (isInUse) await queries.query('INSERT INTO directory_counts (realm) VALUES ($1)', [realm])
    else if (!keepsRecord) await queries.query('DELETE FROM realms WHERE id = $1', [realm])
  })
  return erased
}

interface Where {
  realm: number
  lastJob: number
}

async function eraseRows({ query }: Queries, table: string, { realm, lastJob }: Where, most?: number): Promise<number> {
  const [row] = await query(
    `WITH erased AS (
       DELETE FROM ${quoted(table)} WHERE ctid = ANY (ARRAY (${rowsOf(table)}${most ? ` LIMIT ${most}` : ''}))
       RETURNING 1
     ) SELECT count(*) AS count FROM erased`,
    rowsOf(table).includes('$2') ? [realm, lastJob] : [realm],
  )
  return Count.parse(row).count
}

function rowsOf(table: string): string {
  const parent = parents[table]
  const jobColumn = jobColumns[table]
  const ofJob = jobColumn ? ` AND ${jobColumn} <= $2::bigint` : ''
  if (!parent) return `SELECT ctid FROM ${quoted(table)} WHERE realm = $1${ofJob}`
  const [column, name] = parent
  return `SELECT rows.ctid FROM ${quoted(name)} AS parent JOIN ${quoted(table)} AS rows ON rows.${column} = parent.id
    WHERE parent.realm = $1${ofJob}`
}
