/** What jobs have read: handed out line by line for a file, and erased a day after their end, or with whom it is about. */
import * as z from 'zod/mini'
import { targetOf } from '../api/job-target'
import { jobItemStates } from '../api/team-jobs'
import { mayKeepHouse } from './realms'
import type { ResultSeal } from './result-seal'
import type { Queries, Row, Store } from './store'

/** One item with what it has brought. */
export interface JobLine {
  n: number
  target: string
  page: number | null
  state: (typeof jobItemStates)[number]
  status: number | null
  requestId: string | null
  detail: string | null
  tries: number
  at: Date | null
  /** As JSON, of several tries the first one first. */
  bodies: string[]
}

export interface JobResults {
  /**
   * The items of a job after a number, in their order: no more than fit into memory at once, none at its end.
   * @throws SealedResultError
   */
  lines(id: number, after: number): Promise<JobLine[]>
  /** One item. @throws SealedResultError */
  line(id: number, n: number): Promise<JobLine | undefined>
  /** The names of columns that came, in the order in which they were met. */
  names(id: number, most: number): Promise<string[]>
  /** Erases some of what those have read that ended before. @returns how much of it, 0 where nothing is left */
  erase(endedBefore: Date): Promise<number>
}

/** How long after its end a job's results are kept. */
export const KEPT_RESULTS_MS = 86_400_000

const Line = z.object({
  n: z.number(),
  target: z.string(),
  page: z.nullable(z.number()),
  state: z.enum(jobItemStates),
  status: z.nullable(z.number()),
  requestId: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  tries: z.number(),
  at: z.nullable(z.date()),
  results: z.array(z.object({ try: z.number(), body: z.nullable(z.string()), sealed: z.nullable(z.string()) })),
})
const Name = z.object({ name: z.string() })
const SealedNames = z.object({ names: z.nullable(z.string()) })

/** Items of one statement, and bytes: the last one may go beyond. */
const AT_ONCE = 1_000
const BYTES_AT_ONCE = 2 * 1024 * 1024

// As JSON, which is read at once: an array is read character by character.
/** @param limit of items */
const linesSql = (limit: number) => `
WITH ahead AS (
  SELECT n AS nth, (
    SELECT sum(coalesce(octet_length(sealed), octet_length(body))) FROM job_results
    WHERE job_results.job = $2 AND job_results.n = job_items.n
  ) AS bytes
  FROM job_items WHERE realm = $1 AND job = $2 AND n > $3 ORDER BY n LIMIT ${limit}
), measured AS (SELECT nth, coalesce(sum(bytes) OVER (ORDER BY nth), 0) - coalesce(bytes, 0) AS before FROM ahead)
SELECT n, target, page, state::text, status, request_id AS "requestId", detail, tries, at,
  coalesce((
    SELECT json_agg(json_build_object('try', try, 'body', body, 'sealed', encode(sealed, 'base64')) ORDER BY try)
    FROM job_results WHERE job_results.job = $2 AND job_results.n = job_items.n
  ), '[]') AS results
FROM job_items JOIN measured ON nth = n WHERE job = $2 AND before < ${BYTES_AT_ONCE} ORDER BY n`
const LINES = linesSql(AT_ONCE)
const LINE = linesSql(1)
const NAMES = `SELECT encode(sealed_names, 'base64') AS names FROM jobs WHERE realm = $1 AND id = $2`
/** Names beside results of before, which were not sealed. */
const PLAIN_NAMES = `
SELECT name FROM job_results JOIN jobs ON jobs.id = job, unnest(names) WITH ORDINALITY AS named (name, place)
WHERE realm = $1 AND job = $2 GROUP BY name ORDER BY min(n), min(place), name LIMIT $3`

/** Results that are erased in one transaction: each can be large. */
const ERASED_AT_ONCE = 200
// First nobody is given anything of it any more, then it goes.
const MARK = `
UPDATE jobs SET erased_at = now()
WHERE realm = $1 AND phase IN ('ended', 'stopped') AND ended_at < $2 AND erased_at IS NULL
  AND EXISTS (SELECT FROM job_items WHERE job = jobs.id AND scope IS NULL)`
const ERASE = `
DELETE FROM job_results WHERE ctid = ANY (ARRAY (
  SELECT job_results.ctid FROM job_results JOIN jobs ON jobs.id = job
  WHERE realm = $1 AND erased_at IS NOT NULL LIMIT ${ERASED_AT_ONCE}
)) RETURNING n`

