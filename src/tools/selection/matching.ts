/** Everything that a list matches, collected page by page: the price is said first, and what drifted. */
import { useRef, useState } from 'react'
import type { ReadListPage, SentRow } from '../service-list/list-file'
import { steadily } from '../waiting'

export interface Collecting {
  phase: 'idle' | 'reading' | 'waiting' | 'done' | 'stopped' | 'failed' | 'contradicted'
  /** Rows so far, and how many the service counted on the last page. */
  count: number
  total: number | undefined
  /** True where the total moved meanwhile: some may be missing. */
  hasDrifted: boolean
  error?: unknown
  /** Why it ended: rows that are not what was asked for, in words. */
  contradictions?: readonly string[]
}

const idle: Collecting = { phase: 'idle', count: 0, total: undefined, hasDrifted: false }

/**
 * Hands rows on in parts that grow with what there is already: a selection is copied with every part, and a thousand
 * copies of a big one take minutes. What is small is handed on at once.
 */
export function inGrowingParts<T>(onPart: (rows: readonly T[], before: number) => void) {
  let kept: T[] = []
  let before = 0
  const flush = () => {
    if (kept.length > 0) onPart(kept, before)
    before += kept.length
    kept = []
  }
  return {
    take(rows: readonly T[]): void {
      kept = [...kept, ...rows]
      if (kept.length * 10 >= before) flush()
    },
    flush,
  }
}

/**
 * @param pages begins to read the list anew
 * @param onPage called with the rows of the pages, in order, and how many came before; a row may come twice where the
 *   list moves
 * @param contradictionsIn says what of a page is not what was asked for: nothing of that page is taken, and none follows
 */
export function useMatching<Row extends { id: string }>(
  pages: () => ReadListPage<SentRow<Row>>,
  onPage: (rows: readonly SentRow<Row>[], before: number) => void,
  contradictionsIn: (rows: readonly Row[]) => readonly string[] = () => [],
) {
  const [state, setState] = useState(idle)
  const stop = useRef<AbortController>(undefined)
  const collect = async () => {
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const seen = new Set<string>()
    const parts = inGrowingParts(onPage)
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
        const contradictions = contradictionsIn(rows.map(({ row }) => row))
        if (contradictions.length > 0) {
          parts.flush()
          return say({ phase: 'contradicted', contradictions })
        }
        parts.take(rows)
        for (const { row } of rows) seen.add(row.id)
        const hasDrifted = now.hasDrifted || (now.total !== undefined && total !== now.total)
        say({ phase: 'reading', count: seen.size, total, hasDrifted })
        if (rows.length === 0 || isLast) break
      }
      parts.flush()
      say({ phase: 'done', hasDrifted: now.hasDrifted || (now.total !== undefined && now.total !== seen.size) })
    } catch (error) {
      parts.flush()
      say(signal.aborted ? { phase: 'stopped' } : { phase: 'failed', error })
    }
  }
  return { state, collect: () => void collect(), stop: () => stop.current?.abort() }
}
