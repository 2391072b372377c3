/** What is said of the directory and its crawl: how much is known, as of when, what is read, and what that takes. */
import type { TeamDirectory } from '../api/team'
import type { CrawlRecord } from '../store/crawls'
import { type CrawlLimit, endsAt, secondsFor } from './estimate'
import type { WholeSummary } from './whole-crawl'

export type CrawlerState = Omit<TeamDirectory, 'engine'>

interface Known {
  counts: { live: number; simulated: number; users: number; vehicles: number }
  current: CrawlRecord | undefined
  latest: CrawlRecord | undefined
  /** The last ones that were done, of every kind. */
  done: readonly (CrawlRecord | undefined)[]
  /** What the whole crawl under way has read, else the last one. */
  whole: WholeSummary | undefined
  /** How many pages the lists have, as far as is known. */
  pages: number | undefined
  /** How long a page took, if one was read to know their number. */
  pageMs: number | undefined
  /** Pages that a start would load of a crawl that was stopped or has failed; undefined if it would begin another. */
  rest: number | undefined
  /** When the next crawl begins. */
  nextAt: number | undefined
  waitingUntil: number | undefined
}

interface Settings {
  limit: CrawlLimit | undefined
  /** Undefined if checks run only at an operator's request. */
  checkEveryMs: number | undefined
}

const DAY_MS = 86_400_000
/** Requests that tell which lists there are to read. */
const COUNTING = 3
const isoOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(Math.round(at)).toISOString()
const none = { missing: 0, unsure: 0, short: 0, broken: 0 }

export function reportOf(
  { counts, current, latest, done, whole, pages, pageMs, rest, nextAt, waitingUntil }: Known,
  { limit, checkEveryMs }: Settings,
  now: number,
): CrawlerState {
  const exact = done.flatMap((crawl) => (crawl && crawl.error === null ? crawl.begunAt.getTime() : []))
  const asOf = exact.length > 0 ? Math.max(...exact) : undefined
  const shown = current ?? (latest?.phase === 'failed' || latest?.phase === 'stopped' ? latest : undefined)
  const isWhole = current?.kind === 'whole'
  const left = isWhole ? (whole?.left ?? 0) : 0
  const sent = current?.requests ?? 0
  const requests = rest ?? (isWhole && whole ? sent + left : pages && pages + COUNTING)
  const isWaiting = waitingUntil !== undefined && waitingUntil > now
  const phase = !current
    ? latest?.phase === 'failed'
      ? 'failed'
      : 'idle'
    : current.phase === 'paused'
      ? 'paused'
      : isWaiting
        ? 'waiting'
        : 'crawling'
  const ends =
    isWhole && whole && phase !== 'paused'
      ? endsAt({ begunAt: current.begunAt.getTime(), sent, left }, limit, isWaiting ? waitingUntil : now)
      : undefined
  const remarks = whole?.remarks ?? none
  return {
    asOf: isoOf(asOf),
    nextCheckAt: isoOf(current ? undefined : nextAt),
    counts: { ...counts, isExact: asOf !== undefined && remarks.missing + remarks.unsure + remarks.short === 0 },
    crawl: {
      phase,
      kind: shown?.kind ?? null,
      read: sent,
      left,
      endsAt: isoOf(ends),
      waitingUntil: isWaiting ? isoOf(waitingUntil) : null,
      begunBy: shown?.begunBy ?? null,
      begunAt: isoOf(shown?.begunAt.getTime()),
      error: current ? null : (latest?.error ?? null),
      remarks,
    },
    estimate: {
      requests: requests ?? null,
      seconds: requests === undefined ? null : secondsFor(requests, limit, pageMs),
      requestsADay: checkEveryMs === undefined ? null : Math.ceil(DAY_MS / checkEveryMs),
    },
  }
}
