/** Each fault of the simulator sends what its name says, over real sockets to a plain receiver. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DeliveryFault, deliveryFaults } from '../api/delivery-faults.data'
import type { SimulatorOrder, SimulatorResult } from '../api/simulator'
import {
  type Arrived,
  hexOf,
  isSigned,
  SECRET,
  signingAnswer,
  startTestReceiver,
  type TestReceiver,
  withStatus,
} from './deliver-harness'
import { type RunningSandbox, startSandbox } from './server'
import { oldSecretOf } from './simulator'

let receiver: TestReceiver
let sandbox: RunningSandbox
beforeAll(async () => {
  receiver = await startTestReceiver()
  sandbox = await startSandbox({ connections: 300, seed: 1, latencyMs: 0 })
  await sandbox.deliverTo(receiver.url, SECRET, { perMinute: 0 })
})
afterAll(async () => {
  await sandbox.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.answerWith(signingAnswer)
  receiver.take()
})

const ask = (host: string, path: string, method = 'GET') =>
  fetch(`${host}${path}`, { method, headers: { authorization: `Bearer ${sandbox.token}` } })
// biome-ignore lint/suspicious/noExplicitAny: rows of lists, as a test looks into them
const listed = async (host: string, path: string): Promise<any[]> => (await (await ask(host, path)).json()).data

const order = async (what: SimulatorOrder): Promise<SimulatorResult & { arrived: Arrived[] }> => {
  const result = await sandbox.simulate({ timeScale: 500, ...what })
  await receiver.until(result.sent)
  return { ...result, arrived: receiver.take() }
}
const oemTimes = ({ json }: Arrived): number[] =>
  json.data.signals.flatMap(({ meta }: { meta?: { oemUpdatedAt?: number } }) => meta?.oemUpdatedAt || [])
const newest = (one: Arrived) => Math.max(...oemTimes(one))
const HEX = /^[0-9a-f]{64}$/

/** What arrives of each: the first, all of them, and what the order is told. */
type Check = (first: Arrived, all: Arrived[], result: SimulatorResult) => void
const isState: Check = ({ json }) => expect([json.eventType, json.meta.version]).toEqual(['VEHICLE_STATE', '4.0'])
const isProven: Check = (first) => expect(isSigned(first)).toBe(true)
const isRefusedForm: Check = (first) => {
  expect(first.headers['sb-signature']).toMatch(HEX)
  expect(isSigned(first)).toBe(false)
}
const sends =
  (count: number): Check =>
  (_first, all) =>
    expect(all).toHaveLength(count)
const sentAt = ({ json }: Arrived): number => json.meta.deliveredAt

