/**
 * Accounts of tokens that were added in browsers. Each browser that has the token has a lease of the account; with the last
 * one it ends: its jobs stop, its rows are never read again and are erased. Times of leases are those of the servers, which
 * seal them into cookies, too.
 */
import * as z from 'zod/mini'
import { reachedBound, teamBounds } from '../api/team-bounds'
import { BoundError } from './bounds'
import { eraseRealm } from './erase-realm'
import { ADD_REALM } from './realms'
import type { Queries, Row, Store } from './store'

/** A browser that has the token. */
export interface Lease {
  /** Names its cookie. */
  id: string
  /** The operator, or the address without sign-in. */
  owner: string
  endsAt: Date
}

export interface Leases {
  /**
   * The realm of an account. The browser's lease is stored if it is the first request of that browser.
   * @returns undefined if nothing was begun for it, or its last lease has ended
   */
  find(key: string, lease: Lease): Promise<number | undefined>
  /** The same for what is noted later, when no request of a browser is there. */
  realmOf(key: string): Promise<number | undefined>
  /** The realm of an account, which is created if there is none. @throws BoundError */
  begin(key: string, lease: Lease): Promise<number>
  /** Ends leases of browsers that forgot the token. A later one for the same token is kept if it is stored before. */
  end(ids: readonly string[]): Promise<void>
  /** A sign of life of the server that has the token. @returns false once the account has ended */
  beat(realm: number, key: string): Promise<boolean>
  /** That server has it no longer. */
  rest(realm: number): Promise<void>
  /** True while something needs the token. */
  hasWork(realm: number): Promise<boolean>
  /** The bound that the connections in the account, and in others of its owners, have reached. */
  reached(realm: number): Promise<BoundError | undefined>
  /**
   * Ends accounts whose leases have expired, pauses what needs a token that no server has, and erases what has ended.
   * @param staleMs without a sign of life for so long a server is gone
   */
  sweep(staleMs: number): Promise<void>
}

/** Any number: one at a time begins an account, so that two at once can't both pass a bound. */
const ACCOUNTS = 1_973_266
/** The number of an erased realm rests for so long, until no server has anything in memory of it. */
const REST = "interval '1 hour'"

const Realm = z.object({ id: z.number() })
const idOf = (row: Row) => Realm.parse(row).id
const Found = z.object({ id: z.number(), is_held: z.boolean() })
const Work = z.object({ has_work: z.boolean() })
const Used = z.object({ owner: z.number(), all: z.number() })

const IS_LEASED = (at: string) => `EXISTS (SELECT FROM leases WHERE leases.realm = realms.id AND ends_at > ${at})`
const FIND = `
SELECT id, EXISTS (SELECT FROM leases WHERE leases.realm = realms.id AND leases.id = $2) AS is_held
FROM realms WHERE key = $1 AND is_added AND ended_at IS NULL AND ${IS_LEASED('$3')}`
const HOLD = `
INSERT INTO leases (realm, id, owner, ends_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET realm = excluded.realm`

const ACCOUNTS_USED = `
SELECT count(*) FILTER (WHERE EXISTS (SELECT FROM leases WHERE leases.realm = realms.id AND owner = $1)) AS owner,
  count(*) AS all
FROM realms WHERE is_added AND ended_at IS NULL`
/**
 * $1: owners, of whom the one with the most connections counts. `directory_counts` has no connections of unknown mode; in the
 * months of `fleet_counts` each connection is counted once.
 */
const CONNECTIONS_USED = `
SELECT coalesce((SELECT max(sum) FROM (
    SELECT sum(live + simulated) AS sum FROM (SELECT DISTINCT owner, realm FROM leases WHERE owner = ANY ($1::text[])) AS held
    JOIN fleet_counts USING (realm) WHERE kind = 'month' GROUP BY owner
  ) AS sums), 0)::float8 AS owner,
  coalesce((
    SELECT sum(live + simulated) FROM fleet_counts JOIN realms ON id = realm WHERE is_added AND kind = 'month'
  ), 0)::float8 AS all`

const LOCK_ADDED = 'SELECT id FROM realms WHERE is_added AND ended_at IS NULL ORDER BY id FOR UPDATE'
const END = `
UPDATE realms SET ended_at = now(), key = 'ended ' || gen_random_uuid()
WHERE is_added AND ended_at IS NULL AND NOT ${IS_LEASED('$1')} RETURNING id`
const STOP_JOBS = `
UPDATE jobs SET phase = 'stopped', ended_at = now(), waiting_until = NULL, pause_cause = NULL, is_checking = false, told_at = now(),
  reason = 'Stopped because the token that was added in a browser was forgotten or has expired.'
WHERE realm = ANY ($1::smallint[]) AND phase IN ('running', 'paused')`
const STOP_CRAWLS = `
UPDATE crawls SET phase = 'stopped', ended_at = now() WHERE realm = ANY ($1::smallint[]) AND phase IN ('crawling', 'paused')`

/** Without a server that has its token; $1: seconds. */
const UNATTENDED = `
SELECT id FROM realms WHERE is_added AND ended_at IS NULL AND (beat_at IS NULL OR beat_at <= now() - make_interval(secs => $1))`
const PAUSE_JOBS = `
UPDATE jobs SET phase = CASE phase WHEN 'running' THEN 'paused' ELSE phase END, is_checking = false, waiting_until = NULL,
  pause_cause = CASE phase WHEN 'running' THEN 'no-token' ELSE pause_cause END, paused_at = now(), ordered_by = NULL
WHERE realm = ANY ($1::smallint[]) AND (phase = 'running' OR is_checking)`
const PAUSE_CRAWLS = `UPDATE crawls SET phase = 'paused', changed_at = now() WHERE realm = ANY ($1::smallint[]) AND phase = 'crawling'`

