/**
 * Crawls lists of connections page by page: a few at a time, waiting as a 429 tells, reading a page again where rows may
 * have slipped through. It knows neither React nor the service.
 */
import { ApiError, isPassing } from '../errors'
import { pause, waitOf } from '../wait'
import { CrawlBook, type Findings, type MissingPage, type ReadPage, type Task } from './book'

/** What one page said. */
export interface CrawlPage<Row> extends Omit<ReadPage, 'ids'> {
  rows: readonly (Row & { id: string })[]
}

export interface CrawlOptions<Row> {
  /** The lists to crawl, one after the other, by name. */
  lists: readonly string[]
  /** The size to ask for. */
  size: number
  readPage: (list: string, page: number, size: number, signal: AbortSignal) => Promise<CrawlPage<Row>>
  onRows: (rows: CrawlPage<Row>['rows']) => void
  onChange: () => void
  concurrency?: number
  now?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface CrawlState extends Findings {
  phase: 'ready' | 'crawling' | 'paused' | 'stopped' | 'done'
  /** Requests answered, and still to send as far as is known. */
  read: number
  left: number
  /** Milliseconds spent crawling, waits for a 429 among them. */
  spentMs: number
  /** Until when a 429 is waited for, in milliseconds of `now`. */
  waitingUntil: number | undefined
  waits: number
  /** Lists that kept still and ended before all that they count was found. */
  short: { list: string; total: number; found: number }[]
  missing: readonly MissingPage[]
  /** Why it stopped by itself: a refusal that every page would meet, or page after page failing. */
  error: unknown
}

/** What a page holds that the service says is none. */
const nothing = { rows: [], broken: 0, total: undefined, size: undefined, hasNext: false }

/** Pages that may fail in a row before the crawl stops by itself: the service is down, not the page. */
const MOST_FAILURES = 5

/** Ends early where it is given up. */
const sleepFor = (ms: number, signal: AbortSignal) => pause(ms, signal).catch(() => undefined)

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined)

export class Crawl<Row> {
  readonly #options: Required<CrawlOptions<Row>>
  readonly #book: CrawlBook
  #running = new Set<Task>()
  #abort = new AbortController()
  #failures = 0
  #startedAt: number | undefined
  #isWaiting = false
  state: CrawlState

  constructor(options: CrawlOptions<Row>) {
    this.#options = { concurrency: 2, now: () => performance.now(), sleep: sleepFor, ...options }
    this.#book = new CrawlBook(options.lists, options.size)
    this.state = {
      phase: 'ready',
      read: 0,
      left: this.#book.left,
      ...this.#book.findings,
      spentMs: 0,
      waitingUntil: undefined,
      waits: 0,
      short: [],
      missing: [],
      error: undefined,
    }
  }

