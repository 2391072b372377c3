/** Everything that a list matches, collected page by page: the price is said first, and what drifted. */
import { useRef, useState } from 'react'
import type { ReadListPage, SentRow } from '../service-list/list-file'
import { steadily } from '../waiting'

export interface Collecting {
  phase: 'idle' | 'reading' | 'waiting' | 'done' | 'stopped' | 'failed'
  /** Rows so far, and how many the service counted on the last page. */
  count: number
  total: number | undefined
  /** True where the total moved meanwhile: some may be missing. */
  hasDrifted: boolean
  error?: unknown
}

const idle: Collecting = { phase: 'idle', count: 0, total: undefined, hasDrifted: false }

/**
 * @param pages begins to read the list anew
 * @param onPage called with the rows of every page, in order, and how many came before; a row may come twice where the
 *   list moves
 */
export function useMatching<Row extends { id: string }>(
  pages: () => ReadListPage<SentRow<Row>>,
  onPage: (rows: readonly SentRow<Row>[], before: number) => void,
) {
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
      const read = pages()
      for (let page = 1; ; page += 1) {
        const { rows, total, isLast } = await steadily(
          () => read(page, signal),
          signal,
          () => say({ phase: 'waiting' }),
        )
        onPage(rows, seen.size)
        for (const { row } of rows) seen.add(row.id)
        const hasDrifted = now.hasDrifted || (now.total !== undefined && total !== now.total)
        say({ phase: 'reading', count: seen.size, total, hasDrifted })
        if (rows.length === 0 || isLast) break
      }
      say({ phase: 'done', hasDrifted: now.hasDrifted || (now.total !== undefined && now.total !== seen.size) })
    } catch (error) {
      say(signal.aborted ? { phase: 'stopped' } : { phase: 'failed', error })
    }
  }
  return { state, collect: () => void collect(), stop: () => stop.current?.abort() }
}
