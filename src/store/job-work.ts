/**
 * What an instance does with jobs: which are its own, what it sends next, and what became of it. An item is `sending`
 * before its request leaves and until its outcome is written, so that no process that is killed leaves one that looks
 * unsent.
 */
import * as z from 'zod/mini'
import type { ReachedBound } from '../api/team-bounds'
import { lockResults, roomForResult } from './bounds'
import { storable } from './directory-rows'
import { type JobResult, saveResult } from './job-result-save'
import { counted, JOB, type JobRecord, readJob } from './job-rows'
import { lockedInOrder, mayContinue, PAUSE_EXPIRED, paused, type SignInBound, signInSince } from './people'
import type { ResultSeal } from './result-seal'
import type { Row, Store } from './store'

/** What is sent next. */
export interface JobItem {
  n: number
  target: string
  tries: number
  /** Of what is read in pages, from 1. */
  page: number | null
  /** Where its read goes on. */
  place: string | null
}

/** What a read is followed by: the next page of its target, or, of itself, where another try goes on. */
export interface JobFollowing {
  next?: { page: number; place: string } | undefined
  place?: string | undefined
}

/** What became of an item; `waiting`: nothing, and it is to be sent again. */
export interface JobOutcome {
  state: 'done' | 'failed' | 'unknown' | 'asleep' | 'waiting'
  status?: number | undefined
  requestId?: string | undefined
  detail?: string | undefined
}

/** One try of one item, by one instance. */
export interface Try {
  job: number
  n: number
  tries: number
  instance: string
}

export interface JobWork {
  /** Those that this instance works at from now on: all that are due, but for those of another whose heart beats. */
  take(instance: string, staleMs: number): Promise<JobRecord[]>
  /**
   * What others left as `sending` in a job of this instance's: nobody knows what became of it.
   * @param detail why, for people; null where that does no harm: it waits again
   */
  orphans(id: number, instance: string, detail: string | null): Promise<void>
  /** @param isRetrying if true, only failed items that are sent again */
  next(id: number, limit: number, isRetrying?: boolean): Promise<JobItem[]>
  /** Pauses those whose person signed out, lost the role, or signed in too long ago. @returns each to one instance */
  pauseExpired(): Promise<JobRecord[]>
  /**
   * Pauses those whose added token no server has, and keeps the others for this server.
   * @param ids of the tokens that this server has; called once it is known which jobs need one, because a token is held
   * before its job is stored
   */
  pauseTokenless(instance: string, ids: () => readonly string[], staleMs: number): Promise<JobRecord[]>
  /** Of these tokens, those that running jobs of this server need. */
  usedTokens(instance: string): Promise<string[]>
  /**
   * To be called right before the request leaves. False: it is not to be sent, here or now.
   * @param isRead if true, room for what it may bring is reserved until its outcome is written
   */
  sending(one: Omit<Try, 'tries'>, isRead?: boolean): Promise<boolean>
  /** Tells if the next read of the job fits into the store; the bound that is reached, if none will. */
  room(id: number): Promise<'free' | 'busy' | ReachedBound>
  /** Of a try that was begun here; a late one still corrects what is unknown. False: it has been tried again since. */
  outcome(one: Try, outcome: JobOutcome): Promise<boolean>
  /**
   * The same of a read, with what it has brought and what follows it: all of it or nothing.
   * @returns how many bytes the job has read; undefined where it is another's read by now
   */
  keep(
    one: Try,
    outcome: JobOutcome,
    result: JobResult | undefined,
    following: JobFollowing,
  ): Promise<number | undefined>
  /** What is unknown, from a place on. */
  unknown(id: number, after: number, limit: number): Promise<JobItem[]>
  /** What a look has shown of an item that was unknown. */
  checked(
    id: number,
    item: Pick<JobItem, 'n' | 'tries'>,
    outcome: { state: 'done' | 'failed'; detail: string },
  ): Promise<void>
  endCheck(id: number, instance: string): Promise<void>
  /** Ends it if nothing of it waits; a retry that is over is stopped. @returns true if it has */
  end(id: number, instance: string): Promise<boolean>
  /** Stops it for a reason that is no person's. */
  stop(id: number, instance: string, reason: string): Promise<void>
  /** Until when nothing of it is sent. */
  wait(id: number, instance: string, until: Date | null): Promise<void>
  /** Gives up what this instance works at: another goes on at once. */
  release(instance: string): Promise<void>
  /**
   * Those that ended, stopped or were paused by the server since a time and that the address outside doesn't know of, each
   * given to one caller:
   * it comes again after a while, for longer each time, until the address knows.
   */
  untold(since: Date): Promise<JobRecord[]>
  told(id: number): Promise<void>
}

const Item = z.object({
  n: z.number(),
  target: z.string(),
  tries: z.number(),
  page: z.nullable(z.number()),
  place: z.nullable(z.string()),
})
const ITEM = 'n, target, tries, page, place'
const WithToken = z.object({ id: z.number(), token_id: z.string() })
const Bytes = z.object({ bytes: z.number() })

