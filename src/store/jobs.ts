/** Jobs of a realm as people know them: what was asked for, how far it is, and what each item came to. */
import * as z from 'zod/mini'
import { jobKinds, planOf } from '../api/job-operations'
import type { NewTeamJob } from '../api/new-team-job'
import {
  type JobAction,
  type JobItemState,
  type JobOperation,
  type JobStateQuery,
  jobItemStates,
  TeamJobItem,
} from '../api/team-jobs'
import { checkJobBounds, checkRestart, RESULT_ROOM_BYTES } from './bounds'
import { CursorIndex, CursorNumber, decodeCursor, encodeCursor } from './cursors'
import { Parameters } from './directory-question'
import { storable } from './directory-rows'
import { counted, JOB, type JobRecord, PERSON, readJob } from './job-rows'
import {
  lockedInOrder,
  mayAdopt,
  mayContinue,
  noteSignIn,
  type PersonSignIn,
  paused,
  type SignInBound,
  signInSince,
} from './people'
import { lockRealm, mayKeepHouse } from './realms'
import type { Queries, Store } from './store'

interface Person {
  subject: string | null
  /** Absent without sign-in. */
  signIn?: Pick<PersonSignIn, 'role' | 'at'> | undefined
  /** The version 2.0 token that was added in their browser, and the server that has it. */
  token?: { id: string; instance: string } | undefined
}

/** Who asks for it, for the record and for everybody who looks at it. */
export interface JobOwner extends Person {
  name: string | null
  client: string
}

/** The person a job depended on before it was adopted. */
export type Adopted = z.infer<typeof Adopted>

/** How many of some targets a job is to send. */
export interface Queued {
  job: number
  operation: string
  begunBy: string | null
  count: number
}

interface Begun {
  /** Undefined for a dry run, and where others have some of the targets and those are not to be left out. */
  job: JobRecord | undefined
  /** How many it sends. */
  targets: number
  queued: Queued[]
  /** False where it was there before. */
  isNew: boolean
}

interface Page<R> {
  rows: R[]
  next: string | null
}

export interface Jobs {
  /**
   * All of it or nothing; the same key twice is one job. What a job that was stopped still had is this one's.
   * @throws BoundError
   */
  begin(asked: NewTeamJob, owner: JobOwner): Promise<Begun>
  /** The newest first. @throws SearchError where the cursor is none of ours */
  page(search: {
    state?: JobStateQuery | undefined
    operation?: JobOperation | undefined
    limit: number
    after?: string | undefined
  }): Promise<Page<JobRecord> & { count: number }>
  read(id: number): Promise<JobRecord | undefined>
  /** By state as `jobItemStates` has them, then in their order. @throws SearchError where the cursor is none of ours */
  items(
    id: number,
    search: { state?: JobItemState | undefined; limit: number; after?: string | undefined },
  ): Promise<Page<TeamJobItem>>
  /** The jobs that are to send this to the target. */
  queuedFor(operation: JobOperation, target: string): Promise<Queued[]>
  /** Carries out what a person wants of it. @returns false if that changes nothing @throws BoundError */
  order(id: number, action: Exclude<JobAction, 'adopt'>, by: string | null, person?: Person): Promise<boolean>
  /** Resumes it in the person's name. @returns in whose name it was; undefined where it can't be adopted @throws BoundError */
  adopt(id: number, by: JobOwner): Promise<Adopted | undefined>
  /** Pauses those that are sent with a token that its browser forgot. */
  forgetToken(token: string): Promise<JobRecord[]>
  /** How much of the provider's limit it uses at most, in percent. @returns false where that changes nothing */
  share(id: number, percent: number, by: string | null): Promise<boolean>
  /** Erases some of those that ended before, with what was sent to whom. @returns how many */
  forget(endedBefore: Date): Promise<number>
}

/** Rows of one statement. */
const AT_ONCE = 5_000
/** Jobs that are erased in one transaction: each has as many items as it likes. */
const FORGOTTEN_AT_ONCE = 5

const StoredItem = z.extend(TeamJobItem, { at: z.nullable(z.date()) })
const ITEM = 'n, target, page, state, status, request_id AS "requestId", detail, at, tries'
const Count = z.object({ count: z.number() })
const Queued = z.object({ job: z.number(), operation: z.string(), begunBy: z.nullable(z.string()), count: z.number() })

