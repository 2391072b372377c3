/** Slots: never more at once than there are, never more of one operator than their share, and none lost. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSlots, type SlotRequest, TooManyOpen } from './slots'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const request = (more: Partial<SlotRequest> = {}): SlotRequest => ({ key: 'a', isJob: false, timeoutMs: 1e9, ...more })

describe('createSlots', () => {
  it('keeps one operator to their share, and gives the rest to others', async () => {
    const slots = createSlots({ inAll: 3, perKey: 2 })
    const served: string[] = []
    const ends: (() => void)[] = []
    const ask = (key: string, isJob = false) =>
      void slots.take(request({ key, isJob })).then((end) => {
        served.push(key)
        ends.push(end)
      })
    for (let turn = 0; turn < 4; turn += 1) ask('a')
    ask('b')
    ask('b', true)
    await pass(0)
    expect(served).toEqual(['a', 'a', 'b'])
    ends[0]?.()
    ends[0]?.() // only the first counts
    await pass(0)
    expect(served).toEqual(['a', 'a', 'b', 'a'])
    ends[1]?.()
    ends[2]?.()
    await pass(0)
    expect(served).toEqual(['a', 'a', 'b', 'a', 'a', 'b'])
  })
  it('refuses after the time, and serves nobody who has left', async () => {
    const slots = createSlots({ inAll: 1, perKey: 1 })
    const end = await slots.take(request())
    const browser = new AbortController()
    const refused = expect(slots.take(request({ timeoutMs: 100 }))).rejects.toBeInstanceOf(TooManyOpen)
    const left = expect(slots.take(request({ signal: browser.signal }))).rejects.toBe('left')
    browser.abort('left')
    await pass(100)
    await Promise.all([refused, left])
    await expect(slots.take(request({ signal: browser.signal }))).rejects.toBe('left')
    const next = slots.take(request())
    end()
    expect(await next).toBeTypeOf('function')
  })
  it('never has more open than its numbers, and ends with none open and nobody waiting', async () => {
    const one = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      isJob: fc.boolean(),
      after: fc.integer({ min: 0, max: 50 }),
      takes: fc.integer({ min: 0, max: 200 }),
      timeoutMs: fc.integer({ min: 0, max: 300 }),
      leavesAfter: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
    })
    const numbers = fc.record({ inAll: fc.integer({ min: 1, max: 5 }), perKey: fc.integer({ min: 1, max: 3 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 40 }), numbers, async (requests, most) => {
        const slots = createSlots(most)
        const open = new Map<string, number>()
        let ended = 0
        for (const { after, takes, leavesAfter, ...rest } of requests) {
          await pass(after)
          const browser = new AbortController()
          if (leavesAfter !== undefined) setTimeout(() => browser.abort(), leavesAfter)
          slots.take({ ...rest, signal: browser.signal }).then(
            (end) => {
              open.set(rest.key, (open.get(rest.key) ?? 0) + 1)
              expect(open.get(rest.key)).toBeLessThanOrEqual(most.perKey)
              expect([...open.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most.inAll)
              setTimeout(() => {
                open.set(rest.key, (open.get(rest.key) ?? 0) - 1)
                ended += 1
                end()
              }, takes)
            },
            () => {
              ended += 1
            },
          )
        }
        await pass(60_000)
        expect(ended).toBe(requests.length)
        const all = Promise.all(Array.from({ length: most.inAll }, (_, at) => slots.take(request({ key: `${at}` }))))
        await pass(0)
        expect(await all).toHaveLength(most.inAll)
      }),
      { numRuns: 100 },
    )
  })
})
