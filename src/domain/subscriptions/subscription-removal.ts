/** What the removal of a subscription means (interface 4.3): the ledger keeps that it is gone. */
import { keyOf } from '../../api/client'
import { subscriptions } from '../../api/subscriptions'
import { canRead, defineRemoval } from '../../changes/define-removal'
import { deselect, type Selected } from '../../lists/selection/selection'
import { formatCount } from '../../ui/format'
import { ledgerWriter } from './ledger'
import { noted } from './ledger-changes'
import type { SelectedSubscription } from './selected-subscriptions'

const noun = 'subscription'
const consequences = (live: number, simulated: number) =>
  `${formatCount(live)} for live and ${formatCount(simulated)} for simulated vehicles. Their webhooks stop delivering for them immediately (per public docs). You can subscribe each again, with a new ID. Webhooks that subscribe automatically may subscribe them again.`

const inputOf = (subscriptionId: string) => ({ path: { subscriptionId } })
/** @returns what notes a state in the ledger of the account of now, however late */
function noter(subscriptionId: string, state: 'removed' | 'present'): () => void {
  const write = ledgerWriter()
  return () => write((old) => noted(old, { subscriptionId, state }))
}

export const subscriptionRemoval = defineRemoval({
  endpoint: subscriptions.remove,
  inputOf,
  noun: noun,
  deselect: (ids) => deselect('subscriptions', ids),
  isThere: (id) => canRead(subscriptions.read, inputOf(id)),
  lookPrice: 1,
  forget: () => undefined, // the tabs of a browser share the ledger
  keeper: (id) => noter(id, 'removed'),
  recall: (ids) => {
    for (const id of ids) noter(id, 'present')()
  },
  stale: [keyOf(subscriptions.list)],
  many: {
    useConsequences: (selected: Selected<SelectedSubscription>) => {
      const simulated = [...selected.values()].filter(({ isSimulated }) => isSimulated).length
      return consequences(selected.size - simulated, simulated)
    },
  },
})
