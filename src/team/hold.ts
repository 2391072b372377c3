/** A crawl that is this instance's, for as long as it is: reads pages, keeps them, and says which are kept. */
import type { CrawlPageRecord, CrawlRecord, Crawls } from '../store/crawls'
import type { Directory } from '../store/directory'
import type { Page, PageReader } from './page-reader'

export interface Hold {
  readonly record: CrawlRecord
  /** As `PageReader.read`. @throws CrawlFailure, or the reason why it is ours no longer */
  read(list: string, page: number, size: number, options?: { isBeyond?: boolean }): Promise<Page | undefined>
  /** Keeps a page with its rows. @throws the reason why it is ours no longer; StoreError */
  save(list: string, page: number, answer: Page, readings?: number): Promise<CrawlPageRecord>
  pages(): Promise<CrawlPageRecord[]>
  /** How many connections are known. */
  known(): Promise<number>
}

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
  return {
    record,
    read: (list, page, size, options) => reader.read(list, page, size, signal, options),
    async save(list, page, answer, readings = 1) {
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
      if (!(await crawls.savePage(record.id, instance, kept, rows, directory))) ending.abort()
      signal.throwIfAborted()
      return kept
    },
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
