/** The jobs that were started from this page, and the rows that wait in them. */
import type { QueryKey } from '@tanstack/react-query'
import { accountStore } from '../../core/account'
import { useStore, useStorePart } from '../../core/store'

export interface StartedJob {
  id: number
  /** In the interface's spelling. */
  operation: string
  /** IDs of its targets, or the question of a list (`thingsIn`): their rows are marked until it is over. */
  ids: ReadonlySet<string>
  /** What is loaded anew once it is over. */
  stale: readonly QueryKey[]
  /** True once it has ended or was stopped: nothing is marked any more. */
  isOver?: boolean
  isDismissed?: boolean
}

export const startedJobs = accountStore<readonly StartedJob[]>([])
export const useStartedJobs = (): readonly StartedJob[] => useStore(startedJobs)

/** What a row says instead of its button. */
export const queued = 'Queued'

/** True while a job that was started here still has this to send. */
export const useIsQueued = (of: { operation: string }, one: string): boolean =>
  useStorePart(startedJobs, (jobs) =>
    jobs.some((job) => !job.isOver && job.operation === of.operation && job.ids.has(one)),
  )
