/**
 * A whole crawl: every page of the lists, one after the other. What was read is known from the pages that were kept, so
 * that any instance goes on where another one ended.
 */
import * as z from 'zod/mini'
import type { CrawlPageRecord } from '../store/crawls'
import { CrawlBook, type Task } from './crawl/book'
import { listsFor } from './crawl/lists'
import { crawlWords } from './crawl-words'
import { type Hold, isHalved } from './hold'
import { CrawlFailure, type Page } from './page-reader'

/** Kept as lists of their own, without rows: how many there are, of any mode and of each. */
const counts = { all: 'all total', live: 'live total', simulated: 'simulated total' } as const
type Counted = keyof typeof counts
/** So often they are counted where a change between two counts may be why they do not add up. */
const MOST_COUNTS = 3

export interface WholeState {
  book: CrawlBook
  lists: readonly string[]
}

const countIn = (pages: readonly CrawlPageRecord[], list: Counted): number | undefined =>
  pages.findLast((one) => one.list === counts[list])?.total ?? undefined

/**
 * What a whole crawl has read; undefined before it has counted.
 * @param size to ask for, where no page has told
 */
export function wholeStateOf(pages: readonly CrawlPageRecord[], size: number): WholeState | undefined {
  if (!pages.some(({ list }) => list === counts.all)) return undefined
  const lists = listsFor(countIn(pages, 'all'), countIn(pages, 'live'), countIn(pages, 'simulated'))
  const asked = pages.find(({ list }) => lists.includes(list))?.size ?? size
  const book = new CrawlBook(lists, asked)
  for (const page of pages.toSorted((a, b) => a.readAt.getTime() - b.readAt.getTime() || a.page - b.page)) {
    const task = book.task(page.list, page.page)
    if (!task) continue
    const asked = book.urgent.findIndex((one) => one.list === task.list && one.page === task.page)
    if (asked >= 0) book.urgent.splice(asked, 1) // that it was read again is what is taken in
    takeInto(book, task, page)
  }
  askForHoles(book, pages, lists)
  return { book, lists }
}

/** Pages before others that were read: they could not be read, and are asked for again. */
function askForHoles(book: CrawlBook, pages: readonly CrawlPageRecord[], lists: readonly string[]): void {
  for (const list of lists) {
    const read = new Set(pages.flatMap((one) => (one.list === list ? one.page : [])))
    for (let page = 1; page < Math.max(0, ...read); page += 1) {
      const task = read.has(page) ? undefined : book.task(list, page)
      if (task) book.urgent.push(task)
    }
  }
}

function takeInto(book: CrawlBook, task: Task, { ids, broken, total, size, hasNext }: CrawlPageRecord): void {
  const answer = { ids, broken, total: total ?? undefined, size: undefined, hasNext, asked: size }
  book.take(task, book.begin(), answer)
}

export const remarksOf = (book: CrawlBook) => ({
  missing: book.missing.length,
  unsure: book.findings.unsure.length,
  // Only at its end: until then rows are still to come.
  short: book.left > 0 ? 0 : book.short().reduce((sum, { total, found }) => sum + total - found, 0),
  broken: book.findings.broken,
})

const number = z.number()
const Remarks = z.object({ missing: number, unsure: number, short: number, broken: number })
/** What is said of a whole crawl, without the ids of its pages. */
export const WholeSummary = z.object({
  lists: z.array(z.string()),
  /** The page size that is asked for. */
  size: z.optional(number),
  pages: number,
  left: number,
  remarks: Remarks,
})
export type WholeSummary = z.output<typeof WholeSummary>

export function summaryOf({ book, lists }: WholeState): WholeSummary {
  return { lists: [...lists], size: book.size, pages: book.pages, left: book.left, remarks: remarksOf(book) }
}

const keyOf = (list: string, page: number): string => `${page} ${list}`

interface Options {
  /** The page size to ask for. */
  size: number
  /** Called with what was read so far, after each page. */
  onRead: (state: WholeState) => void
  /** Everything that was not read since is gone. */
  sweep: (readBefore: Date) => Promise<unknown>
}

/**
 * @returns what is to be said of it, where it is not all
 * @throws CrawlFailure, or the reason why the crawl is ours no longer
 */
export async function crawlWhole(hold: Hold, { size, onRead, sweep }: Options): Promise<string | undefined> {
  const pages = await hold.pages()
  await count(hold, pages)
  const state = wholeStateOf(pages, size)
  if (!state) throw new CrawlFailure(crawlWords.failing(undefined)) // it has counted
  const { book } = state
  const kept = new Map(pages.map((one) => [keyOf(one.list, one.page), one]))
  onRead(state)
  for (;;) {
    const task = book.next()
    if (!task) break
    const { list, page } = task
    const { plan } = list
    const answer = await hold.read(list.name, page, plan.size, { isBeyond: plan.isBeyond(page), total: plan.total })
    if (answer) {
      const begun = book.begin()
      const key = keyOf(list.name, page)
      const saved = await hold.saveBehind(list.name, page, answer, (kept.get(key)?.readings ?? 0) + 1)
      kept.set(key, saved)
      book.take(task, begun, { ...answer, ids: saved.ids })
    } else book.missing = [...book.missing, { list: list.name, page }]
    onRead(state)
  }
  await hold.saved()
  const { missing, unsure } = remarksOf(book)
  if (missing + unsure > 0) return crawlWords.gaps
  // Another account, or a service that lists nothing for a while: a person is to say that so many are gone.
  if (hold.record.begunBy === null && isHalved(book.found, await hold.known())) return crawlWords.halved
  await sweep(new Date(Math.min(...[...kept.values()].map(({ readAt }) => readAt.getTime()))))
  return undefined
}

/** Counts, which tells what lists there are to read; what is kept is not counted again, but where it adds up to nothing. */
async function count(hold: Hold, pages: CrawlPageRecord[]): Promise<void> {
  for (let times = 0; times < MOST_COUNTS; times += 1) {
    for (const list of ['all', 'live', 'simulated'] as const) {
      if (times === 0 && countIn(pages, list) !== undefined) continue
      const counted = await totalOf(hold, list)
      if (counted) pages.push(await hold.save(counts[list], 1, counted))
    }
    const [all, live, simulated] = [countIn(pages, 'all'), countIn(pages, 'live'), countIn(pages, 'simulated')]
    if (all === undefined || live === undefined || simulated === undefined) return
    if (all === live + simulated || all === live) return
  }
}

/** A page of one row, for its total; undefined where a mode can't be read alone, which its pages will meet again. */
async function totalOf(hold: Hold, list: Counted): Promise<Page | undefined> {
  try {
    const page = await hold.read(list, 1, 1)
    return page && { ...page, rows: [], broken: 0 }
  } catch (error) {
    if (!(error instanceof CrawlFailure) || error.isRefusal || list === 'all') throw error
    return undefined
  }
}
