/** Deliveries on their way to destinations: on a real store, by a clock that is moved by hand. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createForwards, type ForwardRows } from '../store/forwards'
import { addDelivery } from '../store/forwards-harness'
import { openTestStore, sqlEngines } from '../store/harness'
import { openRealm } from '../store/realms'
import { type Store, StoreError } from '../store/store'
import { bodyOf, signatureOf } from './fixture-harness'
import { createForwarder, type Forwarder, type ForwarderOptions, STRANDED_MS } from './forward'
import { answerWith, ca, createClock, NAME, startDestination, type TestClock } from './forward-harness'
import { GRACE_MS, LEASE_MS, LOOK_MS, RETRIES_MS } from './forward-lane'
import { createForwardSend, type ForwardAnswer, type ForwardSend, MOST_AT_ONCE } from './forward-send'

const to = (name: string, webhookId?: string) => ({ name, url: `https://${name}.example/canary-url`, webhookId })
const taken: ForwardAnswer = { status: 200, error: undefined }
const refused: ForwardAnswer = { status: 503, error: 'status' }

describe.each(sqlEngines)('deliveries in %s', (engine) => {
  let store: Store
  let realm: number
  let rows: ForwardRows
  let clock: TestClock
  let sent: { to: string; body: string; at: number }[]
  let outcomes: string[]
  let warnings: string[]
  let count = 0
  const bodies = new Map<number, { body: Buffer; signature: string }>()
  const running: Forwarder[] = []
  beforeAll(async () => {
    store = await openTestStore(engine)
  }, 30_000)
  beforeEach(async () => {
    count += 1
    clock = createClock()
    realm = await openRealm(store, `forwarder-${count}`)
    rows = createForwards(store, realm, clock.now)
    ;[sent, outcomes, warnings] = [[], [], []]
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(end))
  })
  afterAll(() => store.close())

  /** Past the time that an end waits for what hangs. */
  async function end(forwarder: Forwarder): Promise<void> {
    let isClosed = false
    const closed = forwarder.close().then(() => {
      isClosed = true
    })
    await vi.waitFor(() => {
      clock.move(GRACE_MS)
      expect(isClosed).toBe(true)
    })
    await closed
  }
  type Send = (to: string, signal: AbortSignal) => Promise<ForwardAnswer>
  const noting = (send: Send): ForwardSend => ({
    async send({ name }, { body }, signal) {
      sent.push({ to: name, body: body.toString(), at: clock.now().getTime() })
      return send(name, signal)
    },
    close: async () => undefined,
  })
  function start(send: Send | ForwardSend, more: Partial<ForwarderOptions> = {}): Forwarder {
    const forwarder = createForwarder({
      ...{ rows, destinations: [to('A')], instance: randomUUID(), sleep: clock.sleep },
      body: async (id) => bodies.get(id),
      send: typeof send === 'function' ? noting(send) : send,
      log: { warn: (line) => warnings.push(line) },
      metrics: { forwarded: (outcome, destination) => outcomes.push(`${outcome} ${destination}`) },
      ...more,
    })
    running.push(forwarder)
    return forwarder
  }
  async function add(
    webhookId = 'w1',
    body: string | Buffer = `canary-body ${count}`,
    signature = 'ab',
  ): Promise<number> {
    const id = await addDelivery(store, realm, { webhookId, signature })
    bodies.set(id, { body: Buffer.from(body), signature })
    return id
  }
  const tell = (forwarder: Forwarder, ...ids: number[]) => forwarder.queued(ids.map((id) => ({ id, webhookId: 'w1' })))
  const stateOf = async (id: number) => (await rows.of(id)).map(({ destination, state }) => `${destination} ${state}`)
  const becomes = (id: number, ...states: string[]) => vi.waitFor(async () => expect(await stateOf(id)).toEqual(states))
  /** All of them have looked, and wait. */
  async function looked(forwarder: Forwarder, lanes = 1): Promise<void> {
    await vi.waitFor(() => expect(clock.sleeping()).toBe(lanes + 1)) // and one that looks for what is stranded
    forwarder.wake()
    await vi.waitFor(() => expect(clock.sleeping()).toBe(lanes + 1))
  }

  it('go to each destination that is for them, once, however often they are told of', async () => {
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
    expect(RETRIES_MS).toEqual([5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000])
    const forwarder = start(async () => refused)
    const id = await add()
    const begun = clock.now().getTime()
    await tell(forwarder, id)
    let at = 0
    for (const [tries, gap] of RETRIES_MS.entries()) {
      await vi.waitFor(async () => expect((await rows.of(id))[0]).toMatchObject({ state: 'waiting', tries: tries + 1 }))
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
    const answers = [refused, taken]
    const forwarder = start(async () => answers.shift() ?? refused)
    const id = await add()
    await tell(forwarder, id)
    await becomes(id, 'A waiting')
    await looked(forwarder)
    clock.move(5_000)
    await becomes(id, 'A done')
  })
  it('that another instance queued are looked for every half a minute', async () => {
    const forwarder = start(async () => taken)
    await looked(forwarder)
    const id = await add()
    await rows.queue([{ delivery: id, destination: 'A' }])
    clock.move(LOOK_MS)
    await becomes(id, 'A done')
  })
  it('arrive after a restart, with the bytes and the signature that came, by a server that was told of nothing', async () => {
    const destination = await startDestination()
    const { port } = destination
    const options = { header: 'x-signature', ca, resolve: async () => ['127.0.0.1'], mayReach: () => true }
    const destinations = [{ name: 'A', url: `https://${NAME}:${port}/in`, webhookId: undefined }]
    const names = ['raw-not-round-tripping.json', 'not-json.txt', 'hostile.json', 'truncated.json']
    const ids = await Promise.all(names.map((name) => add('w1', bodyOf(name), signatureOf(name))))
    destination.answer(answerWith(500))
    const first = start(createForwardSend(options), { destinations })
    await tell(first, ...ids)
    for (const id of ids) await becomes(id, 'A waiting')
    await vi.waitFor(async () => expect((await rows.of(ids[0] ?? 0))[0]?.tries).toBe(1))
    await end(first)
    destination.received.length = 0
    destination.answer(answerWith(200))
    const second = start(createForwardSend(options), { destinations })
    await looked(second)
    expect(destination.received).toEqual([])
    clock.move(5_000)
    for (const id of ids) await becomes(id, 'A done')
    const inOrder = names.map((name) => destination.received.find(({ body }) => body.equals(bodyOf(name))))
    expect(inOrder.map((one) => one?.rawHeaders[(one?.rawHeaders.indexOf('x-signature') ?? -2) + 1])).toEqual(
      names.map(signatureOf),
    )
    expect(destination.received).toHaveLength(names.length)
    await end(second)
    await destination.close()
  })
  it('that were being sent by a server that was killed are sent again once its lease is over', async () => {
    const killed = start(() => new Promise(() => undefined)) // it never comes back
    const id = await add()
    await tell(killed, id)
    await becomes(id, 'A sending')
    const second = start(async () => taken)
    clock.move(LEASE_MS - 1)
    second.wake()
    await vi.waitFor(() => expect(clock.sleeping()).toBe(4))
    expect(sent).toHaveLength(1)
    clock.move(1)
    second.wake()
    await becomes(id, 'A done')
    expect(sent).toHaveLength(2)
  })
  it('that are under way at an end have a moment, then are given back as if they had not been tried', async () => {
    let answer: (given: ForwardAnswer) => void = () => undefined
    const first = start(
      (_, signal) =>
        new Promise((resolve, reject) => {
          if (sent.length === 1) answer = resolve
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const [quick, hanging, late] = [await add(), await add(), await add()]
    await tell(first, quick)
    await becomes(quick, 'A sending')
    await tell(first, hanging)
    await becomes(hanging, 'A sending')
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    const closed = first.close()
    await tell(first, late) // it is kept, for who comes next
    answer(taken)
    await becomes(quick, 'A done')
    await vi.waitFor(() => expect(clock.sleeping()).toBe(1)) // the moment
    await becomes(hanging, 'A sending')
    clock.move(GRACE_MS)
    await closed
    expect((await rows.of(hanging))[0]).toMatchObject({ state: 'waiting', tries: 0, nextAt: clock.now() })
    expect(sent).toHaveLength(2)
    start(async () => taken)
    await becomes(hanging, 'A done')
    await becomes(late, 'A done')
    expect(warnings).toEqual([])
  })
  it('to one destination are four at once, and one that is slow holds up no other', async () => {
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
    const forwarder = start(async () => refused)
    const [id, kept] = [await add(), await add()]
    await tell(forwarder, id, kept)
    for (const one of [id, kept]) await becomes(one, 'A waiting')
    await store.query('DELETE FROM deliveries WHERE realm = $1 AND id = $2', [realm, id])
    await looked(forwarder)
    clock.move(5_000)
    await vi.waitFor(async () => expect((await rows.of(kept))[0]?.tries).toBe(2))
    expect([sent.length, await rows.of(id)]).toEqual([3, []])
  })
  it('whose body is there no more, or was never signed, end without a try', async () => {
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
  it('go on after the store was away', async () => {
    let isAway = true
    const claim: ForwardRows['claim'] = (...given) =>
      isAway ? Promise.reject(new StoreError('unavailable')) : rows.claim(...given)
    const strand = () => Promise.reject(new StoreError('unavailable'))
    const forwarder = start(async () => taken, { rows: { ...rows, claim, strand } })
    const id = await add()
    await tell(forwarder, id)
    await looked(forwarder)
    isAway = false
    clock.move(LOOK_MS)
    await becomes(id, 'A done')
    expect(warnings).toEqual([]) // its own trouble is told elsewhere
    const queue = () => Promise.reject(new StoreError('full'))
    await expect(
      tell(
        start(async () => taken, { rows: { ...rows, queue } }),
        id,
      ),
    ).rejects.toThrow(StoreError)
  })
  it('are failing in words that say nothing of them, each said once until all have arrived', async () => {
    const answers: ForwardAnswer[] = [
      refused,
      { status: undefined, error: 'not public' },
      { status: undefined, error: 'certificate' },
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
    for (const gap of [LEASE_MS, ...RETRIES_MS.slice(0, 5)]) {
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
    await becomes(next, 'A waiting')
    const fails = 'Passing deliveries on to “A” fails: '
    expect(warnings).toEqual([
      `${fails}an unexpected TypeError.`,
      `${fails}it returned 503.`,
      `${fails}its name has an address that isn’t public.`,
      `${fails}its certificate isn’t trusted.`,
      `${fails}it returned 308, and no redirect is followed.`,
      `${fails}it returned 503.`,
    ])
    expect([...warnings, ...outcomes].join()).not.toMatch(/canary|\bab\b/)
  })
})
