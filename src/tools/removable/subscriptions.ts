/** What the removal of a subscription means (interface 4.3): the ledger keeps that it is gone. */
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import { canRead, defineRemoval } from '../define-removal'
import { ledgerWriter } from '../subscriptions/ledger'
import { noted } from '../subscriptions/ledger-changes'
import * as texts from './texts'

const inputOf = (subscriptionId: string) => ({ path: { subscriptionId } })
/** @returns what notes a state in the ledger of the account of now, however late */
function noter(subscriptionId: string, state: 'removed' | 'present'): () => void {
  const write = ledgerWriter()
  return () => write((old) => noted(old, { subscriptionId, state }))
}

export const subscriptionRemoval = defineRemoval({
  endpoint: subscriptions.remove,
  inputOf,
  subjectOf: texts.subscription,
  list: 'subscriptions',
  isThere: (id) => canRead(subscriptions.read, inputOf(id)),
  lookPrice: 1,
  forget: () => undefined, // the tabs of a browser share the ledger
  keeper: (id) => noter(id, 'removed'),
  recall: (ids) => {
    for (const id of ids) noter(id, 'present')()
  },
  stale: [keyOf(subscriptions.list)],
})
