/** The directory of a realm: connections, and the users and vehicles that follow from them. */
import * as z from 'zod/mini'
import type { DirectoryRow } from '../api/directory-row'
import type { TeamFound, TeamPage, TeamUser, TeamVehicle } from '../api/team'
import type { TeamFleet } from '../api/team-fleet'
import { type Order, readOrder } from './directory-order'
import { forget, markGone, purge, type Removal, remove, sweep, unknownRemovals } from './directory-remove'
import { saveRows } from './directory-save'
import { findAny, type Search, searchShelf, userShelf, vehicleShelf } from './directory-search'
import { readFleet } from './fleet'
import type { Queries, Store } from './store'

export interface Directory {
  /**
   * Upserts what a page listed, or several pages, twice the same id too; users, vehicles and counts follow in the same transaction.
   * Unchanged rows are not written. What has a tombstone newer than `readAt` stays gone.
   * @param readAt when the page was asked for, not when it came: what was removed meanwhile is not to come
   *   back; of several pages, for each row
   * @param queries the transaction that it is part of
   * @param isKept true where the caller keeps the page's ids (crawl_pages), by which a sweep knows what was read
   */
  save(
    rows: readonly DirectoryRow[],
    readAt: Date | readonly Date[],
    queries?: Queries,
    isKept?: boolean,
  ): Promise<void>
  /** They are in no list any more. */
  gone(ids: readonly string[], at: Date, queries?: Queries): Promise<void>
  /** A connection removed by us: gone, with a tombstone. */
  removed(connectionId: string, at: Date): Promise<void>
  /** Those of them that it doesn't know of. */
  unknown(removals: readonly Removal[]): Promise<Removal[]>
  /**
   * A user removed by us: every row of theirs is erased; a tombstone of the id alone stays.
   * @param isOld true for a removal of some time ago: what was connected since stays
   */
  purgeUser(userId: string, at: Date, isOld?: boolean): Promise<void>
  /** @throws SearchError where the question is too long, or the cursor none of ours */
  users(search: Search): Promise<Omit<TeamPage<TeamUser>, 'asOf'>>
  /** @throws SearchError */
  vehicles(search: Search & { mode?: string; make?: string }): Promise<Omit<TeamPage<TeamVehicle>, 'asOf'>>
  /** @param isByParts true to leave out the search by equality @throws SearchError */
  find(q: string, limit: number, isByParts?: boolean): Promise<TeamFound>
  counts(): Promise<{ live: number; simulated: number; users: number; vehicles: number }>
  /** Connections by make and by month. */
  fleet(): Promise<Omit<TeamFleet, 'asOf'>>
  /** For the filter of vehicles, at most 200. */
  makes(): Promise<string[]>
  /** As it is now: for bisection. */
  order(): Promise<Order>
  /** Everything not read since: gone, after a whole crawl that ended without gaps. Returns how many. */
  sweep(readBefore: Date, at: Date, queries?: Queries): Promise<number>
  /** Erases what is gone for longer than that, and old tombstones; left to another instance that does. Returns how many connections. */
  forget(goneBefore: Date): Promise<number>
  /**
   * Moves new trigrams from the pending lists of their indexes into the indexes. Each search by parts reads these lists to
   * the end, which takes up to 40 ms. @returns how many pages the lists had
   */
  tidy(): Promise<number>
}

const number = z.number()
const Counts = z.object({ live: number, simulated: number, users: number, vehicles: number })
const NO_COUNTS = { live: 0, simulated: 0, users: 0, vehicles: 0 }
const Make = z.object({ make: z.string() })

// From make to make by the index: there are few, among any number of vehicles.
const MAKES = `
WITH RECURSIVE step AS (
  (SELECT make FROM vehicles WHERE realm = $1 AND make IS NOT NULL ORDER BY make LIMIT 1)
  UNION ALL
  SELECT (SELECT make FROM vehicles WHERE realm = $1 AND make > step.make ORDER BY make LIMIT 1)
  FROM step WHERE step.make IS NOT NULL
)
SELECT make FROM step WHERE make IS NOT NULL LIMIT 200`

const TIDY = `
SELECT sum(gin_clean_pending_list(oid))::int AS pages FROM pg_class
WHERE relname IN ('users_words', 'users_long_words', 'vehicles_words', 'vehicles_long_words')
  AND relnamespace = current_schema()::regnamespace`
const Tidied = z.object({ pages: number })

export function createDirectory(store: Store, realm: number): Directory {
  /** Within the caller's transaction, else in one of its own. */
  const within = <T>(queries: Queries | undefined, work: (queries: Queries) => Promise<T>): Promise<T> =>
    queries ? work(queries) : store.transaction(work)
  return {
    save: (rows, readAt, queries, isKept = false) =>
      within(queries, (own) => saveRows(own, realm, rows, readAt, isKept)),
    gone: (ids, at, queries) => within(queries, (own) => markGone(own, realm, ids, at)),
    removed: (connectionId, at) => store.transaction((own) => remove(own, realm, connectionId, at)),
    unknown: (removals) => unknownRemovals(store, realm, removals),
    purgeUser: (userId, at, isOld = false) => store.transaction((own) => purge(own, realm, userId, at, isOld)),
    users: (search) => searchShelf(store, realm, userShelf, search),
    vehicles: ({ mode, make, ...search }) => searchShelf(store, realm, vehicleShelf, search, { mode, make }),
    find: (q, limit, isByParts) => findAny(store, realm, q, limit, isByParts),
    async counts() {
      const [row] = await store.query('SELECT * FROM directory_counts WHERE realm = $1', [realm])
      return Counts.parse(row ?? NO_COUNTS)
    },
    fleet: () => readFleet(store, realm),
    makes: async () => (await store.query(MAKES, [realm])).map((row) => Make.parse(row).make),
    order: () => readOrder(store, realm),
    sweep: (readBefore, at, queries) => within(queries, (own) => sweep(own, realm, readBefore, at)),
    tidy: async () => Tidied.parse((await store.query(TIDY))[0]).pages,
    async forget(goneBefore) {
      let erased = 0
      for (;;) {
        const count = await store.transaction((own) => forget(own, realm, goneBefore))
        erased += count
        if (count === 0) return erased
      }
    },
  }
}
