/** The session journal: a receipt for every change made in this tab, kept for this tab's life by its ids only. */
import * as z from 'zod/mini'
import { keptAccountStore } from './account'
import { useStore } from './store'

/**
 * `accepted`: the service said yes, and it is not seen to be done; `unknown`: nothing came back, and no read has told;
 * `asleep` and `already there`: a creation that was refused for that.
 */
export const Outcome = z.enum(['removed', 'already gone', 'accepted', 'failed', 'unknown', 'asleep', 'already there'])
export type Outcome = z.output<typeof Outcome>
export type RemovalOutcome = Exclude<Outcome, 'asleep' | 'already there'>

/** What is kept: ids, and nothing else that the service has said. */
const Kept = z.object({
  /** Unique in this tab. */
  id: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The operation, in the interface's spelling. */
  operation: z.string(),
  /** What was changed, by its id, or by those that it ties together. */
  ids: z.string(),
  outcome: Outcome,
  /** What a refusal was answered with. */
  status: z.optional(z.number()),
})
/** In memory there are words, too: after a reload a receipt has its ids alone. */
export interface Receipt extends z.output<typeof Kept> {
  /** What was changed, e.g. `connection 36ab… (live, 2024 …)`. */
  subject?: string
  /** What was answered and what the read after it showed. */
  detail?: string
}
const withoutWords = ({ subject: _, detail: __, ...kept }: Receipt) => kept

const MOST = 1000

export const journal = keptAccountStore<Receipt[]>({
  name: 'forecourt.journal',
  schema: z.array(Kept),
  initial: [],
  storage: () => sessionStorage,
  kept: (receipts) => receipts.map(withoutWords),
})
export const useJournal = (): Receipt[] => useStore(journal)

const withReceipt = (old: Receipt[], receipt: Receipt) =>
  [receipt, ...old.filter(({ id }) => id !== receipt.id)].slice(0, MOST)

/**
 * Taken when a change is begun: its receipts are the account's under which it was sent, however late they come.
 * @returns what writes a receipt, or rewrites the one with the same id as more becomes known
 */
export function receiptWriter(): (receipt: Receipt) => void {
  const write = journal.writer()
  return (receipt) => write((old) => withReceipt(old, receipt))
}
