/** How many connections there are, by mode: from pages of one row, which cost no vehicle anything. */
import { connections } from '../api/connections'
import { query } from '../api/query'
import type { ConnectionFilters } from './pages'

/** The total of one mode, or of none given, for all connections or those that `filters` leave. */
export const totalOf = (mode?: 'live' | 'simulated', filters: ConnectionFilters = {}) =>
  query(connections.list, { query: { ...filters, ...(mode && { 'filter[vehicle.mode]': mode }), 'page[size]': '1' } })

/** What is learnt once per session stays. */
export const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }
