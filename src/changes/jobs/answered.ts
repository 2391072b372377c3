/** What is known of the changes of a job that were answered, beyond the state of their items; kept by the job, gone with it. */
import { createStore, type Store } from '../../core/store'

export interface AnsweredState {
  /** How many ended in which way; empty before the first has. */
  words: string
  /** Changes that were accepted, and that no look has shown to be made. */
  open: number
  /** Requests that looking at those takes. */
  price: number
  isChecking: boolean
}

export interface Answered {
  store: Store<AnsweredState>
  /** Looks at what was accepted, one after the other. */
  check: () => void
  stop: () => void
}

export const createAnswered = (): Store<AnsweredState> =>
  createStore<AnsweredState>({ words: '', open: 0, price: 0, isChecking: false })
