/**
 * Receipts of removals: each DELETE that was sent is one change with one receipt, and sending again is another change. A
 * receipt says more as more becomes known: by a look, or by what a later one of the same thing shows.
 */
import type { Endpoint } from '../api/endpoint'
import { explain } from '../api/errors'
import { onAccountEnd, whileAccount } from './account'
import { type Outcome, receiptWriter } from './journal'
import * as texts from './send-removal-texts'

/** Writes how a change ended under the account that it began for, and again where more becomes known. */
export type End<O extends Outcome = Outcome> = (outcome: O, detail: string, error?: unknown) => void

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

/** To be taken when a change begins. @param at milliseconds since the epoch, one for each change of the same thing */
export function receiptOf({ id, endpoint: { operation }, subject }: Subject, at: number): End {
  const record = receiptWriter()
  const isCurrent = whileAccount()
  const write: End = (outcome, detail, error) => {
    const { status } = explain(error)
    record({ id: `${operation} ${id} ${at}`, at, operation, ids: id, outcome, status, subject, detail })
  }
  return (outcome, detail, error) => {
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
}
