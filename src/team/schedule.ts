/** When which crawl is due, from what the store knows of those before: every instance comes to the same. */
import type { CrawlRecord } from '../store/crawls'
import { needsWhole } from './crawl-words'

export interface ScheduleSettings {
  /** Between two checks for differences. */
  checkEveryMs: number
  /** Between two whole crawls. */
  wholeEveryMs: number
  /** Whether the first one begins without being asked for. */
  beginsByItself: boolean
}

export interface Due {
  kind: 'whole' | 'head'
  at: number
  /** The failed one to go on with. */
  again?: CrawlRecord
}

/** Pages that were read longer ago are read anew. */
export const RESUMABLE_MS = 86_400_000
/** A failure is not tried again before. */
const LEAST_RETRY_MS = 300_000
/** So many checks in a row that did not end exact ask for a whole crawl. */
const MOST_INEXACT = 2

/** Upper bound of the time between the end of a crawl and the next one. */
export const longestWaitMs = ({ checkEveryMs }: ScheduleSettings): number => Math.max(checkEveryMs, LEAST_RETRY_MS)

/** True where a crawl that was stopped or has failed goes on where it was. */
export const isResumable = ({ kind, phase, begunAt }: CrawlRecord, now: number): boolean =>
  kind === 'whole' && (phase === 'stopped' || phase === 'failed') && now - begunAt.getTime() < RESUMABLE_MS

/**
 * @param latest the one that began last
 * @param whole the last whole one that was done
 * @param inexact how many checks in a row did not end exact
 */
export function dueCrawl(
  { latest, whole, inexact }: { latest: CrawlRecord | undefined; whole: CrawlRecord | undefined; inexact: number },
  { checkEveryMs, wholeEveryMs, beginsByItself }: ScheduleSettings,
  now: number,
): Due | undefined {
  if (!latest) return beginsByItself ? { kind: 'whole', at: now } : undefined
  if (latest.phase === 'stopped') return undefined // until somebody starts it again
  const ended = (latest.endedAt ?? latest.begunAt).getTime()
  if (latest.phase === 'failed') {
    const at = ended + Math.max(checkEveryMs, LEAST_RETRY_MS)
    if (latest.kind !== 'whole') return { kind: 'head', at }
    return isResumable(latest, at) ? { kind: 'whole', at, again: latest } : { kind: 'whole', at }
  }
  if (!whole) return { kind: 'whole', at: ended }
  const isWanting = whole.error !== null || needsWhole.has(latest.error ?? '') || inexact >= MOST_INEXACT
  const wholeAt = (whole.endedAt ?? whole.begunAt).getTime() + (isWanting ? wholeEveryMs / 7 : wholeEveryMs)
  // What came while a whole one was under way is found right after it.
  const checkAt = latest.kind === 'whole' ? ended : ended + checkEveryMs
  return wholeAt <= checkAt ? { kind: 'whole', at: wholeAt } : { kind: 'head', at: checkAt }
}
