/** Jobs as their tables hold them, and how their counts change with their items. */
import * as z from 'zod/mini'
import {
  JobHours,
  type JobItemState,
  type JobOperation,
  jobItemStates,
  jobOperations,
  jobPhases,
  type PauseCause,
  pauseCauses,
} from '../api/team-jobs'
import type { Row } from './store'

export interface JobRecord {
  id: number
  operation: JobOperation
  phase: (typeof jobPhases)[number]
  reason: string | null
  orderedBy: string | null
  begunBy: string | null
  subject: string | null
  client: string
  /** The operator who adopted it: it depends on their sign-in, and its requests are sent in their name. */
  adoptedBy: string | null
  adoptedSubject: string | null
  adoptedClient: string | null
  /** The last sign-in of the person it depends on. */
  signedInAt: Date | null
  /** Why the server paused it. */
  pauseCause: PauseCause | null
  pausedAt: Date | null
  begunAt: Date
  startAt: Date | null
  hours: JobHours | null
  waitingUntil: Date | null
  endedAt: Date | null
  isChecking: boolean
  /** True while it sends only failed items again. */
  isRetrying: boolean
  counts: Record<JobItemState, number>
  /** Names the version 2.0 token that was added in a browser and that it is sent with. */
  tokenId: string | null
  /** What all of its items share. */
  shared: Record<string, unknown> | null
  /** In percent. */
  share: number
  /** How many rows a list counts. */
  total: number | null
  /** What it has read. */
  rowsRead: number
  bytesRead: number
  /** When that was erased. */
  erasedAt: Date | null
}

const Stored = z.object({
  id: z.number(),
  operation: z.enum(jobOperations),
  phase: z.enum(jobPhases),
  reason: z.nullable(z.string()),
  orderedBy: z.nullable(z.string()),
  begunBy: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  client: z.string(),
  adoptedBy: z.nullable(z.string()),
  adoptedSubject: z.nullable(z.string()),
  adoptedClient: z.nullable(z.string()),
  signedInAt: z.nullable(z.date()),
  pauseCause: z.nullable(z.enum(pauseCauses)),
  pausedAt: z.nullable(z.date()),
  begunAt: z.date(),
  startAt: z.nullable(z.date()),
  hours: z.nullable(JobHours),
  waitingUntil: z.nullable(z.date()),
  endedAt: z.nullable(z.date()),
  isChecking: z.boolean(),
  isRetrying: z.boolean(),
  tokenId: z.nullable(z.string()),
  shared: z.nullable(z.record(z.string(), z.unknown())),
  share: z.number(),
  total: z.nullable(z.number()),
  rowsRead: z.number(),
  bytesRead: z.number(),
  erasedAt: z.nullable(z.date()),
  failed: z.number(),
  unknown: z.number(),
  asleep: z.number(),
  sending: z.number(),
  waiting: z.number(),
  done: z.number(),
})
/** SQL of the person whose sign-in a job depends on. */
export const PERSON = 'coalesce(jobs.adopted_subject, jobs.subject)'
export const personOf = ({ adoptedSubject, subject }: Pick<JobRecord, 'adoptedSubject' | 'subject'>): string | null =>
  adoptedSubject ?? subject
/** In whose name its requests are sent; a click keeps the person who started the job. */
export const senderOf = (job: JobRecord) => ({
  begunBy: job.adoptedBy ?? job.begunBy,
  subject: personOf(job),
  client: job.adoptedClient ?? job.client,
  clickSubject: job.subject,
})
/** The columns of `readJob`. */
export const JOB = `jobs.id, jobs.operation, phase, reason, ordered_by AS "orderedBy", begun_by AS "begunBy", subject, client,
  adopted_by AS "adoptedBy", adopted_subject AS "adoptedSubject", adopted_client AS "adoptedClient",
  (SELECT signed_in_at FROM people WHERE people.subject = ${PERSON}) AS "signedInAt", pause_cause AS "pauseCause",
  paused_at AS "pausedAt", begun_at AS "begunAt", start_at AS "startAt", hours, waiting_until AS "waitingUntil", ended_at AS "endedAt",
  is_checking AS "isChecking", is_retrying AS "isRetrying", token_id AS "tokenId", shared, share, total, rows_read AS "rowsRead", bytes_read AS "bytesRead",
  erased_at AS "erasedAt", failed, unknown, asleep, sending, waiting, done`
export function readJob(row: Row): JobRecord {
  const { failed, unknown, asleep, sending, waiting, done, ...job } = Stored.parse(row)
  return { ...job, counts: { failed, unknown, asleep, sending, waiting, done } }
}

const sumOf = (when: 'before' | 'after', state: JobItemState) => `count(*) FILTER (WHERE ${when} = '${state}')`

/**
 * Changes items of job $2 in realm $1, and the job's counts with them. It gives a row where any has changed.
 * @param moved changes the items, and returns of each the state `before` and `after`
 * @param more what else changes of the job
 */
export const counted = (moved: string, more = '') => `
WITH moved AS (${moved}), counted AS (
  SELECT ${jobItemStates.map((state) => `${sumOf('after', state)} - ${sumOf('before', state)} AS ${state}`).join(', ')},
    count(*) AS moved FROM moved
)
UPDATE jobs SET ${jobItemStates.map((state) => `${state} = jobs.${state} + counted.${state}`).join(', ')}${more}
FROM counted WHERE jobs.realm = $1 AND jobs.id = $2 AND moved > 0 RETURNING moved`
