/**
 * The server's crawl of the connections of one realm: one for all instances, which any of them goes on with. Begins
 * whole crawls and checks for differences when they are due, and does what an operator asks of it.
 */
import type { CrawlRecord, Crawls } from '../store/crawls'
import type { Directory } from '../store/directory'
import { type Difference, findGone, type Head, readHead } from './differences'
import type { CrawlLimit } from './estimate'
import { createFailing, saidBy } from './failing'
import { type Hold, holdOf } from './hold'
import { createKnowledge, type LookedPages } from './knowledge'
import { CrawlFailure, createPageReader, napFor, type ReadPage, type Sleep } from './page-reader'
import { type CrawlerState, reportOf } from './report'
import { type Due, dueCrawl, isResumable, longestWaitMs } from './schedule'
import { crawlWhole } from './whole-crawl'

/** Lines without ids. */
export interface CrawlLog {
  info(line: string): void
  warn(line: string): void
}

export interface CrawlerOptions {
  directory: Directory
  crawls: Crawls
  readPage: ReadPage
  /** This process's own id, as a UUID. */
  instance: string
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number
  /** Ends early, without an error, where its signal is aborted. */
  sleep?: Sleep
  random?: () => number
  /** What the service allows; nothing limits where it is left out. */
  limit?: CrawlLimit | undefined
  log: CrawlLog
  checkEveryMs?: number
  wholeEveryMs?: number
  /** Whether the first crawl begins without being asked for: only where nothing limits, if it is left out. */
  beginsByItself?: boolean
  /** False if every crawl, also after the first one, begins only at an operator's request. */
  refreshes?: boolean
  /** True for one that takes orders and shows the state, and crawls nothing itself. */
  isIdle?: boolean
  /** How many pages there are, if others know it before. */
  looked?: LookedPages
  /** Page sizes to ask for, the largest first. */
  sizes?: readonly number[]
  /** A heartbeat, and a look at what the others do. */
  beatEveryMs?: number
}

export interface Crawler {
  /** Begins a whole crawl, or goes on with one that was stopped or has failed; also with checks, once stopped. */
  start(by: string | null): Promise<void>
  pause(by: string | null): Promise<void>
  resume(by: string | null): Promise<void>
  /** Ends what is under way; nothing more is read until somebody starts it. */
  stop(by: string | null): Promise<void>
  state(): Promise<CrawlerState>
  /** Gives up the request under way and sends no more; another instance, or the next process, goes on. */
  close(): Promise<void>
}

const BEAT_EVERY_MS = 3000
/** An instance that has missed so many heartbeats is gone: another takes its crawl over. */
const MOST_MISSED = 3
const SMALL_LIMIT = 60
/** How long the state waits for the first number of pages. */
const LOOK_MS = 3_000
const CHECK_EVERY_MS = { limited: 30 * 60_000, unlimited: 2 * 60_000 }
const WHOLE_EVERY_MS = 7 * 86_400_000

