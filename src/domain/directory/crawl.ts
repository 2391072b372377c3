/**
 * Crawls lists of connections page by page: a few at a time, waiting as a 429 tells, reading a page again where rows may
 * have slipped through. It knows neither React nor the service.
 */
import { ApiError, isPassing } from '../../api/errors'
import { pause, waitOf } from '../../requests/retry-after'
import { GapDetector } from './gap-detector'
import { PagePlan } from './page-plan'

/** What one page said. */
export interface CrawlPage<Row> {
  rows: readonly (Row & { id: string })[]
  /** Rows that could not be read at all. */
  broken: number
  total: number | undefined
  /** The size that the service names; undefined where it does not. */
  size: number | undefined
  hasNext: boolean
  /** The size that was asked for in the end, where the service has refused the one that was wanted. */
  asked?: number
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

export interface MissingPage {
  list: string
  page: number
  error: unknown
}

export interface CrawlState {
  phase: 'ready' | 'crawling' | 'paused' | 'stopped' | 'done'
  /** Requests answered, and still to send as far as is known. */
  read: number
  left: number
  /** The sum of the lists' latest totals; undefined where one is not known. */
  total: number | undefined
  /** Rows that could not be read at all. */
  broken: number
  /** Milliseconds spent crawling, waits for a 429 among them. */
  spentMs: number
  /** Until when a 429 is waited for, in milliseconds of `now`. */
  waitingUntil: number | undefined
  waits: number
  /** How often a total moved, and how many pages were read again for it. */
  moves: number
  rereads: number
  /** Pages before which rows may be missing, though read again and again. */
  unsure: { list: string; page: number }[]
  /** Lists that kept still and ended before all that they count was found. */
  short: { list: string; total: number; found: number }[]
  missing: MissingPage[]
  /** Why it stopped by itself: a refusal that every page would meet, or page after page failing. */
  error: unknown
}

interface List {
  name: string
  plan: PagePlan
  gaps: GapDetector
  /** Rows of each page that could not be read. */
  broken: Map<number, number>
}

const brokenIn = ({ broken }: List) => [...broken.values()].reduce((sum, count) => sum + count, 0)
/** What a page holds that the service says is none. */
const nothing = { rows: [], broken: 0, total: undefined, size: undefined, hasNext: false }

interface Task {
  list: List
  page: number
  isRetry: boolean
}

/** Pages that may fail in a row before the crawl stops by itself: the service is down, not the page. */
const MOST_FAILURES = 5

/** Ends early where it is given up. */
const sleepFor = (ms: number, signal: AbortSignal) => pause(ms, signal).catch(() => undefined)

export class Crawl<Row> {
  readonly #options: Required<CrawlOptions<Row>>
  readonly #lists: List[]
  /** Pages to read before any others: failed once, in flight when it stopped, or read again for a gap. */
  readonly #urgent: Task[] = []
  #running = new Set<Task>()
  #abort = new AbortController()
  #begun = 0
  #failures = 0
  #startedAt: number | undefined
  #isWaiting = false
  state: CrawlState

