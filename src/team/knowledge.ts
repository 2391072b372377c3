/** What the crawler knows of the service's lists: from the pages of whole crawls, and before the first from one request. */
import type { CrawlRecord, Crawls } from '../store/crawls'
import type { Basis } from './differences'
import { CrawlFailure, type PageReader } from './page-reader'
import { summaryOf, type WholeState, WholeSummary, wholeStateOf } from './whole-crawl'

interface Options {
  crawls: Crawls
  reader: PageReader
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds of a clock that is never set. */
  elapsed: () => number
  /** The size to ask for. */
  size: number
  looked?: LookedPages | undefined
}

/** How many pages there are, as far as a request has shown, and from when on another one may be sent. */
export interface LookedPages {
  pages: number | undefined
  /** How long the page of that request took. */
  pageMs?: number
  nextAt: number
}

export interface Knowledge {
  /** What a whole crawl has read: as this instance does it, else as its own told a few seconds ago. */
  wholeOf(crawl: CrawlRecord | undefined): Promise<WholeSummary | undefined>
  note(crawl: number, state: WholeState): void
  /** What is to be kept of it by now, as text. */
  told(crawl: number): string | undefined
  /** As `told`, once it rests or has failed: a page whose request was given up is left to be read again. */
  rested(crawl: number): string | undefined
  /** As `told`, once it is done: its ids are let go. */
  done(crawl: number): string | undefined
  basis(): Promise<Basis>
  /** Learns, in one request, how many connections there are, where no crawl has told. */
  look(signal: AbortSignal): Promise<void>
  looked(): LookedPages
}

/** What another does is looked up again after so long, and a look that failed is tried again. */
const FRESH_MS = 5000
const LOOK_AGAIN_MS = 300_000

interface Known {
  crawl: number
  summary: () => WholeSummary | undefined
  /** Pages that were left after the last one that was read; absent of a crawl that isn't under way here. */
  left?: number
  at: number
  freshUntil: number
}

export function createKnowledge({
  crawls,
  reader,
  now,
  elapsed,
  size,
  looked = { pages: undefined, nextAt: Number.NEGATIVE_INFINITY },
}: Options): Knowledge {
  let known: Known | undefined

  function keep(crawl: number, summary: WholeSummary | undefined): WholeSummary | undefined {
    known = { crawl, summary: () => summary, at: now(), freshUntil: elapsed() + FRESH_MS }
    return summary
  }

  async function wholeOf(crawl: CrawlRecord | undefined): Promise<WholeSummary | undefined> {
    if (!crawl) return undefined
    const isFresh = known?.crawl === crawl.id && elapsed() < known.freshUntil
    // Of one that has ended nothing changes any more.
    if (known && (isFresh || (known.crawl === crawl.id && crawl.endedAt && known.at > crawl.endedAt.getTime())))
      return known.summary()
    const told = toldBy(crawl)
    if (told) return keep(crawl.id, told)
    const state = wholeStateOf(await crawls.pages(crawl.id), size)
    return keep(crawl.id, state && summaryOf(state))
  }

  function told(crawl: number): string | undefined {
    const summary = known?.crawl === crawl ? known.summary() : undefined
    return summary && JSON.stringify(summary)
  }

  return {
    wholeOf,
    note(crawl, state) {
      const { left } = state.book
      known = { crawl, summary: () => summaryOf(state), left, at: now(), freshUntil: elapsed() + FRESH_MS }
    },
    told,
    rested(crawl) {
      const summary = known?.crawl === crawl ? known.summary() : undefined
      if (summary) keep(crawl, { ...summary, left: known?.left ?? summary.left })
      return told(crawl)
    },
    done(crawl) {
      if (known?.crawl === crawl) keep(crawl, known.summary())
      return told(crawl)
    },
    async basis() {
      const whole = await wholeOf(await crawls.last('whole'))
      if (!whole) return { isOneList: true, unread: 0, size }
      const { lists, remarks } = whole
      return { isOneList: lists.join() === 'all', unread: remarks.short + remarks.broken, size: whole.size ?? size }
    },
    async look(signal) {
      if (looked.pages !== undefined || elapsed() < looked.nextAt || (await crawls.latest())) return
      looked.nextAt = elapsed() + LOOK_AGAIN_MS
      const since = elapsed()
      try {
        const page = await reader.read('all', 1, size, signal)
        if (page?.total === undefined) return
        looked.pageMs = elapsed() - since
        looked.pages = Math.max(1, Math.ceil(page.total / (page.hasNext ? page.rows.length || size : size)))
      } catch (error) {
        if (!(error instanceof CrawlFailure) && !signal.aborted) throw error
      }
    },
    looked: () => looked,
  }
}

/** What was kept of it when it was done; undefined of others, and where it isn't ours to read. */
function toldBy({ summary }: CrawlRecord): WholeSummary | undefined {
  if (summary === null) return undefined
  try {
    return WholeSummary.parse(JSON.parse(summary))
  } catch {
    return undefined // its pages are read
  }
}
