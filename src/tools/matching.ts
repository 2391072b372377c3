/** Everything that a list of connections matches, collected page by page: the price is said first, and what drifted. */
import { useRef, useState } from 'react'
import type { ConnectionRow } from '../api/connections'
import { type ConnectionFilters, largestPage, readConnectionPage } from './pages'
import { patiently } from './waiting'

export interface Collecting {
  phase: 'idle' | 'reading' | 'waiting' | 'done' | 'stopped' | 'failed'
  /** Connections so far, and how many the service counted on the last page. */
  count: number
  total: number | undefined
  /** True where the total moved meanwhile: some may be missing. */
  hasDrifted: boolean
  error?: unknown
}

const idle: Collecting = { phase: 'idle', count: 0, total: undefined, hasDrifted: false }

/** Requests that collecting `total` connections takes. */
export const requestsFor = (total: number): number => Math.max(1, Math.ceil(total / largestPage()))

/** @param onPage called with the rows of every page, in order; a row may come twice where the list moves */
export function useMatching(filters: ConnectionFilters, onPage: (rows: readonly ConnectionRow[]) => void) {
  const [state, setState] = useState(idle)
  const stop = useRef<AbortController>(undefined)
  const collect = async () => {
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const seen = new Set<string>()
    let now: Collecting = { ...idle, phase: 'reading' }
    const say = (change: Partial<Collecting>) => {
      now = { ...now, ...change }
      if (stop.current === controller) setState(now)
    }
    say({})
    try {
      for (let page = 1; ; page += 1) {
        const { value } = await patiently(
          () => readConnectionPage(filters, page, undefined, { signal }),
          signal,
          () => say({ phase: 'waiting' }),
        )
        const rows = value.data ?? []
        for (const { id } of rows) seen.add(id)
        onPage(rows)
        const total = value.meta?.totalCount ?? undefined
        const hasDrifted = now.hasDrifted || (now.total !== undefined && total !== now.total)
        say({ phase: 'reading', count: seen.size, total, hasDrifted })
        if (rows.length === 0 || value.links?.next === null || (total !== undefined && page * largestPage() >= total))
          break
      }
      say({ phase: 'done', hasDrifted: now.hasDrifted || (now.total !== undefined && now.total !== seen.size) })
    } catch (error) {
      say(signal.aborted ? { phase: 'stopped' } : { phase: 'failed', error })
    }
  }
  return { state, collect: () => void collect(), stop: () => stop.current?.abort() }
}
