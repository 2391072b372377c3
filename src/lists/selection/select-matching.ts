/** Selects everything that a list matches, page by page: for the price that was said, each row once. */
import type { Search } from '../../api/search'
import { stringifySearch } from '../../api/search'
import type { Run } from '../../core/task'
import { loadPages, nothingLoaded } from '../load-pages'
import type { ListFile, SentRow } from '../service-list/list-file'
import { pagesOf } from '../service-list/list-pages'
import { chipsOf, withoutPage } from '../service-list/list-search'
import { type Collecting, collecting } from './collecting'
import { type ListName, select } from './selection'
import * as texts from './texts'

/** A list of rows of one kind, and what is selected of each. */
export interface MatchingRows<Row extends { id: string }> {
  file: Pick<ListFile<Row>, 'readPage'>
  /** @param nth how many were collected before it */
  selectable: (sent: SentRow<Row>, nth: number) => readonly [key: string, value: unknown]
  /** Says what of a page is not what was asked for: nothing of that page is taken, and none follows. */
  contradictionsIn?: (rows: readonly Row[]) => readonly string[]
}

/** What the list on screen is asked. */
export interface Matching {
  search: Search
  /** The filters that have a field, with its label. */
  labels: Readonly<Record<string, string>>
  /** The page sizes that the list offers. */
  sizes: readonly number[]
  total: number | undefined
  /** Hands over the list itself, of rows of its own kind. */
  rows: (take: <Row extends { id: string }>(of: MatchingRows<Row>) => void) => void
}

/** The question alone, whatever the page, by which one is told from another. */
export const questionOf = ({ search }: Pick<Matching, 'search'>): string => stringifySearch(withoutPage(search))

/**
 * Hands rows on in parts that grow with what there is already: a selection is copied with every part, and a thousand
 * copies of a big one take minutes. What is small is handed on at once.
 * @param before how many were handed on already
 */
export function inGrowingParts<T>(onPart: (rows: readonly T[], before: number) => void, before = 0) {
  let count = before
  let kept: T[] = []
  const flush = () => {
    if (kept.length > 0) onPart(kept, count)
    count += kept.length
    kept = []
  }
  return {
    take(rows: readonly T[]): void {
      kept = [...kept, ...rows]
      if (kept.length * 10 >= count) flush()
    },
    flush,
  }
}

/** Begins; where the list is being collected already, for this question or another, that goes on instead. */
export function selectMatching(list: ListName, matching: Matching): void {
  matching.rows((of) => collect(list, matching, of))
}

function collect<Row extends { id: string }>(list: ListName, matching: Matching, of: MatchingRows<Row>): void {
  const { search, labels, sizes, total } = matching
  const read = pagesOf(of.file, search, sizes)
  const at = nothingLoaded({ total })
  const soFar = () => ({ count: at.count, total: at.total, hasDrifted: at.hasDrifted })
  const begun = { question: questionOf(matching), words: texts.filters(chipsOf(search, labels)), goOn }
  const work = async ({ signal, say, isOwned }: Run<Collecting>) => {
    const parts = inGrowingParts<SentRow<Row>>((rows, before) => {
      const items = rows.map((sent, index) => of.selectable(sent, before + index))
      if (isOwned()) select(list, items)
    }, at.count)
    const onWait = () => say({ phase: 'waiting' })
    try {
      for await (const { page, fresh } of loadPages(at, {
        read,
        signal,
        onWait,
        idOf,
        endsWith404: true,
      })) {
        const contradictions = of.contradictionsIn?.(page.rows.map(({ row }) => row)) ?? []
        if (contradictions.length > 0) return { phase: 'stopped' as const, contradictions }
        parts.take(fresh)
        say({ phase: 'reading', ...soFar() })
      }
    } finally {
      parts.flush() // after Stop, too, what was collected is selected
    }
    return soFar()
  }
  function goOn() {
    void collecting.start(list, () => ({ phase: 'reading', ...begun, ...soFar() }), work)
  }
  goOn()
}

const idOf = ({ row }: SentRow<{ id: string }>) => row.id
