/** Creating a subscription from a page: a list that was read is read anew where it is on screen. */
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/client'
import { subscriptions } from '../../api/subscriptions'
import type { SubscriptionKey } from './subscription-key'
import { subscribe } from './subscribe'

export function useSubscribe() {
  const client = useQueryClient()
  return (subscriptionKey: SubscriptionKey) =>
    subscribe(subscriptionKey, () => void client.invalidateQueries({ queryKey: keyOf(subscriptions.list) }))
}
