/**
 * The connections of one user or of one vehicle, in both modes: a service may list live ones only where no mode is
 * given. Free of cost for the vehicle; the answer says how far it reaches.
 */
import { queryOptions } from '@tanstack/react-query'
import { keyOf, sendOf } from '../../api/client'
import { type ConnectionFilters, type ConnectionRow, connections } from '../../api/connections'
import { ApiError, isPassing } from '../../api/errors'
import { pagingOf } from '../../api/json-api'
import { type Contradicted, contradictedIn, type FilterName, matchesFilters } from './filter-check'
import { type ConnectionPage, largestPage, readConnectionPage } from './load-connection-page'

/** Whose connections: exactly one of the three. */
export type Owner =
  | { 'filter[userId]': string }
  | { 'filter[vehicleId]': string }
  | { 'filter[user.externalId]': string }

export const modes = ['live', 'simulated'] as const
export type ListedMode = (typeof modes)[number]

/** What one mode's list said. */
export interface ModeCount {
  /** The service's own total; undefined where it was not answered, not given, or of others too. */
  total: number | undefined
  /** The size of a page, as the service answered the first one: it numbers the others by it. */
  size?: number
  /** How many pages of it were read, from the first on. */
  pages?: number
  error?: unknown
}

export const filtersOf = (owner: Owner, mode: ListedMode): ConnectionFilters => ({
  ...owner,
  'filter[vehicle.mode]': mode,
})

export interface Related {
  /** Newest first, each once, as far as they were read. */
  rows: ConnectionRow[]
  counts: Record<ListedMode, ModeCount>
  /** How many there are in all; undefined where a count is missing. */
  total: number | undefined
  /** True where `rows` holds every one of them. */
  isComplete: boolean
  /** The filters that the service seems not to know, with the rows that were left out for it. */
  contradicted: Contradicted
  receivedAt: number
}

/**
 * Reads the first page of both modes, as large as the service takes: for all but the largest owners that is everything.
 * One mode failing is said in `counts`; without any row it is the error.
 */
export const relatedConnections = (owner: Owner) =>
  queryOptions({
    queryKey: [...keyOf(connections.list), 'related', owner] as const,
    queryFn: async (context): Promise<Related> => {
      const { signal, meta } = context
      const options = { signal, fetch: sendOf(context), isAhead: meta?.isAhead }
      const pages = await Promise.allSettled(
        modes.map((mode) => readConnectionPage(filtersOf(owner, mode), 1, undefined, options)),
      )
      const answer = combine(pages, owner)
      // Without a row, a list that was not answered, or that holds what cannot be read, is no proof that there is none.
      const [error] = modes.flatMap((mode) => answer.counts[mode].error ?? [])
      if (error !== undefined && answer.rows.length === 0) throw error
      return answer
    },
    staleTime: 30_000,
    meta: { free: { host: connections.list.host, requests: modes.length } },
    retry: (failures, error) => failures < 1 && isPassing(error),
  })

/** @param pages in the order of `modes` */
export function combine(pages: readonly PromiseSettledResult<ConnectionPage>[], owner: Owner): Related {
  let known = related([], { live: { total: undefined }, simulated: { total: undefined } }, {})
  pages.forEach((page, index) => {
    const mode = modes[index] ?? 'live'
    if (page.status === 'fulfilled') known = withPage(known, owner, mode, page.value)
    else known.counts[mode].error = page.reason
  })
  return known
}

/** A page that holds rows, none of which can be read, is no empty page. */
function unreadableIn({ value, raw, status, facts }: ConnectionPage): ApiError | undefined {
  const { data } = raw as { data?: unknown } // an object: without `data` it is no answer
  if (value.data?.length !== 0 || !Array.isArray(data) || data.length === 0) return undefined
  return new ApiError('unreadable', connections.list, { status, body: raw, facts })
}

function related(given: readonly ConnectionRow[], counts: Related['counts'], contradicted: Contradicted): Related {
  const rows = [...new Map(given.map((row) => [row.id, row])).values()]
  const { live, simulated } = counts
  const total = live.total === undefined || simulated.total === undefined ? undefined : live.total + simulated.total
  return {
    rows: rows.sort((a, b) => (b.meta?.createdAt ?? '').localeCompare(a.meta?.createdAt ?? '')),
    counts,
    total,
    isComplete: total === rows.length,
    contradicted,
    receivedAt: Date.now(),
  }
}

/** Takes the next page in, as far as it is what was asked for; a total that counts others too is none. */
export function withPage(old: Related, owner: Owner, mode: ListedMode, page: ConnectionPage): Related {
  const filters = filtersOf(owner, mode)
  const rows = page.value.data ?? []
  const own = rows.filter((row) => matchesFilters(row, filters))
  const error = unreadableIn(page)
  const { totalCount, pageSize } = pagingOf(page.value)
  const total = error || own.length < rows.length ? undefined : totalCount
  const { size = pageSize || largestPage(), pages = 0 } = old.counts[mode]
  const contradicted = { ...old.contradicted }
  for (const [name, found] of Object.entries(contradictedIn(rows, filters)) as [FilterName, number][]) // its own entries
    contradicted[name] = (contradicted[name] ?? 0) + found
  return related(
    [...old.rows, ...own],
    { ...old.counts, [mode]: { total, size, pages: pages + 1, ...(error && { error }) } },
    contradicted,
  )
}
