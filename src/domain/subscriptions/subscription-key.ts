/** The webhook, user and vehicle that a subscription ties together. They may be subscribed more than once. */
import { idKey, isSameId } from '../../api/same-id'

export interface SubscriptionKey {
  webhookId: string
  userId: string
  vehicleId: string
}

/** One text for each webhook, user and vehicle, however their IDs are spelled. */
export const subscriptionKeyText = ({ webhookId, userId, vehicleId }: SubscriptionKey): string =>
  JSON.stringify([webhookId, userId, vehicleId].map(idKey))

/** True if both name the same webhook, user and vehicle. */
export const isSameKey = (a: Partial<SubscriptionKey>, b: Partial<SubscriptionKey>): boolean =>
  isSameId(a.webhookId, b.webhookId) && isSameId(a.userId, b.userId) && isSameId(a.vehicleId, b.vehicleId)
