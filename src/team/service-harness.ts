/** A service for tests of the crawler: a list, newest first, that changes, fails, waits and lies as it is told. */
import { type ConnectionRow, connections } from '../api/connections'
import { ApiError } from '../api/errors'
import type { TestClock } from './clock-harness'
import type { ReadPage } from './page-reader'

export interface ListedRow {
  id: string
  createdAt: number
  mode: 'live' | 'simulated'
}

export interface Asked {
  mode: string | undefined
  page: number
  size: number
  at: number
}

const DAY = 86_400_000

export class TestService {
  rows: ListedRow[]
  readonly asked: Asked[] = []
  latencyMs = 0
  /** What is thrown instead of an answer. */
  fail: (asked: Asked, request: number) => unknown = () => undefined
  /** Called before each answer is made. */
  before: (request: number) => void = () => undefined
  hasTotals = true
  knowsModes = true
  liveOnly = false
  mostSize = 1000
  total: (rows: readonly ListedRow[]) => number = (rows) => rows.length
  broken = new Set<string>()
  /** True if a page past the end is a 404. */
  isStrict = false
  readonly #cache = new Map<string, { of: readonly unknown[]; rows: readonly ListedRow[] }>()
  #added = 0
  #level: number | undefined
  #filledAt = 0

  constructor(
    readonly clock: Pick<TestClock, 'now' | 'sleep'>,
    count: number,
    readonly limit?: { capacity: number; refillPerMinute: number },
  ) {
    const start = clock.now() - DAY
    this.rows = Array.from({ length: count }, (_, index) => ({
      id: `c${index}`,
      createdAt: start - index * 1000,
      mode: index % 8 === 0 ? 'simulated' : 'live',
    }))
  }

  ids = (): string[] => this.rows.map(({ id }) => id).sort()

  add(count = 1): void {
    for (let each = 0; each < count; each += 1)
      this.rows.unshift({ id: `new${this.#added++}`, createdAt: this.clock.now() - DAY + this.#added, mode: 'live' })
  }

  remove(places: readonly number[]): void {
    for (const place of places) if (this.rows.length > 0) this.rows.splice(place % this.rows.length, 1)
  }

  readonly readPage: ReadPage = async (filters, page, size, signal) => {
    const mode = filters['filter[vehicle.mode]']
    await this.#turn(signal)
    signal.throwIfAborted()
    const asked = { mode: typeof mode === 'string' ? mode : undefined, page, size, at: this.clock.now() }
    const request = this.asked.push(asked) - 1
    if (this.latencyMs > 0) await this.clock.sleep(this.latencyMs, signal)
    signal.throwIfAborted()
    this.before(request)
    const error = this.fail(asked, request)
    if (error) throw error
    const wanted = mode ?? (this.liveOnly ? 'live' : undefined)
    const all = this.knowsModes && wanted ? this.#ofMode(wanted) : this.rows
    const real = Math.min(size, this.mostSize)
    const shown = all.slice((page - 1) * real, page * real)
    if (this.isStrict && page > 1 && shown.length === 0) throw new ApiError('http', connections.list, { status: 404 })
    const rows = shown.filter(({ id }) => !this.broken.has(id))
    return {
      rows: rows.map(connectionOf),
      broken: shown.length - rows.length,
      total: this.hasTotals ? this.total(all) : undefined,
      size: real,
      hasNext: page * real < all.length,
    }
  }

  /** Cached from page to page: filtering 100,000 rows for each of 1,000 pages takes seconds. */
  #ofMode(mode: string): readonly ListedRow[] {
    const { rows } = this
    const of = [rows, rows.length, rows[0]] // each change of the list changes one of them
    const cached = this.#cache.get(mode)
    if (cached && of.every((part, at) => part === cached.of[at])) return cached.rows
    const found = rows.filter((row) => row.mode === mode)
    this.#cache.set(mode, { of, rows: found })
    return found
  }

  /** Waits for its turn where the service has a limit, as the server's own bucket does. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (!this.limit) return
    const { capacity, refillPerMinute } = this.limit
    const msEach = 60_000 / refillPerMinute
    const now = this.clock.now()
    const level = Math.min(capacity, (this.#level ?? capacity) + (now - this.#filledAt) / msEach)
    this.#filledAt = now
    this.#level = level - 1
    if (level < 1) await this.clock.sleep((1 - level) * msEach, signal)
  }
}

/** As little as a row may have; its times in digits, which cost no test its time. */
const connectionOf = ({ id, createdAt, mode }: ListedRow): ConnectionRow => {
  const at = String(createdAt)
  return { id, attributes: { permissions: none, vehicle: { mode } }, ...(createdAt > 0 && { meta: { createdAt: at } }) }
}
const none: string[] = []
