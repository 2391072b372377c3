/** What is known of a selected subscription, for what is done with many at once. */
import type { SentRow } from '../../lists/service-list/list-file'
import type { SubscriptionRow } from './service-own-list'

export interface SelectedSubscription {
  isSimulated: boolean
  /** The whole row, for a file: of the first ones only. */
  sent: SentRow<SubscriptionRow> | undefined
}

export const selectable = (sent: SentRow<SubscriptionRow>, isWhole = true): readonly [string, SelectedSubscription] => [
  sent.row.id,
  {
    isSimulated: sent.row.attributes?.vehicle?.mode === 'simulated',
    sent: isWhole ? sent : undefined,
  },
]
