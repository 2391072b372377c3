/** Crawls of a realm: which one is under way and whose it is, and each page that it has read. */
import * as z from 'zod/mini'
import type { DirectoryRow } from '../api/directory-row'
import type { Directory } from './directory'
import { storable } from './directory-rows'
import { lockRealm, mayKeepHouse } from './realms'
import type { Queries, Row, Store } from './store'

export interface CrawlRecord {
  id: number
  kind: 'whole' | 'head' | 'seek'
  phase: 'crawling' | 'paused' | 'stopped' | 'done' | 'failed'
  begunBy: string | null
  begunAt: Date
  endedAt: Date | null
  requests: number
  error: string | null
  instance: string | null
  beatAt: Date | null
  /** What its crawler had to say of it last. */
  summary: string | null
}

export interface CrawlPageRecord {
  list: string
  page: number
  size: number
  readings: number
  total: number | null
  ids: string[]
  hasNext: boolean
  broken: number
  readAt: Date
}

/** As of one moment. */
export interface CrawlOverview {
  current: CrawlRecord | undefined
  latest: CrawlRecord | undefined
  /** The last that ended as done, of each kind. */
  done: Record<CrawlRecord['kind'], CrawlRecord | undefined>
  counts: { live: number; simulated: number; users: number; vehicles: number }
}

/** A page as it is kept, and its rows. */
export interface CrawledPage {
  kept: CrawlPageRecord
  rows: readonly DirectoryRow[]
}

export interface Crawls {
  /** What `current`, `latest`, `last` and the directory's `counts` say, read at once: no count is of another moment. */
  overview(): Promise<CrawlOverview>
  /** The one under way or paused. */
  current(): Promise<CrawlRecord | undefined>
  /** The one that began last, whatever became of it. */
  latest(): Promise<CrawlRecord | undefined>
  /** The last that ended as done, of that kind. */
  last(kind: CrawlRecord['kind']): Promise<CrawlRecord | undefined>
  /** Undefined where another one is under way. */
  begin(kind: CrawlRecord['kind'], begunBy: string | null, instance: string): Promise<CrawlRecord | undefined>
  /** Goes on with one that was stopped or has failed, whose pages are still there. False where another one is under way. */
  again(id: number, instance: string): Promise<boolean>
  /** Takes it over where its instance's heartbeat is older than that, or is nobody's; of two at once, one does. */
  takeOver(id: number, instance: string, staleMs: number): Promise<boolean>
  /** False: it is another's now, or has ended. @param summary what is said of it by now */
  beat(id: number, instance: string, summary?: string): Promise<boolean>
  /**
   * Pages with their rows in one transaction, in the order in which they were read, no page of a list twice: none is lost or
   * doubled, whenever the process ends. False: no longer ours.
   */
  savePages(id: number, instance: string, pages: readonly CrawledPage[], directory: Directory): Promise<boolean>
  /** By list and page, each as it was read last. */
  pages(id: number): Promise<CrawlPageRecord[]>
  /**
   * Erases crawls that have ended before a time, except the last of all and the last done ones of each kind, and the pages
   * of those that began too long ago to go on. What another instance erases at the same time is left to it.
   */
  forget(times: { endedBefore: Date; begunBefore: Date }): Promise<void>
  /** Of a crawl that is under way or paused; one that has ended stays as it is. */
  setPhase(id: number, phase: CrawlRecord['phase'], error?: string, summary?: string): Promise<void>
}

const Crawl = z.object({
  id: z.number(),
  kind: z.enum(['whole', 'head', 'seek']),
  phase: z.enum(['crawling', 'paused', 'stopped', 'done', 'failed']),
  begunBy: z.nullable(z.string()),
  begunAt: z.date(),
  endedAt: z.nullable(z.date()),
  requests: z.number(),
  error: z.nullable(z.string()),
  instance: z.nullable(z.string()),
  beatAt: z.nullable(z.date()),
  summary: z.nullable(z.string()),
})
const CRAWL = `id, kind, phase, begun_by AS "begunBy", begun_at AS "begunAt", ended_at AS "endedAt", requests, error,
  instance, beat_at AS "beatAt", summary`
const UNDER_WAY = `phase IN ('crawling', 'paused')`

const CrawlPage = z.object({
  list: z.string(),
  page: z.number(),
  size: z.number(),
  readings: z.number(),
  total: z.nullable(z.number()),
  ids: z.array(z.string()),
  hasNext: z.boolean(),
  broken: z.number(),
  readAt: z.date(),
})

