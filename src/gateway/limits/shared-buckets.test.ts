/** One bucket of several instances at one store: never more than the limit, people before jobs, with the store or without. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestStore } from '../../store/harness'
import { openRealm } from '../../store/realms'
import type { Store } from '../../store/store'
import { LimitReached, MOST_AT_ONCE } from './bucket'
import { PATIENCE_MS } from './shared-buckets'
import { createInstances, excess, stopClock } from './shared-harness'

/** Sums of fractions. */
const NEARLY = 1e-6
const MINUTE = 60_000
const preset = { capacity: 120, refillPerMinute: 2 }
/** Of a removal beside jobs; a few more where there is time. */
const SEEDS = process.env.SOAK ? 100 : 8
/** There and back, three times where the row is new: then the store is still not slow. */
const MOST_TRIP_MS = PATIENCE_MS / 6
const names = ['a', 'b', 'c', 'd']

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('instances at one PostgreSQL', () => {
  let store: Store
  let realm: number
  let realms = 0
  beforeAll(async () => {
    store = await openTestStore('postgresql')
  }, 30_000)
  beforeEach(async () => {
    vi.useRealTimers()
    realms += 1
    realm = await openRealm(store, `https://api.example.com account-${realms}`)
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => store.close())

  /** Changes, reads and jobs of several people, as many as there can be, until a time. */
  function demand(world: ReturnType<typeof createInstances>, untilMs: number, atOnce: number) {
    let open = 0
    const started = names.map((name) => world.instance(name))
    const again = async (ask: () => Promise<void>) => {
      open += 1
      while (world.now() < untilMs) await ask()
      open -= 1
    }
    for (const { open: begin, ask } of started) {
      begin()
      for (let nth = 0; nth < atOnce; nth += 1) {
        void again(() => ask({ key: `person-${nth}`, isChange: true }))
        void again(() => ask({ key: `person-${nth}` }))
        void again(() => ask({ key: 'job', isJob: true }))
      }
    }
    return { isOver: () => open === 0, started }
  }

  const MINUTES = process.env.SOAK ? 10 : 3
  it(`in ${MINUTES} minutes at full demand of four instances no request exceeds the limit, and none is lost`, async () => {
    stopClock()
    const world = createInstances(store, realm, preset)
    const { isOver } = demand(world, MINUTES * MINUTE, 2)
    await world.until(isOver)
    expect(excess(world.grants, preset)).toBeLessThanOrEqual(NEARLY)
    expect(world.grants.filter(({ at }) => at <= MINUTES * MINUTE).length).toBeGreaterThanOrEqual(120 + 2 * MINUTES - 1)
    // The last ones are only just late.
    for (const { waitedMs } of world.refusals) expect(waitedMs).toBe(30_000)
  }, 30_000)

  it('a removal waits at most as if it were alone, beside jobs at full demand, here and elsewhere', async () => {
    stopClock()
    const random = randomOf(7)
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const settings = { capacity: 1 + Math.floor(random() ** 2 * 50), refillPerMinute: 2 + Math.floor(random() * 600) }
      const tripMs = random() < 0.5 ? 0 : Math.floor(random() * MOST_TRIP_MS)
      const weather = () => ({ beforeMs: random() * tripMs, afterMs: random() * tripMs })
      const account = await openRealm(store, `https://api.example.com seed-${realms}-${seed}`)
      const world = createInstances(store, account, settings, weather)
      let isOver = false
      const [busy, ours, other] = names.map((name) => world.instance(name))
      if (!busy || !ours || !other) throw new Error('There are four.')
      for (const { open } of [busy, ours, other]) open()
      for (const { ask } of random() < 0.5 ? [busy, other] : [busy, ours, other])
        for (let nth = 0; nth < 10; nth += 1)
          void (async () => {
            while (!isOver) await ask({ key: 'job', isJob: true, timeoutMs: 5 * MINUTE })
          })()
      await world.pass(random() * (random() < 0.5 ? 100 : 20_000))
      const level = await world.level()
      let waitedMs: number | undefined
      const from = world.now()
      void ours.ask({ key: 'removal', isChange: true, timeoutMs: 5 * MINUTE }).then(() => {
        waitedMs = world.now() - from
      })
      await world.until(() => waitedMs !== undefined)
      isOver = true
      // Of a bucket too small for a reserve a job may still have something before the removal is at the store.
      const isSmall = settings.capacity < 4
      const before = world.grants.filter(({ name, at }) => name === 'job' && at > from && at <= from + 3 * tripMs)
      const missing = 1 - level + (isSmall ? before.length : 0)
      const aloneMs = Math.max(0, (missing * MINUTE) / settings.refillPerMinute)
      // The statement that is out when it comes, its own, and once more; each timer is late by less than 1 ms.
      expect([seed, settings, tripMs, level, waitedMs, aloneMs + 6 * tripMs + 4]).toSatisfy(
        ([, , , , waited, most]) => waited <= most,
      )
      expect(world.refusals).toEqual([])
      for (const { leave } of [busy, ours, other]) leave()
      vi.clearAllTimers()
    }
  }, 60_000)

  it.each([
    ['fails', () => ({ isAway: true })],
    ['hangs', (leftMs: number) => ({ beforeMs: leftMs })],
  ])(
    'of a store that %s each instance goes on with its share, and what it sent is counted',
    async (_, how) => {
      stopClock()
      const [from, to] = [MINUTE, 3 * MINUTE]
      const settings = { capacity: 40, refillPerMinute: 6 }
      const world = createInstances(store, realm, settings, () =>
        world.now() >= from && world.now() < to ? how(to - world.now()) : {},
      )
      const { isOver } = demand(world, 4 * MINUTE, 2)
      await world.until(isOver)
      expect(excess(world.grants, settings)).toBeLessThanOrEqual(NEARLY)
      const during = world.grants.filter(({ at }) => at > from && at <= to)
      expect(during.length).toBeGreaterThanOrEqual(8) // of twelve: each instance has a part of one left
      expect(world.grants.filter(({ at }) => at > to).length).toBeGreaterThanOrEqual(5)
      for (const { waitedMs, error } of world.refusals) {
        expect(error).toBeInstanceOf(LimitReached)
        expect(waitedMs).toBe(30_000)
      }
      const said = world.lines.map((line) => JSON.parse(line).msg)
      expect(said.filter((text) => text.includes('uses its share of every rate bucket'))).toHaveLength(4)
      expect(said.filter((text) => text.includes('shared by all instances again'))).toHaveLength(4)
    },
    20_000,
  )

  it('a request that is given up while the store is asked gives back what it would have had', async () => {
    stopClock()
    let afterMs = 0
    const world = createInstances(store, realm, { ...preset, refillPerMinute: 1e-6 }, () => ({ afterMs }))
    const { open, ask } = world.instance('a')
    open()
    await Promise.all([ask(), world.until(() => world.grants.length === 1)])
    afterMs = 100
    const browser = new AbortController()
    const asked = ask({ signal: browser.signal })
    await world.pass(50)
    expect(await world.level()).toBeCloseTo(118)
    browser.abort(new Error('left'))
    await asked
    await world.pass(100)
    expect(await world.level()).toBeCloseTo(119)
    expect(world.grants).toHaveLength(1)
  })

  it('waits no longer than it may, and says when to come again', async () => {
    stopClock()
    const world = createInstances(store, realm, { capacity: 1, refillPerMinute: 2 })
    const { open, ask } = world.instance('a')
    open()
    await Promise.all([
      ask(),
      ask({ timeoutMs: 10_000 }),
      ask({ timeoutMs: 0 }),
      world.until(() => world.refusals.length > 1),
    ])
    expect(world.grants).toHaveLength(1)
    expect(world.refusals).toMatchObject([
      { waitedMs: PATIENCE_MS, error: { retryAfterS: 60 } }, // one waits before it
      { waitedMs: 10_000, error: { retryAfterS: 20 } },
    ])
  })

  it('an instance that is killed loses what it was given and has not sent, and no more', async () => {
    stopClock()
    let isKilled = false
    const world = createInstances(store, realm, { ...preset, refillPerMinute: 1e-6 }, (name) =>
      isKilled && name === 'a' ? { afterMs: 1e9 } : {},
    )
    const [killed, other] = [world.instance('a'), world.instance('b')]
    for (const { open } of [killed, other]) open()
    await Promise.all([killed.ask(), world.until(() => world.grants.length === 1)])
    isKilled = true
    for (let nth = 0; nth < 100; nth += 1) void killed.ask({ isChange: true })
    await world.until(() => world.statements() > 1)
    killed.leave()
    vi.clearAllTimers()
    const before = world.grants.length
    for (let nth = 0; nth < 200; nth += 1) void other.ask({ isChange: true })
    await world.until(() => world.refusals.length > 0)
    const lost = 120 - 1 - (world.grants.length - before)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThanOrEqual(MOST_AT_ONCE)
  })

  it('a restart refills nothing', async () => {
    stopClock()
    const world = createInstances(store, realm, { capacity: 4, refillPerMinute: 2 })
    const first = world.instance('a')
    first.open()
    await Promise.all([1, 2, 3].map(() => first.ask()).concat(world.until(() => world.grants.length === 3)))
    await first.keep()
    const next = world.instance('a, again')
    next.open()
    const asked = [1, 2].map(() => next.ask({ timeoutMs: 10_000 }))
    await world.until(() => world.refusals.length > 0)
    await Promise.all(asked)
    expect([world.grants.length, world.refusals.length]).toEqual([4, 1])
  })

  it('counts what was sent before the store was open, and heeds a pause that another instance was told', async () => {
    stopClock()
    const world = createInstances(store, realm, preset)
    const [first, second] = [world.instance('a'), world.instance('b')]
    await Promise.all([first.ask(), first.ask(), first.ask()])
    expect(world.statements()).toBe(0)
    first.open()
    second.open()
    await world.pass(0)
    expect(await world.level()).toBe(117)
    first.bucket.pause(20_000)
    await world.pass(0)
    const asked = second.ask()
    await world.until(() => world.grants.length === 4)
    await asked
    expect(world.grants.at(-1)?.waitedMs).toBeGreaterThanOrEqual(20_000)
    expect(world.grants.at(-1)?.waitedMs).toBeLessThan(20_010)
    expect(second.bucket.state()).toMatchObject({ remaining: 116, pausedMs: 0, reserve: 30 })
  })
})