export function createCrawler(options: CrawlerOptions): Crawler {
  const { directory, crawls, readPage, instance, limit, log } = options
  const { now = Date.now, sleep = napFor, random = Math.random, sizes = [100, 50, 20, 10] } = options
  const { beatEveryMs = BEAT_EVERY_MS, elapsed = () => performance.now(), refreshes = true, isIdle = false } = options
  const isSlow = limit !== undefined && limit.refillPerMinute < SMALL_LIMIT
  const settings = {
    checkEveryMs: options.checkEveryMs ?? CHECK_EVERY_MS[isSlow ? 'limited' : 'unlimited'],
    wholeEveryMs: options.wholeEveryMs ?? WHOLE_EVERY_MS,
    beginsByItself: options.beginsByItself ?? limit === undefined,
  }
  const size = sizes[0] ?? 10
  let waitingUntil: number | undefined
  const reader = createPageReader({ readPage, now, sleep, sizes, random, onWait: (until) => (waitingUntil = until) })
  const knowledge = createKnowledge({ crawls, reader, now, elapsed, size, looked: options.looked })

  const failing = createFailing((line) => log.warn(line))
  let isClosing = false
  /** Ends what this instance does for the crawl that is its own. */
  let ending: AbortController | undefined
  let held: Hold | undefined
  let isWoken = false
  let waking = new AbortController()
  /** Checks in a row that did not end exact. */
  let inexact = 0

  function wake(): void {
    isWoken = true
    waking.abort()
  }
  async function nap(): Promise<void> {
    if (!isWoken) await sleep(beatEveryMs, waking.signal)
    isWoken = false
    waking = new AbortController()
  }

  async function run(): Promise<void> {
    while (!isClosing) {
      const hasMore = await turn().catch((error: unknown) => {
        failing.failed('Crawl', `waits, ${saidBy(error)}`)
        return undefined
      })
      if (hasMore !== undefined) failing.succeeded('Crawl')
      if (!hasMore) await nap()
    }
  }

  const due = async (): Promise<Due | undefined> => {
    const [latest, whole] = await Promise.all([crawls.latest(), crawls.last('whole')])
    return dueCrawl({ latest, whole, inexact }, settings, now())
  }

  let awaited: { at: number; until: number } | undefined
  /** A clock that was set back holds a crawl up for no longer than the interval between two. */
  function isDue({ at }: Due): boolean {
    const ms = Math.min(at - now(), longestWaitMs(settings))
    if (awaited?.at !== at) awaited = { at, until: elapsed() + ms }
    return at <= now() || elapsed() >= awaited.until
  }

  /** @returns whether there may be something to do at once */
  async function turn(): Promise<boolean> {
    const current = await crawls.current()
    if (current)
      return (
        current.phase === 'crawling' &&
        (await crawls.takeOver(current.id, instance, MOST_MISSED * beatEveryMs)) &&
        (await drive(current))
      )
    const next = refreshes ? await due() : undefined
    if (!next) await knowledge.look(waking.signal)
    if (!next || !isDue(next)) return false
    if (next.again) return crawls.again(next.again.id, instance)
    const begun = await crawls.begin(next.kind, null, instance)
    return begun !== undefined && drive(begun)
  }

  /** Until it has ended, is another's, or somebody wants it to rest. */
  async function drive(record: CrawlRecord, head?: Head): Promise<boolean> {
    if (isClosing) return false
    const mine = new AbortController()
    ending = mine
    const beating = beat(record, mine)
    const hold = holdOf(record, { crawls, directory, reader, instance, ending: mine })
    held = hold
    let found: Difference
    try {
      // What was read is kept, whatever ends it.
      found = await carryOut(hold, head).finally(() => hold.saved().catch(() => undefined))
      if (mine.signal.aborted || !(await crawls.beat(record.id, instance))) return false
      const summary = record.kind === 'whole' ? knowledge.done(record.id) : undefined
      await crawls.setPhase(record.id, 'done', found.error, summary)
    } catch (error) {
      if (mine.signal.aborted) return false
      if (!(error instanceof CrawlFailure)) throw error
      await crawls.setPhase(record.id, 'failed', error.message, knowledge.rested(record.id))
      failing.failed(`Crawl (${record.kind})`, `failed. ${error.message}`)
      return false
    } finally {
      mine.abort()
      ending = undefined
      waitingUntil = undefined
      await beating
    }
    failing.succeeded(`Crawl (${record.kind})`)
    log.info(`Crawl (${record.kind}): done.${found.error === undefined ? '' : ` ${found.error}`}`)
    if (record.kind !== 'whole' && !found.gone) inexact = found.error === undefined ? 0 : inexact + 1
    if (record.kind === 'whole') inexact = 0
    const seeking = found.gone && (await crawls.begin('seek', record.begunBy, instance))
    return seeking ? drive(seeking, found.gone) : true
  }

  async function carryOut(hold: Hold, head: Head | undefined): Promise<Difference> {
    const { kind } = hold.record
    if (kind === 'whole') {
      const error = await crawlWhole(hold, {
        size,
        onRead: (state) => knowledge.note(hold.record.id, state),
        sweep: (readBefore) => directory.sweep(readBefore, new Date(now())),
      })
      return error === undefined ? {} : { error }
    }
    const tools = {
      basis: await knowledge.basis(),
      order: directory.order,
      gone: (ids: readonly string[]) => directory.gone(ids, new Date(now())),
    }
    return kind === 'head' ? readHead(hold, tools) : findGone(hold, tools, head)
  }

  async function beat({ id }: CrawlRecord, mine: AbortController): Promise<void> {
    while (!mine.signal.aborted) {
      await sleep(beatEveryMs, mine.signal)
      if (mine.signal.aborted) return
      try {
        const isOurs = await crawls.beat(id, instance, knowledge.told(id))
        const current = await crawls.current()
        failing.succeeded('Crawl (heartbeat)')
        if (!isOurs || current?.id !== id || current.phase !== 'crawling') mine.abort()
      } catch (error) {
        failing.failed('Crawl (heartbeat)', saidBy(error))
      }
    }
  }

  async function setPhase(record: CrawlRecord, phase: CrawlRecord['phase']): Promise<void> {
    if (phase !== 'crawling') {
      ending?.abort()
      await held?.saved().catch(() => undefined) // what was read is kept before it ends
    }
    const isHeld = held?.record.id === record.id && phase !== 'crawling'
    const summary = isHeld ? knowledge.rested(record.id) : undefined
    await crawls.setPhase(record.id, phase, undefined, summary)
    wake()
  }

  const running = isIdle ? Promise.resolve() : run()
  return {
    async start(by) {
      const current = await crawls.current()
      if (current?.phase === 'paused') return setPhase(current, 'crawling')
      if (current?.kind === 'whole') return
      const latest = current ?? (await crawls.latest())
      if (current) await setPhase(current, 'stopped') // a check gives way to the whole
      if (!latest || !isResumable(latest, now()) || !(await crawls.again(latest.id, instance))) {
        const isCheck = !current && latest?.phase === 'stopped' && latest.kind !== 'whole'
        const kind = isCheck && (await crawls.last('whole')) ? 'head' : 'whole'
        await crawls.begin(kind, by, instance)
      }
      wake()
    },
    async pause() {
      const current = await crawls.current()
      if (current?.phase === 'crawling') await setPhase(current, 'paused')
    },
    async resume() {
      const current = await crawls.current()
      if (current?.phase === 'paused') await setPhase(current, 'crawling')
    },
    async stop(by) {
      const current = await crawls.current()
      const isResting = !current && (await crawls.latest())?.phase === 'stopped'
      // That nothing is to be read is kept as a crawl that was stopped before its first request.
      const stopped = current ?? (isResting ? undefined : await crawls.begin('head', by, instance))
      if (stopped) await setPhase(stopped, 'stopped')
    },
    async state() {
      if (isIdle) await knowledge.look(AbortSignal.any([waking.signal, AbortSignal.timeout(LOOK_MS)]))
      const { current, latest, done, counts } = await crawls.overview()
      const next = refreshes ? dueCrawl({ latest, whole: done.whole, inexact }, settings, now()) : undefined
      const resumable = !current && latest && isResumable(latest, now()) ? latest : undefined
      const whole = await knowledge.wholeOf(current?.kind === 'whole' ? current : (resumable ?? done.whole))
      const { pages = knowledge.looked().pages } = whole ?? {}
      const rest = resumable && whole?.left
      const { pageMs } = knowledge.looked()
      const facts = { counts, current, latest, whole, pages, pageMs, rest, nextAt: next?.at, waitingUntil }
      const checkEveryMs = refreshes ? settings.checkEveryMs : undefined
      return reportOf({ ...facts, done: Object.values(done) }, { limit, checkEveryMs }, now())
    },
    async close() {
      isClosing = true
      ending?.abort()
      wake()
      await running
    },
  }
}
