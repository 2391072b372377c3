/**
 * `/team/jobs`: what the server does by itself, whoever closes their tab. Everybody who may read sees all of it; whoever
 * may change things begins jobs, and stops those of others.
 */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type BegunJob,
  JobOrder,
  jobActions,
  jobFilters,
  jobItemStates,
  jobOperations,
  MOST_TARGETS,
  NewTeamJob,
  type TeamJob,
} from '../../api/team-jobs'
import type { JobRecord } from '../../store/job-rows'
import { opensAt } from '../../team/hours'
import { requesterOf } from '../auth/asker'
import { gatewayError } from '../errors'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import type { Team } from './team'
import type { TeamEnv, TeamGuard } from './team-guard'
import { pageFields, words } from './team-query'

const JOBS = 'The team’s jobs'
const { limit, after } = pageFields
export const JobsQuery = z.strictObject({
  limit,
  after,
  state: z.optional(z.enum(jobFilters)),
  operation: z.optional(z.enum(jobOperations)),
})
export const JobItemsQuery = z.strictObject({ limit, after, state: z.optional(z.enum(jobItemStates)) })
const id = words.check(z.minLength(1))
const QueuedQuery = z.union([z.strictObject({ connection: id }), z.strictObject({ user: id })])

/** A hundred thousand UUIDs, with what stands between them. */
const MOST_BYTES = 8 * 1024 * 1024
const beginning = {
  effect: 'change',
  what: 'Beginning a job',
  schema: NewTeamJob,
  expected: `{"key", "operation", "targets"}: one of ${jobOperations.join(', ')}, with 1 to ${MOST_TARGETS} IDs`,
  limitBytes: MOST_BYTES,
} as const
const ordering = {
  effect: 'change',
  what: 'A job of the team',
  schema: JobOrder,
  expected: `{"action"}: ${jobActions.join(', ')}`,
} as const

interface Options {
  guard: TeamGuard
  team: Pick<Team, 'now'>
  settings: Pick<Settings, 'signIn' | 'readOnly' | 'config'>
  audit: Pick<Audit, 'note'>
}

export function mountJobs(app: Hono<TeamEnv>, { guard, team, settings, audit }: Options): void {
  const { reading, writing } = guard
  const jobs = () => team.now().jobs
  const shown = (job: JobRecord) => shownJob(job, settings.config.bucket, Date.now())
  const numberOf = (c: Context) =>
    z
      .int()
      .check(z.positive())
      .safeParse(Number(c.req.param('id'))).data
  const jobOf = async (c: Context) => {
    const number = numberOf(c)
    return number === undefined ? undefined : await jobs().read(number)
  }
  const refusal = () =>
    settings.readOnly
      ? gatewayError('READ_ONLY', 'This server is read-only (READ_ONLY). Changes are refused.')
      : undefined

  app.get(
    '/team/jobs',
    reading(JOBS, JobsQuery, async (query) => {
      const { rows, next, count } = await jobs().page(query)
      return { rows: rows.map(shown), next, count: { value: count, isExact: true } }
    }),
  )
  app.post(
    '/team/jobs',
    writing(beginning, async (asked, c) => {
      const { hasJobs, runner, hints } = team.now()
      const refused = refusal()
      if (refused) return refused
      if (!hasJobs)
        return gatewayError(
          'BAD_REQUEST',
          'Jobs on this server require AUDIT_LOG or DATABASE_URL: a power failure would leave changes nobody knows of. Run it in this tab.',
        )
      const asker = requesterOf(c, settings.signIn)
      const { operator: name = null, subject = null, client } = asker
      const { job, targets, queued, isNew } = await jobs().begin(asked, { name, subject, client })
      if (job && isNew) {
        const { id, operation } = job
        audit.note('job begun', asker, { job: id, operation, targets, startAt: asked.startAt, hours: asked.hours })
        hints.say('jobs')
        runner.wake()
      }
      return { job: job ? shown(job) : null, targets, queued } satisfies BegunJob
    }),
  )
  app.get(
    '/team/jobs/:id',
    reading(JOBS, z.strictObject({}), async (_, c) => {
      const job = await jobOf(c)
      return job ? shown(job) : noJob()
    }),
  )
  app.post(
    '/team/jobs/:id',
    writing(ordering, async ({ action }, c) => {
      const refused = action === 'pause' || action === 'stop' ? undefined : refusal()
      if (refused) return refused
      const job = await jobOf(c)
      if (!job) return noJob()
      const asker = requesterOf(c, settings.signIn)
      if (await jobs().order(job.id, action, asker.operator ?? null))
        audit.note(`job ${action}`, asker, { job: job.id })
      const { hints, runner } = team.now()
      hints.say('jobs')
      runner.wake()
      return shown((await jobs().read(job.id)) ?? job)
    }),
  )
  app.get(
    '/team/jobs/:id/items',
    reading(JOBS, JobItemsQuery, async (query, c) => {
      const job = await jobOf(c)
      return job ? jobs().items(job.id, query) : noJob()
    }),
  )
  app.get(
    '/team/queued',
    reading(JOBS, QueuedQuery, async (query) => {
      const found =
        'user' in query
          ? await jobs().queuedFor('DELETE /v3/users/{userId}', query.user)
          : await jobs().queuedFor('DELETE /v3/connections/{connectionId}', query.connection)
      return { jobs: found.map(({ job, operation, begunBy }) => ({ id: job, operation, begunBy })) }
    }),
  )
}

const noJob = () => gatewayError('NO_JOB', 'There is no job with this ID. Ended jobs are kept for RETAIN_GONE_DAYS.')

/** @param limit the provider's, as far as it is configured */
export function shownJob(job: JobRecord, limit: Settings['config']['bucket'], now: number): TeamJob {
  const { subject: _, client: __, instance: ___, phase, hours, counts, begunAt, startAt, endedAt, ...more } = job
  const isRunning = phase === 'running'
  const opens = Math.max(now, startAt?.getTime() ?? 0)
  const goesOnAt = Math.max(hours ? opensAt(hours, opens) : opens, more.waitingUntil?.getTime() ?? 0)
  const left = counts.waiting + counts.sending
  // Of hours each day only the first are known to be enough.
  const endsAt = isRunning && limit && !hours ? goesOnAt + (left * 60_000) / limit.refillPerMinute : undefined
  return {
    ...more,
    phase,
    hours,
    counts,
    begunAt: begunAt.toISOString(),
    startAt: startAt?.toISOString() ?? null,
    waitingUntil: isRunning && left > 0 && goesOnAt > now ? new Date(goesOnAt).toISOString() : null,
    endsAt: endsAt === undefined ? null : new Date(endsAt).toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
