/** Requests about jobs: the server's own addresses, none of a host. */
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { codeOf, isPassing } from '../../api/errors'
import type { NewTeamJob } from '../../api/new-team-job'
import { stringifySearch } from '../../api/search'
import {
  BegunJob,
  type JobFileFormat,
  type JobItemState,
  type JobOperation,
  type JobOrder,
  type JobStateQuery,
  TeamJob,
  type TeamJobItem,
  TeamJobItems,
  TeamJobResponses,
  TeamJobs,
  TeamQueued,
} from '../../api/team-jobs'
import { whenTaken } from '../../core/drawn'
import { askServer } from '../../requests/ask-server'
import { areHintsLive } from '../../requests/hints'
import { useHints } from '../../requests/use-hints'
import { notJobs } from './job-texts'

/** What every query of them begins with. */
export const JOBS_KEY = ['jobs'] as const
const JOBS_KEYS = [JOBS_KEY]

/** How often they are asked for where no hints arrive: while something moves, and else. It is the console's own server. */
const BUSY_MS = 2_000
const IDLE_MS = 30_000
const FRESH_MS = 1_000

type Asked = Readonly<Record<string, string | number | undefined>>
const ask = <T>(path: `/${string}`, schema: z.ZodMiniType<T>, search: Asked, signal?: AbortSignal): Promise<T> =>
  askServer({ path, search, schema, otherwise: notJobs, signal })

/** What is refused or is not there is not asked twice; what was cut off, or found too many others there, is. */
const isWorthAnother = (failures: number, error: unknown) =>
  failures < 1 && (isPassing(error) || codeOf(error) === 'BUSY') && !isAway(error)
const isAway = (error: unknown) => codeOf(error) === 'STORE_UNAVAILABLE'

/** True while something of it changes without anybody's click: not while it waits for a time that is far ahead. */
export function isMoving({ phase, waitingUntil, isChecking }: TeamJob, now = Date.now()): boolean {
  if (isChecking) return true
  return phase === 'running' && (waitingUntil === null || Date.parse(waitingUntil) - now < IDLE_MS)
}
const paceFor = (isBusy: boolean) => (isBusy && !areHintsLive() ? BUSY_MS : IDLE_MS)
const paceOf = (jobs: readonly TeamJob[]) => paceFor(jobs.some((job) => isMoving(job)))

/** Asks anew when the server says that jobs have changed. */
export const useJobHints = (isWanted = true): void => useHints('jobs', JOBS_KEYS, isWanted)

export interface JobsQuestion {
  state?: JobStateQuery | undefined
  operation?: JobOperation | undefined
  limit: number
  after?: string | undefined
}

/** Asked again by itself while the page is seen; where it can't be had, on a click. */
export const jobList = (question: JobsQuestion) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'list', question],
    queryFn: ({ signal }) => ask('/team/jobs', TeamJobs, { ...question }, signal).finally(whenTaken),
    staleTime: FRESH_MS,
    retry: isWorthAnother,
    refetchInterval: ({ state: { data, error } }) => (error && !data ? false : paceOf(data?.rows ?? [])),
  })

export const oneJob = (id: number) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'one', id],
    queryFn: ({ signal }) => ask(`/team/jobs/${id}`, TeamJob, {}, signal).finally(whenTaken),
    staleTime: FRESH_MS,
    retry: isWorthAnother,
    refetchInterval: ({ state: { data, error } }) => (error && !data ? false : paceOf(data ? [data] : [])),
  })

export interface ItemsQuestion {
  state?: JobItemState | undefined
  limit: number
  after?: string | undefined
}

export const readItems = (id: number, question: ItemsQuestion, signal?: AbortSignal): Promise<TeamJobItems> =>
  ask(`/team/jobs/${id}/items`, TeamJobItems, { ...question }, signal)

/** @param isBusy true while its job moves */
export const jobItems = (id: number, question: ItemsQuestion, isBusy: boolean) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'items', id, question],
    queryFn: ({ signal }) => readItems(id, question, signal).finally(whenTaken),
    staleTime: FRESH_MS,
    retry: isWorthAnother,
    refetchInterval: ({ state: { data, error } }) => (error && !data ? false : paceFor(isBusy)),
  })

/** What one item has read: the server erases it, so it isn’t requested again until its page is opened again. */
export const itemResponses = (id: number, { n, tries }: Pick<TeamJobItem, 'n' | 'tries'>) =>
  queryOptions({
    queryKey: ['responses that a job has read', id, n, tries],
    queryFn: ({ signal }) => ask(`/team/jobs/${id}/items/${n}`, TeamJobResponses, {}, signal).finally(whenTaken),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: isWorthAnother,
  })

export type QueuedFor = { connection: string } | { user: string }
export const queuedFor = (asked: QueuedFor) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'queued', asked],
    queryFn: ({ signal }) => ask('/team/queued', TeamQueued, asked, signal).finally(whenTaken),
    staleTime: IDLE_MS,
    retry: isWorthAnother,
  })

/** Of a click, for a new job. Not a UUID: only a page that came over HTTPS can make one. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** @throws ApiError */
export const beginJob = (job: NewTeamJob): Promise<BegunJob> =>
  askServer({ path: '/team/jobs', schema: BegunJob, otherwise: notJobs, body: job })

/** @throws ApiError */
export const orderJob = (id: number, order: JobOrder): Promise<TeamJob> =>
  askServer({ path: `/team/jobs/${id}`, schema: TeamJob, otherwise: notJobs, body: order })

/** The address of what it has read, or of what became of each item, as a file. */
export const fileOf = (id: number, format: JobFileFormat): string => `/team/jobs/${id}/file?format=${format}`

type WithoutTerms<J> = J extends NewTeamJob
  ? Omit<J, 'key' | 'startAt' | 'hours' | 'share' | 'isWithoutQueued' | 'isDryRun'>
  : never
/** What a job is to do, before it is said when. */
export type JobDraft = WithoutTerms<NewTeamJob>

/** What a job is to do something to: its targets, or the question of its list. */
export const thingsIn = (draft: JobDraft): readonly string[] =>
  'targets' in draft ? draft.targets : [stringifySearch(draft.with?.query ?? {})]

/** How often a job that can't start is tried again, in ms: the store may be back. */
const AGAIN_MS = 5_000

/** What starting such a job depends on, or why it can't start: a dry run with one of its targets, which starts nothing. */
export const jobPreview = (draft: JobDraft) =>
  queryOptions({
    // A list may be refused for its filters.
    queryKey: ['job preview', draft.operation, 'targets' in draft ? [] : thingsIn(draft)],
    queryFn: async () => {
      const one = 'targets' in draft ? { ...draft, targets: draft.targets.slice(0, 1) } : draft
      return beginJob({ ...one, key: newKey(), isDryRun: true })
    },
    staleTime: IDLE_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? AGAIN_MS : false),
  })
