/** Nothing of a delivery in a log line, a metric or an error: whatever it is, and whatever becomes of it. */

import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestStore } from '../../store/harness'
import { type Store, StoreError } from '../../store/store'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from '../team/store-source'

const COLD_MS = 20_000
const secret = 'canary-management-token'
const slug = 'canary-slug-of-the-callback'
const canaries = {
  secret,
  slug,
  user: '0ca9a415-0000-4000-8000-00000000ca9a',
  externalId: 'canary-external-id',
  vehicle: '0ca9a415-0000-4000-8000-0000000ca9b0',
  vin: 'CANARY0V1N0000001',
  latitude: '52.123456789',
  sentence: 'canary-description',
}
/** The slug is where it listens, and said to whoever starts the server; the others are nobody's. */
const never = Object.values(canaries)

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
let address = ''
let isFailing = false
const printed: string[] = []
/** What the receiver and the console answered to whoever may not see it. */
const answered: string[] = []

const failing = (): Store => ({
  ...store,
  query: async (...given) => {
    if (isFailing) throw new StoreError('failed', new Error(JSON.stringify(given)))
    return store.query(...given)
  },
  transaction: (work) => {
    if (isFailing) return Promise.reject(new StoreError('full', new Error(JSON.stringify(canaries))))
    return store.transaction(work)
  },
  close: async () => undefined,
})

beforeAll(async () => {
  for (const name of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...parts) => void printed.push(parts.map(String).join(' ')))
  store = await openTestStore('postgresql')
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const env = {
    ...{ ACCESS_TOKEN: 'token', RECEIVER_PORT: '0', RECEIVER_SECRET: secret, HEADER_PREFIX: 'sb' },
    ...{
      RECEIVER_URL: `http://127.0.0.1:1/deliveries/${slug}`,
      STORE_DIR: mkdtempSync(join(tmpdir(), 'forecourt-store-')),
    },
  }
  gateway = await startTestGateway(hosts, env, undefined, { store: { open: async () => failing(), keep: keepOwn } })
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  const { port } = (await gateway.app.receiver?.listen()) ?? expect.fail('it receives nothing')
  address = `http://127.0.0.1:${port}/deliveries/${slug}`
}, COLD_MS)
afterAll(async () => {
  vi.restoreAllMocks()
  await gateway.close()
  host.close()
  await store.close()
})

const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex')
async function send(body: string, signature: string | null = sign(body)): Promise<number> {
  const headers: Record<string, string> = signature === null ? {} : { 'sb-signature': signature }
  const response = await fetch(address, { method: 'POST', body, headers })
  answered.push(JSON.stringify([...response.headers]), await response.text())
  return response.status
}
const meta = { version: '4.0', webhookId: 'webhook-1', deliveredAt: Date.now(), mode: 'LIVE' }
const user = { id: canaries.user, externalId: canaries.externalId }
const signals = [
  { code: 'location-preciselocation', body: { latitude: Number(canaries.latitude), longitude: 13 } },
  { code: 'vehicleidentification-vin', body: { value: canaries.vin } },
]
const state = (more: object = {}) =>
  JSON.stringify({
    ...{ eventId: randomUUID(), eventType: 'VEHICLE_STATE', meta },
    data: { user, vehicle: { id: canaries.vehicle }, signals, ...more },
  })
const failure = JSON.stringify({
  ...{ eventId: randomUUID(), eventType: 'VEHICLE_ERROR', meta },
  data: {
    ...{ user, vehicle: { id: canaries.vehicle } },
    errors: [{ type: 'VEHICLE_STATE', code: 'UNREACHABLE', state: 'ERROR', description: canaries.sentence }],
  },
})

it('holds nothing of what was delivered, refused or erased', async () => {
  expect(await send(state())).toBe(200)
  expect(await send(failure)).toBe(200)
  expect(await send(`${canaries.vin} is no JSON`)).toBe(200)
  expect(await send(state(), null)).toBe(401)
  expect(await send(state(), sign(canaries.vin, 'another'))).toBe(401)
  expect(await send(state(), canaries.vin)).toBe(401)
  expect(await send(JSON.stringify({ eventType: 'VERIFY', data: { challenge: canaries.externalId } }), '')).toBe(200)
  expect(await send(JSON.stringify({ eventType: 'VERIFY', data: { challenge: `{${canaries.vin}}` } }), '')).toBe(400)
  expect(await send(state({ more: 'x'.repeat(200_000) }))).toBe(413)
  isFailing = true
  expect(await send(state())).toBe(503)
  isFailing = false
  await gateway.app.team.settled()
  const erased = await gateway.ask(`/deliveries?userId=${canaries.user}`, { method: 'DELETE' })
  expect(erased.status).toBe(200)

  const written = [...gateway.faults, ...gateway.log, ...printed, await gateway.app.metrics.text(), ...answered]
  expect(written.length).toBeGreaterThan(10)
  expect(written.join()).toContain('forecourt_deliveries_total{outcome="not-proven"} 3')
  // The challenge is what a verification has signed: its hash is no secret, and its text is not sent back.
  for (const canary of never) expect(written.filter((line) => line.includes(canary))).toEqual([])
  // Who erased whose is on the record, as every change is.
  expect(gateway.events.filter((line) => line.includes('deliveries erased'))).toHaveLength(1)
  for (const canary of never.filter((one) => one !== canaries.user))
    expect([...gateway.events, ...gateway.lines].filter((line) => line.includes(canary))).toEqual([])
})
