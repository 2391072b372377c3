/** Orders of the simulator: their rate, whom they are about, what they are told, and what ends them. */
import { describe, expect, it } from 'vitest'
import { MOST_DELIVERIES, SimulatorOrder, SimulatorResult, SimulatorState } from '../api/simulator'
import { createManualClock, createQuickClock, SECRET, signingAnswer, withStatus } from './deliver-harness'
import { simulatorBench, until, vehicleOf } from './simulator-harness'
import { webhooksOf } from './webhooks'

const bench = simulatorBench()
const { world, forecourt, simulatorWith } = bench

describe('an order', () => {
  it('is a mix of good deliveries at its rate, and its result says what became of them', async () => {
    const clock = createQuickClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    bench.receiver.take()
    const result = await simulator.simulate({ count: 30, perSecond: 200 })
    expect(clock.waits).toEqual(Array.from({ length: 29 }, () => 5))
    expect(SimulatorResult.parse(result)).toMatchObject({ sent: 30, answered: { 200: 30 }, dropped: 0 })
    const ids = bench.receiver.arrived.map(({ json }) => json.eventId)
    expect(result.eventIds.toSorted()).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(30)
    expect(bench.receiver.arrived.filter(({ json }) => json.eventType === 'VEHICLE_ERROR')).toHaveLength(3)
  })
  it('with a seed is about the same vehicles in the same order', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    const vehiclesOf = async (seed: number) => {
      bench.receiver.take()
      const { eventIds } = await simulator.simulate({ count: 9, perSecond: 200, seed })
      const byId = new Map(bench.receiver.take().map((one) => [one.json.eventId, vehicleOf(one)]))
      return eventIds.map((id) => byId.get(id))
    }
    const first = await vehiclesOf(7)
    expect(await vehiclesOf(7)).toEqual(first)
    expect(await vehiclesOf(8)).not.toEqual(first)
  })
  it('is about one vehicle, or for one webhook, where it says so', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    bench.receiver.take()
    const vehicleId = world().fleet.vehicleId(world().fleet.find('mode', 'live')[40] ?? 0)
    const webhookId = (await forecourt()).id
    await simulator.simulate({ vehicleId, webhookId, count: 20, perSecond: 200 })
    expect(new Set(bench.receiver.take().map(vehicleOf))).toEqual(new Set([vehicleId]))
    for (const wrong of [{ vehicleId: 'nobody' }, { webhookId: webhooksOf(1)[0]?.id }])
      await expect(simulator.simulate(wrong)).rejects.toThrow('No such vehicle is subscribed')
  })
  it('is told what failed, and loses nothing in an outage that ends in time', async () => {
    const clock = createQuickClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    bench.receiver.take()
    bench.receiver.answerWith((arrived, response) =>
      (bench.receiver.arrived.length <= 10 ? withStatus(503) : signingAnswer)(arrived, response),
    )
    const result = await simulator.simulate({ count: 8, perSecond: 200, fault: 'text-triggers' })
    expect(result.dropped).toBe(0)
    expect(result.answered).toEqual({ 200: 8, 503: 10 })
    expect(result.eventIds).toHaveLength(8)
    expect(SimulatorState.parse(simulator.state())).toMatchObject({
      totals: { sent: 19, answered: { 200: 9, 503: 10 }, dropped: 0 },
      lastError: { text: 'returned 503' },
      orders: 0,
    })
  })
  it('ends when it is stopped, with what was sent; others run beside it, up to a number', async () => {
    const clock = createManualClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    const orders = Array.from({ length: 10 }, () => simulator.simulate({ count: 10_000 }))
    await bench.receiver.until(11)
    expect(simulator.state().orders).toBe(10)
    await expect(simulator.simulate({})).rejects.toThrow('10 orders')
    simulator.stop()
    const results = await Promise.all(orders)
    expect(results.map(({ sent }) => sent)).toEqual(Array.from({ length: 10 }, () => 1))
    expect(simulator.state().orders).toBe(0)
  })
  it('about whom was removed meanwhile is tried no more', async () => {
    const clock = createManualClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    bench.receiver.answerWith(withStatus(503))
    const row = world().fleet.find('mode', 'live')[0] ?? 0
    const ended = simulator.simulate({ vehicleId: world().fleet.vehicleId(row) })
    await bench.receiver.until(2)
    await until(() => !clock.isIdle) // its response was read
    world().remove(world().fleet.find('vehicleId', world().fleet.vehicleId(row)))
    clock.pass()
    expect(await ended).toMatchObject({ sent: 1, answered: { 503: 1 }, dropped: 1 })
  })
  it.each([
    [{}, true],
    [{ fault: 'late', count: MOST_DELIVERIES, perSecond: 200, timeScale: 1, seed: 0, vehicleId: 'v' }, true],
    [{ fault: 'burst-500', count: 20 }, true],
    [{ fault: 'burst-500', count: 21 }, false],
    [{ fault: 'unheard-of' }, false],
    [{ count: 0 }, false],
    [{ count: MOST_DELIVERIES + 1 }, false],
    [{ count: 1.5 }, false],
    [{ perSecond: 0 }, false],
    [{ perSecond: 201 }, false],
    [{ timeScale: 0 }, false],
    [{ vehicleId: '' }, false],
    [{ secret: 'x' }, false],
  ])('%j is valid: %s', (order, isValid) => {
    expect(SimulatorOrder.safeParse(order).success).toBe(isValid)
  })
})
