/** A job as it is shown: how far it is, what it costs, and when it ends. */
import { costOfTarget, effectOf, jobKinds } from '../../api/job-operations'
import type { JobOperation, TeamJob } from '../../api/team-jobs'
import type { JobRecord } from '../../store/job-rows'
import { opensAt } from '../../team/hours'
import type { Settings } from '../settings/environment'
import { resultsUntil } from './job-file'

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

/** @param limit the provider's, as far as it is configured */
export function shownJob(job: JobRecord, limit: Settings['config']['bucket'], now: number): TeamJob {
  const { id, operation, phase, reason, orderedBy, begunBy, begunAt, startAt, hours, endedAt } = job
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
    ...{ id, operation, phase, reason, orderedBy, begunBy, hours, isChecking, counts, share, requests },
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
