/**
 * Work that the server does by itself, whoever closes their tab: removals of many connections or users. Its addresses are
 * the console's own (`/team/jobs`); times are ISO 8601 in UTC. Without a store each answers 503 `STORE_UNAVAILABLE`.
 */
import * as z from 'zod/mini'
import { Count } from './team'

const count = z.number()
const text = z.nullable(z.string())

/** What a job may send, once for each of its targets: the value of the one parameter of its path (4.1, 4.2). */
export const jobOperations = ['DELETE /v3/connections/{connectionId}', 'DELETE /v3/users/{userId}'] as const
export type JobOperation = (typeof jobOperations)[number]

export const MOST_TARGETS = 100_000
export const MOST_TARGET = 100

/** `running` also while it waits for its start, its hours or the rate limit; `stopped` can be resumed, `ended` can't. */
export const jobPhases = ['running', 'paused', 'stopped', 'ended'] as const
/** `unknown`: sent, and nobody knows what became of it. */
export const jobItemStates = ['failed', 'unknown', 'sending', 'waiting', 'done'] as const
export type JobItemState = (typeof jobItemStates)[number]
/** What the list can be filtered by: `scheduled` is a running one whose start is ahead. */
export const jobFilters = ['running', 'scheduled', 'paused', 'stopped', 'ended'] as const
export type JobFilter = (typeof jobFilters)[number]

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** Hours of each day, which may go over midnight: nothing is sent outside of them. */
export const JobHours = z.strictObject({
  from: clock,
  to: clock,
  /** As IANA names it ("Europe/Berlin"). */
  timeZone: z.string().check(z.refine(isTimeZone)),
})
export type JobHours = z.infer<typeof JobHours>

export const TeamJob = z.object({
  id: count,
  operation: z.enum(jobOperations),
  phase: z.enum(jobPhases),
  /** Why it is stopped, where nobody stopped it. */
  reason: text,
  /** Who paused, resumed or stopped it last; null where nobody did, or nobody signs in. */
  orderedBy: text,
  begunBy: text,
  begunAt: z.string(),
  /** Nothing is sent before. */
  startAt: text,
  hours: z.nullable(JobHours),
  /** Until when nothing is sent, for its start, its hours or a limit. */
  waitingUntil: text,
  /** When it is done, at the rate of the limit; null where that isn't known. */
  endsAt: text,
  endedAt: text,
  counts: z.object({ failed: count, unknown: count, sending: count, waiting: count, done: count }),
  /** True while what is unknown is looked up. */
  isChecking: z.boolean(),
})
export type TeamJob = z.infer<typeof TeamJob>

/** `GET /team/jobs`: `state`, `operation`, `limit`, `after`; the newest first. */
export const TeamJobs = z.object({ rows: z.array(TeamJob), next: text, count: Count })
export type TeamJobs = z.infer<typeof TeamJobs>

export const TeamJobItem = z.object({
  /** Its place among the targets, from 1. */
  n: count,
  target: z.string(),
  state: z.enum(jobItemStates),
  /** The provider's answer, and its own ID of the request. */
  status: z.nullable(count),
  requestId: text,
  /** In words, for people. */
  detail: text,
  /** When its state changed last. */
  at: text,
  tries: count,
})
export type TeamJobItem = z.infer<typeof TeamJobItem>

/** `GET /team/jobs/{id}/items`: `state`, `limit`, `after`; failed ones first, then as in `jobItemStates`. */
export const TeamJobItems = z.object({ rows: z.array(TeamJobItem), next: text })
export type TeamJobItems = z.infer<typeof TeamJobItems>

/** `POST /team/jobs`. */
export const NewTeamJob = z.strictObject({
  /** Of the click that asks for it: whoever sends it again gets the same job. */
  key: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  operation: z.enum(jobOperations),
  targets: z
    .array(z.string().check(z.minLength(1), z.maxLength(MOST_TARGET), z.refine(isStorable)))
    .check(z.minLength(1), z.maxLength(MOST_TARGETS)),
  startAt: z.optional(z.iso.datetime()),
  hours: z.optional(JobHours),
  /** Leaves out what another job is to send; else nothing is begun where there is any. */
  isWithoutQueued: z.optional(z.boolean()),
  /** Begins nothing: only says what it would send. */
  isDryRun: z.optional(z.boolean()),
})
export type NewTeamJob = z.infer<typeof NewTeamJob>

/** Answers `POST /team/jobs`. */
export const BegunJob = z.object({
  /** Null where nothing was begun. */
  job: z.nullable(TeamJob),
  /** How many it sends, each target once. */
  targets: count,
  /** How many of them other jobs are to send already. */
  queued: z.array(z.object({ job: count, begunBy: text, count })),
})
export type BegunJob = z.infer<typeof BegunJob>

/**
 * `POST /team/jobs/{id}`: what any operator may do to it. `check`: reads, for free, what became of what is unknown;
 * what is still there has failed then, and can be retried.
 */
export const jobActions = ['pause', 'resume', 'stop', 'retry', 'check'] as const
export type JobAction = (typeof jobActions)[number]
export const JobOrder = z.strictObject({ action: z.enum(jobActions) })

/** `GET /team/queued`: `connection` or `user`, an ID: the jobs that are to remove it. */
export const TeamQueued = z.object({ jobs: z.array(z.object({ id: count, operation: z.string(), begunBy: text })) })
export type TeamQueued = z.infer<typeof TeamQueued>

/** PostgreSQL has no text with a NUL in it, nor half a character. */
function isStorable(id: string): boolean {
  return !id.includes('\0') && id.isWellFormed()
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
