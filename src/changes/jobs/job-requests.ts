/** Queries for jobs, refetched while something moves, and the parts of a request that begins one. */
import { queryOptions } from '@tanstack/react-query'
import { beginJob } from '../../api/console/begin-job'
import { ask, query } from '../../api/console/client'
import { type ConsoleInput, consoleKey } from '../../api/console/endpoint'
import { jobs } from '../../api/console/jobs'
import type { NewTeamJob } from '../../api/new-team-job'
import { stringifySearch } from '../../api/search'
import type { TeamJob } from '../../api/team-jobs'
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

/** Refetches a query while its page is seen; if it never succeeded, only on a click. */
export const pollWhile =
  <T>(isBusy: (data: T | undefined) => boolean) =>
  ({ state: { data, error } }: { state: { data: T | undefined; error: unknown } }): number | false => {
    if (error && data === undefined) return false
    return isBusy(data) && !areHintsLive() ? BUSY_MS : IDLE_MS
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

/** Of a click, for a new job. Not a UUID: only a page that came over HTTPS can make one. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

type WithoutTerms<J> = J extends NewTeamJob
  ? Omit<J, 'key' | 'startAt' | 'hours' | 'share' | 'isWithoutQueued' | 'isDryRun'>
  : never
/** A job without its terms. */
export type JobDraft = WithoutTerms<NewTeamJob>

/** A job's targets, or the question of its list. */
export const thingsIn = (draft: JobDraft): readonly string[] =>
  'targets' in draft ? draft.targets : [stringifySearch(draft.with?.query ?? {})]

/** How often a job that can't start is tried again, in ms: the store may be back. */
const AGAIN_MS = 5_000

/** What starting such a job depends on, or why it can't start: a dry run with one of its targets, which starts nothing. */
export const jobPreview = (draft: JobDraft) =>
  queryOptions({
    // A list may be refused for its filters.
    queryKey: ['job preview', draft.operation, 'targets' in draft ? [] : thingsIn(draft)],
    queryFn: () => {
      const one = 'targets' in draft ? { ...draft, targets: draft.targets.slice(0, 1) } : draft
      return ask(beginJob, { body: { ...one, key: newKey(), isDryRun: true } })
    },
    staleTime: IDLE_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? AGAIN_MS : false),
  })
