/**
 * Long work of the server, which continues when the page is closed: changes of many, reads of many, and lists read to their
 * end. Its addresses are the console's own (`/team/jobs`); times are ISO 8601 in UTC. While the store is away each answers 503
 * `STORE_UNAVAILABLE`. What each operation asks of which host stands in `job-operations.ts`.
 */
import * as z from 'zod/mini'
import { type ExportFormat, exportFormats } from './export-formats'
import { Count } from './team'

const count = z.number()
const text = z.nullable(z.string())

/** Changes: each sent at most once. A target is the value of the one parameter of its path (4.1, 4.2). */
export const removalOperations = [
  'DELETE /v3/connections/{connectionId}',
  'DELETE /v3/users/{userId}',
  'DELETE /v3/subscriptions/{subscriptionId}',
] as const
export type RemovalOperation = (typeof removalOperations)[number]

/** Lists, read to their end for a file: those of the service, and the two of the team's directory, which cost no request. */
export const listOperations = [
  'GET /v3/connections',
  'GET /v3/webhooks',
  'GET /v3/subscriptions',
  'GET /team/users',
  'GET /team/vehicles',
] as const
export type ListOperation = (typeof listOperations)[number]

/** A change as the removals are; its target: `targetOf(vehicleId, userId)` (`job-target.ts`). */
export const SUBSCRIBE = 'POST /v3/subscriptions'
/** A billed read of each target, a vehicle's ID. */
export const BATCH = 'POST /v2.0/vehicles/{id}/batch'
/** Billed reads, page by page; a target: `targetOf(vehicleId, signalCode)`, with the user's ID as a third where one is named. */
export const VALUES = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'

/** What a job may do for each of its targets. */
export const jobOperations = [...removalOperations, SUBSCRIBE, BATCH, VALUES, ...listOperations] as const
export type JobOperation = (typeof jobOperations)[number]

export const MOST_TARGETS = 100_000
export const MOST_TARGET = 300

/** `running` also while it waits for its start, its hours or the rate limit; `stopped` can be resumed, `ended` can't. */
export const jobPhases = ['running', 'paused', 'stopped', 'ended'] as const
/**
 * Why the server paused a job: its person signed out, lost the role, or signed in too long ago; or no server has the
 * token that was added in a browser.
 */
export const pauseCauses = ['signed-out', 'role-lost', 'sign-in-expired', 'no-token'] as const
export type PauseCause = (typeof pauseCauses)[number]
/** `unknown`: sent, with an outcome that isn’t known; `asleep`: the vehicle is asleep, and the item waits for a retry. */
export const jobItemStates = ['failed', 'unknown', 'asleep', 'sending', 'waiting', 'done'] as const
export type JobItemState = (typeof jobItemStates)[number]
/** What the list can be filtered by: `scheduled` is a running one whose start is ahead. */
export const jobFilters = ['running', 'scheduled', 'paused', 'stopped', 'ended'] as const
export type JobFilter = (typeof jobFilters)[number]
/**
 * Values of `state` of `GET /team/jobs`: `active` is a job that runs, is paused, or starts within a day; `interrupted` is what the
 * server paused because of a sign-in.
 */
export const jobStateQueries = [...jobFilters, 'active', 'interrupted'] as const
export type JobStateQuery = (typeof jobStateQueries)[number]

/** Hours of each day, which may go over midnight: nothing is sent outside of them. */
export const JobHours = z.object({
  /** "22:00" */
  from: z.string(),
  to: z.string(),
  /** As IANA names it ("Europe/Berlin"). */
  timeZone: z.string(),
})
export type JobHours = z.infer<typeof JobHours>

/** What all targets share: the webhook, the paths of a batch, the filters of a list. */
const Shared = z.record(z.string(), z.unknown())

