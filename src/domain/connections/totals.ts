/** How many connections there are, by mode: from pages of one row, which cost no vehicle anything. */
import type { Answer } from '../../api/client'
import { query } from '../../api/client'
import { type ConnectionFilters, connections } from '../../api/connections'

/** The total of one mode, or of none given, for all connections or those that `filters` leave. */
export const totalOf = (mode?: 'live' | 'simulated', filters: ConnectionFilters = {}) =>
  query(connections.list, { query: { ...filters, ...(mode && { 'filter[vehicle.mode]': mode }), 'page[size]': '1' } })

/** What is learnt once per session stays. */
export const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/**
 * How many a list counts, undefined where it does not say: never fewer than it sent, though their rows cannot be read or
 * its total is none. What is read as 0 is told as gone.
 */
export function countIn({
  value,
  raw,
}: Pick<Answer<{ meta?: { totalCount?: number | null } | null }>, 'value' | 'raw'>) {
  const { data } = raw as { data?: unknown } // an object: without `data` it is no answer
  const total = value.meta?.totalCount ?? undefined
  return Array.isArray(data) ? Math.max(total ?? 0, data.length) : total
}