const Overview = z.object({
  role: z.enum(['current', 'latest', 'whole', 'head', 'seek']),
  live: z.number(),
  simulated: z.number(),
  users: z.number(),
  vehicles: z.number(),
})
const OVERVIEW = `
WITH known AS (
  SELECT 'current' AS role, (SELECT id FROM crawls WHERE realm = $1 AND ${UNDER_WAY}) AS crawl
  UNION ALL SELECT 'latest', (SELECT id FROM crawls WHERE realm = $1 ORDER BY id DESC LIMIT 1)
  UNION ALL SELECT role, (
    SELECT id FROM crawls WHERE realm = $1 AND kind = role AND phase = 'done' ORDER BY id DESC LIMIT 1
  ) FROM unnest(ARRAY['whole', 'head', 'seek']) AS kinds (role)
)
SELECT role, coalesce(live, 0) AS live, coalesce(simulated, 0) AS simulated, coalesce(users, 0) AS users,
  coalesce(vehicles, 0) AS vehicles, ${CRAWL}
FROM known LEFT JOIN directory_counts AS counts ON counts.realm = $1 LEFT JOIN crawls ON crawls.id = crawl`

const crawlOf = (row: Row | undefined): CrawlRecord | undefined => (row ? Crawl.parse(row) : undefined)

// Rows that were not taken in, for their user was removed, leave no id either; a stand-in keeps the page's length. Looked
// up one by one, as in directory-save.ts: a join would read the whole realm for each page before there are statistics.
const SAVE_PAGES = `
INSERT INTO crawl_pages (crawl, list, page, size, readings, total, ids, has_next, broken, read_at)
SELECT $1, list, page, size, readings, total, ARRAY (
  SELECT CASE WHEN known.id IS NULL AND listed.id = ANY ($3::text[]) THEN gen_random_uuid()::text ELSE listed.id END
  FROM unnest(ids) WITH ORDINALITY AS listed (id, place)
  LEFT JOIN LATERAL (SELECT id FROM connections WHERE realm = $4 AND id = listed.id LIMIT 1) AS known ON true
  ORDER BY place
), "hasNext", broken, "readAt"
FROM jsonb_to_recordset($2::jsonb) AS read (list text, page integer, size integer, readings integer, total bigint,
  ids text[], "hasNext" boolean, broken integer, "readAt" timestamptz)
ON CONFLICT (crawl, list, page) DO UPDATE SET size = excluded.size, readings = excluded.readings,
  total = excluded.total, ids = excluded.ids, has_next = excluded.has_next, broken = excluded.broken,
  read_at = excluded.read_at`

/** An engine beside us keeps the memory that its largest answer has taken: of a million ids, 300 MB. */
const PAGES_AT_ONCE = 100
const PAGES = `
SELECT list, page, size, readings, total, ids, has_next AS "hasNext", broken, crawl_pages.read_at AS "readAt"
FROM crawl_pages JOIN crawls ON crawls.id = crawl
WHERE realm = $1 AND crawl = $2 AND (list, page) > ($3, $4::integer) ORDER BY list, page LIMIT $5`

// A page that is read again may hold others: those that it held before were read all the same, as a sweep must know.
const NOTE_READ = `
UPDATE connections SET read_at = before.read_at FROM crawl_pages AS before
WHERE crawl = $2 AND list = $3 AND page = $4 AND connections.realm = $1 AND connections.id = ANY (before.ids)
  AND connections.read_at < before.read_at`

// Of crawls that have ended, only the order that the last whole one saw is still of use.
const DROP_PAGES = `
DELETE FROM crawl_pages USING crawls
WHERE crawls.id = crawl AND realm = $1 AND NOT ${UNDER_WAY} AND crawls.id IS DISTINCT FROM
  (SELECT max(id) FROM crawls WHERE realm = $1 AND kind = 'whole' AND phase = 'done')`

// What is shown and decided of those that have ended is the last one's, and the last done one's of each kind.
const FORGET = `
DELETE FROM crawls WHERE realm = $1 AND ended_at < $2 AND NOT ${UNDER_WAY}
  AND id <> (SELECT max(id) FROM crawls WHERE realm = $1)
  AND id <> ALL (SELECT max(id) FROM crawls WHERE realm = $1 AND phase = 'done' GROUP BY kind)`

export function createCrawls(store: Store, realm: number): Crawls {
  const one = async (queries: Queries, sql: string, parameters: readonly unknown[]) =>
    (await queries.query(sql, [realm, ...parameters]))[0]
  return {
    async overview() {
      const rows = await store.query(OVERVIEW, [realm])
      const of = (role: z.infer<typeof Overview>['role']) => {
        const row = rows.find((each) => each.role === role)
        return row?.id === null ? undefined : crawlOf(row)
      }
      const { role: _, ...counts } = Overview.parse(rows[0])
      const done = { whole: of('whole'), head: of('head'), seek: of('seek') }
      return { current: of('current'), latest: of('latest'), done, counts }
    },
    current: async () => crawlOf(await one(store, `SELECT ${CRAWL} FROM crawls WHERE realm = $1 AND ${UNDER_WAY}`, [])),
    latest: async () =>
      crawlOf(await one(store, `SELECT ${CRAWL} FROM crawls WHERE realm = $1 ORDER BY id DESC LIMIT 1`, [])),
    last: async (kind) =>
      crawlOf(
        await one(
          store,
          `SELECT ${CRAWL} FROM crawls WHERE realm = $1 AND kind = $2 AND phase = 'done' ORDER BY id DESC LIMIT 1`,
          [kind],
        ),
      ),
    begin: (kind, begunBy, instance) =>
      store.transaction(async (queries) => {
        await lockRealm(queries, realm)
        await queries.query(DROP_PAGES, [realm])
        return crawlOf(
          await one(
            queries,
            `INSERT INTO crawls (realm, kind, begun_by, instance, beat_at) VALUES ($1, $2, $3, $4, now())
             ON CONFLICT (realm) WHERE ${UNDER_WAY} DO NOTHING RETURNING ${CRAWL}`,
            [kind, begunBy === null ? null : storable(begunBy), instance],
          ),
        )
      }),
    again: (id, instance) =>
      store.transaction(async (queries) => {
        await lockRealm(queries, realm)
        const row = await one(
          queries,
          `UPDATE crawls SET phase = 'crawling', error = NULL, ended_at = NULL, changed_at = now(), instance = $3,
             beat_at = now()
           WHERE realm = $1 AND id = $2 AND phase IN ('stopped', 'failed')
             AND NOT EXISTS (SELECT FROM crawls WHERE realm = $1 AND (${UNDER_WAY} OR id > $2)) RETURNING id`,
          [id, instance],
        )
        return row !== undefined
      }),
    async takeOver(id, instance, staleMs) {
      const row = await one(
        store,
        `UPDATE crawls SET instance = $3, beat_at = now() WHERE realm = $1 AND id = $2 AND ${UNDER_WAY}
         AND (instance IS NULL OR instance = $3 OR beat_at IS NULL OR beat_at <= now() - make_interval(secs => $4))
         RETURNING id`,
        [id, instance, staleMs / 1000],
      )
      return row !== undefined
    },
    async beat(id, instance, summary) {
      const row = await one(
        store,
        `UPDATE crawls SET beat_at = now(), summary = coalesce($4, summary)
         WHERE realm = $1 AND id = $2 AND instance = $3 AND ${UNDER_WAY} RETURNING id`,
        [id, instance, summary ?? null],
      )
      return row !== undefined
    },
    savePages: (id, instance, pages, directory) =>
      store.transaction(async (queries) => {
        await lockRealm(queries, realm) // before the crawl, as everywhere: two who wait for each other would both fail
        const ours = await one(
          queries,
          `UPDATE crawls SET requests = requests + $4, changed_at = now(), beat_at = now()
           WHERE realm = $1 AND id = $2 AND instance = $3 AND ${UNDER_WAY} RETURNING id`,
          [id, instance, pages.length],
        )
        if (!ours) return false
        for (const { kept } of pages)
          if (kept.readings > 1) await queries.query(NOTE_READ, [realm, id, storable(kept.list), kept.page])
        const rows = pages.flatMap((page) => page.rows)
        const readAt = pages.flatMap((page) => page.rows.map(() => page.kept.readAt))
        await directory.save(rows, readAt, queries, true)
        const known = pages.map(({ kept }) => ({
          ...kept,
          list: storable(kept.list),
          ids: kept.ids.map((each) => storable(each)),
        }))
        await queries.query(SAVE_PAGES, [id, JSON.stringify(known), rows.map((row) => row.id), realm])
        return true
      }),
    async pages(id) {
      const pages: CrawlPageRecord[] = []
      for (let last: CrawlPageRecord | undefined; ; last = pages.at(-1)) {
        const rows = await store.query(PAGES, [realm, id, last?.list ?? '', last?.page ?? 0, PAGES_AT_ONCE])
        pages.push(...rows.map((row) => CrawlPage.parse(row)))
        if (rows.length < PAGES_AT_ONCE) return pages
      }
    },
    forget: ({ endedBefore, begunBefore }) =>
      store.transaction(async (queries) => {
        if (!(await mayKeepHouse(queries, realm))) return
        await lockRealm(queries, realm)
        await queries.query(`${DROP_PAGES} AND begun_at < $2`, [realm, begunBefore])
        await queries.query(FORGET, [realm, endedBefore])
      }),
    async setPhase(id, phase, error, summary) {
      await store.query(
        `UPDATE crawls SET phase = $3, error = $4, summary = coalesce($5, summary), changed_at = now(),
           ended_at = CASE WHEN $3 IN ('stopped', 'done', 'failed') THEN now() END
         WHERE realm = $1 AND id = $2 AND ${UNDER_WAY}`,
        [realm, id, phase, error === undefined ? null : storable(error), summary ?? null],
      )
    },
  }
}
