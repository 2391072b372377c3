/** `/simulator`: each order, and each stop, is on record. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { codeOf, serveTestGateway, startHost, type TestGateway } from '../harness'
import { readEnvironment } from '../settings/environment'
import { createDouble } from '../team/team-harness'
import type { Simulate } from './simulator-handlers'

const simulate = {
  simulate: vi.fn<Simulate['simulate']>(async () => ({ eventIds: [] }) as never), // the route passes it on
  state: () => ({}) as never,
  stop: vi.fn(),
} satisfies Simulate
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
beforeAll(async () => {
  host = await startHost()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
  const urls = { VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address }
  const settings = readEnvironment({ ...urls, ...proxy, ACCESS_TOKEN: 'canary', SESSION_SECRET: 'x'.repeat(32) })
  const service = { settings, hosts, isSandbox: true, simulate }
  gateway = await serveTestGateway(service, undefined, { store: createDouble().source })
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'))
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

const headers = { 'x-remote-user': 'ann', 'x-remote-roles': 'operator' }
const post = (order: object) => gateway.ask('/simulator', { method: 'POST', body: JSON.stringify(order), headers })
const recorded = () => gateway.events.splice(0).map((line) => JSON.parse(line))

it('records who has what delivered, and who stops it', async () => {
  expect((await post({ count: 3, vehicleId: 'v-1' })).status).toBe(200)
  expect((await gateway.ask('/simulator', { method: 'DELETE', headers })).status).toBe(200)
  expect(recorded()).toMatchObject([
    { event: 'deliveries simulated', operator: 'ann', count: 3, vehicleId: 'v-1' },
    { event: 'simulator stopped', operator: 'ann' },
  ])
})
it('is read and stopped while an operator’s orders have every place', async () => {
  let end = () => {}
  const ending = new Promise<void>((resolve) => {
    end = resolve
  })
  const running = { sent: 0, answered: {}, eventIds: [], dropped: 0 }
  simulate.simulate.mockClear()
  simulate.simulate.mockImplementation(() => ending.then(() => running))
  const orders = Array.from({ length: 6 }, () => post({ count: 10_000, perSecond: 1 }))
  await vi.waitFor(() => expect(simulate.simulate).toHaveBeenCalledTimes(4)) // the others wait for a place
  try {
    for (const method of ['GET', 'DELETE']) {
      const signal = AbortSignal.timeout(2_000)
      expect([method, (await gateway.ask('/simulator', { method, headers, signal })).status]).toEqual([method, 200])
    }
  } finally {
    end()
    await Promise.all(orders)
    gateway.events.length = 0
  }
})
it('records nothing of an order that the simulator refuses', async () => {
  simulate.simulate.mockRejectedValueOnce(
    Object.assign(new Error('There is no such vehicle.'), { name: 'SimulatorError' }),
  )
  expect(await codeOf(await post({ count: 1 }))).toBe('400 GATEWAY BAD_REQUEST')
  expect(recorded()).toEqual([])
})