const TAKE = `
UPDATE jobs SET instance = $2, beat_at = now()
WHERE ${lockedInOrder(`realm = $1 AND (phase = 'running' AND (start_at IS NULL OR start_at <= now()) OR is_checking OR sending > 0)
  AND (phase <> 'running' OR token_id IS NULL OR instance = $2)
  AND (instance IS NULL OR instance = $2 OR beat_at <= now() - make_interval(secs => $3))`)}
RETURNING ${JOB}`
const WITH_TOKEN = `
SELECT id, token_id FROM jobs WHERE realm = $1 AND phase = 'running' AND instance = $2 AND token_id IS NOT NULL`
/** $3: the tokens that this server has. Scheduled jobs have a sign of life, too. */
const BEAT_TOKENS = `
UPDATE jobs SET beat_at = now() WHERE realm = $1 AND phase = 'running' AND instance = $2 AND token_id = ANY ($3::text[])`
/** $3: jobs of this server whose token it doesn't have. */
const PAUSE_TOKENLESS = `
UPDATE jobs SET ${paused("'no-token'")}
WHERE ${lockedInOrder(`realm = $1 AND phase = 'running' AND token_id IS NOT NULL AND (instance IS NULL
  OR instance = $2 AND id = ANY ($3::bigint[])
  OR instance <> $2 AND beat_at <= now() - make_interval(secs => $4))`)}
RETURNING ${JOB}`
const ORPHANS = counted(
  `UPDATE job_items SET state = $4::job_item_state, detail = $5, at = now()
   WHERE realm = $1 AND job = $2 AND state = 'sending' AND instance IS DISTINCT FROM $3
   RETURNING 'sending' AS before, state::text AS after`,
)
/** The job's row is held first: a pause that is on its way is waited for, and one that comes later waits for this. */
const SENDING = counted(
  `UPDATE job_items SET state = 'sending', tries = tries + 1, instance = $4, at = now(), status = NULL,
     request_id = NULL, detail = NULL
   FROM (SELECT id FROM jobs WHERE realm = $1 AND id = $2 AND instance = $4 AND phase = 'running'
     AND ${mayContinue('$5')} FOR UPDATE) AS held
   WHERE job = held.id AND n = $3 AND state = 'waiting'
   RETURNING 'waiting' AS before, 'sending' AS after`,
  ', waiting_until = NULL',
)
const OUTCOME = counted(
  `UPDATE job_items SET state = $6::job_item_state, status = $7, request_id = $8, detail = $9, at = now()
   FROM (SELECT job, n, state AS before FROM job_items WHERE job = $2 AND n = $3 FOR UPDATE) AS old
   WHERE job_items.job = old.job AND job_items.n = old.n AND realm = $1 AND instance = $4 AND tries = $5
     AND (before = 'sending' OR before = 'unknown' AND $6 <> 'waiting')
   RETURNING before::text, state::text AS after`,
)
const CHECKED = counted(
  `UPDATE job_items SET state = $5::job_item_state, detail = $6, at = now()
   WHERE realm = $1 AND job = $2 AND n = $3 AND tries = $4 AND state = 'unknown'
   RETURNING 'unknown' AS before, state::text AS after`,
)

const NEXT = `
WITH added AS (
  INSERT INTO job_items (job, n, realm, operation, scope, target, page, place)
  SELECT job, (SELECT max(n) + 1 FROM job_items WHERE job = $2), realm, operation, scope, target, $4::integer, $5::text
  FROM job_items WHERE realm = $1 AND job = $2 AND n = $3 RETURNING n
)
UPDATE jobs SET waiting = waiting + 1 FROM added WHERE realm = $1 AND id = $2`

const RETRY_OVER = 'What had failed was sent again. The rest is still queued: resume the job to send it.'
const END = `
UPDATE jobs SET phase = CASE waiting WHEN 0 THEN 'ended' ELSE 'stopped' END,
  reason = CASE WHEN waiting > 0 THEN '${RETRY_OVER}' END, is_retrying = false, ended_at = now(), waiting_until = NULL
WHERE realm = $1 AND id = $2 AND instance = $3 AND phase = 'running' AND sending = 0 AND (waiting = 0 OR is_retrying AND NOT EXISTS (
  SELECT FROM job_items WHERE job_items.realm = $1 AND job = $2 AND state = 'waiting' AND is_retry))
RETURNING id`

// After 10 s, 40 s, 3 min, 11 min, then each 43 min.
const UNTOLD = `
UPDATE jobs SET tell_tries = tell_tries + 1, tell_at = now() + make_interval(secs => 10 * 4 ^ least(tell_tries, 4))
WHERE id = ANY (ARRAY (
  SELECT id FROM jobs WHERE realm = $1 AND told_at IS NULL AND (tell_at IS NULL OR tell_at <= now())
    AND ((phase = 'ended' OR phase = 'stopped' AND reason IS NOT NULL) AND ended_at > $2
      OR phase = 'paused' AND pause_cause IS NOT NULL AND paused_at > $2)
  ORDER BY coalesce(ended_at, paused_at) LIMIT 20 FOR UPDATE SKIP LOCKED
)) RETURNING ${JOB}`

