/** A crawl that is this instance's, for as long as it is: reads pages, keeps them, and says which are kept. */
import type { CrawledPage, CrawlPageRecord, CrawlRecord, Crawls } from '../store/crawls'
import type { Directory } from '../store/directory'
import type { Page, PageReader } from './page-reader'

export interface Hold {
  readonly record: CrawlRecord
  /** As `PageReader.read`. @throws CrawlFailure, or the reason why it is ours no longer */
  read(
    list: string,
    page: number,
    size: number,
    options?: { isBeyond?: boolean; total?: number | undefined },
  ): Promise<Page | undefined>
  /** Keeps a page with its rows. @throws the reason why it is ours no longer; StoreError */
  save(list: string, page: number, answer: Page, readings?: number): Promise<CrawlPageRecord>
  /** As `save`, but behind the next readings: what comes faster than it is written is written together. */
  saveBehind(list: string, page: number, answer: Page, readings?: number): Promise<CrawlPageRecord>
  /** Waits until all of it is written. @throws as `save` */
  saved(): Promise<void>
  pages(): Promise<CrawlPageRecord[]>
  /** How many connections are known. */
  known(): Promise<number>
}

/** Pages of one transaction: everybody's searches wait for it where there is one connection only. */
const MOST_TOGETHER = 4

interface Options {
  crawls: Crawls
  directory: Directory
  reader: PageReader
  instance: string
  /** Ends all that is under way: the crawl was paused or stopped, is another's, or the server ends. */
  ending: AbortController
}

export function holdOf(record: CrawlRecord, { crawls, directory, reader, instance, ending }: Options): Hold {
  const { signal } = ending
  /** Read, and not written yet. */
  const waiting: CrawledPage[] = []
  let writing: Promise<void> | undefined
  let failure: { error: unknown } | undefined
  /** True once the store has taken one: before, nothing is read for nothing. */
  let isKept = false

  /** Those that are written next: a page that was read again is written after its first reading. */
  function next(): CrawledPage[] {
    const isSame = (a: CrawledPage, b: CrawledPage) => a.kept.list === b.kept.list && a.kept.page === b.kept.page
    const again = waiting.findIndex((one, at) => waiting.slice(0, at).some((before) => isSame(before, one)))
    return waiting.splice(0, Math.min(again < 0 ? MOST_TOGETHER : again, MOST_TOGETHER))
  }
  async function write(): Promise<void> {
    try {
      while (waiting.length > 0) {
        isKept = await crawls.savePages(record.id, instance, next(), directory)
        if (!isKept) return lose()
      }
    } catch (error) {
      failure = { error }
      waiting.length = 0 // which is read again
    } finally {
      writing = undefined
    }
  }
  function lose(): void {
    waiting.length = 0
    ending.abort()
  }
  async function saved(): Promise<void> {
    while (writing) await writing
    if (failure) throw failure.error
    signal.throwIfAborted()
  }
  const saveBehind: Hold['saveBehind'] = async (list, page, answer, readings = 1) => {
    while (waiting.length >= MOST_TOGETHER) await writing
    if (failure) throw failure.error
    signal.throwIfAborted()
    const { rows, total, asked, hasNext, broken, readAt } = answer
    const kept: CrawlPageRecord = {
      list,
      page,
      size: asked,
      readings,
      total: total ?? null,
      ids: rows.map(({ id }) => id),
      hasNext,
      broken,
      readAt,
    }
    waiting.push({ kept, rows })
    writing ??= write()
    if (!isKept) await saved()
    return kept
  }
  return {
    record,
    read: (list, page, size, options) => reader.read(list, page, size, signal, options),
    async save(...given) {
      const kept = await saveBehind(...given)
      await saved()
      return kept
    },
    saveBehind,
    saved,
    pages: () => crawls.pages(record.id),
    async known() {
      const { live, simulated } = await directory.counts()
      return live + simulated
    },
  }
}

/** Of fewer than so many, any number may have gone. */
const FEW = 20
/** True where so many are listed no more that a person should look before they are taken for gone. */
export const isHalved = (listed: number, known: number): boolean => known > FEW && listed < known / 2
