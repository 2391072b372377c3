/** Secrets that are replaced step by step as the server's README says: deliveries stay readable, and can be erased. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { startHost } from '../harness'
import { as, COLD_MS, type DeliveryGateway, receiving, startDeliveryGateway } from './delivery-harness'

const [A, B, C] = ['A', 'B', 'C'].map((name) => `secret ${name} of this test with thirty-two bytes or more`)
const charge = { code: 'tractionbattery-stateofcharge', body: { value: 61 }, status: { value: 'SUCCESS' } }
let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let server: DeliveryGateway | undefined
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost((_, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  return async () => {
    host.close()
    await store.close()
  }
}, COLD_MS)
afterEach(async () => {
  await server?.gateway.close()
  server = undefined
})

/** The next instance, with these secrets. */
async function restart(env: Record<string, string | undefined>, account: string): Promise<DeliveryGateway> {
  await server?.gateway.close()
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const all = { ...receiving, ...Object.fromEntries(given), ACCESS_TOKEN: account }
  server = await startDeliveryGateway(store, host.address, all)
  return server
}
let told = 0
/** A user of their own, with a delivery and a value. */
async function deliver(to: DeliveryGateway): Promise<string> {
  told += 1
  await to.deliver({ userId: `user-${told}`, vehicleId: `vehicle-user-${told}`, signals: [charge] })
  return `user-${told}`
}
async function isReadable(at: DeliveryGateway, user: string): Promise<boolean> {
  const { values } = await at.read<{ values: object[] }>(`/last-values/vehicle-${user}.json`)
  return (await at.rows(`&user=${user}`)).length === 1 && values.length === 1
}
const erase = async (at: DeliveryGateway, user: string) =>
  (await at.gateway.ask(`/deliveries?userId=${user}`, { method: 'DELETE', headers: as('operator') })).json()
const erased = { deliveries: 1, values: 1, errors: 0, unreadable: 0 }

it('SESSION_SECRET, twice within 90 days', async () => {
  const account = 'session-secrets'
  const users = [await deliver(await restart({ SESSION_SECRET: A }, account))]
  const steps = [
    { SESSION_SECRET: A, SESSION_SECRET_OLD: B },
    { SESSION_SECRET: B, SESSION_SECRET_OLD: A },
    { SESSION_SECRET: B, DELIVERIES_KEY_OLD: A },
    { SESSION_SECRET: B, SESSION_SECRET_OLD: C, DELIVERIES_KEY_OLD: A },
    { SESSION_SECRET: C, SESSION_SECRET_OLD: B, DELIVERIES_KEY_OLD: A },
    { SESSION_SECRET: C, DELIVERIES_KEY_OLD: `${A},${B}` },
  ]
  for (const step of steps) {
    const at = await restart(step, account)
    users.push(await deliver(at))
    for (const user of users) expect([step, user, await isReadable(at, user)]).toEqual([step, user, true])
  }
  const last = await restart(steps.at(-1) ?? {}, account)
  for (const user of users) expect(await erase(last, user)).toEqual(erased)
  expect(await last.rows()).toEqual([])
}, 60_000)

it('DELIVERIES_KEY, from none to one and to the next', async () => {
  const account = 'deliveries-keys'
  const steps = [
    { SESSION_SECRET: A },
    { SESSION_SECRET: A, DELIVERIES_KEY: B },
    { SESSION_SECRET: A, DELIVERIES_KEY: B, DELIVERIES_KEY_OLD: C },
    { SESSION_SECRET: A, DELIVERIES_KEY: C, DELIVERIES_KEY_OLD: B },
  ]
  const users: string[] = []
  for (const step of steps) {
    const at = await restart(step, account)
    users.push(await deliver(at))
    for (const user of users) expect([step, user, await isReadable(at, user)]).toEqual([step, user, true])
  }
  for (const user of users) expect(await erase(server ?? expect.fail(), user)).toEqual(erased)
}, 60_000)

it('a key that is lost is counted and named, in the log, where deliveries are shown, and by a removal', async () => {
  const account = 'a-lost-key'
  const user = await deliver(await restart({ SESSION_SECRET: A }, account))
  const at = await restart({ SESSION_SECRET: B }, account)
  const counted = () => at.read<{ unreadable: number }>('/deliveries.json')
  await vi.waitFor(async () => expect((await counted()).unreadable).toBe(2))
  const line = at.gateway.faults.find((one) => one.includes('DELIVERIES_KEY_OLD'))
  expect(JSON.parse(line ?? '{}').msg).toMatch(
    /^Deliveries can’t show, .*\([0-9a-f]{8}; deliveries: 1, last values: 1, vehicle errors: 0\)\. Set DELIVERIES_KEY_OLD/,
  )
  expect(await at.read(`/deliveries/count.json?userId=${user}`)).toMatchObject({ unreadable: 2 })
  expect(await erase(at, user)).toEqual({ deliveries: 0, values: 0, errors: 0, unreadable: 2 })

  const again = await restart({ SESSION_SECRET: B, DELIVERIES_KEY_OLD: A }, account)
  expect(await erase(again, user)).toEqual(erased)
})
