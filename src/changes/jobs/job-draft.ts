/** A job that isn't begun yet. Apart from `job-queries.ts`, because pages that only show jobs don't load its schema. */
import { queryOptions } from '@tanstack/react-query'
import { beginJob } from '../../api/console/begin-job'
import { ask } from '../../api/console/client'
import type { NewTeamJob } from '../../api/new-team-job'
import { stringifySearch } from '../../api/search'
import { IDLE_MS } from './job-queries'

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
