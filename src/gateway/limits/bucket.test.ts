/** The bucket: never more than the service allows, in turns, people before jobs, and nothing taken for who has left. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BucketRequest, createBucket, LimitReached, retryAfterMs } from './bucket'
import { MOST_PAUSE_MS } from './level'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const FOREVER = 1e9
const turn = (more: Partial<BucketRequest> = {}): BucketRequest => ({
  key: 'a',
  isJob: false,
  timeoutMs: FOREVER,
  ...more,
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Takes turns and notes who was served when, and who was not. */
function world(capacity: number, refillPerMinute: number) {
  const bucket = createBucket({ capacity, refillPerMinute })
  const began = performance.now()
  const served: { name: string; at: number }[] = []
  const refused: { name: string; at: number; error: unknown }[] = []
  const ask = (name: string, more: Partial<BucketRequest> = {}) =>
    void bucket.take(turn({ key: name, ...more })).then(
      () => served.push({ name, at: performance.now() - began }),
      (error: unknown) => refused.push({ name, at: performance.now() - began, error }),
    )
  return { bucket, served, refused, ask, names: () => served.map(({ name }) => name).join(' ') }
}

describe('createBucket', () => {
  it('serves what it holds at once, then as it refills, and no earlier', async () => {
    const { bucket, served, ask } = world(3, 2)
    for (let index = 0; index < 5; index += 1) ask('a')
    await pass(0)
    expect(served.map(({ at }) => at)).toEqual([0, 0, 0])
    await pass(29_999)
    expect(served).toHaveLength(3)
    await pass(30_001)
    expect(served.map(({ at }) => at)).toEqual([0, 0, 0, 30_000, 60_000])
    expect(bucket.state()).toMatchObject({ remaining: 0, capacity: 3, refillPerMinute: 2, reserve: 0 })
    await pass(600_000)
    expect(bucket.state().remaining).toBe(3)
  })
  it('in no stretch of time admits more than it holds and what came back, and leaves nobody without an answer', async () => {
    const arrival = fc.record({
      after: fc.integer({ min: 0, max: 20_000 }),
      key: fc.constantFrom('a', 'b', 'c'),
      isJob: fc.boolean(),
      timeoutMs: fc.integer({ min: 0, max: 60_000 }),
      leavesAfter: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }),
      pauseMs: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined, freq: 10 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 60 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 240 }),
        async (arrivals, capacity, refillPerMinute) => {
          const { bucket, served, refused, ask } = world(capacity, refillPerMinute)
          for (const { after, pauseMs, leavesAfter, ...one } of arrivals) {
            await pass(after)
            if (pauseMs !== undefined) bucket.pause(pauseMs)
            const browser = new AbortController()
            if (leavesAfter !== undefined) setTimeout(() => browser.abort(), leavesAfter)
            ask(one.key, { ...one, signal: browser.signal })
          }
          await pass(120_000)
          expect(served.length + refused.length).toBe(arrivals.length)
          served.forEach((first, from) => {
            served.slice(from).forEach((last, more) => {
              const allowed = capacity + ((last.at - first.at) * refillPerMinute) / 60_000
              expect(more + 1).toBeLessThanOrEqual(allowed + 1e-6)
            })
          })
        },
      ),
      { numRuns: 100 },
    )
  })
  it('goes round those who wait: nobody is two ahead of another who still waits', async () => {
    const asked = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(asked, async (keys) => {
        const { served, ask } = world(1, 60)
        ask('first')
        for (const key of keys) ask(key)
        const left = new Map<string, number>()
        for (const key of keys) left.set(key, (left.get(key) ?? 0) + 1)
        const had = new Map([...left.keys()].map((key) => [key, 0]))
        await pass(keys.length * 1000)
        expect(served).toHaveLength(keys.length + 1)
        for (const { name } of served.slice(1)) {
          had.set(name, (had.get(name) ?? 0) + 1)
          left.set(name, (left.get(name) ?? 0) - 1)
          for (const [other, count] of had)
            if (left.get(other)) expect((had.get(name) ?? 0) - count).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 100 },
    )
  })
  it('serves a job only when nobody else waits', async () => {
    const { ask, names } = world(1, 60)
    ask('first')
    ask('job', { isJob: true })
    ask('job', { isJob: true })
    ask('person')
    await pass(1000)
    ask('late person')
    await pass(3000)
    expect(names()).toBe('first person late person job job')
  })
  it('keeps a quarter from jobs and a tenth from what people read, and serves changes first', async () => {
    const { ask, names, served, refused, bucket } = world(20, 60)
    for (let nth = 0; nth < 20; nth += 1) ask('job', { isJob: true })
    await pass(0)
    expect([served.length, bucket.state().remaining, bucket.state().reserve]).toEqual([15, 5, 5])
    for (let nth = 0; nth < 5; nth += 1) ask('person')
    await pass(0)
    expect([served.length, bucket.state().remaining]).toEqual([18, 2])
    for (let nth = 0; nth < 3; nth += 1) ask('change', { isChange: true })
    ask('late', { timeoutMs: 0 })
    ask('late change', { timeoutMs: 0, isChange: true })
    ask('late job', { timeoutMs: 0, isJob: true, isChange: true })
    await pass(0)
    expect(served).toHaveLength(20)
    expect(refused.map(({ name, error }) => [name, error])).toMatchObject([
      ['late', { retryAfterS: 7 }], // two changes and two reads before it, its own, and two that stay
      ['late change', { retryAfterS: 2 }],
      ['late job', { retryAfterS: 14 }],
    ])
    await pass(60_000)
    expect(names().slice(names().indexOf('change'))).toBe('change change change person person job job job job job')
  })
  it('takes nothing for who has left, and passes their turn on', async () => {
    const { served, refused, ask, names } = world(1, 60)
    const browser = new AbortController()
    ask('first')
    ask('gone', { signal: browser.signal })
    ask('stays')
    browser.abort('left')
    await pass(1000)
    expect(names()).toBe('first stays')
    expect(served[1]?.at).toBe(1000)
    expect(refused.map(({ name, error }) => [name, error])).toEqual([['gone', 'left']])
    ask('gone before', { signal: browser.signal })
    await pass(0)
    expect(refused).toHaveLength(2)
  })
  it('refuses after its time, and says when to come again', async () => {
    const { refused, ask } = world(1, 2)
    ask('first')
    ask('waits', { timeoutMs: 100_000 })
    ask('late', { timeoutMs: 10_000 })
    await pass(10_000)
    expect(refused.map(({ name, at }) => [name, at])).toEqual([['late', 10_000]])
    const { error } = refused[0] ?? {}
    expect(error).toBeInstanceOf(LimitReached)
    // 20 s for the one that still waits, 30 s more for the next; who was refused waits no more.
    expect(error).toMatchObject({ retryAfterS: 50 })
  })
  it('says a time at which it is served, where nobody else comes', async () => {
    const { refused, served, ask } = world(1, 3)
    ask('first')
    ask('late', { timeoutMs: 0 })
    await pass(0)
    expect(refused).toMatchObject([{ name: 'late', error: { retryAfterS: 20 } }])
    await pass(20_000)
    ask('again', { timeoutMs: 0 })
    await pass(0)
    expect(served.map(({ name, at }) => [name, at])).toEqual([
      ['first', 0],
      ['again', 20_000],
    ])
  })
  it('says to a person nothing of the jobs that wait behind them', async () => {
    const { refused, ask } = world(1, 3)
    ask('first')
    for (let index = 0; index < 10; index += 1) ask('job', { isJob: true })
    ask('late', { timeoutMs: 0 })
    await pass(0)
    expect(refused).toMatchObject([{ name: 'late', error: { retryAfterS: 20 } }])
  })
  it('pauses for everyone, as long as told but for its cap, and refuses at once who could not wait it out', async () => {
    const { bucket, served, refused, ask } = world(5, 60)
    bucket.pause(40_000)
    expect(bucket.state().remaining).toBe(0)
    ask('patient')
    ask('impatient', { timeoutMs: 30_000 })
    await pass(0)
    expect(refused).toMatchObject([{ name: 'impatient', at: 0, error: { retryAfterS: 40 } }])
    bucket.pause(1000) // a shorter one does not end the longer one
    await pass(39_999)
    expect(served).toEqual([])
    await pass(1)
    expect(served).toMatchObject([{ name: 'patient', at: 40_000 }])
    bucket.pause(FOREVER)
    ask('a')
    await pass(MOST_PAUSE_MS - 1)
    expect(served).toHaveLength(1)
    await pass(1)
    expect(served).toHaveLength(2)
  })
})

describe('retryAfterMs', () => {
  it.each([
    ['7', 7000],
    ['0', 0],
    [' 12 ', 12_000],
    ['0.5', 1_000],
    ['1.5', 2_000],
    ['299.997', 300_000],
    ['-5', undefined],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected)
  })
})
