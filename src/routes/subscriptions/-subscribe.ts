/** Creating a subscription from a page: a list that was read is read anew where it is on screen. */
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import type { Trio } from '../../tools/subscriptions/ledger-entries'
import { subscribe } from '../../tools/subscriptions/subscribe'

export function useSubscribe() {
  const client = useQueryClient()
  return (trio: Trio) => subscribe(trio, () => void client.invalidateQueries({ queryKey: keyOf(subscriptions.list) }))
}