/** @param seal opens what was read */
export function createJobResults(store: Store, realm: number, seal: ResultSeal): JobResults {
  function readLine(row: Row, job: number): JobLine {
    const { results, ...line } = Line.parse(row)
    const bodies = results.map(({ try: tries, body, sealed }) =>
      sealed === null ? (body ?? '') : seal.open(Buffer.from(sealed, 'base64'), job, line.n, tries),
    )
    return { ...line, bodies }
  }

  return {
    lines: async (id, after) => (await store.query(LINES, [realm, id, after])).map((row) => readLine(row, id)),
    async line(id, n) {
      const [row] = await store.query(LINE, [realm, id, n - 1])
      const line = row && readLine(row, id)
      return line?.n === n ? line : undefined
    },
    async names(id, most) {
      const plain = (await store.query(PLAIN_NAMES, [realm, id, most])).map((row) => Name.parse(row).name)
      const [row] = await store.query(NAMES, [realm, id])
      const sealed = row ? SealedNames.parse(row).names : null
      const names = seal.namesIn(sealed === null ? null : Buffer.from(sealed, 'base64'), id)
      return [...new Set([...plain, ...names])].slice(0, most)
    },
    erase: (endedBefore) =>
      store.transaction(async (queries) => {
        if (!(await mayKeepHouse(queries, realm))) return 0
        await queries.query(MARK, [realm, endedBefore])
        return (await queries.query(ERASE, [realm])).length
      }),
  }
}

const VALUES = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'
const BATCH = 'POST /v2.0/vehicles/{id}/batch'
const ended = `state NOT IN ('sending', 'waiting')`
const unnamed = (which: string) => `UPDATE job_items SET target = '' WHERE realm = $1 AND ${ended} AND ${which}`
const unread = (which: string) =>
  `DELETE FROM job_results USING job_items
   WHERE job_results.job = job_items.job AND job_results.n = job_items.n AND realm = $1 AND ${which}`

/** With their user the connections go: what a job has done with one names it no more, and what it has read is erased. */
export async function purgeJobs(
  { query }: Queries,
  realm: number,
  gone: { userId: string; connections: readonly string[]; vehicles: readonly string[] },
): Promise<void> {
  const { userId, connections, vehicles } = gone
  const user = targetOf(userId)
  const read = `operation = '${VALUES}' AND split_part(target, '/', 3) = $2`
  await query(unnamed(`operation = 'DELETE /v3/connections/{connectionId}' AND target = ANY ($2::text[])`), [
    realm,
    connections,
  ])
  await query(unnamed(`operation = 'POST /v3/subscriptions' AND split_part(target, '/', 2) = $2`), [realm, user])
  await query(unread(`operation = '${BATCH}' AND target = ANY ($2::text[])`), [realm, vehicles])
  await query(unread(read), [realm, user])
  await query(unnamed(read), [realm, user])
  // All that begins with the vehicle: “0” is what follows a slash.
  for (const vehicle of vehicles)
    await query(unread(`operation = '${VALUES}' AND target >= $2 AND target < $3`), [
      ...[realm, `${targetOf(vehicle)}/`, `${targetOf(vehicle)}0`],
    ])
}

const isApart = (which: string) =>
  `NOT EXISTS (SELECT FROM connections AS c WHERE realm = $1 AND gone_at IS NULL AND ${which})`
const PARTED = `
WITH gone AS MATERIALIZED (
  SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS gone (user_id, vehicle_id, user_target, vehicle_target)
), read AS MATERIALIZED (
  SELECT job, n FROM gone CROSS JOIN LATERAL (
    SELECT job, n FROM job_items WHERE realm = $1 AND operation = '${VALUES}'
      AND split_part(target, '/', 3) = user_target AND split_part(target, '/', 1) = vehicle_target OFFSET 0
  ) AS read WHERE ${isApart('c.user_id = gone.user_id AND c.vehicle_id = gone.vehicle_id')}
  UNION ALL
  SELECT job, n FROM gone CROSS JOIN LATERAL (
    SELECT job, n FROM job_items WHERE realm = $1 AND operation = '${BATCH}' AND target = gone.vehicle_id OFFSET 0
  ) AS read WHERE ${isApart('c.vehicle_id = gone.vehicle_id')}
)
DELETE FROM job_results USING read WHERE job_results.job = read.job AND job_results.n = read.n`

/** Erases what jobs have read of a vehicle for a user, if no connection is left between them. */
export async function purgeReadings(
  { query }: Queries,
  realm: number,
  pairs: readonly (readonly [userId: string | null, vehicleId: string | null])[],
): Promise<void> {
  if (pairs.length === 0) return
  const [users, vehicles] = [pairs.map(([user]) => user), pairs.map(([, vehicle]) => vehicle)]
  const targets = (ids: readonly (string | null)[]) => ids.map((id) => (id === null ? null : targetOf(id)))
  await query(PARTED, [realm, users, vehicles, targets(users), targets(vehicles)])
}
