/** The session journal: a receipt for every change made in this tab. Ids only, for this tab's life. */
import * as z from 'zod/mini'
import { createKeptStore, useStore } from './store'

/**
 * `accepted`: the service said yes, and it is not seen to be done; `unknown`: nothing came back, and no read has told;
 * `asleep` and `already there`: a creation that was refused for that.
 */
export const Outcome = z.enum(['removed', 'already gone', 'accepted', 'failed', 'unknown', 'asleep', 'already there'])
export type Outcome = z.output<typeof Outcome>
export type RemovalOutcome = Exclude<Outcome, 'asleep' | 'already there'>

const Receipt = z.object({
  /** Unique in this tab. */
  id: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The operation, in the interface's spelling. */
  operation: z.string(),
  /** What was changed, e.g. `connection 36ab…`. */
  subject: z.string(),
  outcome: Outcome,
  /** What was answered and what the read after it showed. */
  detail: z.string(),
})
export type Receipt = z.output<typeof Receipt>

const MOST = 1000

export const journal = createKeptStore('forecourt.journal', z.array(Receipt), [], () => sessionStorage)
export const useJournal = (): Receipt[] => useStore(journal)

/** Writes a receipt, or rewrites the one with the same id as more becomes known. */
export function record(receipt: Receipt): void {
  journal.set((old) => [receipt, ...old.filter(({ id }) => id !== receipt.id)].slice(0, MOST))
}
