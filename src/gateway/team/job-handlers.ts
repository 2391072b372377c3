/**
 * Long work of the server. Every reader sees all jobs and downloads what was read; an operator who may do something once
 * may start jobs that do it, and stop those of others.
 */
import * as z from 'zod/mini'
import type { Host } from '../../api/endpoint'
import { effectOf, isChange, jobKinds, planOf } from '../../api/job-operations'
import { neededRole } from '../../api/roles'
import type { JobAction, JobOperation, TeamJobResponses } from '../../api/team-jobs'
import type { JobRecord } from '../../store/job-rows'
import type { JobOwner } from '../../store/jobs'
import { SealedResultError } from '../../store/result-seal'
import { type ConsoleHandlers, Refused, type Requester } from '../console/handler'
import { dataHeaders } from '../errors'
import type { Settings } from '../settings/environment'
import { problemOf } from './job-check'
import { isErased, jobFile } from './job-file'
import { responsesOf } from './job-lines'
import { costOf, shownJob, untilOf } from './job-shown'
import type { TeamAccount } from './team-account'
import type { NoteFor } from './team-notes'

const DAY_MS = 86_400_000
/** With sign-in: a job that starts later would depend on a sign-in that is yet to come. */
const MOST_AHEAD_DAYS = 60
const startingActions: readonly JobAction[] = ['resume', 'adopt', 'retry']
/** Of a job or an item: a serial number of the store, in digits alone. */
const Serial = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(z.transform(Number), z.number().check(z.maximum(2 ** 31 - 1))),
)

type JobSettings = Pick<Settings, 'jobSignInDays' | 'readOnly' | 'config'>

export function jobHandlers(note: NoteFor, settings: JobSettings): ConsoleHandlers['jobs'] {
  const shown = (job: JobRecord, { signedIn }: Requester) => {
    const viewer = signedIn && { subject: signedIn.subject, signInDays: settings.jobSignInDays }
    return shownJob(job, settings.config.bucket, Date.now(), viewer)
  }

  /** @throws Refused on a read-only server if the job changes anything */
  function checkReadOnly(operation: JobOperation): void {
    if (settings.readOnly && isChange(operation))
      throw new Refused('READ_ONLY', 'This server is read-only (READ_ONLY). Changes are refused.')
  }

  /** Jobs are adopted by operators, also those that readers may start. */
  async function adopt(job: JobRecord, account: TeamAccount, by: Requester): Promise<void> {
    if (!by.signedIn) throw new Refused('BAD_REQUEST', 'Adopting a job requires sign-in.')
    by.need('operator', 'Adopting a job')
    const before = await account.now().jobs.adopt(job.id, ownerOf(by, account, job.operation))
    if (before) note(account, 'job adopt', by, { job: job.id, from: before.name, fromSubject: before.subject })
    else if (isResumable(job))
      throw new Refused(
        'NEEDS_SIGN_IN',
        'Your last sign-in doesn’t have the operator role. Sign in again, then adopt it.',
      )
  }

  /** @throws Refused if a job that could be resumed wasn't */
  async function checkResumed(id: number, account: TeamAccount, by: Requester): Promise<void> {
    const job = await account.now().jobs.read(id)
    if (job && by.signedIn && isResumable(job))
      throw new Refused(
        'NEEDS_SIGN_IN',
        `The job can’t continue in the name of ${job.adoptedBy ?? job.begunBy ?? 'the person who started it'}. Adopt it to continue it in yours.`,
      )
  }

  return {
    async list({ query, account, by }) {
      const { rows, next, count } = await account.now().jobs.page(query)
      return { rows: rows.map((job) => shown(job, by)), next, count: { value: count, isExact: true } }
    },
    async begin({ body, account, by }) {
      const { operation } = body
      by.need(neededRole[effectOf(operation)], 'Beginning a job')
      checkReadOnly(operation)
      checkToken(account, operation)
      const problem = problemOf(body, settings.config.extensions)
      if (problem !== undefined) throw new Refused('BAD_REQUEST', problem)
      if (by.signedIn && Date.parse(body.startAt ?? '') > Date.now() + MOST_AHEAD_DAYS * DAY_MS)
        throw new Refused('BAD_REQUEST', `A job can start at most ${MOST_AHEAD_DAYS} days ahead.`)
      const { jobs, runner, hints } = body.isDryRun ? account.now() : await account.begin('job')
      const { job, targets, queued, isNew } = await jobs.begin(body, ownerOf(by, account, operation))
      if (job && isNew) {
        const { startAt, hours, share } = body
        note(account, 'job begun', by, { job: job.id, operation, targets, startAt, hours, share })
        hints.say('jobs')
        runner.wake()
      }
      const depends = effectOf(operation) === 'free' ? undefined : by.signedIn
      return {
        job: job ? shown(job, by) : null,
        targets,
        requests: costOf(operation, planOf(body).shared, targets),
        continuesUntil: depends ? untilOf(depends.signedInAt, settings.jobSignInDays) : null,
        signInDays: depends ? settings.jobSignInDays : null,
        queued: queued.map(({ job, begunBy, count }) => ({ job, begunBy, count })),
      }
    },
    read: async ({ path, account, by }) => shown(await jobOf(account, path), by),
    async order({ path, body: order, account, by }) {
      const job = await jobOf(account, path)
      const isEnding = 'action' in order && (order.action === 'pause' || order.action === 'stop')
      by.need(neededRole[effectOf(job.operation)], 'A job')
      if (!isEnding) checkReadOnly(job.operation)
      if ('action' in order && startingActions.includes(order.action)) checkToken(account, job.operation)
      const name = by.operator ?? null
      const { jobs, hints, runner } = 'share' in order || isEnding ? account.now() : await account.begin('job')
      if ('share' in order) {
        if (await jobs.share(job.id, order.share, name)) note(account, 'job share', by, { job: job.id, ...order })
      } else if (order.action === 'adopt') {
        await adopt(job, account, by)
      } else if (await jobs.order(job.id, order.action, name, ownerOf(by, account, job.operation))) {
        note(account, `job ${order.action}`, by, { job: job.id })
      } else if (order.action === 'resume') {
        await checkResumed(job.id, account, by)
      }
      hints.say('jobs')
      runner.wake()
      return shown((await jobs.read(job.id)) ?? job, by)
    },
    async items({ path, query, account }) {
      const job = await jobOf(account, path)
      return account.now().jobs.items(job.id, query)
    },
    async responses({ path, account, by }) {
      const job = await jobWithResults(account, path, by, 'The responses of this job')
      const n = Serial.safeParse(path.n).data
      const line = n === undefined ? undefined : await unsealed(account.now().results.line(job.id, n))
      if (!line) throw new Refused('NO_JOB', 'This job has no item with this number.')
      note(account, 'job response', by, { job: job.id, n: line.n })
      const responses: TeamJobResponses = { n: line.n, target: line.target, responses: responsesOf(job, line) }
      return Response.json(responses, { headers: dataHeaders })
    },
    async file({ path, query: { format }, account, by }) {
      const job = await jobWithResults(account, path, by, 'The file of this job')
      const { results, jobs } = account.now()
      const file = await unsealed(jobFile(results, jobs, job, format))
      note(account, 'job file', by, { job: job.id, format })
      return file
    },
    async queued({ query, account }) {
      const { jobs } = account.now()
      const found =
        'user' in query
          ? await jobs.queuedFor('DELETE /v3/users/{userId}', query.user)
          : await jobs.queuedFor('DELETE /v3/connections/{connectionId}', query.connection)
      return { jobs: found.map(({ job, operation, begunBy }) => ({ id: job, operation, begunBy })) }
    },
  }
}

/** @throws Refused without such a job */
async function jobOf(account: TeamAccount, path: { id: string }): Promise<JobRecord> {
  const id = Serial.safeParse(path.id).data
  const job = id === undefined ? undefined : await account.now().jobs.read(id)
  if (!job) throw new Refused('NO_JOB', 'There is no job with this ID. Ended jobs are kept for RETAIN_GONE_DAYS.')
  return job
}

/** @throws Refused if the requester can't have what the job has read */
async function jobWithResults(
  account: TeamAccount,
  path: { id: string },
  by: Requester,
  what: string,
): Promise<JobRecord> {
  const job = await jobOf(account, path)
  by.need(neededRole[effectOf(job.operation)], what)
  if (isErased(job, Date.now()))
    throw new Refused('NO_JOB', 'What this job has read is erased: it is kept for a day after its end.')
  return job
}

/** @throws Refused if the results were encrypted with a secret that is gone */
async function unsealed<T>(results: Promise<T>): Promise<T> {
  try {
    return await results
  } catch (error) {
    if (!(error instanceof SealedResultError)) throw error
    throw new Refused(
      'NO_JOB',
      'What this job has read was encrypted with a secret that this server no longer has. Set it in DELIVERIES_KEY_OLD, or run the job again.',
    )
  }
}

const isResumable = (job: JobRecord): boolean =>
  (job.phase === 'paused' || job.phase === 'stopped') && !isErased(job, Date.now())

const hostOf = (operation: JobOperation): Host => jobKinds[operation].endpoint?.host ?? 'vehicle'

/** A person, as a job stores it, with the token of their browser that the operation is sent with. */
function ownerOf(by: Requester, account: TeamAccount, operation: JobOperation): JobOwner {
  const { operator: name = null, subject = null, client, signedIn } = by
  return {
    ...{ name, subject, client },
    token: hostOf(operation) === 'vehicleData' ? account.holdToken?.() : undefined,
    signIn: signedIn && { role: signedIn.role ?? null, at: new Date(signedIn.signedInAt) },
  }
}

/** @throws Refused if the account has no token for the operation */
function checkToken({ credentials }: TeamAccount, operation: JobOperation): void {
  const { kind } = credentials[hostOf(operation)]
  if (kind === 'none' || kind === 'ended')
    throw new Refused('NO_TOKEN', 'No token is set for this. Add one in Settings, or configure it on the server.')
}
