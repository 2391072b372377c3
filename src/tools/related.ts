/**
 * The connections of one user or of one vehicle, in both modes: a service may list live ones only where no mode is
 * given. Free of cost for the vehicle; the answer says how far it reaches.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ConnectionRow, connections } from '../api/connections'
import { ApiError, isPassing } from '../api/errors'
import { keyOf } from '../api/query'
import { type ConnectionPage, largestPage, readConnectionPage } from './pages'

/** Whose connections: exactly one of the three. */
export type Owner =
  | { 'filter[userId]': string }
  | { 'filter[vehicleId]': string }
  | { 'filter[user.externalId]': string }

export const modes = ['live', 'simulated'] as const
export type ListedMode = (typeof modes)[number]

/** What one mode's list said. */
export interface ModeCount {
  /** The service's own total; undefined where it was not answered or not given. */
  total: number | undefined
  error?: unknown
}

export interface Related {
  /** Newest first, each once, as far as they were read. */
  rows: ConnectionRow[]
  counts: Record<ListedMode, ModeCount>
  /** How many there are in all; undefined where a count is missing. */
  total: number | undefined
  /** True where `rows` holds every one of them. */
  isComplete: boolean
  receivedAt: number
}

/**
 * Reads the first page of both modes, as large as the service takes: for all but the largest owners that is everything.
 * One mode failing is said in `counts`; without any row it is the error.
 */
export const relatedConnections = (owner: Owner) =>
  queryOptions({
    queryKey: [...keyOf(connections.list), 'related', owner] as const,
    queryFn: async ({ signal }): Promise<Related> => {
      const pages = await Promise.allSettled(
        modes.map((mode) => readConnectionPage({ ...owner, 'filter[vehicle.mode]': mode }, 1, undefined, { signal })),
      )
      const answer = combine(pages)
      // Without a row, a list that was not answered, or that holds what cannot be read, is no proof that there is none.
      const [error] = modes.flatMap((mode) => answer.counts[mode].error ?? [])
      if (error !== undefined && answer.rows.length === 0) throw error
      return answer
    },
    staleTime: 30_000,
    retry: (failures, error) => failures < 1 && isPassing(error),
  })

/** @param pages in the order of `modes` */
export function combine(pages: readonly PromiseSettledResult<ConnectionPage>[]): Related {
  const counts: Related['counts'] = { live: { total: undefined }, simulated: { total: undefined } }
  const rows = pages.flatMap((page, index) => {
    const mode = modes[index] ?? 'live'
    const error = page.status === 'rejected' ? page.reason : unreadableIn(page.value)
    const total = page.status === 'rejected' || error ? undefined : (page.value.value.meta?.totalCount ?? undefined)
    counts[mode] = { total, ...(error !== undefined && { error }) }
    return page.status === 'rejected' ? [] : (page.value.value.data ?? [])
  })
  return related(rows, counts)
}

/** A page that holds rows, none of which can be read, is no empty page. */
function unreadableIn({ value, raw, status, facts }: ConnectionPage): ApiError | undefined {
  const { data } = raw as { data?: unknown } // an object: without `data` it is no answer
  if (value.data?.length !== 0 || !Array.isArray(data) || data.length === 0) return undefined
  return new ApiError('unreadable', connections.list, { status, body: raw, facts })
}

function related(given: readonly ConnectionRow[], counts: Related['counts']): Related {
  const rows = [...new Map(given.map((row) => [row.id, row])).values()]
  const { live, simulated } = counts
  const total = live.total === undefined || simulated.total === undefined ? undefined : live.total + simulated.total
  return {
    rows: rows.sort((a, b) => (b.meta?.createdAt ?? '').localeCompare(a.meta?.createdAt ?? '')),
    counts,
    total,
    isComplete: total === rows.length,
    receivedAt: Date.now(),
  }
}

/** Pages that one owner's connections may take beyond the first of each mode. */
const MOST_PAGES = 50

/**
 * Reads what is missing of an owner's connections, page by page, into the query that already holds the first ones.
 * @throws ApiError for the first page that fails; what was read until then stays
 */
export async function readAllRelated(client: QueryClient, owner: Owner, signal: AbortSignal): Promise<void> {
  const { queryKey } = relatedConnections(owner)
  for (const mode of modes) {
    for (let page = 2; page <= MOST_PAGES; page += 1) {
      const known = client.getQueryData(queryKey)
      const size = largestPage()
      if (!known || (page - 1) * size >= (known.counts[mode].total ?? 0)) break
      const answer = await readConnectionPage({ ...owner, 'filter[vehicle.mode]': mode }, page, size, { signal })
      client.setQueryData(queryKey, (old) => old && withPage(old, mode, answer))
    }
  }
}

/** Requests that `readAllRelated` sends. */
export const requestsLeft = ({ counts }: Related): number =>
  modes.reduce((sum, mode) => sum + Math.max(0, Math.ceil((counts[mode].total ?? 0) / largestPage()) - 1), 0)

function withPage(old: Related, mode: ListedMode, { value }: ConnectionPage): Related {
  const counts = { ...old.counts, [mode]: { total: value.meta?.totalCount ?? undefined } }
  return related([...old.rows, ...(value.data ?? [])], counts)
}
