/** What the removal of a subscription means (interface 4.3): the ledger keeps that it is gone. */
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import { canRead, defineRemoval } from '../define-removal'
import { note } from '../subscriptions/ledger'
import * as texts from './texts'

const inputOf = (subscriptionId: string) => ({ path: { subscriptionId } })
const noteAll = (ids: readonly string[], state: 'removed' | 'present') => {
  for (const subscriptionId of ids) note({ subscriptionId, state })
}

export const subscriptionRemoval = defineRemoval({
  endpoint: subscriptions.remove,
  inputOf,
  subjectOf: texts.subscription,
  list: 'subscriptions',
  isThere: (id) => canRead(subscriptions.read, inputOf(id)),
  lookPrice: 1,
  forget: (ids) => noteAll(ids, 'removed'),
  recall: (ids) => noteAll(ids, 'present'),
  stale: [keyOf(subscriptions.list)],
})
