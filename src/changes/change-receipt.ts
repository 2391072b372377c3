/**
 * Receipts of removals: each DELETE that was sent is one change with one receipt, and sending again is another change. A
 * receipt says more as more becomes known: by a look, or by what a later one of the same thing shows.
 */
import type { Endpoint } from '../api/endpoint'
import { explain } from '../api/errors'
import { onAccountEnd, whileAccount } from '../core/account'
import * as texts from './outcome-texts'
import { type Outcome, receiptWriter } from './receipts'

/** Writes how a change ended under the account that it began for, and again where more becomes known. */
export type End<O extends Outcome = Outcome> = (outcome: O, detail: string, error?: unknown) => void

/** The receipt of one change. */
export interface ChangeReceipt {
  /** Called as it is sent: until it is answered, and where nobody hears the answer, its outcome is unknown. */
  begin: () => void
  end: End
  /** Nothing was sent after all. */
  takeBack: () => void
}

interface Subject {
  id: string
  endpoint: Pick<Endpoint, 'operation'>
  /** What it is called. */
  subject: string
}

/** Changes that may be carried out yet, or may have been, with what is said of them once the thing is gone: by its id. */
const open = new Map<string, Map<End, string>>()
onAccountEnd(() => open.clear())

/** Said of a change that was open, once a look or a later change shows that the thing is gone. */
const goneLater: Partial<Record<Outcome, string>> = { unknown: texts.noAnswerLaterGone, accepted: texts.laterGone }

/** Tells the changes of one moment apart. */
let begun = 0

/** To be taken when a change begins. @param at milliseconds since the epoch */
export function receiptOf({ id, endpoint: { operation }, subject }: Subject, at: number): ChangeReceipt {
  const record = receiptWriter()
  const isCurrent = whileAccount()
  begun += 1
  const receipt = { id: `${operation} ${id} ${at} ${begun}`, at, operation, ids: id, subject }
  const write: End = (outcome, detail, error) => record({ ...receipt, outcome, status: explain(error).status, detail })
  const end: End = (outcome, detail, error) => {
    write(outcome, detail, error)
    if (!isCurrent()) return
    const key = `${operation} ${id}`
    const others = open.get(key) ?? new Map<End, string>()
    const words = goneLater[outcome]
    if (words === undefined) others.delete(write)
    else open.set(key, others.set(write, words))
    if (outcome !== 'removed' && outcome !== 'already gone') return
    open.delete(key)
    for (const [later, detail] of others) later('removed', detail)
  }
  return {
    begin: () => write('unknown', texts.sent),
    end,
    takeBack: () => record({ ...receipt, outcome: 'unknown' }, true),
  }
}