// What a stopped job still has is nobody’s, but for what is under way.
const QUEUED = `
SELECT job, jobs.operation, begun_by AS "begunBy", count(*) AS count FROM job_items JOIN jobs ON jobs.id = job
WHERE job_items.realm = $1 AND job_items.operation = $2 AND target = ANY ($3::text[])
  AND (scope = $4::text OR $4::text IS NULL AND scope IS NOT NULL) AND (state = 'sending' OR state = 'waiting' AND phase <> 'stopped')
GROUP BY job, jobs.operation, begun_by ORDER BY job`
const TAKE_FROM_STOPPED = `
WITH moved AS (
  UPDATE job_items SET state = 'failed', detail = $5, at = now() FROM jobs
  WHERE jobs.id = job AND phase = 'stopped' AND job_items.realm = $1 AND job_items.operation = $2
    AND target = ANY ($3::text[]) AND scope = $4::text AND state = 'waiting' RETURNING job
), counted AS (SELECT job, count(*) AS moved FROM moved GROUP BY job)
UPDATE jobs SET waiting = waiting - moved, failed = failed + moved FROM counted WHERE jobs.id = job`
const INSERT_JOB = `
INSERT INTO jobs (realm, key, operation, begun_by, subject, client, start_at, hours, shared, share, token_id, instance, beat_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, CASE WHEN $11::text IS NOT NULL THEN now() END) RETURNING ${JOB}`
const INSERT_ITEMS = `
INSERT INTO job_items (job, n, realm, operation, target, scope, page)
SELECT $2, $4::integer + nth, $1, $3, target, $6::text, $7::integer FROM unnest($5::text[]) WITH ORDINALITY AS given (target, nth)
ON CONFLICT (realm, operation, scope, target) WHERE state IN ('sending', 'waiting') AND scope IS NOT NULL
DO NOTHING RETURNING n`

const filters: Readonly<Record<JobStateQuery, string>> = {
  running: `phase = 'running' AND (start_at IS NULL OR start_at <= now())`,
  scheduled: `phase = 'running' AND start_at > now()`,
  paused: `phase = 'paused'`,
  stopped: `phase = 'stopped'`,
  ended: `phase = 'ended'`,
  interrupted: `phase = 'paused' AND pause_cause IS NOT NULL`,
  active: `(phase = 'paused' OR phase = 'running' AND (start_at IS NULL OR start_at <= now() + interval '1 day'))`,
}

/** What has ended goes on, and its next end is told of. */
const AGAIN = 'ended_at = NULL, told_at = NULL, tell_at = NULL, tell_tries = 0'
/** A retry that was paused continues; one that was stopped is over. */
const RESUMED = `phase = 'running', pause_cause = NULL, reason = NULL, is_retrying = is_retrying AND phase = 'paused', ${AGAIN}`
/** @param id,instance parameters: with whose token it goes on */
const withToken = (id: string, instance: string) =>
  `token_id = ${id}, instance = coalesce(${instance}::uuid, jobs.instance), beat_at = CASE WHEN ${id}::text IS NULL THEN beat_at ELSE now() END`
/** Items of a retry that was stopped before only wait. */
const END_RETRY = `
UPDATE job_items SET is_retry = false WHERE realm = $1 AND job = $2 AND state = 'waiting' AND is_retry
  AND EXISTS (SELECT FROM jobs WHERE id = $2 AND phase = 'stopped')`
const ONLY_FAILED = 'Sends what had failed. The rest stays queued.'
const hasRest = `(phase = 'stopped' AND jobs.waiting > 0)`
// What is queued elsewhere by now is left to that.
const RETRY = counted(
  `UPDATE job_items SET state = 'waiting', is_retry = true, detail = NULL, status = NULL, request_id = NULL, at = now()
   FROM (SELECT n, state AS before FROM job_items WHERE job = $2 AND state IN ('failed', 'asleep') FOR UPDATE) AS old
   WHERE realm = $1 AND job = $2 AND job_items.n = old.n
     AND EXISTS (SELECT FROM jobs WHERE id = $2 AND erased_at IS NULL) AND NOT EXISTS (
     SELECT FROM job_items AS other WHERE other.realm = $1 AND other.operation = job_items.operation
       AND other.scope = job_items.scope AND other.target = job_items.target AND other.state IN ('sending', 'waiting'))
   RETURNING before::text, 'waiting' AS after`,
  `, phase = CASE phase WHEN 'paused' THEN phase ELSE 'running' END, is_retrying = is_retrying OR ${hasRest},
    reason = CASE WHEN ${hasRest} THEN '${ONLY_FAILED}' END, ${AGAIN}, ordered_by = $3`,
)
/** To be called before a retry: a job that runs keeps the token that it is sent with. */
const RETRY_WITH = `UPDATE jobs SET ${withToken('$3', '$4')} WHERE realm = $1 AND id = $2 AND phase <> 'running' AND failed > 0`
const changed = (change: string, condition: string) =>
  `UPDATE jobs SET ${change}, ordered_by = $3 WHERE realm = $1 AND id = $2 AND ${condition} RETURNING id`
