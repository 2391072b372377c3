/** What the address of the connections list may say, and the filters in it. */
import { choiceField, countField, MOST_PAGES, type Search, searchOf, textField } from '../../api/search'
import type { Chip } from '../../ui/filters'

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

const isPaging = (name: string) => name === 'page[number]' || name === 'page[size]'

/** The query without filters; the page size stays, the page starts over. */
export const withoutFilters = ({ 'page[size]': size }: ConnectionSearch): Search => (size ? { 'page[size]': size } : {})

/** The question that a list answers, whatever its page. */
export const withoutPage = ({ 'page[number]': _, 'page[size]': __, ...question }: ConnectionSearch): Search => question

/** A chip for every filter in the address, those without a field too. */
export function chipsOf(search: ConnectionSearch): Chip[] {
  const labels: Record<string, string> = filterLabels
  return Object.entries(search).flatMap(([name, value]) => {
    if (value === undefined || isPaging(name)) return []
    const without = { ...search, [name]: undefined, 'page[number]': undefined }
    return [{ name, label: labels[name] ?? name, value, without }]
  })
}

/** The query for another page size that keeps the first row of this page in view. */
export function resized(search: ConnectionSearch, from: number, to: number): Search {
  const firstRow = (Number(search['page[number]'] ?? 1) - 1) * from
  const page = Math.floor(firstRow / to) + 1
  return { ...search, 'page[number]': page > 1 ? String(page) : undefined, 'page[size]': String(to) }
}