/** `directory_counts` is erased last. */
const TO_ERASE = `
SELECT id FROM realms WHERE is_added AND ended_at <= now() - make_interval(secs => $1)
  AND EXISTS (SELECT FROM directory_counts WHERE realm = realms.id)`
const TO_FREE = `SELECT id FROM realms WHERE is_added AND ended_at <= now() - ${REST}`

/** To be called in a transaction: the leases are read in a later statement than the one that waited for the locks. */
async function endUnleased({ query }: Queries, at: Date): Promise<void> {
  await query(LOCK_ADDED)
  const ended = (await query(END, [at])).map(idOf)
  if (ended.length === 0) return
  await query(STOP_JOBS, [ended])
  await query(STOP_CRAWLS, [ended])
  await query('DELETE FROM leases WHERE realm = ANY ($1::smallint[])', [ended])
}

/** @param now milliseconds since the epoch */
export function createLeases(store: Store, now: () => number = Date.now): Leases {
  const hold = ({ query }: Queries, realm: number, { id, owner, endsAt }: Lease) =>
    query(HOLD, [realm, id, owner, endsAt])

  async function begin(queries: Queries, key: string, lease: Lease): Promise<number> {
    const { query } = queries
    await query('SELECT pg_advisory_xact_lock($1)', [ACCOUNTS])
    await endUnleased(queries, new Date(now()))
    const [known] = await query('SELECT id FROM realms WHERE key = $1 AND is_added', [key])
    if (known) {
      await hold(queries, idOf(known), lease)
      return idOf(known)
    }
    const { owner, all } = Used.parse((await query(ACCOUNTS_USED, [lease.owner]))[0])
    if (owner >= teamBounds.addedAccounts.owner) throw new BoundError(reachedBound('addedAccounts', 'owner'))
    if (all >= teamBounds.addedAccounts.all) throw new BoundError(reachedBound('addedAccounts', 'all'))
    await query(ADD_REALM, [key, true])
    const realm = idOf((await query('SELECT id FROM realms WHERE key = $1 AND is_added', [key]))[0] ?? {})
    await query('INSERT INTO directory_counts (realm) VALUES ($1)', [realm])
    await hold(queries, realm, lease)
    return realm
  }

  return {
    async find(key, lease) {
      const [row] = await store.query(FIND, [key, lease.id, new Date(now())])
      if (!row) return undefined
      const { id, is_held: isHeld } = Found.parse(row)
      if (isHeld) return id
      return store.transaction(async (queries) => {
        const [open] = await queries.query('SELECT id FROM realms WHERE key = $1 AND is_added FOR UPDATE', [key])
        if (!open) return undefined // it has ended meanwhile
        await hold(queries, idOf(open), lease)
        return idOf(open)
      })
    },
    async realmOf(key) {
      const [row] = await store.query(FIND, [key, '', new Date(now())])
      return row && Found.parse(row).id
    },
    begin: (key, lease) => store.transaction((queries) => begin(queries, key, lease)),
    end: (ids) =>
      store.transaction(async (queries) => {
        await queries.query('DELETE FROM leases WHERE id = ANY ($1::text[])', [ids])
        await endUnleased(queries, new Date(now()))
      }),
    async beat(realm, key) {
      const rows = await store.query('UPDATE realms SET beat_at = now() WHERE id = $1 AND key = $2 RETURNING id', [
        realm,
        key,
      ])
      return rows.length > 0
    },
    async rest(realm) {
      await store.query('UPDATE realms SET beat_at = NULL WHERE id = $1', [realm])
    },
    async hasWork(realm) {
      const [row] = await store.query(
        `SELECT EXISTS (SELECT FROM jobs WHERE realm = $1 AND (phase = 'running' OR is_checking OR sending > 0))
           OR EXISTS (SELECT FROM crawls WHERE realm = $1 AND phase = 'crawling') AS has_work`,
        [realm],
      )
      return Work.parse(row).has_work
    },
    async reached(realm) {
      const owners = await store.query('SELECT DISTINCT owner FROM leases WHERE realm = $1', [realm])
      const used = Used.parse((await store.query(CONNECTIONS_USED, [owners.map(({ owner }) => owner)]))[0])
      for (const of of ['owner', 'all'] as const)
        if (used[of] >= teamBounds.addedConnections[of]) return new BoundError(reachedBound('addedConnections', of))
      return undefined
    },
    async sweep(staleMs) {
      await store.transaction((queries) => endUnleased(queries, new Date(now())))
      const unattended = (await store.query(UNATTENDED, [staleMs / 1000])).map(idOf)
      if (unattended.length > 0) {
        await store.query(PAUSE_JOBS, [unattended])
        await store.query(PAUSE_CRAWLS, [unattended])
      }
      for (const row of await store.query(TO_ERASE, [staleMs / 1000]))
        await eraseRealm(store, idOf(row), { keepsRecord: true })
      for (const row of await store.query(TO_FREE)) await eraseRealm(store, idOf(row))
    },
  }
}
