/** The columns of a file of subscriptions: apart, for the list alone needs them. */
import type { Output } from './endpoint'
import type { FileColumns } from './file-columns'
import type { subscriptions } from './subscriptions'

/** One as far as a list holds it. */
type SubscriptionRow = NonNullable<NonNullable<Output<typeof subscriptions.list>['data']>[number]>

export const subscriptionColumns: FileColumns<SubscriptionRow> = {
  id: ({ id }) => id,
  webhookId: ({ relationships }) => relationships?.webhook?.data?.id,
  userId: ({ relationships }) => relationships?.user?.data?.id,
  vehicleId: ({ relationships }) => relationships?.vehicle?.data?.id,
  make: ({ attributes }) => attributes?.vehicle?.make,
  model: ({ attributes }) => attributes?.vehicle?.model,
  mode: ({ attributes }) => attributes?.vehicle?.mode,
  createdAt: ({ meta }) => meta?.createdAt,
}
