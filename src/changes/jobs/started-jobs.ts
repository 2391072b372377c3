/** The jobs that were started from this page, and the rows that wait in them. */
import type { QueryKey } from '@tanstack/react-query'
import type { JobOperation } from '../../api/team-jobs'
import { accountStore } from '../../core/account'
import { useStore, useStorePart } from '../../core/store'

export interface StartedJob {
  id: number
  operation: JobOperation
  /** IDs of its targets, or the question of a list (`thingsIn`): their rows are marked until it is over. */
  ids: ReadonlySet<string>
  /** Queries that are refetched once it is over. */
  stale: readonly QueryKey[]
  /**
   * Called each time it is over, with the targets that succeeded.
   * @returns what navigates away from a page that has nothing left to show
   */
  onOver?: ((succeeded: readonly string[]) => (() => void) | undefined) | undefined
  /** True once it has ended or was stopped: its rows are not marked any more. */
  isOver?: boolean
  /** True once its lists are refetched and what succeeded is deselected. */
  isSettled?: boolean
  isDismissed?: boolean
}

export const startedJobs = accountStore<readonly StartedJob[]>([])
export const useStartedJobs = (): readonly StartedJob[] => useStore(startedJobs)
export const changeStarted = (id: number, change: Partial<StartedJob>): void =>
  startedJobs.set((old) => old.map((one) => (one.id === id ? { ...one, ...change } : one)))

/** The last job started here with this target, as `thingsIn` names it; over or not. */
export const useStartedJobFor = (operation: string, target: string): StartedJob | undefined =>
  useStartedJobs().findLast((job) => job.operation === operation && job.ids.has(target))

/** Text of a row instead of its button. */
export const queued = 'Queued'

/** True while a job that was started here still has this to send. */
export const useIsQueued = (of: { operation: string }, target: string): boolean =>
  useStorePart(startedJobs, (jobs) =>
    jobs.some((job) => !job.isOver && job.operation === of.operation && job.ids.has(target)),
  )