  /** Takes in a page that was read before the crawl began, or a total that is already known. */
  know(list: string, page: CrawlPage<Row> | { total: number }): void {
    const task = this.#book.task(list, 1)
    if (!task) return
    if ('rows' in page) this.#take(task, this.#book.begin(), page)
    else this.#book.announce(list, page.total)
    if (this.#isOver()) this.#book.finish()
    this.#say(this.#isOver() ? { phase: 'done' } : {})
  }

  /** Starts, or goes on where it was paused or stopped. */
  start(): void {
    if (this.state.phase === 'crawling' || this.state.phase === 'done') return
    // What was under way at a pause still is: it must be possible to give it up.
    if (this.state.phase !== 'paused') this.#abort = new AbortController()
    this.#failures = 0
    this.#startedAt = this.#options.now()
    this.#say({ phase: 'crawling', error: undefined })
    this.#pump()
  }

  /** Lets what is under way end and sends nothing more. */
  pause(): void {
    if (this.state.phase === 'crawling') this.#halt('paused')
  }

  /** Sends nothing more and gives up what is under way, at once. What was read stays; `start` goes on from here. */
  stop(error?: unknown): void {
    if (this.state.phase !== 'crawling' && this.state.phase !== 'paused') return
    this.#abort.abort()
    for (const task of this.#running) this.#book.urgent.unshift(task)
    this.#running = new Set()
    this.#halt('stopped', error)
  }

  /** Offers the pages that failed twice once more. */
  readMissing(): void {
    if (this.state.missing.length === 0) return
    for (const { list, page } of this.state.missing) {
      const task = this.#book.task(list, page)
      if (task) this.#book.urgent.push(task)
    }
    if (this.state.phase === 'done') this.state = { ...this.state, phase: 'ready' }
    this.#say({ missing: [] })
    this.start()
  }

  #halt(phase: 'paused' | 'stopped' | 'done', error?: unknown): void {
    const spentMs = this.#spent()
    this.#startedAt = undefined
    this.#say({ phase, error, spentMs, ...(phase !== 'paused' && { waitingUntil: undefined }) })
  }

  #spent(): number {
    return this.state.spentMs + (this.#startedAt === undefined ? 0 : this.#options.now() - this.#startedAt)
  }

  #say(change: Partial<CrawlState>): void {
    const now = this.#options.now()
    const spentMs = this.#spent()
    if (this.#startedAt !== undefined) this.#startedAt = now
    this.state = {
      ...this.state,
      spentMs,
      ...change,
      ...this.#book.findings,
      left: this.#book.left + this.#running.size,
    }
    this.#book.missing = this.state.missing
    this.state.short = this.state.phase === 'done' ? this.#book.short() : []
    this.#options.onChange()
  }

  #isOver = () => this.#running.size === 0 && this.#book.left === 0

  #pump(): void {
    while (this.state.phase === 'crawling' && !this.#isWaiting && this.#running.size < this.#options.concurrency) {
      const task = this.#book.next(this.#running)
      if (!task) break
      this.#running.add(task)
      void this.#run(task, this.#abort.signal)
    }
    if (this.state.phase !== 'crawling' || !this.#isOver()) return
    this.#book.finish()
    if (this.#isOver()) this.#halt('done')
    else this.#pump()
  }

  async #run(task: Task, signal: AbortSignal): Promise<void> {
    const begun = this.#book.begin()
    try {
      const page = await this.#options.readPage(task.list.name, task.page, task.list.plan.size, signal)
      if (!this.#running.delete(task)) return // given up meanwhile
      this.#failures = 0
      this.#take(task, begun, page)
      this.#say({ read: this.state.read + 1 })
    } catch (error) {
      if (statusOf(error) === 404 && task.page > 1 && !task.list.plan.isBeyond(task.page))
        await this.#recount(task.list, signal)
      if (!this.#running.delete(task)) return
      await this.#fail(task, error, signal)
    }
    this.#pump()
  }

  #take(task: Task, begun: number, { rows, ...said }: CrawlPage<Row>): void {
    this.#book.take(task, begun, { ...said, ids: rows.map(({ id }) => id) })
    this.#options.onRows(rows)
  }

  async #fail(task: Task, error: unknown, signal: AbortSignal): Promise<void> {
    const status = statusOf(error)
    if (status === 429) {
      this.#book.urgent.unshift(task)
      await this.#wait(error, signal)
    } else if (status === 401 || status === 403) {
      this.#book.urgent.unshift(task)
      this.stop(error)
    } else if ((status === 400 || status === 404) && task.list.plan.isBeyond(task.page)) {
      // Its total has the page before it read again, if that is from before the list became shorter.
      this.#take(task, this.#book.begin(), { ...nothing, total: task.list.plan.total })
      this.#say({ read: this.state.read + 1 })
    } else if (!task.isRetry) {
      this.#book.urgent.unshift({ ...task, isRetry: true })
      if (isPassing(error)) await this.#options.sleep(300, signal)
    } else {
      this.#failures += 1
      const { list, page } = task
      this.#say({ missing: [...this.state.missing, { list: list.name, page, error }] })
      if (this.#failures >= MOST_FAILURES) this.stop(error)
    }
  }

  /** Reads a list's first page again after a 404 for one of its pages: its total says if the list is shorter now. */
  async #recount(list: Task['list'], signal: AbortSignal): Promise<void> {
    const begun = this.#book.begin()
    const first = await this.#options.readPage(list.name, 1, list.plan.size, signal).catch(() => undefined)
    if (!first || signal.aborted) return
    this.#take({ list, page: 1, isRetry: false }, begun, first)
    this.#say({ read: this.state.read + 1 })
  }

  /** Waits as a 429 told, all together. */
  async #wait(error: unknown, signal: AbortSignal): Promise<void> {
    if (this.#isWaiting) return
    const ms = waitOf(error)
    if (ms === undefined) {
      this.stop(error)
      return
    }
    this.#isWaiting = true
    this.#say({ waits: this.state.waits + 1, waitingUntil: this.#options.now() + ms })
    await this.#options.sleep(ms, signal)
    this.#isWaiting = false
    if (this.state.phase === 'crawling') this.#say({ waitingUntil: undefined })
  }
}
