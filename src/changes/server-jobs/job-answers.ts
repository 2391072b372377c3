/**
 * What the server says of its jobs, as the console reads it. The contract (`api/team-jobs.ts`) also checks what is sent:
 * read from there, that would be part of every page's first load. The compiler holds the two together.
 */
import * as z from 'zod/mini'
import type {
  BegunJob,
  MOST_TARGETS,
  TeamJob,
  TeamJobItem,
  TeamJobItems,
  TeamJobs,
  TeamQueued,
} from '../../api/team-jobs'

/** The most that one job takes. */
export const MOST_IN_JOB: typeof MOST_TARGETS = 100_000

const count = z.number()
const text = z.nullable(z.string())
const by = { begunBy: text }

export const Job: z.ZodMiniType<TeamJob> = z.object({
  ...by,
  id: count,
  operation: z.enum([
    'DELETE /v3/connections/{connectionId}',
    'DELETE /v3/users/{userId}',
    'DELETE /v3/subscriptions/{subscriptionId}',
    'POST /v3/subscriptions',
    'POST /v2.0/vehicles/{id}/batch',
    'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values',
    'GET /v3/connections',
    'GET /v3/webhooks',
    'GET /v3/subscriptions',
    'GET /team/users',
    'GET /team/vehicles',
  ]),
  effect: z.enum(['free', 'billed', 'change']),
  with: z.nullable(z.record(z.string(), z.unknown())),
  phase: z.enum(['running', 'paused', 'stopped', 'ended']),
  reason: text,
  orderedBy: text,
  begunAt: z.string(),
  startAt: text,
  hours: z.nullable(z.object({ from: z.string(), to: z.string(), timeZone: z.string() })),
  waitingUntil: text,
  endsAt: text,
  endedAt: text,
  counts: z.object({ failed: count, unknown: count, sending: count, waiting: count, done: count }),
  share: count,
  requests: z.nullable(count),
  results: z.nullable(z.object({ rows: count, total: z.nullable(count), bytes: count })),
  resultsUntil: text,
  isChecking: z.boolean(),
})
const Item: z.ZodMiniType<TeamJobItem> = z.object({
  n: count,
  target: z.string(),
  page: z.nullable(count),
  state: z.enum(['failed', 'unknown', 'sending', 'waiting', 'done']),
  status: z.nullable(count),
  requestId: text,
  detail: text,
  at: text,
  tries: count,
})
export const JobList: z.ZodMiniType<TeamJobs> = z.object({
  rows: z.array(Job),
  next: text,
  count: z.object({ value: count, isExact: z.boolean() }),
})
export const ItemList: z.ZodMiniType<TeamJobItems> = z.object({ rows: z.array(Item), next: text })
export const Begun: z.ZodMiniType<BegunJob> = z.object({
  job: z.nullable(Job),
  targets: count,
  requests: z.nullable(count),
  queued: z.array(z.object({ ...by, job: count, count })),
})
export const Queued: z.ZodMiniType<TeamQueued> = z.object({
  jobs: z.array(z.object({ ...by, id: count, operation: z.string() })),
})
