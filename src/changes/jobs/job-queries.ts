/** Queries for jobs, refetched while something moves. */
import { queryOptions } from '@tanstack/react-query'
import { query } from '../../api/console/client'
import { type ConsoleInput, consoleKey } from '../../api/console/endpoint'
import { jobs } from '../../api/console/jobs'
import type { TeamJob } from '../../api/team-jobs'
import { whileAway } from '../../requests/away'
import { areHintsLive } from '../../requests/hints'
import { useHints } from '../../requests/use-hints'

/** Endpoints whose responses change with a job. */
export const jobQueries = [jobs.list, jobs.read, jobs.items, jobs.queued]
const keys = jobQueries.map(consoleKey)

/** How often they are refetched if no hints arrive: while something moves, and else. It is the console's own server. */
const BUSY_MS = 2_000
export const IDLE_MS = 30_000

/** True while something of it changes without a click: not while it waits for a time that is far ahead. */
export function isMoving({ phase, waitingUntil, isChecking }: TeamJob, now = Date.now()): boolean {
  if (isChecking) return true
  return phase === 'running' && (waitingUntil === null || Date.parse(waitingUntil) - now < IDLE_MS)
}

/** Refetches a query while its page is seen; if it never succeeded, only on a click or once the server is back. */
export const pollWhile =
  <T>(isBusy: (data: T | undefined) => boolean) =>
  ({ state }: { state: { data: T | undefined; error: unknown } }): number | false => {
    const { data, error } = state
    if (error && data === undefined) return whileAway(false)({ state })
    return isBusy(data) && !areHintsLive() ? BUSY_MS : whileAway(IDLE_MS)({ state })
  }

/** Refetches when the server says that jobs have changed. */
export const useJobHints = (isWanted = true): void => useHints('jobs', keys, isWanted)

export const jobList = (search: ConsoleInput<typeof jobs.list>['query']) =>
  queryOptions({
    ...query(jobs.list, { query: search }),
    refetchInterval: pollWhile((data) => data?.rows.some((job) => isMoving(job)) ?? false),
  })

export const oneJob = (id: number) =>
  queryOptions({
    ...query(jobs.read, { path: { id: String(id) } }),
    refetchInterval: pollWhile((job) => job !== undefined && isMoving(job)),
  })