const outcomeOf = ({ job, n, instance, tries }: Try, { state, status, requestId, detail }: JobOutcome) => [
  ...[job, n, instance, tries, state, status ?? null],
  ...[requestId, detail].map((text) => (text === undefined ? null : storable(text))),
]

/**
 * @param seal encrypts what is read
 * @param bound absent without sign-in
 */
export function createJobWork(store: Store, realm: number, seal: ResultSeal, bound?: SignInBound): JobWork {
  const ask = (sql: string, ...parameters: unknown[]) => store.query(sql, [realm, ...parameters])
  const hasMoved = async (sql: string, ...parameters: unknown[]) => (await ask(sql, ...parameters)).length > 0
  const withToken = async (instance: string) => (await ask(WITH_TOKEN, instance)).map((row) => WithToken.parse(row))
  const items = (rows: readonly Row[]) => rows.map((row) => Item.parse(row))

  return {
    take: async (instance, staleMs) =>
      (await ask(TAKE, instance, staleMs / 1000)).map(readJob).sort((a, b) => a.id - b.id),
    async orphans(id, instance, detail) {
      await ask(ORPHANS, id, instance, detail === null ? 'waiting' : 'unknown', detail)
    },
    next: async (id, limit, isRetrying) =>
      items(
        await ask(
          `SELECT ${ITEM} FROM job_items WHERE realm = $1 AND job = $2 AND state = 'waiting' ${isRetrying ? 'AND is_retry' : ''}
           ORDER BY n LIMIT $3`,
          ...[id, limit],
        ),
      ),
    pauseExpired: async () => (bound ? (await ask(PAUSE_EXPIRED, signInSince(bound))).map(readJob) : []),
    async pauseTokenless(instance, ids, staleMs) {
      const jobs = await withToken(instance)
      const held = ids()
      if (held.length > 0) await ask(BEAT_TOKENS, instance, held)
      const tokenless = jobs.filter((job) => !held.includes(job.token_id)).map(({ id }) => id)
      return (await ask(PAUSE_TOKENLESS, instance, tokenless, staleMs / 1000)).map(readJob)
    },
    usedTokens: async (instance) => [...new Set((await withToken(instance)).map((job) => job.token_id))],
    sending: ({ job, n, instance }, isRead) =>
      isRead
        ? store.transaction(async (queries) => {
            await lockResults(queries, realm)
            if ((await roomForResult(queries, realm, job)) !== 'free') return false
            return (await queries.query(SENDING, [realm, job, n, instance, signInSince(bound)])).length > 0
          })
        : hasMoved(SENDING, job, n, instance, signInSince(bound)),
    room: (id) => roomForResult(store, realm, id),
    outcome: (one, outcome) => hasMoved(OUTCOME, ...outcomeOf(one, outcome)),
    keep: (one, outcome, result, { next, place }) =>
      store.transaction(async ({ query }) => {
        const { job, n, tries } = one
        if ((await query(OUTCOME, [realm, ...outcomeOf(one, outcome)])).length === 0) return undefined
        if (place !== undefined)
          await query('UPDATE job_items SET place = $4 WHERE realm = $1 AND job = $2 AND n = $3', [
            realm,
            job,
            n,
            place,
          ])
        if (result) await saveResult({ query }, { realm, job, n, tries }, result, seal)
        if (next) await query(NEXT, [realm, job, n, next.page, next.place])
        const [read] = await query('SELECT bytes_read AS bytes FROM jobs WHERE realm = $1 AND id = $2', [realm, job])
        return Bytes.parse(read).bytes
      }),
    unknown: async (id, after, limit) =>
      items(
        await ask(
          `SELECT ${ITEM} FROM job_items WHERE realm = $1 AND job = $2 AND state = 'unknown' AND n > $3 ORDER BY n LIMIT $4`,
          ...[id, after, limit],
        ),
      ),
    async checked(id, { n, tries }, { state, detail }) {
      await ask(CHECKED, id, n, tries, state, detail)
    },
    async endCheck(id, instance) {
      await ask('UPDATE jobs SET is_checking = false WHERE realm = $1 AND id = $2 AND instance = $3', id, instance)
    },
    end: (id, instance) => hasMoved(END, ...[id, instance]),
    async stop(id, instance, reason) {
      await ask(
        `UPDATE jobs SET phase = 'stopped', reason = $4, ended_at = now(), waiting_until = NULL
         WHERE realm = $1 AND id = $2 AND instance = $3 AND phase = 'running'`,
        ...[id, instance, reason],
      )
    },
    async wait(id, instance, until) {
      await ask(
        `UPDATE jobs SET waiting_until = $4
         WHERE realm = $1 AND id = $2 AND instance = $3 AND waiting_until IS DISTINCT FROM $4`,
        ...[id, instance, until],
      )
    },
    untold: async (since) => (await ask(UNTOLD, since)).map(readJob),
    async told(id) {
      await ask('UPDATE jobs SET told_at = now() WHERE realm = $1 AND id = $2', id)
    },
    async release(instance) {
      await ask('UPDATE jobs SET instance = NULL WHERE realm = $1 AND instance = $2', instance)
    },
  }
}
