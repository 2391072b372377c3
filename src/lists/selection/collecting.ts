/**
 * How far “select all that match” is: one for each list, as there is one selection of each. It belongs to the question
 * that it was begun with, whatever the list shows meanwhile, and ends where the selection is cleared.
 */
import { type TaskState, Tasks, useTask } from '../../core/task'

export interface Collecting extends TaskState {
  /** The query that it was begun with, as an address has it, and in words. */
  question: string
  words: string
  /** Rows so far, and how many the service counted on the last page. */
  count: number
  total: number | undefined
  /** True where the list moved meanwhile: some may be missing. */
  hasDrifted: boolean
  /** Why it was stopped by itself: rows that are not what was asked for, in words. */
  contradictions?: readonly string[] | undefined
  /** Goes on behind what was collected. */
  goOn: () => void
}

export const collecting = new Tasks<Collecting>()
export const useCollecting = (list: string): Collecting | undefined => useTask(collecting, list)
