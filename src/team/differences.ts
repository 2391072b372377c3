/**
 * What has changed since the last crawl, in a few requests: additions stand on the newest pages, and how many are gone
 * follows from the total; which, from a search through the order of the list.
 */
import type { DirectoryRow } from '../api/directory-row'
import type { Order } from '../store/directory-order'
import { crawlWords } from './crawl-words'
import { type Hold, isHalved } from './hold'
import { CrawlFailure, type Page } from './page-reader'
import { type Placed, Surprise, seek } from './seek'

/** What the last whole crawl has shown of the service. */
export interface Basis {
  /** Whether one list has all connections. */
  isOneList: boolean
  /** How many the list counts beyond those that can be read. */
  unread: number
  size: number
}

/** The newest pages, read a moment ago. */
export interface Head {
  total: number
  /** Rows of a full page. */
  full: number
  pages: Map<number, readonly Placed[]>
  /** Who was known then, if it was asked for. */
  order?: Order
}

interface Options {
  basis: Basis
  /** Who is known, in the order of the list. */
  order: () => Promise<Order>
  gone: (ids: readonly string[]) => Promise<void>
}

/** `error` says why it is not exact; `gone`, that some are still to be found. */
export interface Difference {
  error?: string
  gone?: Head
}

/** So often it begins anew where the list changes meanwhile. */
const MOST_PASSES = 3

/** Reads the newest pages, and counts who is gone. @throws CrawlFailure, or the reason why the crawl is ours no longer */
export async function readHead(hold: Hold, options: Options): Promise<Difference> {
  if (!options.basis.isOneList) return { error: crawlWords.modes }
  const head = await newestPages(hold, options.basis.size)
  if ('error' in head) return head
  const found = await whoIsGone(hold, head, options)
  return 'order' in found ? { error: crawlWords.gone(found.gone), gone: { ...head, order: found.order } } : found
}

/** Finds who is gone. @param given the head that was just read */
export async function findGone(hold: Hold, options: Options, given?: Head): Promise<Difference> {
  let known = given
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const head = known ?? (await newestPages(hold, options.basis.size))
    known = undefined
    if ('error' in head) return head
    const found = await whoIsGone(hold, head, options)
    if (!('order' in found)) return found
    const ids: string[] = []
    try {
      await seek({
        order: found.order,
        total: head.total,
        size: head.full,
        pages: head.pages,
        read: (page) => readStill(hold, page, options.basis.size, head.total),
        onGone: (some) => ids.push(...some),
      })
      await options.gone(ids)
      return {}
    } catch (error) {
      if (!(error instanceof Surprise)) throw error
      await options.gone(ids) // each of them was missing between two that are listed side by side
    }
  }
  return { error: crawlWords.moved }
}

/** From the newest page to the first that holds somebody known. */
async function newestPages(hold: Hold, size: number): Promise<Head | { error: string }> {
  const pages = new Map<number, readonly Placed[]>()
  let known = await hold.known()
  let full = size
  let last = Number.POSITIVE_INFINITY
  let total: number | undefined
  for (let page = 1; ; page += 1) {
    const answer = await mustRead(hold, page, size)
    const rows = placedIn(answer, last)
    if (answer.total === undefined) return { error: crawlWords.noTotals }
    total ??= answer.total
    if (total !== answer.total) return { error: crawlWords.moved }
    if (!rows) return { error: crawlWords.unordered }
    await hold.save('all', page, answer)
    const before = known
    known = await hold.known()
    if (page === 1 && answer.total > rows.length) full = rows.length + answer.broken
    pages.set(page, rows)
    last = rows.at(-1)?.createdAt ?? last
    if (known - before < rows.length || rows.length === 0 || page * full >= total) return { total, full, pages }
  }
}

async function mustRead(hold: Hold, page: number, size: number): Promise<Page> {
  const answer = await hold.read('all', page, size)
  if (!answer) throw new CrawlFailure(crawlWords.failing(undefined))
  return answer
}

/** Its rows with their times; undefined where they are not in order, or one has no time. */
function placedIn({ rows }: { rows: readonly DirectoryRow[] }, before: number): Placed[] | undefined {
  let last = before
  const placed: Placed[] = []
  for (const { id, createdAt } of rows) {
    if (createdAt === undefined || createdAt > last) return undefined
    last = createdAt
    placed.push({ id, createdAt })
  }
  return placed
}

/** A page of a list that has not changed since the head was read. @throws Surprise */
async function readStill(hold: Hold, page: number, size: number, total: number): Promise<readonly Placed[]> {
  const before = await hold.known()
  const answer = await mustRead(hold, page, size)
  await hold.save('all', page, answer)
  const rows = placedIn(answer, Number.POSITIVE_INFINITY)
  if (!rows || answer.total !== total || (await hold.known()) !== before) throw new Surprise()
  return rows
}

async function whoIsGone(
  hold: Hold,
  { total, full, order: before }: Head,
  { basis, order }: Options,
): Promise<{ order: Order; gone: number } | Difference> {
  if ((await hold.known()) + basis.unread === total) return {}
  const known = before ?? (await order())
  const gone = known.length + basis.unread - total
  if (gone === 0) return {}
  if (gone < 0) return { error: crawlWords.unlisted }
  if (basis.unread > 0) return { error: crawlWords.unreadable }
  if (isHalved(total, known.length)) return { error: crawlWords.many }
  const pages = total / full
  // About what a search costs; at half of all pages it is the whole list that should be read.
  const cost = gone * (1 + Math.log2(Math.max(1, pages / gone)))
  return cost > pages && pages > FEW_PAGES ? { error: crawlWords.many } : { order: known, gone }
}
/** A list so short is read as a whole by a search, too. */
const FEW_PAGES = 20
