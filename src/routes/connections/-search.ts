/** What the address of the connections list may say, and the filters in it. */
import { choiceField, countField, MOST_PAGES, searchOf, textField } from '../../api/search'

/** The service's maximum is not shown (8): an address may ask for more than the list offers, within reason. */
const MOST_ROWS = 1000

export const ConnectionSearch = searchOf({
  'filter[userId]': textField,
  'filter[vehicleId]': textField,
  'filter[vehicle.mode]': choiceField('live', 'simulated'),
  'filter[user.externalId]': textField,
  'page[number]': countField(MOST_PAGES),
  'page[size]': countField(MOST_ROWS),
})
export type ConnectionSearch = ReturnType<typeof ConnectionSearch>

/** The filters that have a field, with its label. */
export const filterLabels = {
  'filter[userId]': 'User ID',
  'filter[vehicleId]': 'Vehicle ID',
  'filter[vehicle.mode]': 'Mode',
  'filter[user.externalId]': 'External ID',
} as const satisfies Partial<Record<keyof ConnectionSearch, string>>
export type FilterName = keyof typeof filterLabels