const checks: Readonly<Record<Exclude<DeliveryFault, 'silent' | 'after-removal' | 'slow-body'>, readonly Check[]>> = {
  'bad-signature': [sends(1), isState, isRefusedForm],
  'no-signature': [sends(1), isState, ({ headers }) => expect(headers['sb-signature']).toBeUndefined()],
  'old-key': [sends(1), isState, (one) => expect(isSigned(one, oldSecretOf(SECRET))).toBe(true)],
  reserialized: [
    sends(1),
    isState,
    isRefusedForm,
    ({ headers, json }) => expect(headers['sb-signature']).toBe(hexOf(JSON.stringify(json))),
  ],
  'live-only-bad': [
    sends(2),
    (_, all) => expect(all.map(({ json }) => json.meta.mode)).toEqual(['TEST', 'LIVE']),
    (_, all) => expect(all.map((one) => isSigned(one))).toEqual([true, false]),
    (_, [test, live]) => expect(test?.json.meta.webhookId).toBe(`wh_${live?.json.meta.webhookId}`),
  ],
  duplicate: [sends(2), isState, isProven, (first, [, second]) => expect(second?.body).toBe(first.body)],
  retry: [
    sends(2),
    isState,
    isProven,
    (first, [, second]) => {
      expect(second?.json.eventId).toBe(first.json.eventId)
      expect(second?.json.meta.deliveryId).not.toBe(first.json.meta.deliveryId)
      expect(second?.json.data).toEqual(first.json.data)
      expect(sentAt(second ?? first) - sentAt(first)).toBeGreaterThanOrEqual(25_000 / 500 - 1) // a timer may be a millisecond early
    },
    (_first, _all, { answered, dropped }) => expect([answered, dropped]).toEqual([{ 200: 2 }, 0]),
  ],
  late: [
    sends(2),
    isState,
    isProven,
    (first, [, late]) => {
      expect(late?.json.data.vehicle.id).toBe(first.json.data.vehicle.id)
      expect(newest(late ?? first)).toBeLessThan(newest(first) - 19 * 60_000)
      expect(late?.json.meta.sequence).toBeLessThan(first.json.meta.sequence)
      expect(sentAt(late ?? first)).toBeGreaterThanOrEqual(sentAt(first))
    },
  ],
  'out-of-order': [
    sends(5),
    isState,
    (_, all) => {
      expect(new Set(all.map(({ json }) => json.data.vehicle.id)).size).toBe(1)
      expect(new Set(all.map(({ json }) => json.eventId)).size).toBe(5)
      const times = all.map(newest)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      expect(new Set(times).size).toBe(5)
    },
  ],
  'clock-ahead': [
    sends(1),
    isState,
    isProven,
    (first) => expect(sentAt(first) - Date.now()).toBeGreaterThan(59 * 60_000),
    (first) => expect(newest(first)).toBeLessThan(Date.now()),
  ],
  'clock-behind': [sends(1), isProven, (first) => expect(sentAt(first) - Date.now()).toBeLessThanOrEqual(-60 * 60_000)],
  huge: [sends(1), isProven, isState, ({ body }) => expect(Buffer.byteLength(body)).toBeGreaterThan(128 * 1024)],
  'not-json': [sends(1), isProven, ({ body, json }) => expect([json, body[0]]).toEqual([undefined, '<'])],
  truncated: [
    sends(1),
    isProven,
    ({ body, json, isWhole }) => {
      expect([json, isWhole]).toEqual([undefined, true])
      expect(body).toMatch(/^\{"eventId":"[0-9a-f-]{36}","eventType":"VEHICLE_STATE"/)
    },
  ],
  'cut-body': [
    sends(1),
    ({ isWhole, headers, body }) => {
      expect(isWhole).toBe(false)
      expect(Number(headers['content-length'])).toBeGreaterThan(body.length)
    },
    (_first, _all, { answered }) => expect(answered).toEqual({ 0: 1 }),
  ],
  'unknown-event': [sends(1), isProven, ({ json }) => expect(json.eventType).toBe('VEHICLE_CONNECTED')],
  'unknown-webhook': [sends(1), isState, isProven], // its webhook: below
  test: [
    sends(1),
    isState,
    isProven,
    ({ json }) => expect([json.meta.mode, json.data.vehicle.mode]).toEqual(['TEST', 'test']),
  ],
  'version-2': [
    sends(1),
    isProven,
    ({ json }) => expect(json).toMatchObject({ version: '2.0', eventName: 'eventBased', payload: {} }),
    ({ json }, _all, { eventIds }) => expect([json.payload.eventId]).toEqual(eventIds),
  ],
  'text-triggers': [
    sends(1),
    isState,
    isProven,
    ({ json }) => {
      expect(json.triggers.length).toBeGreaterThan(0)
      for (const one of json.triggers) expect(one).toMatch(/^[A-Z]\w+\.[A-Z]\w+$/)
    },
  ],
  'keyed-signals': [
    sends(1),
    isState,
    isProven,
    ({ json }) => expect(json.data.signals['Odometer.TraveledDistance'].body.value).toBeGreaterThan(0),
  ],
  hostile: [
    sends(1),
    isProven,
    ({ body, json }, _all, { eventIds }) => {
      expect(eventIds).toEqual([json.eventId])
      for (const part of ['<img', '=cmd|', '..%2f', '\\ud800', '\\u0000', '__proto__', '\u202e', '[[[[[[[[[['])
        expect(body).toContain(part)
    },
  ],
  verify: [
    sends(1),
    ({ json, headers }) => expect([json.eventType, headers['sb-signature']]).toEqual(['VERIFY', undefined]),
    () => expect(sandbox.simulatorState().verification).toMatchObject({ status: 200, isRight: true }),
  ],
  'verify-forgery': [
    sends(2), // this receiver signs what it is given: that is the attack
    ({ json, headers }, [, forged]) => {
      expect([json.eventType, headers['sb-signature']]).toEqual(['VERIFY', undefined])
      expect(forged?.body).toBe(json.data.challenge)
      expect(forged?.json.eventType).toBe('VEHICLE_STATE')
      expect(forged && isSigned(forged)).toBe(true)
    },
  ],
  'burst-500': [
    sends(500),
    isState,
    (_, all) => {
      expect(all.every((one) => isSigned(one))).toBe(true)
      expect(all.every(({ json }) => json.data.triggers[0].code === 'FIRST_DELIVERY')).toBe(true)
      expect(new Set(all.map(({ json }) => json.eventId)).size).toBe(500)
      expect(new Set(all.map(({ json }) => json.vehicleId)).size).toBeGreaterThan(200)
    },
  ],
}

describe.each(Object.entries(checks))('%s', (name, all) => {
  it('sends what its name says', async () => {
    const fault = deliveryFaults.map(([one]) => one).find((one) => one === name)
    const { arrived, ...result } = await order({ fault, count: 1 })
    const [first] = arrived
    if (!first) throw new Error('Nothing arrived.')
    for (const check of all) check(first, arrived, result)
    expect(result.sent).toBe(arrived.length)
  })
})

describe('what depends on more than the order', () => {
  it('unknown-webhook is in no list; every other delivery’s is', async () => {
    const ids = (await listed(sandbox.management, '/v3/webhooks')).map(({ id }) => id)
    const known = await order({})
    const unknown = await order({ fault: 'unknown-webhook' })
    expect(ids).toContain(known.arrived[0]?.json.meta.webhookId)
    expect(ids).not.toContain(unknown.arrived[0]?.json.meta.webhookId)
  })
  it('slow-body arrives piece by piece', async () => {
    const { arrived } = await order({ fault: 'slow-body', timeScale: 100 })
    expect(arrived[0]?.parts).toBeGreaterThan(5)
    expect(arrived[0] && isSigned(arrived[0])).toBe(true)
  })
  it('verify-forgery ends with a refusal, and a wrong answer to a verification is seen', async () => {
    receiver.answerWith(withStatus(400))
    expect(await order({ fault: 'verify-forgery' })).toMatchObject({ sent: 1, answered: { 400: 1 }, dropped: 0 })
    receiver.answerWith((_, response) => response.end(JSON.stringify({ challenge: hexOf('another') })))
    await order({ fault: 'verify' })
    const { verification, lastError } = sandbox.simulatorState()
    expect(verification).toMatchObject({ status: 200, isRight: false })
    expect(lastError?.text).toBe('returned a wrong challenge')
  })
  it('after-removal has nobody before a removal, then a removed vehicle alone', async () => {
    await expect(order({ fault: 'after-removal' })).rejects.toThrow('No such vehicle has been removed')
    const [connection] = await listed(sandbox.vehicle, '/v3/connections?filter[vehicle.mode]=live')
    const vehicleId = connection.relationships.vehicle.data.id
    expect((await order({ vehicleId })).arrived[0]?.json.data.vehicle.id).toBe(vehicleId)
    await ask(sandbox.vehicle, `/v3/connections/${connection.id}`, 'DELETE')
    await expect(order({ vehicleId })).rejects.toThrow('No such vehicle is subscribed')
    const { arrived } = await order({ fault: 'after-removal', count: 3 })
    expect(arrived.map(({ json }) => json.data.vehicle.id)).toEqual([vehicleId, vehicleId, vehicleId])
    expect(arrived.every((one) => isSigned(one))).toBe(true)
  })
  it('a fault that the provider could send is tried again until it is accepted, another is not', async () => {
    receiver.answerWith(withStatus(503))
    expect(await order({ fault: 'keyed-signals' })).toMatchObject({ sent: 4, answered: { 503: 4 }, dropped: 1 })
    expect(await order({ fault: 'bad-signature' })).toMatchObject({ sent: 1, answered: { 503: 1 }, dropped: 0 })
  })
})
