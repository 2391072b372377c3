/**
 * A list loaded page by page, in order: each page once, no further than was announced, and what moved meanwhile is known.
 * It goes on where it was before, so that nothing is loaded twice.
 */
import { isNotFound } from '../api/errors'
import { steadily } from '../requests/retry-after'

export interface ListPage<T> {
  rows: readonly T[]
  /** As the service counts them; undefined where it does not. */
  total: number | undefined
  isLast: boolean
  /** Where a list that is not numbered goes on. */
  next?: string | undefined
}

/**
 * Reads the pages of one question in their order, from the first.
 * @param next what the page before gave as its `next`
 * @throws ApiError, AbortError
 */
export type ReadListPage<T> = (page: number, signal: AbortSignal, next?: string) => Promise<ListPage<T>>

/** How far a list was loaded. */
export interface Loaded {
  pages: number
  next: string | undefined
  /** Rows as they were sent, and how many of them are different ones. */
  sent: number
  count: number
  /** As the last page had it. */
  total: number | undefined
  /** The ids of the rows so far. */
  ids: Set<string>
  /** True where nothing is left to load. */
  isEnd: boolean
  /** True where the list moved or does not agree with its own count: some rows may be missing. */
  hasDrifted: boolean
  /** True if a page behind the first one was a 404: the list is shorter than it was, or than it says. */
  hasLostPages: boolean
}

export const nothingLoaded = (known: Partial<Loaded> = {}): Loaded => ({
  pages: 0,
  next: undefined,
  sent: 0,
  count: 0,
  total: undefined,
  ids: new Set(),
  isEnd: false,
  hasDrifted: false,
  hasLostPages: false,
  ...known,
})

/** Beyond this no list of a service goes: one that never ends must end somewhere. */
export const MOST_PAGES = 20_000

interface Loading<T, Page> {
  read: (page: number, signal: AbortSignal, next?: string) => Promise<ListPage<T> & Page>
  signal: AbortSignal
  /** Called when the service asks to wait. */
  onWait: () => void
  /** What tells one row from another; absent where nothing does. */
  idOf?: ((row: T) => string) | undefined
  /** True if a 404 behind the first page ends the list instead of failing. */
  endsWith404?: boolean
  /** Pages that are asked for, with those before. */
  upTo?: number
  most?: number
}

/**
 * @param at how far the list was loaded before: it is kept up to date, each page counted in when it is handed on
 * @returns the pages, each with the rows of it that are new
 * @throws what `read` throws at last, AbortError; `at` then stands before the page that failed
 */
export async function* loadPages<T, Page>(
  at: Loaded,
  {
    read,
    signal,
    onWait,
    idOf,
    endsWith404 = false,
    upTo = Number.POSITIVE_INFINITY,
    most = MOST_PAGES,
  }: Loading<T, Page>,
): AsyncGenerator<{ page: ListPage<T> & Page; fresh: readonly T[] }, void, undefined> {
  while (!at.isEnd && at.pages < upTo) {
    const page = await steadily(() => read(at.pages + 1, signal, at.next), signal, onWait).catch((error: unknown) => {
      if (!endsWith404 || at.pages === 0 || !isNotFound(error)) throw error
      return undefined
    })
    if (!page) {
      at.isEnd = at.hasDrifted = at.hasLostPages = true
      return
    }
    signal.throwIfAborted() // also where what was read heeds no signal: nothing of it is taken in any more
    yield { page, fresh: take(at, page, idOf, most) }
  }
}

/** Counts a page in. @returns the rows that are new */
function take<T>(at: Loaded, page: ListPage<T>, idOf: ((row: T) => string) | undefined, most: number): readonly T[] {
  const { rows, total, isLast, next } = page
  const fresh = idOf ? rows.filter((row) => !at.ids.has(idOf(row)) && at.ids.add(idOf(row))) : rows
  const isNews = fresh.length > 0 || (next !== undefined && next !== at.next)
  if (at.pages > 0 && total !== at.total) at.hasDrifted = true
  at.pages += 1
  at.sent += rows.length
  at.count += fresh.length
  at.total = total
  at.next = next
  // A count that this page alone goes beyond announces nothing.
  const isCounted = total !== undefined && at.sent >= total && rows.length <= total
  const isOver = isLast || isCounted
  at.isEnd = isOver || !isNews || at.pages >= most
  const isShort = total !== undefined && at.count !== total
  const isCut = !isOver && (rows.length > 0 || next !== undefined)
  if (at.isEnd && (isShort || isCut)) at.hasDrifted = true
  return fresh
}