const FORGET_TOKEN = `
UPDATE jobs SET ${paused("'no-token'")}
WHERE ${lockedInOrder(`realm = $1 AND phase = 'running' AND token_id = $2`)} RETURNING ${JOB}`
const SHARE = changed('share = $4', `phase <> 'ended' AND share <> $4`)
/** $4: who resumes it; $5: since when they must have signed in. */
const RESUME = changed(
  `${RESUMED}, ${withToken('$6', '$7')}`,
  `phase IN ('paused', 'stopped') AND erased_at IS NULL AND ${mayContinue('$5')}
   AND ($5::timestamptz IS NULL OR pause_cause IS NULL OR ${PERSON} = $4)`,
)
const ADOPT = `
UPDATE jobs SET adopted_by = $3, adopted_subject = $4, adopted_client = $5, ${RESUMED},
  ordered_by = $3, ${withToken('$6', '$7')}
FROM (SELECT id, coalesce(adopted_by, begun_by) AS name, ${PERSON} AS subject FROM jobs
  WHERE realm = $1 AND id = $2 AND phase IN ('paused', 'stopped') AND erased_at IS NULL AND ${mayAdopt('$4')} FOR UPDATE) AS before
WHERE jobs.id = before.id RETURNING before.name, before.subject`
const Adopted = z.object({ name: z.nullable(z.string()), subject: z.nullable(z.string()) })
const orders: Readonly<Record<Exclude<JobAction, 'adopt' | 'resume'>, string>> = {
  pause: changed(`phase = 'paused', waiting_until = NULL`, `phase = 'running'`),
  stop: changed(
    `phase = 'stopped', pause_cause = NULL, waiting_until = NULL, ended_at = now()`,
    `phase IN ('running', 'paused')`,
  ),
  check: changed('is_checking = true', 'unknown > 0 AND NOT is_checking'),
  retry: RETRY,
}

const ItemCursor = z.tuple([z.enum(jobItemStates), CursorIndex])
/** One more than asked for says that there is more. */
function pageOf<R>(rows: readonly R[], limit: number, keyOf: (row: R) => unknown): Page<R> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, next: last ? encodeCursor(keyOf(last)) : null }
}

const totalOf = ({ counts }: JobRecord): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

const nameOf = ({ name }: JobOwner): string | null => (name === null ? null : storable(name))

const tokenOf = ({ token }: Person) => [token?.id ?? null, token?.instance ?? null]

/** Makes sure that the sign-in a job starts or resumes with is in the store. */
async function notePerson(queries: Queries, { subject, signIn }: Person): Promise<void> {
  if (subject !== null && signIn) await noteSignIn(queries, { subject, ...signIn })
}

async function begin({ query }: Queries, realm: number, asked: NewTeamJob, owner: JobOwner): Promise<Begun> {
  const { key, operation, startAt = null, hours, share = 100, isDryRun = false, isWithoutQueued = false } = asked
  const { targets, shared, scope } = planOf(asked)
  if (!isDryRun) await lockRealm({ query }, realm) // two that begin at once would each see nothing of the other
  const [known] = await query(`SELECT ${JOB} FROM jobs WHERE realm = $1 AND key = $2`, [realm, key])
  if (known) {
    const job = readJob(known)
    return { job, targets: totalOf(job), queued: [], isNew: false }
  }
  const found = scope === null ? [] : await query(QUEUED, [realm, operation, targets, scope])
  const queued = found.map((row) => Queued.parse(row))
  const left = targets.length - queued.reduce((sum, { count }) => sum + count, 0)
  if (isDryRun || left === 0 || (queued.length > 0 && !isWithoutQueued))
    return { job: undefined, targets: left, queued, isNew: false }
  await checkJobBounds({ query }, realm, owner, {
    ...{ unfinishedJobs: 1, jobs: 1, jobItems: left },
    ...(scope === null && { resultBytes: RESULT_ROOM_BYTES }),
  })
  const name = nameOf(owner)
  await notePerson({ query }, owner)
  const [row] = await query(INSERT_JOB, [
    ...[realm, key, operation, name, owner.subject, owner.client, startAt && new Date(startAt)],
    ...[hours ?? null, shared].map((one) => one && JSON.stringify(one)),
    share,
    ...tokenOf(owner),
  ])
  const { id } = readJob(row ?? {})
  if (scope !== null) await query(TAKE_FROM_STOPPED, [realm, operation, targets, scope, `Job ${id} sends it instead.`])
  const page = jobKinds[operation].kind === 'pages' ? 1 : null
  let waiting = 0
  for (let from = 0; from < targets.length; from += AT_ONCE) {
    const some = targets.slice(from, from + AT_ONCE)
    waiting += (await query(INSERT_ITEMS, [realm, id, operation, from, some, scope, page])).length
  }
  const [begun] = await query(`UPDATE jobs SET waiting = $2 WHERE id = $1 RETURNING ${JOB}`, [id, waiting])
  return { job: readJob(begun ?? {}), targets: waiting, queued, isNew: true }
}

