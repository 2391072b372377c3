/** What the address of the subscriptions list may say where the service has one: names as publicly known. */
import { choiceField, countField, MOST_PAGES, searchOf, textField } from '../../api/search'

/** As publicly known; the list is not part of the interface. */
export const SUBSCRIPTIONS_DEFAULT_PAGE_SIZE = 25
const MOST_ROWS = 100
export const PAGE_SIZES = [10, 25, 50, 100]

export const SubscriptionSearch = searchOf({
  'filter[userId]': textField,
  'filter[webhookId]': textField,
  'filter[vehicleId]': textField,
  'filter[vehicle.mode]': choiceField('live', 'simulated'),
  'page[number]': countField(MOST_PAGES),
  'page[size]': countField(MOST_ROWS),
})
export type SubscriptionSearch = ReturnType<typeof SubscriptionSearch>
