/** Creates a subscription from a page: lists and the history that are on screen are loaded again. */
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/client'
import { invalidate } from '../../api/console/client'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { subscriptions } from '../../api/subscriptions'
import { subscribe } from './subscribe'
import type { SubscriptionKey } from './subscription-key'

export function useSubscribe() {
  const client = useQueryClient()
  return async (subscriptionKey: SubscriptionKey) => {
    const reload = () => {
      void client.invalidateQueries({ queryKey: keyOf(subscriptions.list) })
      void invalidate(client, [subscriptionHistory.list])
    }
    const phase = await subscribe(subscriptionKey, reload)
    if (phase !== 'sending') reload()
    return phase
  }
}
