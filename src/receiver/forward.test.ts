/** Deliveries on their way to destinations: on a real store, by a clock that is moved by hand. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sqlEngines, storeOf } from '../store/harness'
import { type ForwarderOptions, STRANDED_MS } from './forward'
import { LEASE_MS, RETRIES_MS } from './forward-lane'
import { type ForwardAnswer, MOST_AT_ONCE } from './forward-send'
import { createStage, refused, type Send, type Stage, taken, to } from './forward-stage-harness'

describe.each(sqlEngines)('deliveries in %s', async (engine) => {
  const store = await storeOf(engine)
  let stage: Stage
  beforeEach(async () => {
    stage = await createStage(store)
  })
  afterEach(() => stage.close())

  it('go to each destination that is for them, once, however often they are told of', async () => {
    const { add, becomes, clock, looked, outcomes, rows, sent, start, warnings } = stage
    const destinations = [to('all'), to('first', 'w1'), to('second', 'w2'), to('none', 'w3')]
    const forwarder = start(async () => taken, { destinations })
    const [one, two, unnamed] = [await add('w1', 'one'), await add('w2', 'two'), await add('w9', 'unnamed')]
    const saved = [
      { id: one, webhookId: 'w1' },
      { id: two, webhookId: 'w2' },
      { id: unnamed, webhookId: undefined },
    ]
    await forwarder.queued(saved)
    await Promise.all([forwarder.queued(saved), forwarder.queued(saved), forwarder.queued([])])
    await becomes(one, 'all done', 'first done')
    await becomes(two, 'all done', 'second done')
    await becomes(unnamed, 'all done')
    await forwarder.queued(saved)
    await looked(forwarder, 4)
    expect(sent.map((each) => `${each.to} ${each.body}`).toSorted()).toEqual([
      ...['all one', 'all two', 'all unnamed', 'first one', 'second two'],
    ])
    expect(outcomes.toSorted()).toEqual(['done all', 'done all', 'done all', 'done first', 'done second'])
    expect((await rows.of(one))[0]).toMatchObject({ tries: 1, status: 200, error: null, endedAt: clock.now() })
    expect(warnings).toEqual([])
  })
  it('are tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h, then given up', async () => {
    const { add, becomes, clock, looked, outcomes, rows, sent, start, tell, tried, warnings } = stage
    expect(RETRIES_MS).toEqual([5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000])
    const forwarder = start(async () => refused)
    const id = await add()
    const begun = clock.now().getTime()
    await tell(forwarder, id)
    let at = 0
    for (const [tries, gap] of RETRIES_MS.entries()) {
      await tried(id, tries + 1)
      await looked(forwarder)
      clock.move(gap - 1)
      await looked(forwarder)
      expect(sent).toHaveLength(tries + 1)
      clock.move(1)
      forwarder.wake()
      await vi.waitFor(() => expect(sent).toHaveLength(tries + 2))
      at += gap
      expect(sent.at(-1)?.at).toBe(begun + at)
    }
    await becomes(id, 'A failed')
    expect((await rows.of(id))[0]).toMatchObject({ tries: 7, status: 503, error: 'status', nextAt: null })
    clock.move(100 * 3_600_000)
    await looked(forwarder)
    expect(sent).toHaveLength(7)
    expect(outcomes).toEqual([...Array(6).fill('retried A'), 'failed A'])
    expect(warnings).toEqual(['Passing deliveries on to “A” fails: it returned 503.'])
  })
  it('are tried again by themselves, without anybody to wake it', async () => {
    const { add, becomes, clock, looked, start, tell, tried } = stage
    const answers = [refused, taken]
    const forwarder = start(async () => answers.shift() ?? refused)
    const id = await add()
    await tell(forwarder, id)
    await tried(id, 1)
    await looked(forwarder)
    clock.move(5_000)
    await becomes(id, 'A done')
  })
  it('to one destination are four at once, and one that is slow holds up no other', async () => {
    const { add, becomes, looked, rows, start, stateOf, tell } = stage
    const held: (() => void)[] = []
    const slowly: Send = (name) =>
      name === 'slow' ? new Promise((resolve) => held.push(() => resolve(taken))) : Promise.resolve(taken)
    const forwarder = start(slowly, { destinations: [to('slow'), to('fast')] })
    const ids: number[] = []
    for (let n = 0; n < 3 * MOST_AT_ONCE; n += 1) ids.push(await add())
    await tell(forwarder, ...ids)
    for (const id of ids) await vi.waitFor(async () => expect(await stateOf(id)).toContain('fast done'))
    await looked(forwarder, 2)
    expect(held).toHaveLength(MOST_AT_ONCE)
    expect(await rows.pending()).toEqual({ slow: ids.length })
    held[0]?.()
    await vi.waitFor(() => expect(held).toHaveLength(MOST_AT_ONCE + 1)) // one ends, one begins
    for (let n = 0; n < ids.length; n += 1) {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(n))
      held[n]?.()
    }
    for (const id of ids) await becomes(id, 'fast done', 'slow done')
  })
  it('that are erased while they wait are sent to nobody', async () => {
    const { add, clock, looked, realm, rows, sent, start, tell, tried } = stage
    const forwarder = start(async () => refused)
    const [id, kept] = [await add(), await add()]
    await tell(forwarder, id, kept)
    for (const one of [id, kept]) await tried(one, 1)
    await store.query('DELETE FROM deliveries WHERE realm = $1 AND id = $2', [realm, id])
    await looked(forwarder)
    clock.move(5_000)
    await tried(kept, 2)
    expect([sent.length, await rows.of(id)]).toEqual([3, []])
  })
  it('whose body is there no more, or was never signed, end without a try', async () => {
    const { bodies, add, becomes, rows, sent, start, tell } = stage
    const forwarder = start(async () => taken)
    const [lost, unsigned] = [await add(), await add()]
    bodies.delete(lost)
    bodies.set(unsigned, { body: Buffer.from('x'), signature: '' })
    await tell(forwarder, lost, unsigned)
    for (const id of [lost, unsigned]) {
      await becomes(id, 'A failed')
      expect((await rows.of(id))[0]).toMatchObject({ error: 'gone', status: null })
    }
    expect(sent).toEqual([])
  })
  it('are passed on once more for whoever asks, to a destination that is for them', async () => {
    const { add, becomes, rows, sent, start, tell } = stage
    const forwarder = start(async () => taken, { destinations: [to('A'), to('B', 'w2')] })
    const id = await add('w1')
    await tell(forwarder, id)
    await becomes(id, 'A done')
    expect(await forwarder.replay(id, 'A', 'Ann')).toBe('queued')
    await becomes(id, 'A done', 'A done')
    expect((await rows.of(id))[1]).toMatchObject({ isReplay: true, askedBy: 'Ann', tries: 1 })
    for (const name of ['B', 'C', 'a', '']) expect(await forwarder.replay(id, name, 'Ann')).toBe('no such destination')
    expect(await forwarder.replay(987_654_321, 'A', 'Ann')).toBe('gone')
    expect(sent).toHaveLength(2)
  })
  it('for a destination that is configured no more are given up after an hour', async () => {
    const { add, becomes, clock, looked, rows, sent, start, stateOf, warnings } = stage
    const id = await add()
    await rows.queue([{ delivery: id, destination: 'old' }])
    clock.move(STRANDED_MS - 1)
    const forwarder = start(async () => taken)
    await looked(forwarder)
    expect(await stateOf(id)).toEqual(['old waiting'])
    clock.move(STRANDED_MS)
    await becomes(id, 'old failed')
    expect((await rows.of(id))[0]).toMatchObject({ error: 'no such destination' })
    expect(warnings).toEqual(['FORWARD_TO no longer has the destination of 1 deliveries: they are given up.'])
    expect(sent).toEqual([])
  })
  it('are failing in words that say nothing of them, each said once until all have arrived', async () => {
    const { bodies, outcomes, add, becomes, clock, looked, sent, start, stateOf, tell, tried, warnings } = stage
    const answers: ForwardAnswer[] = [
      refused,
      { status: undefined, error: 'not public' },
      { status: undefined, error: 'certificate' },
      { status: undefined, error: 'no connection', reason: 'the host doesn’t use TLS at this port' },
      { status: 308, error: 'redirect' },
      refused,
      taken,
    ]
    let body: ForwarderOptions['body'] = () => Promise.reject(new TypeError('canary-body of canary-user'))
    const forwarder = start(async () => answers.shift() ?? taken, { body: (id) => body(id) })
    const id = await add()
    await tell(forwarder, id)
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    body = async (one) => bodies.get(one)
    for (const gap of [LEASE_MS, ...RETRIES_MS.slice(0, 6)]) {
      await looked(forwarder)
      const before = sent.length
      clock.move(gap)
      forwarder.wake()
      await vi.waitFor(() => expect(sent).toHaveLength(before + 1))
      await vi.waitFor(async () => expect(await stateOf(id)).not.toContain('A sending'))
    }
    await becomes(id, 'A done')
    await looked(forwarder)
    answers.push(refused, taken)
    const next = await add()
    await tell(forwarder, next)
    await tried(next, 1)
    const fails = 'Passing deliveries on to “A” fails: '
    expect(warnings).toEqual([
      `${fails}an unexpected TypeError.`,
      `${fails}it returned 503.`,
      `${fails}its name has an address that isn’t public.`,
      `${fails}its certificate isn’t trusted.`,
      `${fails}the host doesn’t use TLS at this port.`,
      `${fails}it returned 308, and no redirect is followed.`,
      `${fails}it returned 503.`,
    ])
    expect([...warnings, ...outcomes].join()).not.toMatch(/canary|\bab\b/)
  })
})