export const TeamJob = z.object({
  id: count,
  operation: z.enum(jobOperations),
  /** What it costs whom, and so which role controls it. */
  effect: z.enum(['free', 'billed', 'change']),
  /** As `NewTeamJob` has it. */
  with: z.nullable(Shared),
  phase: z.enum(jobPhases),
  /** Why the server paused or stopped it; null if a person did. */
  reason: text,
  pauseCause: z.nullable(z.enum(pauseCauses)),
  /** Who paused, resumed or stopped it last; null where nobody did, or nobody signs in. */
  orderedBy: text,
  begunBy: text,
  /** The operator who took it over, in whose name it continues. */
  adoptedBy: text,
  /** True if it depends on the sign-in of the person who requests it, and without sign-in. */
  isYours: z.boolean(),
  /** When it pauses unless the person it depends on signs in again; null if it depends on no sign-in. */
  continuesUntil: text,
  begunAt: z.string(),
  /** Nothing is sent before. */
  startAt: text,
  hours: z.nullable(JobHours),
  /** Until when nothing is sent, for its start, its hours or a limit. */
  waitingUntil: text,
  /** When it is done, at the rate of the limit; null where that isn't known. */
  endsAt: text,
  endedAt: text,
  /** Of its items: each target is one; of what is read in pages, each page. */
  counts: z.object({ failed: count, unknown: count, asleep: count, sending: count, waiting: count, done: count }),
  /** In percent: how much of the provider's limit it uses at most, where one is configured. */
  share: count,
  /** What it costs in all, a batch as many as it has paths; null where that isn't known, as before a list's first page. */
  requests: z.nullable(count),
  /** What it has read so far; null for changes. */
  results: z.nullable(
    z.object({
      rows: count,
      /** How many rows there are, as a list counts them; null where it doesn't, or nobody has asked yet. */
      total: z.nullable(count),
      bytes: count,
    }),
  ),
  /**
   * Until when `/team/jobs/{id}/file` has what was read: a day after its end; null before its end, and for changes, whose
   * file is there as long as the job. Once it has passed, the job can't be resumed or retried.
   */
  resultsUntil: text,
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
  /** Of a list: its name, e.g. `connections`. */
  target: z.string(),
  /** From 1, of what is read in pages; else null. */
  page: z.nullable(count),
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

/** `GET /team/jobs/{id}/items/{n}`: what an item has read, as the provider sent it. */
export const TeamJobResponses = z.object({
  n: count,
  target: z.string(),
  /** Of a batch, an item for each path, of several tries the last one that has it; else rows. */
  responses: z.array(z.unknown()),
})
export type TeamJobResponses = z.infer<typeof TeamJobResponses>

/** Answers `POST /team/jobs`. */
export const BegunJob = z.object({
  /** Null where nothing was begun. */
  job: z.nullable(TeamJob),
  /** How many it sends, each target once. */
  targets: count,
  /** What they cost, as the job's own. */
  requests: z.nullable(count),
  /** Until when it continues without another sign-in; null if it depends on none. */
  continuesUntil: text,
  /** For how many days it continues after a sign-in; null if it depends on none. */
  signInDays: z.nullable(count),
  /** How many of them other jobs are to send already. */
  queued: z.array(z.object({ job: count, begunBy: text, count })),
})
export type BegunJob = z.infer<typeof BegunJob>

/**
 * `POST /team/jobs/{id}`: what whoever may begin such a job may do to it. `check`: reads, for free, what became of what is unknown;
 * what is still there has failed then, and can be retried. `adopt`: resumes it in the name of the operator who adopts it.
 */
export const jobActions = ['pause', 'resume', 'stop', 'retry', 'check', 'adopt'] as const
export type JobAction = (typeof jobActions)[number]

/** A whole percentage. */
export const JobShare = z.int().check(z.minimum(1), z.maximum(100))
export const JobOrder = z.union([z.strictObject({ action: z.enum(jobActions) }), z.strictObject({ share: JobShare })])
export type JobOrder = z.infer<typeof JobOrder>

/** `GET /team/jobs/{id}/file?format=`: a line for each row that was read; of changes, for each item. */
export const jobFileFormats = exportFormats
export type JobFileFormat = ExportFormat

/** `GET /team/queued`: `connection` or `user`, an ID: the jobs that are to remove it. */
export const TeamQueued = z.object({ jobs: z.array(z.object({ id: count, operation: z.string(), begunBy: text })) })
export type TeamQueued = z.infer<typeof TeamQueued>
