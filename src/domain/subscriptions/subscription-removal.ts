/** The removal of a subscription (interface 4.3); the server notes it in the history. */
import { keyOf } from '../../api/client'
import { consoleKey } from '../../api/console/endpoint'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { subscriptions } from '../../api/subscriptions'
import { canRead, defineRemoval } from '../../changes/define-removal'
import { deselect, type Selected } from '../../lists/selection/selection'
import { formatCount } from '../../ui/format'
import type { SelectedSubscription } from './selected-subscriptions'

const noun = 'subscription'
const consequences = (live: number, simulated: number) =>
  `${formatCount(live)} for live and ${formatCount(simulated)} for simulated vehicles. Their webhooks stop delivering for them immediately (per public docs). You can subscribe each again, with a new ID. Webhooks that subscribe automatically may subscribe them again.`

const inputOf = (subscriptionId: string) => ({ path: { subscriptionId } })

export const subscriptionRemoval = defineRemoval({
  endpoint: subscriptions.remove,
  inputOf,
  noun: noun,
  deselect: (ids) => deselect('subscriptions', ids),
  isThere: (id) => canRead(subscriptions.read, inputOf(id)),
  stale: [keyOf(subscriptions.list), consoleKey(subscriptionHistory.list)],
  many: {
    useConsequences: (selected: Selected<SelectedSubscription>) => {
      const simulated = [...selected.values()].filter(({ isSimulated }) => isSimulated).length
      return consequences(selected.size - simulated, simulated)
    },
  },
})
