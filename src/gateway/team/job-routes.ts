/**
 * `/team/jobs`: long work of the server. Every reader sees all jobs and downloads what was read; an operator who may do
 * something once may start jobs that do it, and stop those of others.
 */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { pageFields, words } from '../../api/console/queries'
import type { Host } from '../../api/endpoint'
import { effectOf, isChange, jobKinds, planOf } from '../../api/job-operations'
import { JobOrder, NewTeamJob } from '../../api/new-team-job'
import {
  type BegunJob,
  type JobAction,
  type JobOperation,
  jobActions,
  jobFileFormats,
  jobItemStates,
  jobOperations,
  jobStateQueries,
  MOST_TARGETS,
  type TeamJobResponses,
} from '../../api/team-jobs'
import type { JobRecord } from '../../store/job-rows'
import type { JobOwner } from '../../store/jobs'
import { SealedResultError } from '../../store/result-seal'
import { requesterOf } from '../auth/asker'
import { operatorOf, refusalFor } from '../auth/operator'
import { gatewayError } from '../errors'
import type { Settings } from '../settings/environment'
import { problemOf } from './job-check'
import { isErased, jobFile } from './job-file'
import { responsesOf } from './job-lines'
import { costOf, shownJob, untilOf } from './job-shown'
import type { TeamAccount } from './team-account'
import type { TeamEnv, TeamGuard } from './team-guard'
import type { NoteFor } from './team-notes'

const JOBS = 'Jobs'
const { limit, after } = pageFields
export const JobsQuery = z.strictObject({
  limit,
  after,
  state: z.optional(z.enum(jobStateQueries)),
  operation: z.optional(z.enum(jobOperations)),
})
export const JobItemsQuery = z.strictObject({ limit, after, state: z.optional(z.enum(jobItemStates)) })
const id = words.check(z.minLength(1))
export const JobFileQuery = z.strictObject({ format: z.enum(jobFileFormats) })
const QueuedQuery = z.union([z.strictObject({ connection: id }), z.strictObject({ user: id })])

const DAY_MS = 86_400_000
/** With sign-in: a job that starts later would depend on a sign-in that is yet to come. */
const MOST_AHEAD_DAYS = 60

/** A hundred thousand UUIDs, with what stands between them. */
const MOST_BYTES = 8 * 1024 * 1024
const beginning = {
  effect: 'free',
  what: 'Beginning a job',
  schema: NewTeamJob,
  expected: `{"key", "operation", "targets", "with"}: one of ${jobOperations.join(', ')}, with what it takes and 1 to ${MOST_TARGETS} targets`,
} as const
/** Decides which role begins a job. */
const WithOperation = z.object({ operation: z.enum(jobOperations) })
const ordering = {
  effect: 'free',
  what: 'A job',
  schema: JobOrder,
  expected: `{"action"}: ${jobActions.join(', ')}, or {"share"}: a whole number from 1 to 100`,
} as const

interface Options {
  guard: TeamGuard
  settings: Pick<Settings, 'signIn' | 'jobSignInDays' | 'readOnly' | 'config' | 'bodyLimitBytes'>
  note: NoteFor
}

