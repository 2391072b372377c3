/** The texts of what every list is made of: its table, its filters, its pager. */
import type { ReactNode } from 'react'
import { plural } from './format'

// The table
export const select = (label: string) => `Select ${label}`
export const loading = (list: string) => `Loading ${list.toLowerCase()}…`
export const selectPage = 'Select all on this page'
export const atLeast = 'At least '
export const whyAtLeast = 'At least this many, from the connections loaded so far'

// The filters
export const filterWords = (filters: readonly { label: string; value: string }[]) =>
  filters.map(({ label, value }) => `${label} “${value}”`).join(' and ')
export const nothingOlder = 'Nothing older.'
export const filters = (active: number) => (active > 0 ? `Filters (${active})` : 'Filters')
export const applyFilters = 'Apply filters'
export const activeFilters = 'Active filters'
export const clearFilter = (label: string, value: ReactNode) => (
  <>
    <span className="visually-hidden">Clear filter</span> {label}: {value}
  </>
)
export const clearAll = 'Clear all filters'
export const clearFilters = (count: number) => `Clear ${plural(count, 'filter')}`

// The pagers
export const firstPage = 'First page'
export const lastPage = 'Last page'
export const cannotFollow = 'The API’s link can’t be followed'
export const rowsPerPage = 'Rows per page'
export const orderedBy = (name: string, direction: string | undefined) => (
  <>
    Sorted by <code translate="no">{name}</code> {direction}
  </>
)
export const shownOf = (shown: number, one: string, isNewest: boolean, many?: string) =>
  `${plural(shown, one, many)}, ${isNewest ? 'newest first' : 'older'}`
export const newest = 'Newest'
export const older = 'Older'