/** @param bound absent without sign-in */
export function createJobs(store: Store, realm: number, bound?: SignInBound): Jobs {
  return {
    begin: (asked, owner) => store.transaction((queries) => begin(queries, realm, asked, owner)),
    async page({ state, operation, limit, after }) {
      const conditionsOf = (parameters: Parameters) =>
        [
          `realm = ${parameters.add(realm)}`,
          ...(state === undefined ? [] : [filters[state]]),
          ...(operation === undefined ? [] : [`operation = ${parameters.add(operation)}`]),
        ].join(' AND ')
      const counting = new Parameters()
      const all = conditionsOf(counting)
      const [counted] = await store.query(`SELECT count(*) AS count FROM jobs WHERE ${all}`, counting.values)
      const reading = new Parameters()
      const matches = conditionsOf(reading)
      const older = after === undefined ? '' : `AND id < ${reading.add(decodeCursor(CursorNumber, after))}`
      const found = await store.query(
        `SELECT ${JOB} FROM jobs WHERE ${matches} ${older} ORDER BY id DESC LIMIT ${limit + 1}`,
        reading.values,
      )
      return { ...pageOf(found.map(readJob), limit, ({ id }) => id), count: Count.parse(counted).count }
    },
    async read(id) {
      const [row] = await store.query(`SELECT ${JOB} FROM jobs WHERE realm = $1 AND id = $2`, [realm, id])
      return row && readJob(row)
    },
    async items(id, { state, limit, after }) {
      const parameters = new Parameters()
      const conditions = [`realm = ${parameters.add(realm)}`, `job = ${parameters.add(id)}`]
      if (state !== undefined) conditions.push(`state = ${parameters.add(state)}::job_item_state`)
      if (after !== undefined) {
        const [of, n] = decodeCursor(ItemCursor, after)
        conditions.push(`(state, n) > (${parameters.add(of)}::job_item_state, ${parameters.add(n)}::integer)`)
      }
      const found = await store.query(
        `SELECT ${ITEM} FROM job_items WHERE ${conditions.join(' AND ')} ORDER BY state, n LIMIT ${limit + 1}`,
        parameters.values,
      )
      const rows = found.map((row) => {
        const { at, ...item } = StoredItem.parse(row)
        return { ...item, at: at?.toISOString() ?? null }
      })
      return pageOf(rows, limit, (item) => [item.state, item.n])
    },
    async queuedFor(operation, target) {
      return (await store.query(QUEUED, [realm, operation, [target], null])).map((row) => Queued.parse(row))
    },
    async order(id, action, by, person = { subject: null }) {
      const named = [realm, id, by === null ? null : storable(by)]
      if (action !== 'resume' && action !== 'retry') return (await store.query(orders[action], named)).length > 0
      return store.transaction(async (queries) => {
        await checkRestart(queries, realm, id)
        if (action === 'retry') {
          await queries.query(END_RETRY, [realm, id])
          await queries.query(RETRY_WITH, [realm, id, ...tokenOf(person)])
          return (await queries.query(RETRY, named)).length > 0
        }
        await notePerson(queries, person)
        return (
          (await queries.query(RESUME, [...named, person.subject, signInSince(bound), ...tokenOf(person)])).length > 0
        )
      })
    },
    adopt: (id, by) =>
      store.transaction(async (queries) => {
        await checkRestart(queries, realm, id)
        await notePerson(queries, by)
        const [row] = await queries.query(ADOPT, [realm, id, nameOf(by), by.subject, by.client, ...tokenOf(by)])
        return row && Adopted.parse(row)
      }),
    forgetToken: async (token) => (await store.query(FORGET_TOKEN, [realm, token])).map(readJob),
    async share(id, percent, by) {
      const rows = await store.query(SHARE, [realm, id, by === null ? null : storable(by), percent])
      return rows.length > 0
    },
    forget: (endedBefore) =>
      store.transaction(async (queries) => {
        if (!(await mayKeepHouse(queries, realm))) return 0
        const rows = await queries.query(
          `DELETE FROM jobs WHERE id = ANY (ARRAY (
             SELECT id FROM jobs WHERE realm = $1 AND phase IN ('ended', 'stopped') AND ended_at < $2
             ORDER BY id LIMIT ${FORGOTTEN_AT_ONCE}
           )) RETURNING id`,
          [realm, endedBefore],
        )
        return rows.length
      }),
  }
}