export function mountJobs(app: Hono<TeamEnv>, { guard, settings, note }: Options): void {
  const { reading, writing, sending } = guard
  const shown = (job: JobRecord, c: Context) => shownJob(job, settings.config.bucket, Date.now(), viewerOf(c))
  const viewerOf = (c: Context) => {
    const operator = operatorOf(c)
    return operator && { subject: operator.subject, signInDays: settings.jobSignInDays }
  }
  /** A person, as a job keeps it, with the token of their browser that the operation is sent with. */
  const ownerOf = (c: Context<TeamEnv>, account: TeamAccount, operation: JobOperation): JobOwner => {
    const { operator: name = null, subject = null, client } = requesterOf(c, settings.signIn)
    const operator = operatorOf(c)
    return {
      ...{ name, subject, client },
      token: hostOf(operation) === 'vehicleData' ? account.holdToken?.() : undefined,
      signIn: operator && { role: operator.role ?? null, at: new Date(operator.signedInAt) },
    }
  }
  const numberIn = (c: Context, name: 'id' | 'n') =>
    z
      .int()
      .check(z.positive(), z.maximum(2 ** 31 - 1))
      .safeParse(Number(c.req.param(name))).data
  const jobOf = async (c: Context, account: TeamAccount) => {
    const number = numberIn(c, 'id')
    return number === undefined ? undefined : await account.now().jobs.read(number)
  }
  const refusal = (operation: JobOperation) =>
    settings.readOnly && isChange(operation)
      ? gatewayError('READ_ONLY', 'This server is read-only (READ_ONLY). Changes are refused.')
      : undefined

  /** Jobs are adopted by operators, also those that readers may start. @returns the refusal */
  async function adopt(job: JobRecord, c: Context<TeamEnv>, account: TeamAccount): Promise<Response | undefined> {
    if (!operatorOf(c)) return gatewayError('BAD_REQUEST', 'Adopting a job requires sign-in.')
    const refused = refusalFor(c, 'change', 'Adopting a job')
    if (refused) return refused
    const before = await account.now().jobs.adopt(job.id, ownerOf(c, account, job.operation))
    const asker = requesterOf(c, settings.signIn)
    if (before) note(account, 'job adopt', asker, { job: job.id, from: before.name, fromSubject: before.subject })
    const couldBe = (job.phase === 'paused' || job.phase === 'stopped') && !isErased(job, Date.now())
    if (before || !couldBe) return undefined
    return gatewayError(
      'NEEDS_SIGN_IN',
      'Your last sign-in doesn’t have the operator role. Sign in again, then adopt it.',
    )
  }

  /** @returns why a job that could be resumed wasn't */
  async function refusedResume(jobId: number, c: Context, account: TeamAccount): Promise<Response | undefined> {
    const job = await account.now().jobs.read(jobId)
    if (!job || !operatorOf(c) || isErased(job, Date.now())) return undefined
    if (job.phase !== 'paused' && job.phase !== 'stopped') return undefined
    return gatewayError(
      'NEEDS_SIGN_IN',
      `The job can’t continue in the name of ${job.adoptedBy ?? job.begunBy ?? 'the person who started it'}. Adopt it to continue it in yours.`,
    )
  }

  app.get(
    '/team/jobs',
    reading(JOBS, JobsQuery, async (query, c, account) => {
      const { rows, next, count } = await account.now().jobs.page(query)
      return { rows: rows.map((job) => shown(job, c)), next, count: { value: count, isExact: true } }
    }),
  )
  /** Without the role for any operation with targets, a body is a list's. */
  const targetsRefusal = (c: Context) => refusalFor(c, 'billed', 'Beginning a job with targets')
  const limitBytes = (c: Context) => (targetsRefusal(c) ? settings.bodyLimitBytes : MOST_BYTES)
  const starting = {
    ...beginning,
    limitBytes,
    refuse: (c: Context) =>
      Number(c.req.header('content-length') ?? 0) > limitBytes(c) ? targetsRefusal(c) : undefined,
    refuseJson(json: unknown, c: Context) {
      const { data } = WithOperation.safeParse(json)
      return data && (refusalFor(c, effectOf(data.operation), beginning.what) ?? refusal(data.operation))
    },
  }
  app.post(
    '/team/jobs',
    writing(starting, async (asked, c, account) => {
      const { operation } = asked
      const tokenless = tokenRefusal(account, operation)
      if (tokenless) return tokenless
      const problem = problemOf(asked, settings.config.extensions)
      if (problem !== undefined) return gatewayError('BAD_REQUEST', problem)
      const signedIn = operatorOf(c)
      if (signedIn && Date.parse(asked.startAt ?? '') > Date.now() + MOST_AHEAD_DAYS * DAY_MS)
        return gatewayError('BAD_REQUEST', `A job can start at most ${MOST_AHEAD_DAYS} days ahead.`)
      const asker = requesterOf(c, settings.signIn)
      const { jobs, runner, hints } = asked.isDryRun ? account.now() : await account.begin('job')
      const { job, targets, queued, isNew } = await jobs.begin(asked, ownerOf(c, account, operation))
      if (job && isNew) {
        const { startAt, hours, share } = asked
        note(account, 'job begun', asker, { job: job.id, operation, targets, startAt, hours, share })
        hints.say('jobs')
        runner.wake()
      }
      const requests = costOf(operation, planOf(asked).shared, targets)
      const depends = signedIn && effectOf(operation) !== 'free'
      const signInDays = depends ? settings.jobSignInDays : null
      const continuesUntil = depends ? untilOf(signedIn.signedInAt, settings.jobSignInDays) : null
      return {
        job: job ? shown(job, c) : null,
        targets,
        requests,
        continuesUntil,
        signInDays,
        queued,
      } satisfies BegunJob
    }),
  )
  app.get(
    '/team/jobs/:id',
    reading(JOBS, z.strictObject({}), async (_, c, account) => {
      const job = await jobOf(c, account)
      return job ? shown(job, c) : noJob()
    }),
  )
  app.post(
    '/team/jobs/:id',
    writing(ordering, async (order, c, account) => {
      const job = await jobOf(c, account)
      if (!job) return noJob()
      const isEnding = 'action' in order && (order.action === 'pause' || order.action === 'stop')
      const refused =
        refusalFor(c, effectOf(job.operation), ordering.what) ?? (isEnding ? undefined : refusal(job.operation))
      if (refused) return refused
      const isStarting = 'action' in order && startingActions.includes(order.action)
      const tokenless = isStarting ? tokenRefusal(account, job.operation) : undefined
      if (tokenless) return tokenless
      const asker = requesterOf(c, settings.signIn)
      const by = asker.operator ?? null
      const { jobs, hints, runner } = 'share' in order || isEnding ? account.now() : await account.begin('job')
      if ('share' in order) {
        if (await jobs.share(job.id, order.share, by)) note(account, 'job share', asker, { job: job.id, ...order })
      } else if (order.action === 'adopt') {
        const adopted = await adopt(job, c, account)
        if (adopted) return adopted
      } else if (await jobs.order(job.id, order.action, by, ownerOf(c, account, job.operation))) {
        note(account, `job ${order.action}`, asker, { job: job.id })
      } else if (order.action === 'resume') {
        const refused = await refusedResume(job.id, c, account)
        if (refused) return refused
      }
      hints.say('jobs')
      runner.wake()
      return shown((await jobs.read(job.id)) ?? job, c)
    }),
  )
  app.get(
    '/team/jobs/:id/items',
    reading(JOBS, JobItemsQuery, async (query, c, account) => {
      const job = await jobOf(c, account)
      return job ? account.now().jobs.items(job.id, query) : noJob()
    }),
  )
  /** @returns the response of `read`, or why the client doesn't get what the job has read */
  async function withResults<R>(
    c: Context<TeamEnv>,
    account: TeamAccount,
    what: string,
    read: (job: JobRecord) => Promise<R>,
  ): Promise<R | Response> {
    const job = await jobOf(c, account)
    if (!job) return noJob()
    const refused = refusalFor(c, effectOf(job.operation), what)
    if (refused) return refused
    if (isErased(job, Date.now()))
      return gatewayError('NO_JOB', 'What this job has read is erased: it is kept for a day after its end.')
    try {
      return await read(job)
    } catch (error) {
      if (error instanceof SealedResultError) return gatewayError('NO_JOB', SEALED)
      throw error
    }
  }
  app.get(
    '/team/jobs/:id/items/:n',
    sending(
      reading(JOBS, z.strictObject({}), (_, c, account) =>
        withResults(c, account, 'The responses of this job', async (job) => {
          const n = numberIn(c, 'n')
          const line = n === undefined ? undefined : await account.now().results.line(job.id, n)
          if (!line) return gatewayError('NO_JOB', 'This job has no item with this number.')
          note(account, 'job response', requesterOf(c, settings.signIn), { job: job.id, n: line.n })
          return { n: line.n, target: line.target, responses: responsesOf(job, line) } satisfies TeamJobResponses
        }),
      ),
    ),
  )
  app.get(
    '/team/jobs/:id/file',
    sending(
      reading(JOBS, JobFileQuery, ({ format }, c, account) =>
        withResults(c, account, 'The file of this job', async (job) => {
          const { results, jobs } = account.now()
          const file = await jobFile(results, jobs, job, format)
          note(account, 'job file', requesterOf(c, settings.signIn), { job: job.id, format })
          return file
        }),
      ),
    ),
  )
  app.get(
    '/team/queued',
    reading(JOBS, QueuedQuery, async (query, _c, account) => {
      const { jobs } = account.now()
      const found =
        'user' in query
          ? await jobs.queuedFor('DELETE /v3/users/{userId}', query.user)
          : await jobs.queuedFor('DELETE /v3/connections/{connectionId}', query.connection)
      return { jobs: found.map(({ job, operation, begunBy }) => ({ id: job, operation, begunBy })) }
    }),
  )
}

const hostOf = (operation: JobOperation): Host => jobKinds[operation].endpoint?.host ?? 'vehicle'
const startingActions: readonly JobAction[] = ['resume', 'adopt', 'retry']

function tokenRefusal({ credentials }: TeamAccount, operation: JobOperation): Response | undefined {
  const { kind } = credentials[hostOf(operation)]
  if (kind !== 'none' && kind !== 'ended') return undefined
  return gatewayError('NO_TOKEN', 'No token is set for this. Add one in Settings, or configure it on the server.')
}

const SEALED =
  'What this job has read was encrypted with a secret that this server no longer has. Set it in DELIVERIES_KEY_OLD, or run the job again.'

const noJob = () => gatewayError('NO_JOB', 'There is no job with this ID. Ended jobs are kept for RETAIN_GONE_DAYS.')
