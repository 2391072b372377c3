/** What the address of a list of the service says beside its page: the filters in it, and how they are left. */
import type { Search } from '../../api/search'
import type { Chip } from '../../ui/filters'

const isPaging = (name: string) => name === 'page[number]' || name === 'page[size]'

/** The query without filters; the page size stays, the page starts over. */
export const withoutFilters = ({ 'page[size]': size }: Search): Search => (size ? { 'page[size]': size } : {})

/** The question that a list answers, whatever its page. */
export const withoutPage = ({ 'page[number]': _, 'page[size]': __, ...question }: Search): Search => question

/** A chip for every filter in the address, those without a field too. */
export function chipsOf(search: Search, labels: Readonly<Record<string, string>>): Chip[] {
  return Object.entries(search).flatMap(([name, value]) => {
    if (value === undefined || isPaging(name)) return []
    const without = { ...search, [name]: undefined, 'page[number]': undefined }
    return [{ name, label: labels[name] ?? name, value: String(value), without }]
  })
}

/** The query for another page size that keeps the first row of this page in view. */
export function resized(search: Search, from: number, to: number): Search {
  const firstRow = (Number(search['page[number]'] ?? 1) - 1) * from
  const page = Math.floor(firstRow / to) + 1
  return { ...search, 'page[number]': page > 1 ? String(page) : undefined, 'page[size]': String(to) }
}
