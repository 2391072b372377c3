/** Forwards in the store: queued once, sent by one at a time, again after whoever sent them is gone, and gone with a purge. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createForwards, type ForwardRows } from './forwards'
import { addDelivery, readForwards } from './forwards-harness'
import { newRealm, openTestStore, sqlEngines, storeOf } from './harness'
import { openRealm } from './realms'

const LEASE_MS = 60_000
const [one, other] = [randomUUID(), randomUUID()]

describe.each(sqlEngines)('forwards in %s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let rows: ForwardRows & ReturnType<typeof readForwards>
  let clock: Date
  beforeEach(async () => {
    clock = new Date('2026-11-25T08:00:00Z')
    realm = await newRealm(store)
    rows = { ...createForwards(store, realm, () => clock), ...readForwards(store, realm) }
  })

  const wait = (ms: number) => {
    clock = new Date(clock.getTime() + ms)
  }
  const add = (more?: Parameters<typeof addDelivery>[2]) => addDelivery(store, realm, more)
  const claim = (instance = one, limit = 10, to = 'A') => rows.claim(to, limit, instance, LEASE_MS)
  const idsOf = (claimed: readonly { delivery: number }[]) => claimed.map(({ delivery }) => delivery)
  const queue = (destination: string, ...deliveries: number[]) =>
    rows.queue(deliveries.map((delivery) => ({ delivery, destination })))
  const statesOf = async (delivery: number) => (await rows.of(delivery)).map(({ state }) => state)

  it('are queued once for each destination, however often they are told of', async () => {
    const [first, second] = [await add(), await add()]
    await queue('A', first, second, first)
    await queue('B', first)
    await Promise.all([queue('A', second, first), queue('A', first, second)])
    expect(await rows.pending()).toEqual({ A: 2, B: 1 })
    expect(await rows.of(first)).toEqual([
      {
        ...{ n: expect.any(Number), destination: 'A', state: 'waiting', tries: 0, nextAt: clock, status: null },
        ...{ error: null, isReplay: false, askedBy: null, at: clock, endedAt: null },
      },
      expect.objectContaining({ destination: 'B' }),
    ])
    const [sent] = await claim()
    await rows.outcome(sent ?? expect.fail(), one, { state: 'done', status: 200 })
    await queue('A', first, second)
    expect(await rows.pending()).toEqual({ A: 1, B: 1 })
    await rows.queue([])
  })
  it('are none of what is gone, was removed, was never proven or isn’t kept as it came', async () => {
    const ids = [
      await add({ hasBody: false }),
      await add({ signedWith: 'none' }),
      await add({ signature: '' }),
      await add({ flags: ['redacted'] }),
      987_654_321,
    ]
    const sound = await add({ flags: ['test'], signedWith: 'old' })
    await queue('A', ...ids, sound)
    expect(await rows.pending()).toEqual({ A: 1 })
    for (const id of ids) expect(await rows.replay(id, { name: 'A', webhookId: undefined }, 'Ann')).toBe('gone')
    expect(idsOf(await claim())).toEqual([sound])
  })
  it('of another realm are never seen', async () => {
    const elsewhere = await newRealm(store)
    const foreign = { ...createForwards(store, elsewhere, () => clock), ...readForwards(store, elsewhere) }
    const id = await add()
    await queue('A', id)
    await foreign.queue([{ delivery: id, destination: 'A' }])
    expect(await foreign.replay(id, { name: 'A', webhookId: undefined }, null)).toBe('gone')
    expect(await foreign.claim('A', 10, other, LEASE_MS)).toEqual([])
    expect(await foreign.strand([], -1, 'x')).toBe(0)
    expect([await foreign.of(id), await foreign.pending(), await foreign.nextIn('A')]).toEqual([[], {}, undefined])
    expect(idsOf(await claim())).toEqual([id])
  })
  it('are claimed by one alone, the longest due first, of their destination', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n += 1) {
      ids.push(await add())
      await queue('A', ...ids.slice(-1))
      wait(1)
    }
    await queue('B', ids[0] ?? 0)
    const claims = await Promise.all([claim(one, 4), claim(other, 4), claim(one, 4), claim(other, 4)])
    for (const claimed of claims) expect(idsOf(claimed)).toEqual(idsOf(claimed).toSorted((a, b) => a - b))
    const all = [...claims.flat(), ...(await claim())] // what was locked at that moment was passed over
    expect(idsOf(all).toSorted((a, b) => a - b)).toEqual(ids)
    expect(await claim(other)).toEqual([])
    expect(idsOf(await claim(other, 10, 'B'))).toEqual(ids.slice(0, 1))
  })
  it('are tried again when they are due, and told of how often they were', async () => {
    const id = await add()
    await queue('A', id)
    const [first = expect.fail()] = await claim()
    expect(first.tries).toBe(0)
    expect(await rows.outcome(first, one, { state: 'waiting', afterMs: 5_000, status: 503, error: 'status' })).toBe(
      true,
    )
    expect((await rows.of(id))[0]).toMatchObject({
      ...{ state: 'waiting', tries: 1, status: 503, error: 'status', endedAt: null },
      nextAt: new Date(clock.getTime() + 5_000),
    })
    expect(await rows.nextIn('A')).toBe(5_000)
    expect(await rows.nextIn('B')).toBeUndefined()
    wait(4_999)
    expect(await claim()).toEqual([])
    wait(1)
    expect(await rows.nextIn('A')).toBe(0)
    const [second = expect.fail()] = await claim(other)
    expect(second).toEqual({ ...first, tries: 1 })
    expect(await rows.outcome(second, other, { state: 'done', status: 204 })).toBe(true)
    expect((await rows.of(id))[0]).toMatchObject({
      ...{ state: 'done', tries: 2, status: 204, error: null, nextAt: null, endedAt: clock },
    })
    expect(await rows.nextIn('A')).toBeUndefined()
    wait(10 * LEASE_MS)
    expect(await claim()).toEqual([])
  })
  it('are claimed again once their lease is over, and the late outcome of who had it counts no more', async () => {
    const id = await add()
    await queue('A', id)
    const [lost = expect.fail()] = await claim(one)
    wait(LEASE_MS - 1)
    expect(await claim(other)).toEqual([])
    wait(1)
    const [again] = await claim(other)
    expect(again).toEqual(lost)
    expect(await rows.outcome(lost, one, { state: 'failed', error: 'late' })).toBe(false)
    await rows.release(lost, one)
    expect(await statesOf(id)).toEqual(['sending'])
    expect(await rows.outcome(lost, other, { state: 'done', status: 200 })).toBe(true)
    expect(await rows.outcome(lost, other, { state: 'waiting', afterMs: 0 })).toBe(false)
    expect(await statesOf(id)).toEqual(['done'])
  })
  it('that are given back are due at once', async () => {
    const id = await add()
    await queue('A', id)
    const [claimed = expect.fail()] = await claim(one)
    await rows.release(claimed, one)
    expect((await rows.of(id))[0]).toMatchObject({ state: 'waiting', tries: 0, nextAt: clock })
    expect(await claim(other)).toEqual([claimed])
  })
  it('are sent once more for whoever asks, to a destination that is for them', async () => {
    const id = await add({ webhookId: 'w1' })
    await queue('A', id)
    const [claimed = expect.fail()] = await claim()
    await rows.outcome(claimed, one, { state: 'failed', error: 'status', status: 400 })
    const to = { name: 'A', webhookId: undefined }
    expect(await rows.replay(id, to, 'Ann\0')).toBe('queued')
    expect(await rows.replay(id, { ...to, webhookId: 'w1' }, null)).toBe('queued')
    expect(await rows.replay(id, { ...to, webhookId: 'w2' }, 'Ann')).toBe('other webhook')
    expect((await rows.of(id)).map(({ state, isReplay, askedBy }) => [state, isReplay, askedBy])).toEqual([
      ['failed', false, null],
      ['waiting', true, 'Ann'],
      ['waiting', true, null],
    ])
    expect(idsOf(await claim())).toEqual([id, id])
  })
  it('leave with their delivery, whatever their state', async () => {
    const [id, kept] = [await add(), await add()]
    for (const to of ['A', 'B', 'C']) await queue(to, id, kept)
    const [claimed = expect.fail()] = await claim(one, 1)
    await store.query('DELETE FROM deliveries WHERE realm = $1 AND id = $2', [realm, id])
    expect(await rows.outcome(claimed, one, { state: 'waiting', afterMs: 0 })).toBe(false)
    expect([await rows.of(id), await rows.pending()]).toEqual([[], { A: 1, B: 1, C: 1 }])
  })
  it('are failed where nobody takes them any more, and not while another server still may', async () => {
    const ids = [await add(), await add(), await add(), await add()]
    const [due = 0, taken = 0, later = 0, done = 0] = ids
    for (const id of ids) await queue('gone', id)
    const [first = expect.fail(), second = expect.fail(), third = expect.fail(), fourth = expect.fail()] = await claim(
      one,
      10,
      'gone',
    )
    await rows.release(first, one)
    await rows.outcome(third, one, { state: 'waiting', afterMs: 7_200_000 })
    await rows.outcome(fourth, one, { state: 'done', status: 200 })
    await queue('A', due)
    wait(3_599_000)
    expect(await rows.strand(['A'], 3_600_000, 'no such destination')).toBe(0)
    wait(1_000)
    expect(await rows.strand(['A', 'gone'], 3_600_000, 'no such destination')).toBe(0)
    expect(await rows.strand(['A'], 3_600_000, 'no such destination')).toBe(1)
    wait(LEASE_MS)
    expect(await rows.strand(['A'], 3_600_000, 'no such destination')).toBe(1)
    expect(await rows.outcome(second, one, { state: 'waiting', afterMs: 0 })).toBe(false)
    expect([await statesOf(due), await statesOf(taken)]).toEqual([['failed', 'waiting'], ['failed']])
    expect([await statesOf(later), await statesOf(done)]).toEqual([['waiting'], ['done']])
    expect((await rows.of(due))[0]).toMatchObject({
      error: 'no such destination',
      endedAt: new Date(clock.getTime() - LEASE_MS),
    })
  })
})

const WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
it('are not queued for a delivery that is erased meanwhile', async () => {
  const store = await openTestStore('postgresql')
  const realm = await openRealm(store, 'erased')
  const rows = { ...createForwards(store, realm), ...readForwards(store, realm) }
  const [gone, kept] = [await addDelivery(store, realm), await addDelivery(store, realm)]
  let queued: Promise<void> | undefined
  await store.transaction(async ({ query }) => {
    await query('DELETE FROM deliveries WHERE realm = $1 AND id = $2', [realm, gone])
    queued = rows.queue([gone, kept].map((delivery) => ({ delivery, destination: 'A' })))
    await vi.waitFor(async () => expect(await store.query(WAITING)).toHaveLength(1), { interval: 5 })
  })
  await queued
  expect(await rows.pending()).toEqual({ A: 1 })
  await store.close()
}, 30_000)
