/**
 * The connections of one user or of one vehicle, in both modes: a service may list live ones only where no mode is
 * given. Free of cost for the vehicle; the answer says how far it reaches.
 */
import { queryOptions } from '@tanstack/react-query'
import { type ConnectionRow, connections } from '../api/connections'
import { isPassing } from '../api/errors'
import { keyOf } from '../api/query'
import { type ConnectionPage, readConnectionPage } from './pages'

/** Whose connections: exactly one of the two. */
export type Owner = { 'filter[userId]': string } | { 'filter[vehicleId]': string }

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
 * One mode failing is said in `counts`; both failing is the error.
 */
export const relatedConnections = (owner: Owner) =>
  queryOptions({
    queryKey: [...keyOf(connections.list), 'related', owner] as const,
    queryFn: async ({ signal }): Promise<Related> => {
      const pages = await Promise.allSettled(
        modes.map((mode) => readConnectionPage({ ...owner, 'filter[vehicle.mode]': mode }, 1, undefined, { signal })),
      )
      if (pages.every(({ status }) => status === 'rejected')) throw (pages[0] as PromiseRejectedResult).reason // both were
      return combine(pages)
    },
    staleTime: 30_000,
    retry: (failures, error) => failures < 1 && isPassing(error),
  })

/** @param pages in the order of `modes` */
export function combine(pages: readonly PromiseSettledResult<ConnectionPage>[]): Related {
  const rows = new Map<string, ConnectionRow>()
  const counts: Related['counts'] = { live: { total: undefined }, simulated: { total: undefined } }
  pages.forEach((page, index) => {
    const mode = modes[index] ?? 'live'
    if (page.status === 'rejected') {
      counts[mode] = { total: undefined, error: page.reason }
      return
    }
    const { value } = page.value
    counts[mode] = { total: value.meta?.totalCount ?? undefined }
    for (const row of value.data ?? []) rows.set(row.id, row)
  })
  const { live, simulated } = counts
  const total = live.total === undefined || simulated.total === undefined ? undefined : live.total + simulated.total
  return {
    rows: [...rows.values()].sort((a, b) => (b.meta?.createdAt ?? '').localeCompare(a.meta?.createdAt ?? '')),
    counts,
    total,
    isComplete: total === rows.size,
    receivedAt: Date.now(),
  }
}
