/** What the address of the connections list may say. */
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
