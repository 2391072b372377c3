/**
 * Reads one page of a list for a crawl: waits as a 429 asks, tries a failure again after a while, and tells a page that
 * stays unread from a service with which it makes no sense to go on.
 */
import type { ConnectionFilters, ConnectionRow } from '../api/connections'
import { type DirectoryRow, directoryRow } from '../api/directory-row'
import { isRefusedSize } from '../api/refused-size'
import { pause } from '../api/wait'
import { crawlLists } from './crawl/lists'
import { crawlWords } from './crawl-words'

/**
 * One request of a job for a page of connections; people's requests go first.
 * @throws what has `status`, and `retryAfter` in seconds where the service names it: `ApiError`, or the like
 */
export type ReadPage = (
  filters: ConnectionFilters,
  page: number,
  size: number,
  signal: AbortSignal,
) => Promise<{
  rows: readonly ConnectionRow[]
  broken: number
  total: number | undefined
  size: number | undefined
  hasNext: boolean
}>

export interface Page {
  rows: readonly DirectoryRow[]
  broken: number
  total: number | undefined
  /** The size that the service names. */
  size: number | undefined
  /** The size that was asked for in the end. */
  asked: number
  hasNext: boolean
  /** When it was asked for. */
  readAt: Date
}

/** With this the crawl ends; its words are for people. */
export class CrawlFailure extends Error {
  override readonly name = 'CrawlFailure'
  /** @param isRefusal true where every page would meet it */
  constructor(
    words: string,
    readonly isRefusal = false,
  ) {
    super(words)
  }
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>
/** At the time that everybody has. */
export const napFor: Sleep = (ms, signal) => pause(ms, signal).catch(() => undefined)

interface Options {
  readPage: ReadPage
  now: () => number
  /** Ends early, without an error, where its signal is aborted. */
  sleep: Sleep
  /** Page sizes to ask for, the largest first: one that is refused steps down. */
  sizes: readonly number[]
  random: () => number
  /** A wait that the service asked for begins, or has ended. */
  onWait: (until: number | undefined) => void
}

export interface PageReader {
  /**
   * @param isBeyond true for a page behind those that the list counts: the service may have none there
   * @param total of the list, which such a page has if the service has none there
   * @returns undefined where the page stays unread, and others may still be read
   * @throws CrawlFailure, or the signal's reason
   */
  read(
    list: string,
    page: number,
    size: number,
    signal: AbortSignal,
    options?: { isBeyond?: boolean; total?: number | undefined },
  ): Promise<Page | undefined>
}

/** A page that the API doesn’t have. */
const nothing = { rows: [], broken: 0, size: undefined, hasNext: false }

/** A 429 that does not say for how long. */
const WAIT_S = 30
const LONGEST_WAIT_S = 86_400
/** Tries of a page, and pages in a row that stay unread: then it is the service, not the page. */
const MOST_TRIES = 4
const MOST_UNREAD = 3
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 60_000

interface Failure {
  status: number | undefined
  retryAfter: number | undefined
  words: string
  /** True where another try meets the same. */
  isFinal: boolean
}

function failureOf(error: unknown): Failure {
  const { status, retryAfter, facts, kind } = error as {
    // whatever was thrown, each field is looked at
    status?: unknown
    retryAfter?: unknown
    facts?: { retryAfter?: unknown }
    kind?: unknown
  }
  const code = typeof status === 'number' ? status : undefined
  const seconds = retryAfter ?? facts?.retryAfter
  return {
    status: code,
    retryAfter: typeof seconds === 'number' && seconds >= 0 ? seconds : undefined,
    words: wordsOf(code, kind),
    isFinal: kind === 'not-recorded',
  }
}

function wordsOf(status: number | undefined, kind: unknown): string {
  if (status === 401) return crawlWords.unauthorized
  if (status === 403) return crawlWords.forbidden
  if (kind === 'unreachable') return crawlWords.unreachable
  if (kind === 'not-recorded') return crawlWords.notRecorded
  if (kind === 'timeout') return crawlWords.timeout
  if (kind === 'not-json' || kind === 'unreadable') return crawlWords.notJson
  return crawlWords.failing(status)
}

export function createPageReader({ readPage, now, sleep, sizes, random, onWait }: Options): PageReader {
  /** Pages in a row that stayed unread. */
  let unread = 0

  async function wait(seconds: number, signal: AbortSignal): Promise<void> {
    if (seconds > LONGEST_WAIT_S) throw new CrawlFailure(crawlWords.longWait, true)
    const ms = Math.max(1, seconds) * 1000
    onWait(now() + ms)
    await sleep(ms, signal)
    onWait(undefined)
  }

  const delayOf = (tries: number) =>
    Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 4 ** (tries - 1)) * (0.5 + random() / 2)

  /** The total of a list that has become too short for a page; undefined if its first page doesn't say so. */
  async function totalWithout(list: string, page: number, size: number, signal: AbortSignal) {
    const { rows, broken, total } = await readPage(crawlLists[list] ?? {}, 1, size, signal)
    return total !== undefined && total <= (page - 1) * (rows.length + broken) ? total : undefined
  }

  return {
    async read(list, page, wanted, signal, { isBeyond = false, total } = {}) {
      let asked = wanted
      for (let tries = 1; ; ) {
        signal.throwIfAborted()
        const readAt = new Date(now())
        try {
          const answer = await readPage(crawlLists[list] ?? {}, page, asked, signal)
          signal.throwIfAborted()
          unread = 0
          return { ...answer, rows: answer.rows.map(directoryRow), asked, readAt }
        } catch (error) {
          signal.throwIfAborted()
          const { status, retryAfter, words, isFinal } = failureOf(error)
          const smaller = sizes.find((size) => size < asked)
          if (status === 429 || (status === 503 && retryAfter !== undefined)) await wait(retryAfter ?? WAIT_S, signal)
          else if (status === 401 || status === 403) throw new CrawlFailure(words, true)
          else if (isBeyond && (status === 400 || status === 404)) return { ...nothing, total, asked, readAt }
          else if (page === 1 && smaller !== undefined && isRefusedSize(error)) asked = smaller
          else if (status === 404 && page > 1 && tries === 1) {
            const shorter = await totalWithout(list, page, asked, signal).catch(() => undefined)
            if (shorter !== undefined) return { ...nothing, total: shorter, asked, readAt }
            tries = MOST_TRIES - 1
          } else if (!isFinal && tries < MOST_TRIES) {
            await sleep(delayOf(tries), signal)
            tries += 1
          } else {
            unread += 1
            if (unread >= MOST_UNREAD || page === 1) throw new CrawlFailure(words)
            return undefined
          }
        }
      }
    },
  }
}
