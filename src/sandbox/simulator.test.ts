/** The simulator by itself: regular deliveries, creations and removals; and nothing at all without a receiver. */
import { describe, expect, it } from 'vitest'
import { hmac } from './deliver'
import { type Arrived, createManualClock, isSigned, SECRET } from './deliver-harness'
import { fullDialect } from './dialect'
import { FIRST_MS } from './simulator'
import { simulatorBench, TOKEN, until, vehicleOf } from './simulator-harness'
import { subscriptionHandlers } from './subscriptions'
import { webhooksOf } from './webhooks'

const bench = simulatorBench()
const { world, webhooksListed, forecourt, simulatorWith } = bench

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
    const before = (await bench.sandbox.ask('/v3/subscriptions?page[size]=100', list)).body
    await simulatorWith().deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    for (const token of [TOKEN, 'sandbox-another']) {
      const listed = await webhooksListed(token)
      expect(listed.slice(0, 14)).toEqual(webhooksOf(1))
      expect(listed).toHaveLength(15)
    }
    const { id, attributes, meta } = await forecourt()
    expect(attributes).toMatchObject({
      name: 'Forecourt',
      callbackUri: bench.receiver.url,
      errorCallbackUri: bench.receiver.url,
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
    const after = (await bench.sandbox.ask('/v3/subscriptions?page[size]=100', list)).body
    expect(after.data).toEqual(before.data)
    const own = (await bench.sandbox.ask(`/v3/subscriptions?filter[webhookId]=${id}`, list)).body
    expect(own.meta.totalCount).toBe(after.meta.totalCount - before.meta.totalCount)
    expect((await bench.sandbox.ask(`/v3/subscriptions/${own.data[0].id}`, list)).body.data).toEqual(own.data[0])
    expect((await bench.sandbox.ask(`/v3/webhooks/${id}`, { host: 'management', token: TOKEN })).status).toBe(200)
  })
  it('verifies it once, unsigned, and keeps whether the answer was right', async () => {
    const simulator = simulatorWith()
    const told = await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    expect(told).toMatchObject({ status: 200, isRight: true })
    expect(simulator.state().verification).toEqual(told)
    expect(bench.receiver.arrived).toHaveLength(1)
    expect(bench.receiver.arrived[0]?.headers['sb-signature']).toBeUndefined()
    const { id } = await forecourt()
    expect(bench.receiver.arrived[0]?.json).toMatchObject({ eventType: 'VERIFY', meta: { webhookId: id } })
    expect(await simulator.deliverTo(bench.receiver.url, 'another-secret', { perMinute: 0 })).toMatchObject({
      status: 200,
      isRight: false,
    })
    expect(() => simulator.deliverTo('https://example.com/x', SECRET)).toThrow('http')
  })
  it('signs with the header and the secret that it was given', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(bench.receiver.url, SECRET, {
      perMinute: 0,
      signatureHeader: 'sc-signature',
      oldSecret: 'old',
    })
    await simulator.simulate({})
    await simulator.simulate({ fault: 'old-key' })
    const [, good, old] = bench.receiver.arrived
    expect(good && isSigned(good, SECRET, 'sc-signature')).toBe(true)
    expect(old && isSigned(old, 'old', 'sc-signature')).toBe(true)
    expect(good?.headers['sb-signature']).toBeUndefined()
  })
  it('signs as it was told, and takes the answer to its challenge in hexadecimal digits', async () => {
    const simulator = simulatorWith()
    const scheme = { algorithm: 'sha512', encoding: 'base64' } as const
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0, signatureHeader: 'x-proof', ...scheme })
    await simulator.simulate({})
    const [, good] = bench.receiver.arrived
    expect(good?.headers['x-proof']).toBe(hmac(SECRET, good?.body ?? '', scheme))
    expect(good?.headers['x-proof']).toMatch(/^[\w+/]{86}==$/)
  })
})

describe('regular deliveries', () => {
  async function regular(count: number, perMinute?: number) {
    const clock = createManualClock()
    const simulator = simulatorWith({ now: clock.now, sleep: clock.sleep })
    await simulator.deliverTo(bench.receiver.url, SECRET, perMinute === undefined ? {} : { perMinute })
    bench.receiver.take()
    const waits: number[] = []
    for (let one = 1; one <= count; one += 1) {
      waits.push(clock.pass())
      await bench.receiver.until(one)
    }
    return { clock, simulator, waits, arrived: bench.receiver.take() }
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
    await bench.receiver.until(1)
    await until(() => simulator.state().totals.sent === 3) // the verification, one before, one after
    expect(bench.receiver.arrived).toHaveLength(1)
  })
  it('are about nobody who was removed, and end with the last', async () => {
    const { clock } = await regular(1)
    const seen = new Set<string>()
    const { fleet } = world()
    for (let row = 0; row < fleet.size; row += 1) if (row % 7 !== 0 || fleet.isSimulated(row)) world().remove([row])
    for (let turn = 1; turn <= 40; turn += 1) {
      clock.pass()
      await bench.receiver.until(turn)
    }
    for (const one of bench.receiver.take()) seen.add(vehicleOf(one))
    const left = new Set(Array.from({ length: 43 }, (_, index) => fleet.vehicleId(index * 7)))
    expect(seen.size).toBeGreaterThan(5)
    expect([...seen].filter((id) => !left.has(id))).toEqual([])
    world().remove(Array.from({ length: fleet.size }, (_, row) => row))
    for (let turn = 0; turn < 5; turn += 1) {
      clock.pass()
      await until(() => !clock.isIdle)
    }
    expect(bench.receiver.arrived).toEqual([])
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
    return bench.sandbox.ask('/v3/subscriptions', { host: 'management', method: 'POST', token, body })
  }
  const simulatedRow = () => world().fleet.find('mode', 'simulated')[0] ?? 0

  it('that is created has a first delivery once it is there, in the default world alone', async () => {
    const clock = createManualClock(Date.now())
    const simulator = simulatorWith({ now: () => Date.now() + 2_000, sleep: clock.sleep })
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    bench.receiver.take()
    const vehicleId = world().fleet.vehicleId(simulatedRow())
    await expect(simulator.simulate({ vehicleId })).rejects.toThrow('No such vehicle is subscribed')
    expect((await subscribe(simulatedRow(), 'sandbox-another')).status).toBe(202)
    expect(clock.isIdle).toBe(true)
    expect((await subscribe(simulatedRow())).status).toBe(202)
    expect(clock.pass()).toBe(1_500)
    await bench.receiver.until(1)
    const [first] = bench.receiver.arrived
    expect(first?.json).toMatchObject({
      eventType: 'VEHICLE_STATE',
      data: { vehicle: { id: vehicleId, mode: 'simulated' }, triggers: [{ code: 'FIRST_DELIVERY' }] },
    })
    expect(first && isSigned(first)).toBe(true)
    expect((await simulator.simulate({ vehicleId })).answered).toEqual({ 200: 1 })
  })
  it('that is removed ends its deliveries', async () => {
    const simulator = simulatorWith()
    await simulator.deliverTo(bench.receiver.url, SECRET, { perMinute: 0 })
    const { id } = await forecourt()
    const list = { host: 'management', token: 'sandbox-subscription-list:y' } as const
    const [{ id: subscriptionId, relationships }] = (
      await bench.sandbox.ask(`/v3/subscriptions?filter[webhookId]=${id}`, list)
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
      dialect: fullDialect(),
      requestId: '',
      headers: new Headers(),
    })
    await expect(simulator.simulate({ vehicleId })).rejects.toThrow('No such vehicle is subscribed')
  })
})
