/** Deliveries arrive over the ends of servers: stopped, killed, without their store, and by whichever instance is there. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ForwardRows } from '../store/forwards'
import { sqlEngines, storeOf } from '../store/harness'
import { StoreError } from '../store/store'
import { bodyOf, signatureOf } from './fixture-harness'
import { answerWith, ca, NAME, startDestination } from './forward-harness'
import { GRACE_MS, LEASE_MS, LOOK_MS } from './forward-lane'
import { createForwardSend, type ForwardAnswer } from './forward-send'
import { createStage, type Stage, taken } from './forward-stage-harness'

describe.each(sqlEngines)('deliveries in %s', async (engine) => {
  const store = await storeOf(engine)
  let stage: Stage
  beforeEach(async () => {
    stage = await createStage(store)
  })
  afterEach(() => stage.close())

  it('that another instance queued are looked for every half a minute', async () => {
    const { add, becomes, clock, looked, rows, start } = stage
    const forwarder = start(async () => taken)
    await looked(forwarder)
    const id = await add()
    await rows.queue([{ delivery: id, destination: 'A' }])
    clock.move(LOOK_MS)
    await becomes(id, 'A done')
  })
  it('arrive after a restart, with the bytes and the signature that came, by a server that was told of nothing', async () => {
    const { add, becomes, clock, end, looked, start, tell, tried } = stage
    const destination = await startDestination()
    const { port } = destination
    const options = { header: 'x-signature', ca, resolve: async () => ['127.0.0.1'], mayReach: () => true }
    const destinations = [{ name: 'A', url: `https://${NAME}:${port}/in`, webhookId: undefined }]
    const names = ['raw-not-round-tripping.json', 'not-json.txt', 'hostile.json', 'truncated.json']
    const ids = await Promise.all(names.map((name) => add('w1', bodyOf(name), signatureOf(name))))
    destination.answer(answerWith(500))
    const first = start(createForwardSend(options), { destinations })
    await tell(first, ...ids)
    for (const id of ids) await tried(id, 1)
    await first.close()
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
    const { add, becomes, clock, rows, running, sent, start, tell } = stage
    let isKilled = false
    const claim: ForwardRows['claim'] = async (...given) => (isKilled ? [] : rows.claim(...given))
    const killed = start(() => new Promise(() => undefined), { rows: { ...rows, claim } })
    running.pop() // it has no end
    const id = await add()
    await tell(killed, id)
    await becomes(id, 'A sending')
    isKilled = true
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
    const { add, becomes, clock, rows, sent, start, tell, warnings } = stage
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
  it('go on after the store was away', async () => {
    const { add, becomes, clock, looked, rows, start, tell, warnings } = stage
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
})
