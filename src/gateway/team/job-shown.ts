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

/** @param limit the provider's, as far as it is configured */
export function shownJob(job: JobRecord, limit: Settings['config']['bucket'], now: number): TeamJob {
  const { id, operation, phase, reason, orderedBy, begunBy, begunAt, startAt, hours, waitingUntil, endedAt } = job
  const { isChecking, counts, shared, share, total, rowsRead, bytesRead } = job
  const isRunning = phase === 'running'
  const opens = Math.max(now, startAt?.getTime() ?? 0)
  const goesOnAt = Math.max(hours ? opensAt(hours, opens) : opens, waitingUntil?.getTime() ?? 0)
  const open = counts.waiting + counts.sending
  const { left, requests } = effortOf(job)
  // Of hours each day only the first are known to be enough.
  const ends =
    isRunning && limit && !hours && left !== null
      ? goesOnAt + (left * 6_000_000) / (limit.refillPerMinute * share)
      : undefined
  const reads = jobKinds[operation].kind !== 'change'
  return {
    ...{ id, operation, phase, reason, orderedBy, begunBy, hours, isChecking, counts, share, requests },
    effect: effectOf(operation),
    with: shared,
    begunAt: begunAt.toISOString(),
    startAt: iso(startAt),
    waitingUntil: isRunning && open > 0 && goesOnAt > now ? new Date(goesOnAt).toISOString() : null,
    endsAt: ends === undefined ? null : new Date(ends).toISOString(),
    endedAt: iso(endedAt),
    results: reads ? { rows: rowsRead, total, bytes: bytesRead } : null,
    resultsUntil: iso(resultsUntil(job)),
  }
}
