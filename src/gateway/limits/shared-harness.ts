/**
 * For tests: several instances with their buckets at one real store, on a clock that stands still while anything is under
 * way and then goes on to what is waited for next. The store can be slow, away and hang.
 */
import { vi } from 'vitest'
import { createBucketRows } from '../../store/buckets'
import { type Queries, type Store, StoreError } from '../../store/store'
import { createLog } from '../log'
import { type BucketRequest, LimitReached } from './bucket'
import { createBuckets } from './buckets'
import type { BucketSettings } from './level'

const credential = { kind: 'token', token: 'own' } as const
const immediate = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Of a clock that a test stops. */
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** To be called once the store is open: what it does by the clock stands still with it. */
export const stopClock = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })

export interface Grant {
  name: string
  at: number
  waitedMs: number
}

/** What becomes of an instance's statement: carried out after so many ms, told of after so many more; or not carried out. */
export type Weather = (name: string) => { beforeMs?: number; afterMs?: number; isAway?: boolean }

export function createInstances(store: Store, realm: number, settings: BucketSettings, weather: Weather = () => ({})) {
  const began = performance.now()
  const now = () => performance.now() - began
  /** How many statements are at the real store. */
  let open = 0
  let statements = 0
  const grants: Grant[] = []
  const refusals: { name: string; error: unknown; waitedMs: number }[] = []
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))

  const queriesOf = (name: string): Queries => ({
    async query(sql, parameters) {
      const { beforeMs = 0, afterMs = 0, isAway } = weather(name)
      if (beforeMs > 0) await after(beforeMs)
      if (isAway) throw new StoreError('unavailable')
      open += 1
      statements += 1
      // A statement has the time at which it is carried out, as the database's own clock gives it, also after a hang.
      const current = parameters?.map((one) => (one instanceof Date ? new Date() : one))
      const rows = await store.query(sql, current).finally(() => {
        open -= 1
      })
      if (afterMs > 0) await after(afterMs)
      return rows
    },
  })

  /** Time goes on only where nothing is at the real store. */
  async function settle(): Promise<void> {
    do {
      await immediate()
      await immediate()
    } while (open > 0)
  }
  async function until(isSo: () => boolean): Promise<void> {
    for (;;) {
      await settle()
      if (isSo()) return
      if (vi.getTimerCount() === 0) throw new Error('Nothing is waited for.')
      vi.advanceTimersToNextTimer()
    }
  }

  function instance(name: string) {
    const buckets = createBuckets({ settings, file: undefined, log })
    const rows = createBucketRows(queriesOf(name), realm, name, () => new Date())
    const bucket = buckets.of('vehicle', credential)
    return {
      bucket,
      open: () => buckets.open(rows),
      leave: buckets.leave,
      keep: buckets.keep,
      /** Waits for its turn, and says that it is over. */
      async ask(request: Partial<BucketRequest> = {}): Promise<void> {
        const from = now()
        const waited = () => ({ name: request.key ?? name, waitedMs: now() - from })
        try {
          await bucket.take({ key: name, isJob: false, timeoutMs: 30_000, ...request })
          grants.push({ ...waited(), at: now() })
        } catch (error) {
          refusals.push({ ...waited(), error })
          if (!(error instanceof LimitReached) && !request.signal?.aborted) throw error
        }
      },
    }
  }

  /** What the row holds now. */
  async function level(): Promise<number> {
    const [row] = await store.query(
      `SELECT least($2, level + extract(epoch FROM $3::timestamptz - filled_at)::float8 * $4) AS level
       FROM buckets WHERE realm = $1`,
      [realm, settings.capacity, new Date(), settings.refillPerMinute / 60],
    )
    return Number(row?.level ?? settings.capacity)
  }

  return {
    instance,
    level,
    now,
    until,
    pass: async (ms: number) => {
      const end = now() + ms
      void after(ms)
      await until(() => now() >= end)
    },
    after,
    grants,
    refusals,
    lines,
    statements: () => statements,
  }
}

/** How far beyond the limit they went at worst, over any stretch of time; nothing or less is within it. */
export function excess(grants: readonly { at: number }[], { capacity, refillPerMinute }: BucketSettings): number {
  let worst = Number.NEGATIVE_INFINITY
  let level = capacity
  let last = 0
  for (const { at } of grants) {
    level = Math.min(capacity, level + ((at - last) * refillPerMinute) / 60_000) - 1
    last = at
    worst = Math.max(worst, -level)
  }
  return worst
}
