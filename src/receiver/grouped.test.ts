/** Deliveries are committed in groups, and each hears of its own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGrouped, MOST_IN_GROUP } from './grouped'
import { arrivalOf, createMemoryKeeper, eventOf } from './receiver-harness'

const names = (count: number, prefix = 'e') => Array.from({ length: count }, (_, nth) => `${prefix}${nth}`)

describe('deliveries that arrive together', () => {
  let keeper = createMemoryKeeper()
  const failures: unknown[] = []
  let grouped = createGrouped(
    () => keeper,
    (error) => failures.push(error),
  )
  beforeEach(() => {
    keeper = createMemoryKeeper()
    failures.length = 0
    grouped = createGrouped(
      () => keeper,
      (error) => failures.push(error),
    )
  })
  afterEach(() => void vi.useRealTimers())
  const saveAll = (events: readonly string[]) => Promise.allSettled(events.map((one) => grouped.save(arrivalOf(one))))
  const failed = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []))

  it('gather into groups of at most 64', async () => {
    const results = await saveAll(names(200))
    expect(failed(results)).toEqual([])
    expect(keeper.groups.map(({ length }) => length)).toEqual([MOST_IN_GROUP, MOST_IN_GROUP, MOST_IN_GROUP, 8])
    expect(keeper.saved.map(eventOf)).toEqual(names(200))
  })
  it('wait for each other for a moment, and not longer once a group is full', async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 2)).then(() => grouped.save(arrivalOf('late')))
    await Promise.all([grouped.save(arrivalOf('first')), late])
    expect(keeper.groups).toEqual([['first', 'late']])
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await saveAll(names(MOST_IN_GROUP)) // no time passes
    vi.useRealTimers()
    expect(keeper.groups).toHaveLength(2)
  })
  it('are told their own outcome, the same event twice as one', async () => {
    const [first, second, third] = await Promise.all(['a', 'b', 'a'].map((one) => grouped.save(arrivalOf(one))))
    expect([first, second, third].map((one) => one?.isNew)).toEqual([true, true, false])
  })
  it('are followed once they are answered', async () => {
    const order: string[] = []
    keeper.follow = (arrivals) => void order.push(...arrivals.map((one) => `follow ${eventOf(one)}`))
    const answered = async (event: string) => {
      await grouped.save(arrivalOf(event))
      await Promise.resolve() // an answer takes a few turns of its own
      order.push(`answer ${event}`)
    }
    await answered('a')
    await Promise.all([answered('b'), answered('c')])
    await grouped.idle()
    expect(order).toEqual(['answer a', 'follow a', 'answer b', 'answer c', 'follow b', 'follow c'])
  })
  it('fail with their group where the store is away, and the next are saved', async () => {
    keeper.fail('unavailable')
    expect(failed(await saveAll(names(3)))).toEqual([0, 1, 2])
    expect(keeper.groups).toEqual([['e0', 'e1', 'e2']]) // nobody asked it again
    keeper.fail(undefined)
    expect(failed(await saveAll(names(3)))).toEqual([])
    await grouped.idle()
    expect(keeper.followed.map(eventOf)).toEqual(names(3))
  })
  it('do not fail because of one among them that the store rejects', async () => {
    keeper.fail('failed', 'e5')
    expect(failed(await saveAll(names(10)))).toEqual([5])
    await grouped.idle()
    expect(keeper.followed.map(eventOf)).toEqual(names(10).filter((one) => one !== 'e5'))
  })
  it('fail where there is no keeper, or one that loses count', async () => {
    const without = createGrouped(
      () => undefined,
      () => undefined,
    )
    await expect(without.save(arrivalOf('a'))).rejects.toMatchObject({ failure: 'unavailable' })
    keeper.save = async () => []
    await expect(grouped.save(arrivalOf('a'))).rejects.toThrow('another number')
  })
  it('are saved even if what follows breaks its promise', async () => {
    keeper.follow = () => {
      throw new Error('broken')
    }
    for (const wave of [names(3), names(2)]) expect(failed(await saveAll(wave))).toEqual([])
    await grouped.idle()
    expect(failures).toHaveLength(2)
  })
})
