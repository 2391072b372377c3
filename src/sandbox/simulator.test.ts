/** The simulator by itself: regular deliveries, orders, creations and removals; and nothing at all without a receiver. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOST_DELIVERIES, SimulatorOrder, SimulatorResult, SimulatorState } from '../api/simulator'
import {
  type Arrived,
  createManualClock,
  createQuickClock,
  isSigned,
  SECRET,
  signingAnswer,
  startTestReceiver,
  type TestReceiver,
  withStatus,
} from './deliver-harness'
import { type TestSandbox, testSandbox } from './harness'
import { createSimulator, FIRST_MS, type Simulator, type SimulatorOptions } from './simulator'
import { subscriptionHandlers } from './subscriptions'
import { webhooksOf } from './webhooks'

const TOKEN = 'sandbox-console'
let receiver: TestReceiver
let sandbox: TestSandbox
let simulators: Simulator[]
beforeEach(async () => {
  receiver = await startTestReceiver()
  sandbox = testSandbox({ connections: 300 })
  simulators = []
})
afterEach(async () => {
  await Promise.all(simulators.map(({ close }) => close()))
  await receiver.close()
})

function simulatorWith(more: Partial<SimulatorOptions> = {}): Simulator {
  const simulator = createSimulator({ world: () => sandbox.worldOf(TOKEN), docs: 'http://docs.test', ...more })
  simulators.push(simulator)
  return simulator
}
const world = () => sandbox.worldOf(TOKEN)
const webhooksListed = async (token = TOKEN) =>
  (await sandbox.ask('/v3/webhooks', { host: 'management', token })).body.data
const forecourt = async () => (await webhooksListed()).at(-1)
const vehicleOf = ({ json }: Arrived): string => json.data.vehicle.id
/** Resolves when it is so: steps of the process, no time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('without a receiver', () => {
  it('the sandbox has its webhooks and subscriptions, and no order is taken', async () => {
    const simulator = simulatorWith()
    expect(await webhooksListed()).toEqual(webhooksOf(1))
    expect(await webhooksListed()).toHaveLength(14)
    await expect(simulator.simulate({})).rejects.toThrow('no receiver')
    expect(simulator.state()).toMatchObject({ callback: null, verification: null, perMinute: 0 })
  })
})

describe('with a receiver', () => {
  it('one webhook more is the oldest, in every world; all ids stay', async () => {
    const list = { host: 'management', token: 'sandbox-subscription-list:x' } as const
    const before = (await sandbox.ask('/v3/subscriptions?page[size]=100', list)).body
    await simulatorWith().deliverTo(receiver.url, SECRET, { perMinute: 0 })
    for (const token of [TOKEN, 'sandbox-another']) {
      const listed = await webhooksListed(token)
      expect(listed.slice(0, 14)).toEqual(webhooksOf(1))
      expect(listed).toHaveLength(15)
    }
    const { id, attributes, meta } = await forecourt()
    expect(attributes).toMatchObject({
      name: 'Forecourt',
      callbackUri: receiver.url,
      errorCallbackUri: receiver.url,
      isEnabled: true,
      autoSubscribe: true,
    })
    expect(attributes.triggers.map(({ code }: { code: string }) => code)).toEqual([
      'charge-ischarging',
      'tractionbattery-stateofcharge',
      'odometer-traveleddistance',
    ])
    expect(attributes.data).toHaveLength(8)
    expect(Date.parse(meta.createdAt)).toBeLessThan(Date.parse(webhooksOf(1).at(-1)?.meta.createdAt ?? ''))
    const after = (await sandbox.ask('/v3/subscriptions?page[size]=100', list)).body
    expect(after.data).toEqual(before.data)
    const own = (await sandbox.ask(`/v3/subscriptions?filter[webhookId]=${id}`, list)).body
    expect(own.meta.totalCount).toBe(after.meta.totalCount - before.meta.totalCount)
    expect((await sandbox.ask(`/v3/subscriptions/${own.data[0].id}`, list)).body.data).toEqual(own.data[0])
    expect((await sandbox.ask(`/v3/webhooks/${id}`, { host: 'management', token: TOKEN })).status).toBe(200)
  })
  it('verifies it once, unsigned, and keeps whether the answer was right', async () => {
    const simulator = simulatorWith()
    const told = await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    expect(told).toMatchObject({ status: 200, isRight: true })
    expect(simulator.state().verification).toEqual(told)
    expect(receiver.arrived).toHaveLength(1)
    expect(receiver.arrived[0]?.headers['sb-signature']).toBeUndefined()
    const { id } = await forecourt()
    expect(receiver.arrived[0]?.json).toMatchObject({ eventType: 'VERIFY', meta: { webhookId: id } })
    expect(await simulator.deliverTo(receiver.url, 'another-secret', { perMinute: 0 })).toMatchObject({
      status: 200,
      isRight: false,
    })
    expect(() => simulator.deliverTo('https://example.com/x', SECRET)).toThrow('http')
  })
  it('signs with the header and the secret that it was given', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0, signatureHeader: 'sc-signature', oldSecret: 'old' })
    await simulator.simulate({})
    await simulator.simulate({ fault: 'old-key' })
    const [, good, old] = receiver.arrived
    expect(good && isSigned(good, SECRET, 'sc-signature')).toBe(true)
    expect(old && isSigned(old, 'old', 'sc-signature')).toBe(true)
    expect(good?.headers['sb-signature']).toBeUndefined()
  })
})

describe('regular deliveries', () => {
  async function regular(count: number, perMinute?: number) {
    const clock = createManualClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(receiver.url, SECRET, perMinute === undefined ? {} : { perMinute })
    receiver.take()
    const waits: number[] = []
    for (let one = 1; one <= count; one += 1) {
      waits.push(clock.pass())
      await receiver.until(one)
    }
    return { clock, simulator, waits, arrived: receiver.take() }
  }
  it('are six a minute, the first a few seconds after the start', async () => {
    const { waits, arrived } = await regular(8)
    expect(waits).toEqual([FIRST_MS, ...Array.from({ length: 7 }, () => 10_000)])
    expect(FIRST_MS).toBeLessThan(15_000)
    expect(arrived.every((one) => isSigned(one))).toBe(true)
  })
  it('are as many as were asked for', async () =>
    expect((await regular(3, 60)).waits).toEqual([FIRST_MS, 1_000, 1_000]))
  it('are about a dozen vehicles: nine states of ten, errors that begin and are resolved, triggers that changed', async () => {
    const { arrived } = await regular(120)
    const states = arrived.filter(({ json }) => json.eventType === 'VEHICLE_STATE')
    const errors = arrived.filter(({ json }) => json.eventType === 'VEHICLE_ERROR')
    expect([states.length, errors.length]).toEqual([108, 12])
    const vehicles = new Map<string, Arrived[]>()
    for (const one of states) vehicles.set(vehicleOf(one), [...(vehicles.get(vehicleOf(one)) ?? []), one])
    expect(vehicles.size).toBeLessThanOrEqual(12)
    expect(vehicles.size).toBeGreaterThan(8)
    expect(errors[0]?.json.data.errors[0].state).toBe('ERROR')
    const open = new Set<string>()
    for (const { json } of errors) {
      const [{ type, state }] = json.data.errors
      const key = `${json.data.vehicle.id} ${type}`
      expect(open.has(key)).toBe(state === 'RESOLVED')
      if (state === 'ERROR') open.add(key)
      else open.delete(key)
    }
    expect(errors.some(({ json }) => json.data.errors[0].state === 'RESOLVED')).toBe(true)
    for (const own of vehicles.values())
      own.reduce((before, after) => {
        for (const { signal } of after.json.triggers) {
          const [old, now] = [before, after].map(({ json }) =>
            json.data.signals.find(({ code }: { code: string }) => code === signal.code),
          )
          expect(now.meta.oemUpdatedAt).toBeGreaterThan(old.meta.oemUpdatedAt)
        }
        expect(after.json.triggers.length).toBeGreaterThan(0)
        expect(after.json.meta.sequence).toBeGreaterThan(before.json.meta.sequence)
        return after
      })
  })
  it('leave one out for each silence', async () => {
    const { clock, simulator } = await regular(1)
    await simulator.simulate({ fault: 'silent' })
    expect(simulator.state().silenced).toBe(1)
    clock.pass()
    await until(() => !clock.isIdle)
    expect(simulator.state().silenced).toBe(0)
    clock.pass()
    await receiver.until(1)
    await until(() => simulator.state().totals.sent === 3) // the verification, one before, one after
    expect(receiver.arrived).toHaveLength(1)
  })
  it('are about nobody who was removed, and end with the last', async () => {
    const { clock } = await regular(1)
    const seen = new Set<string>()
    const { fleet } = world()
    for (let row = 0; row < fleet.size; row += 1) if (row % 7 !== 0 || fleet.isSimulated(row)) world().remove([row])
    for (let turn = 1; turn <= 40; turn += 1) {
      clock.pass()
      await receiver.until(turn)
    }
    for (const one of receiver.take()) seen.add(vehicleOf(one))
    const left = new Set(Array.from({ length: 43 }, (_, index) => fleet.vehicleId(index * 7)))
    expect(seen.size).toBeGreaterThan(5)
    expect([...seen].filter((id) => !left.has(id))).toEqual([])
    world().remove(Array.from({ length: fleet.size }, (_, row) => row))
    for (let turn = 0; turn < 5; turn += 1) {
      clock.pass()
      await until(() => !clock.isIdle)
    }
    expect(receiver.arrived).toEqual([])
  })
  it('end with the simulator', async () => {
    const { clock, simulator } = await regular(1)
    await simulator.close()
    expect(clock.isIdle).toBe(true)
  })
})

describe('a subscription', () => {
  const subscribe = async (row: number, token = TOKEN) => {
    const { fleet } = world()
    const webhookId = (await forecourt()).id
    const attributes = { webhookId, userId: fleet.userId(row), vehicleId: fleet.vehicleId(row) }
    const body = JSON.stringify({ data: { attributes } })
    return sandbox.ask('/v3/subscriptions', { host: 'management', method: 'POST', token, body })
  }
  const simulatedRow = () => world().fleet.find('mode', 'simulated')[0] ?? 0

  it('that is created has a first delivery once it is there, in the default world alone', async () => {
    const clock = createManualClock(Date.now())
    const simulator = simulatorWith({ now: () => Date.now() + 2_000, sleep: clock.sleep })
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    receiver.take()
    const vehicleId = world().fleet.vehicleId(simulatedRow())
    await expect(simulator.simulate({ vehicleId })).rejects.toThrow('No such vehicle is subscribed')
    expect((await subscribe(simulatedRow(), 'sandbox-another')).status).toBe(202)
    expect(clock.isIdle).toBe(true)
    expect((await subscribe(simulatedRow())).status).toBe(202)
    expect(clock.pass()).toBe(1_500)
    await receiver.until(1)
    const [first] = receiver.arrived
    expect(first?.json).toMatchObject({
      eventType: 'VEHICLE_STATE',
      data: { vehicle: { id: vehicleId, mode: 'simulated' }, triggers: [{ code: 'FIRST_DELIVERY' }] },
    })
    expect(first && isSigned(first)).toBe(true)
    expect((await simulator.simulate({ vehicleId, count: 2 })).answered).toEqual({ 200: 2 })
  })
  it('that is removed ends its deliveries', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    const { id } = await forecourt()
    const list = { host: 'management', token: 'sandbox-subscription-list:y' } as const
    const [{ id: subscriptionId, relationships }] = (
      await sandbox.ask(`/v3/subscriptions?filter[webhookId]=${id}`, list)
    ).body.data
    const vehicleId = relationships.vehicle.data.id
    expect((await simulator.simulate({ vehicleId })).sent).toBe(1)
    subscriptionHandlers.remove({
      params: { subscriptionId },
      query: {},
      body: undefined,
      world: world(),
      reply: { headers: {} },
      addresses: { docs: '', connect: '' },
    })
    await expect(simulator.simulate({ vehicleId })).rejects.toThrow('No such vehicle is subscribed')
  })
})

describe('an order', () => {
  it('is a mix of good deliveries at its rate, and its result says what became of them', async () => {
    const clock = createQuickClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    receiver.take()
    const result = await simulator.simulate({ count: 30, perSecond: 200 })
    expect(clock.waits).toEqual(Array.from({ length: 29 }, () => 5))
    expect(SimulatorResult.parse(result)).toMatchObject({ sent: 30, answered: { 200: 30 }, dropped: 0 })
    const ids = receiver.arrived.map(({ json }) => json.eventId)
    expect(result.eventIds.toSorted()).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(30)
    expect(receiver.arrived.filter(({ json }) => json.eventType === 'VEHICLE_ERROR')).toHaveLength(3)
  })
  it('with a seed is about the same vehicles in the same order', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    const vehiclesOf = async (seed: number) => {
      receiver.take()
      const { eventIds } = await simulator.simulate({ count: 9, perSecond: 200, seed })
      const byId = new Map(receiver.take().map((one) => [one.json.eventId, vehicleOf(one)]))
      return eventIds.map((id) => byId.get(id))
    }
    const first = await vehiclesOf(7)
    expect(await vehiclesOf(7)).toEqual(first)
    expect(await vehiclesOf(8)).not.toEqual(first)
  })
  it('is about one vehicle, or for one webhook, where it says so', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    receiver.take()
    const vehicleId = world().fleet.vehicleId(world().fleet.find('mode', 'live')[40] ?? 0)
    const webhookId = (await forecourt()).id
    await simulator.simulate({ vehicleId, webhookId, count: 20, perSecond: 200 })
    expect(new Set(receiver.take().map(vehicleOf))).toEqual(new Set([vehicleId]))
    for (const wrong of [{ vehicleId: 'nobody' }, { webhookId: webhooksOf(1)[0]?.id }])
      await expect(simulator.simulate(wrong)).rejects.toThrow('No such vehicle is subscribed')
  })
  it('is told what failed, and loses nothing in an outage that ends in time', async () => {
    const clock = createQuickClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    receiver.take()
    receiver.answerWith((arrived, response) =>
      (receiver.arrived.length <= 10 ? withStatus(503) : signingAnswer)(arrived, response),
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
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    const orders = Array.from({ length: 10 }, () => simulator.simulate({ count: 10_000 }))
    await receiver.until(11)
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
    await simulator.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    receiver.answerWith(withStatus(503))
    const row = world().fleet.find('mode', 'live')[0] ?? 0
    const ended = simulator.simulate({ vehicleId: world().fleet.vehicleId(row) })
    await receiver.until(2)
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
