/** Erases an account by its name: what is in the store of it, unless jobs that change something are unfinished. */
import * as z from 'zod/mini'
import { isChange } from '../api/job-operations'
import { jobOperations } from '../api/team-jobs'
import { eraseRealm, type RealmErasure } from './erase-realm'
import { lockRealm } from './realms'
import type { Queries, Store } from './store'
import { quoted } from './transaction'

export interface StoredAccount {
  realm: number
  /** `STORE_ACCOUNT`, the client’s ID, or a name that follows from the token. */
  name: string
  /** Address of the host that lists its connections. */
  host: string
}

const Realm = z.object({ id: z.number(), key: z.string() })
const Key = z.tuple([z.string(), z.string()], z.unknown())
const Count = z.object({ count: z.number() })

/** @returns undefined if the key isn't that of an account of a server's own */
export function accountOfKey(key: string): Pick<StoredAccount, 'name' | 'host'> | undefined {
  const { data } = Key.safeParse(parseJson(key))
  return data && { host: data[0], name: data[1] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws StoreError */
export async function listAccounts({ query }: Queries): Promise<StoredAccount[]> {
  const rows = (await query('SELECT id, key FROM realms WHERE NOT is_added ORDER BY id')).map((row) => Realm.parse(row))
  return rows.flatMap(({ id, key }) => {
    const account = accountOfKey(key)
    return account ? [{ realm: id, ...account }] : []
  })
}

/** Facts that are shown before the erasure. */
const shownTables = ['connections', 'subscriptions', 'jobs', 'views', 'deliveries', 'activity'] as const
export type ErasureCounts = Record<(typeof shownTables)[number], number>

/** @throws StoreError */
export async function countErasure({ query }: Queries, realm: number): Promise<ErasureCounts> {
  const counts = {} as ErasureCounts // filled below
  for (const table of shownTables) {
    const [row] = await query(`SELECT count(*) AS count FROM ${quoted(table)} WHERE realm = $1`, [realm])
    counts[table] = Count.parse(row).count
  }
  return counts
}

/** Changes that may still be sent, or that a person may resume; and what was sent without an outcome yet. */
const UNFINISHED = `
SELECT count(*) AS count FROM jobs
WHERE realm = $1 AND operation = ANY ($2::text[]) AND (phase IN ('running', 'paused') OR sending > 0)`
const changes = jobOperations.filter(isChange)

// No job that is erased is retried.
const END_RETRIES = 'UPDATE jobs SET erased_at = now() WHERE realm = $1 AND erased_at IS NULL'
const LAST_JOB = 'SELECT coalesce(max(id), 0) AS count FROM jobs WHERE realm = $1'

/** Servers with a sign of life within a minute. */
const RUNNING = "SELECT count(*) AS count FROM instances WHERE realm = $1 AND beat_at > now() - interval '1 minute'"

export async function countRunning({ query }: Queries, realm: number): Promise<number> {
  return Count.parse((await query(RUNNING, [realm]))[0]).count
}

/**
 * Jobs that begin meanwhile stay.
 * @returns the number of rows; or of jobs that are unfinished, and nothing was erased
 * @throws StoreError
 */
export async function eraseAccount(
  store: Store,
  realm: number,
  options: RealmErasure,
): Promise<{ erased: number } | { unfinished: number }> {
  const { unfinished, lastJob } = await store.transaction(async (queries) => {
    await lockRealm(queries, realm) // as the beginning of a job does
    const { count } = Count.parse((await queries.query(UNFINISHED, [realm, changes]))[0])
    if (count === 0) await queries.query(END_RETRIES, [realm])
    return { unfinished: count, lastJob: Count.parse((await queries.query(LAST_JOB, [realm]))[0]).count }
  })
  return unfinished > 0 ? { unfinished } : { erased: await eraseRealm(store, realm, { ...options, lastJob }) }
}
