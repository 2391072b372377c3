/** A job as it is shown: how far it is, what it costs, and when it ends. */
import { costOfTarget, effectOf, jobKinds } from '../../api/job-operations'
import { neededRole } from '../../api/roles'
import type { JobOperation, TeamJob } from '../../api/team-jobs'
import { type JobRecord, personOf } from '../../store/job-rows'
import { opensAt } from '../../team/hours'
import type { Settings } from '../settings/environment'
import { resultsUntil } from './job-file'

const DAY_MS = 86_400_000
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** What so many targets cost; null where that isn't known. */
export function costOf(operation: JobOperation, shared: JobRecord['shared'], targets: number): number | null {
  const one = costOfTarget(operation, shared)
  if (one !== undefined) return one * targets
  const { mostPages } = (shared ?? {}) as { mostPages?: number } // as it was checked
  return mostPages === undefined ? null : mostPages * targets
}

/** Requests that are left, and what all of it costs; null where that isn't known. */
function effortOf({ operation, shared, phase, counts, total, rowsRead }: JobRecord): {
  left: number | null
  requests: number | null
} {
  const kind = jobKinds[operation]
  const open = counts.waiting + counts.sending
  const items = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (kind.kind !== 'pages') return { left: open, requests: costOf(operation, shared, items) }
  if (!kind.endpoint) return { left: phase === 'ended' ? 0 : null, requests: 0 }
  if (open === 0) return { left: 0, requests: items }
  if (!kind.list || total === null || rowsRead === 0) return { left: null, requests: null }
  const left = Math.max(open, Math.ceil((total - rowsRead) / (rowsRead / Math.max(1, counts.done))))
  return { left, requests: items - open + left }
}

/** When the job may send its next request; undefined if this server doesn't know the time zone of its hours. */
function nextSend({ startAt, hours, waitingUntil }: JobRecord, now: number): number | undefined {
  const start = Math.max(now, startAt?.getTime() ?? 0)
  const opening = hours ? opensAt(hours, start) : start
  return opening && Math.max(opening, waitingUntil?.getTime() ?? 0)
}

/** The person who views a job, with sign-in, and the number of days that jobs depend on one. */
export interface Viewer {
  subject: string | undefined
  signInDays: number
}

/** When a job pauses unless its person signs in again; null if it depends on no sign-in. */
function continuesUntil(job: JobRecord, viewer: Viewer | undefined): string | null {
  const { operation, phase, signedInAt, begunAt } = job
  const since = personOf(job) === null ? begunAt : signedInAt
  if (!viewer || phase !== 'running' || effectOf(operation) === 'free' || !since) return null
  return untilOf(since.getTime(), viewer.signInDays)
}

export const untilOf = (signedInAt: number, days: number): string => new Date(signedInAt + days * DAY_MS).toISOString()

/** Why the server paused a job, in words. */
function reasonOf(job: JobRecord, viewer: Viewer | undefined): string | null {
  const { pauseCause, pausedAt, startAt, counts, adoptedBy, begunBy, operation, reason } = job
  if (pauseCause === null) return reason
  if (pauseCause === 'no-token')
    return 'Paused because the server doesn’t have the token that was added in a browser. Resume the job in a browser that has it.'
  const name = adoptedBy ?? begunBy
  const hasSent = counts.done + counts.failed + counts.unknown + counts.asleep + counts.sending > 0
  const isUnstarted = startAt !== null && pausedAt !== null && pausedAt >= startAt && !hasSent
  const why =
    pauseCause === 'signed-out'
      ? `${name} signed out`
      : pauseCause === 'role-lost'
        ? `${name} no longer has the ${neededRole[effectOf(operation)]} role`
        : name === null
          ? 'it was started without sign-in'
          : `${name} hasn’t signed in for ${viewer?.signInDays ?? 'too many'} days`
  return `${isUnstarted ? 'Didn’t start' : 'Paused'} because ${why}.`
}

/**
 * @param limit the provider's, as far as it is configured
 * @param viewer absent without sign-in
 */
export function shownJob(job: JobRecord, limit: Settings['config']['bucket'], now: number, viewer?: Viewer): TeamJob {
  const { id, operation, phase, pauseCause, orderedBy, begunBy, adoptedBy, begunAt, startAt, hours, endedAt } = job
  const { isChecking, counts, shared, share, total, rowsRead, bytesRead } = job
  const isRunning = phase === 'running'
  const open = counts.waiting + counts.sending
  const resumesAt = isRunning && open > 0 ? nextSend(job, now) : undefined
  const { left, requests } = effortOf(job)
  // Of hours each day only the first are known to be enough.
  const ends =
    isRunning && limit && !hours && left !== null
      ? (resumesAt ?? now) + (left * 6_000_000) / (limit.refillPerMinute * share)
      : undefined
  const reads = jobKinds[operation].kind !== 'change'
  return {
    ...{ id, operation, phase, pauseCause, orderedBy, begunBy, adoptedBy, hours, isChecking, counts, share, requests },
    reason: reasonOf(job, viewer),
    isYours: !viewer || (viewer.subject !== undefined && viewer.subject === personOf(job)),
    continuesUntil: continuesUntil(job, viewer),
    effect: effectOf(operation),
    with: shared,
    begunAt: begunAt.toISOString(),
    startAt: iso(startAt),
    waitingUntil: resumesAt !== undefined && resumesAt > now ? new Date(resumesAt).toISOString() : null,
    endsAt: ends === undefined ? null : new Date(ends).toISOString(),
    endedAt: iso(endedAt),
    results: reads ? { rows: rowsRead, total, bytes: bytesRead } : null,
    resultsUntil: iso(resultsUntil(job)),
  }
}
