/** A crawler over a service and a store in memory, on a clock of its own; it can be killed between any two awaits. */

import { randomUUID } from 'node:crypto'
import { type TestClock, testClock } from './clock-harness'
import { type Crawler, type CrawlerOptions, createCrawler } from './crawler'
import { randomOf } from './random-harness'
import { TestService } from './service-harness'
import { type MemoryStore, memoryStore } from './store-harness'

export interface World {
  clock: TestClock
  service: TestService
  store: MemoryStore
}

export function world(count: number, limit?: { capacity: number; refillPerMinute: number }): World {
  const clock = testClock()
  return { clock, service: new TestService(clock, count, limit), store: memoryStore(clock) }
}

export type Life = Crawler & {
  readonly instance: string
  /** Everything that it waits for never comes, and nothing that it asks for is done any more. */
  kill(): void
  /** How often it has asked for anything. */
  calls(): number
  readonly lines: readonly string[]
}

export interface LifeOptions extends Partial<CrawlerOptions> {
  /** Dies at this call, before or after it was carried out. */
  diesAt?: number
  isDoneFirst?: boolean
}

let lives = 0

/** What a crawler stands on: in memory, or a real store at its own time. */
export interface Ground {
  clock: Pick<TestClock, 'now' | 'sleep'>
  service: TestService
  store: Pick<MemoryStore, 'directory' | 'crawls'>
}

export function begin({ clock, service, store }: Ground, { diesAt, isDoneFirst, ...options }: LifeOptions = {}): Life {
  let calls = 0
  let isDead = false
  const lines: string[] = []
  const never = new Promise<never>(() => {})
  function mortal<A extends unknown[], R>(port: (...given: A) => Promise<R>): (...given: A) => Promise<R> {
    return async (...given) => {
      if (isDead) return never
      calls += 1
      if (calls === diesAt) {
        isDead = true
        if (isDoneFirst) await port(...given)
      }
      if (isDead) return never
      try {
        const result = await port(...given)
        return isDead ? never : result
      } catch (error) {
        return isDead ? never : Promise.reject(error)
      }
    }
  }
  const allMortal = <T extends object>(ports: T): T =>
    Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, mortal(port)])) as T // the same names
  lives += 1
  const instance = randomUUID()
  const crawler = createCrawler({
    directory: allMortal(store.directory),
    // A transaction is carried out whole or not at all: nobody dies in the middle of it.
    crawls: {
      ...allMortal(store.crawls),
      savePages: mortal((id, owner, pages) => store.crawls.savePages(id, owner, pages, store.directory)),
    },
    readPage: mortal(service.readPage),
    instance,
    now: clock.now,
    elapsed: clock.now,
    sleep: mortal(clock.sleep),
    random: randomOf(lives),
    limit: service.limit,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line) },
    ...options,
  })
  const kill = () => {
    isDead = true
  }
  return { ...crawler, instance, lines, calls: () => calls, kill }
}

/** Whether the last crawl is a check that ended exact, begun at that time or later. */
export const isExactSince =
  ({ store }: World, time: number) =>
  (): boolean => {
    const latest = store.records.at(-1)
    return (
      latest !== undefined &&
      latest.kind !== 'whole' &&
      latest.phase === 'done' &&
      latest.error === null &&
      latest.begunAt.getTime() >= time
    )
  }
