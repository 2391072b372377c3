/**
 * Keeps house in the store, beside the crawls: has the engine tidy itself up, where it does not do so on its own, and
 * erases what was kept for long enough. What does not succeed is done at its next time.
 */
import type { Crawls } from '../store/crawls'
import type { Directory } from '../store/directory'
import { type JobResults, KEPT_RESULTS_MS } from '../store/job-results'
import type { Jobs } from '../store/jobs'
import type { Leases } from '../store/leases'
import type { CrawlLog } from './crawler'
import { createFailing, saidBy } from './failing'
import { napFor, type Sleep } from './page-reader'
import { RESUMABLE_MS } from './schedule'

export interface KeeperOptions {
  directory: Pick<Directory, 'forget' | 'tidy'>
  crawls: Pick<Crawls, 'forget'>
  jobs: Pick<Jobs, 'forget'>
  /** What is kept for a day or so: each knows what is old. */
  shortLived: readonly { forget(): Promise<unknown> }[]
  /** What jobs have read. */
  results: Pick<JobResults, 'erase'>
  /** Erases deliveries that are too old, and the oldest of too many; absent where none are received. */
  deliveries?: { forget(): Promise<unknown> } | undefined
  /** Ends accounts of tokens that were added in browsers, and erases their rows. */
  leases?: Pick<Leases, 'sweep'> | undefined
  /** Does what of its housekeeping is due; absent where the engine does it by itself. */
  maintain?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** How long what is gone is kept, and who was removed is known by their id. */
  retainGoneDays: number
  log: CrawlLog
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number
  /** Ends early, without an error, where its signal is aborted. */
  sleep?: Sleep
}

export interface Keeper {
  /** Begins nothing more; what is under way is waited for. */
  close(): Promise<void>
}

/** Searches are fast again within a minute after a crawl; a burst of deliveries may fill their room within minutes. */
const ROUND_MS = 60_000
const DAY_MS = 86_400_000
/** What jobs have read is erased within an hour after its day. */
const ERASE_EVERY_MS = 60 * 60_000
/** A server that has a token says so every few seconds. */
const STALE_MS = 20_000
/** A start is busy enough. */
const FIRST_FORGET_MS = 10 * 60_000

export function createKeeper(options: KeeperOptions): Keeper {
  const { directory, crawls, jobs, results, deliveries, leases, shortLived, maintain, retainGoneDays, log } = options
  const { now = Date.now, elapsed = () => performance.now(), sleep = napFor } = options
  const ending = new AbortController()
  const { signal } = ending
  const failing = createFailing((line) => log.warn(line))

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing.succeeded(what)
    } catch (error) {
      failing.failed(what, saidBy(error))
    }
  }

  async function forget(): Promise<void> {
    const goneBefore = new Date(now() - retainGoneDays * DAY_MS)
    const erased = await directory.forget(goneBefore)
    await crawls.forget({ endedBefore: goneBefore, begunBefore: new Date(now() - RESUMABLE_MS) })
    for (const one of shortLived) await one.forget()
    while (!signal.aborted && (await jobs.forget(goneBefore)) > 0);
    if (erased > 0) log.info(`Retention: ${erased} connections erased, gone for more than ${retainGoneDays} days.`)
  }

  async function erase(): Promise<void> {
    while (!signal.aborted && (await results.erase(new Date(now() - KEPT_RESULTS_MS))) > 0);
  }

  async function run(): Promise<void> {
    let forgetAt = elapsed() + FIRST_FORGET_MS
    let eraseAt = forgetAt
    for (;;) {
      if (leases) await attempt('Tokens added in browsers', () => leases.sweep(STALE_MS))
      await sleep(ROUND_MS, signal)
      if (signal.aborted) return
      if (deliveries) await attempt('Retention of deliveries', async () => void (await deliveries.forget()))
      if (elapsed() >= eraseAt) {
        await attempt('What jobs have read', erase)
        eraseAt = elapsed() + ERASE_EVERY_MS
      }
      if (elapsed() >= forgetAt) {
        await attempt('Retention', forget)
        forgetAt = elapsed() + DAY_MS
      }
      if (!signal.aborted) await attempt('Search indexes', async () => void (await directory.tidy()))
      if (maintain && !signal.aborted) await attempt('Housekeeping of the store', () => maintain(signal))
    }
  }

  const running = run()
  return {
    async close() {
      ending.abort()
      await running
    },
  }
}
