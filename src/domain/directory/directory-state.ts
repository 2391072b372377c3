/** What the directory is at a moment: what was read, how far the reading is, and whether this browser keeps it. */
import type { CrawlState } from '../../api/crawl/crawl'
import { Entries } from './entries'

export interface Directory {
  phase: 'closed' | 'opening' | 'open' | 'failed'
  error: unknown
  entries: Entries
  /** Grows with every change of the entries. */
  version: number
  /** Absent where the entries were kept from before and nothing has been read yet. */
  crawl: CrawlState | undefined
  /** How many connections the service has, as far as it said. */
  total: number | undefined
  /** Milliseconds since the epoch, of the last page that was read. */
  readAt: number | undefined
  /** Whether this browser keeps it beyond the tab, and since when. */
  persistedAt: number | undefined
  keeping: 'no' | 'saving' | 'failed'
}

export const closed = (): Directory => ({
  phase: 'closed',
  error: undefined,
  entries: new Entries(),
  version: 0,
  crawl: undefined,
  total: undefined,
  readAt: undefined,
  persistedAt: undefined,
  keeping: 'no',
})

/** True where every connection that the service lists is in it. */
export const isWhole = ({ crawl, phase, entries, total }: Directory): boolean =>
  phase === 'open' && (crawl ? crawl.phase === 'done' && isWithoutGaps(crawl) : entries.connections.size === total)

/** True where nothing is known to be left out. */
const isWithoutGaps = ({ missing, unsure, short, broken }: CrawlState): boolean =>
  missing.length + unsure.length + short.length + broken === 0