  constructor(options: CrawlOptions<Row>) {
    this.#options = { concurrency: 2, now: () => performance.now(), sleep: sleepFor, ...options }
    this.#lists = options.lists.map((name) => ({
      name,
      plan: new PagePlan(options.size),
      gaps: new GapDetector(),
      broken: new Map(),
    }))
    this.state = {
      phase: 'ready',
      read: 0,
      left: this.#lists.length,
      total: undefined,
      broken: 0,
      spentMs: 0,
      waitingUntil: undefined,
      waits: 0,
      moves: 0,
      rereads: 0,
      unsure: [],
      short: [],
      missing: [],
      error: undefined,
    }
  }

  /** Takes in a page that was read before the crawl began, or a total that is already known. */
  know(list: string, page: CrawlPage<Row> | { total: number }): void {
    const found = this.#lists.find(({ name }) => name === list)
    if (!found) return
    if ('rows' in page) this.#take({ list: found, page: 1, isRetry: false }, this.#begun++, page)
    else found.plan.announce(page.total)
    if (this.#isOver()) this.#finish()
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
    for (const task of this.#running) this.#urgent.unshift(task)
    this.#running = new Set()
    this.#halt('stopped', error)
  }

  /** Offers the pages that failed twice once more. */
  readMissing(): void {
    if (this.state.missing.length === 0) return
    for (const { list, page } of this.state.missing) {
      const found = this.#lists.find(({ name }) => name === list)
      if (found) this.#urgent.push({ list: found, page, isRetry: false })
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
    const planned = this.#lists.reduce((sum, { plan }) => sum + plan.left, 0)
    const totals = this.#lists.map(({ plan }) => plan.total)
    const now = this.#options.now()
    const spentMs = this.#spent()
    if (this.#startedAt !== undefined) this.#startedAt = now
    this.state = {
      ...this.state,
      spentMs,
      ...change,
      left: planned + this.#urgent.length + this.#running.size,
      total: totals.includes(undefined) ? undefined : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0),
      broken: this.#lists.reduce((sum, list) => sum + brokenIn(list), 0),
      moves: this.#lists.reduce((sum, { plan }) => sum + plan.moves, 0),
      unsure: this.#lists.flatMap(({ name, gaps }) => [...gaps.unsure].map((page) => ({ list: name, page }))),
    }
    this.state.short = this.state.phase === 'done' ? this.#short() : []
    this.#options.onChange()
  }

  #short(): CrawlState['short'] {
    return this.#lists.flatMap((list) => {
      const [found, { total }] = [this.#foundIn(list), list.plan]
      return total !== undefined && list.plan.isShort(found) ? { list: list.name, total, found: found ?? 0 } : []
    })
  }

  #isOver = () =>
    this.#urgent.length === 0 && this.#running.size === 0 && this.#lists.every(({ plan }) => plan.left === 0)

  #next(): Task | undefined {
    const urgent = this.#urgent.shift()
    if (urgent) return urgent
    const list = this.#lists.find(({ plan }) => plan.left > 0)
    if (!list) return undefined
    const { plan } = list
    // How many pages a list has is known from its first one.
    if (plan.next > 1 && plan.total === undefined && [...this.#running].some((task) => task.list === list))
      return undefined
    return { list, page: plan.next++, isRetry: false }
  }

  #pump(): void {
    while (this.state.phase === 'crawling' && !this.#isWaiting && this.#running.size < this.#options.concurrency) {
      const task = this.#next()
      if (!task) break
      this.#running.add(task)
      void this.#run(task, this.#abort.signal)
    }
    if (this.state.phase !== 'crawling' || !this.#isOver()) return
    this.#finish()
    if (this.#isOver()) this.#halt('done')
    else this.#pump()
  }

  async #run(task: Task, signal: AbortSignal): Promise<void> {
    const begun = this.#begun++
    try {
      const page = await this.#options.readPage(task.list.name, task.page, task.list.plan.size, signal)
      if (!this.#running.delete(task)) return // given up meanwhile
      this.#failures = 0
      this.#take(task, begun, page)
      this.#say({ read: this.state.read + 1 })
    } catch (error) {
      if (!this.#running.delete(task)) return
      await this.#fail(task, error, signal)
    }
    this.#pump()
  }

  #take({ list, page }: Task, begun: number, answer: CrawlPage<Row>): void {
    const { rows, broken, total, size, hasNext, asked } = answer
    const { plan, gaps } = list
    const ids = rows.map(({ id }) => id)
    if (asked !== undefined) plan.size = asked
    list.broken.set(page, broken)
    this.#again(list, gaps.add(page, begun, total, ids))
    // Rows that cannot be read cannot be told apart: they are taken for others as far as the list counts.
    const barren = gaps.barrenAtEnd((one) => (list.broken.get(one) ?? 0) > 0 && !plan.isBeyond(one))
    if (barren > 0 && ids.length > 0) list.broken.set(page, 0) // those of the page before, once more
    plan.take(page, { count: rows.length + broken, barren, total, size, hasNext })
    this.#options.onRows(rows)
  }

  /** Looks, once all pages were asked for, for what is still to be read. */
  #finish(): void {
    for (const list of this.#lists) {
      this.#again(list, list.gaps.unfinished(list.plan.pages, list.plan.most))
      list.plan.finish(this.#foundIn(list))
    }
  }

  /** How many rows of a list there were; undefined while pages of it are missing. */
  #foundIn(list: List): number | undefined {
    const isPart = this.state.missing.some((page) => page.list === list.name)
    return isPart ? undefined : list.gaps.found + brokenIn(list)
  }

  #again(list: List, page: number | undefined): void {
    if (page === undefined || this.#urgent.some((task) => task.list === list && task.page === page)) return
    this.#urgent.push({ list, page, isRetry: false })
    this.state.rereads += 1
  }

  async #fail(task: Task, error: unknown, signal: AbortSignal): Promise<void> {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 429) {
      this.#urgent.unshift(task)
      await this.#wait(error, signal)
    } else if (status === 401 || status === 403) {
      this.#urgent.unshift(task)
      this.stop(error)
    } else if ((status === 400 || status === 404) && task.list.plan.isBeyond(task.page)) {
      this.#take(task, this.#begun++, nothing)
      this.#say({ read: this.state.read + 1 })
    } else if (!task.isRetry) {
      this.#urgent.unshift({ ...task, isRetry: true })
      if (isPassing(error)) await this.#options.sleep(300, signal)
    } else {
      this.#failures += 1
      const { list, page } = task
      this.#say({ missing: [...this.state.missing, { list: list.name, page, error }] })
      if (this.#failures >= MOST_FAILURES) this.stop(error)
    }
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
