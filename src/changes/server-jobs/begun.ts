/** The jobs that this tab has begun on the server: which rows wait in them. What asks for them comes with the first one. */
import type { QueryKey } from '@tanstack/react-query'
import { accountStore } from '../../core/account'
import { useStore, useStorePart } from '../../core/store'

export interface Begun {
  id: number
  /** In the interface's spelling. */
  operation: string
  /** What waits in it, by ID, or the question of a list (`thingsIn`): their rows are marked until it is over. */
  ids: ReadonlySet<string>
  /** What is loaded anew once it is over. */
  stale: readonly QueryKey[]
  /** True once it has ended or was stopped: nothing is marked any more. */
  isOver?: boolean
  isDismissed?: boolean
}

export const begun = accountStore<readonly Begun[]>([])
export const useBegun = (): readonly Begun[] => useStore(begun)

/** What a row says instead of its button. */
export const queued = 'Queued'

/** True where a job of this tab is to send this to a thing. */
export const useIsQueued = (of: { operation: string }, one: string): boolean =>
  useStorePart(begun, (jobs) => jobs.some((job) => !job.isOver && job.operation === of.operation && job.ids.has(one)))
