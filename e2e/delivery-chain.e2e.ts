/** Troubleshoot delivery where the callback is this server: each way of silence is told apart from the others. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { type Gateway, startGateway } from './gateway'
import { addressesOf } from './own-hosts'
import { receiverAt } from './receiver'
import { test as base, expect, handOver } from './test'
import { billed, own } from './vehicle'

const SLUG = 'slug-of-the-delivery-chain'
const SECRET = 'the-application-management-token-of-the-test'
/** Nothing listens there; its path is this server's. */
const UNREACHED = `http://127.0.0.1:1/deliveries/${SLUG}`

interface PerFile {
  hosts: RunningSandbox
  server: Gateway
  /** Has the provider deliver to this server from now on, signed with that: only what a test orders. */
  deliver: (secret?: string) => Promise<void>
}

const test = base.extend<object, PerFile>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright expects of a fixture without others
    async ({}, use) => {
      const hosts = await startSandbox({ connections: 300, seed: 3, latencyMs: 0 })
      await hosts.deliverTo(UNREACHED, SECRET, { perMinute: 0 })
      await use(hosts)
      await hosts.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ hosts }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
      const config = join(folder, 'config.json')
      writeFileSync(config, JSON.stringify({ extensions: ['subscriptions.list'] }))
      const gateway = await startGateway({
        ...{ ...addressesOf(hosts), ACCESS_TOKEN: hosts.token, HEADER_PREFIX: 'sb', DELIVERIES_KEY: 'k'.repeat(32) },
        ...{ STORE_DIR: join(folder, 'store'), CONFIG: config, RECEIVER_PORT: '0' },
        ...{ RECEIVER_URL: UNREACHED, RECEIVER_SECRET: SECRET },
      })
      // The store is opened behind the server's first page.
      await expect.poll(gateway.output, { timeout: 30_000 }).toContain('The store is open.')
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  gateway: async ({ server }, use) => use(server),
  deliver: [
    async ({ server, hosts }, use) => {
      const callback = () => receiverAt(server.output(), `/deliveries/${SLUG}`)
      await expect.poll(callback).not.toBe('')
      await use(async (secret = SECRET) => void (await hosts.deliverTo(callback(), secret, { perMinute: 0 })))
    },
    { scope: 'worker' },
  ],
})

// In their order: what was delivered once stays known.

interface Connection {
  attributes: { permissions: string[]; vehicle: { mode: string; powertrainType: string } }
  relationships: { user: { data: { id: string } }; vehicle: { data: { id: string } } }
}
const needed = ['read_charge', 'read_battery', 'read_odometer', 'read_location', 'read_security', 'read_vin']
const all = async (page: Page, path: string) =>
  (await (await page.request.get(`/api/${path}?page[size]=100`, { headers: own })).json()).data
const idOf = ({ relationships }: Connection) => relationships.vehicle.data.id

/** The vehicles of that kind, one connection each. */
async function connections(
  page: Page,
  { isElectric = true, mode = 'live', isPermitted = true } = {},
): Promise<Connection[]> {
  const rows: Connection[] = await all(page, 'vehicle/v3/connections')
  return rows.filter(
    (row) =>
      rows.filter((other) => idOf(other) === idOf(row)).length === 1 &&
      row.attributes.vehicle.mode === mode &&
      (row.attributes.vehicle.powertrainType === 'BEV') === isElectric &&
      needed.every((one) => row.attributes.permissions.includes(one)) === isPermitted,
  )
}
async function vehicle(page: Page, place = 0, kind = {}): Promise<string> {
  const found = (await connections(page, kind))[place]
  if (!found) throw new Error('There is no such vehicle among the first hundred connections.')
  return idOf(found)
}

async function troubleshoot(page: Page, name: string, vehicleId: string) {
  const webhooks: { id: string; attributes: { name: string } }[] = await all(page, 'management/v3/webhooks')
  await page.goto(`/webhooks/${webhooks.find(({ attributes }) => attributes.name === name)?.id}`)
  await page.getByLabel('Vehicle ID', { exact: true }).fill(vehicleId)
  await page.getByRole('button', { name: 'Check delivery' }).click()
}
const first = (page: Page, problem: string) => page.getByText(`First problem: ${problem}`)
const steps = (page: Page) => page.getByRole('list', { name: 'Delivery checks' })
/** One check, with its state and its evidence. */
const check = (page: Page, name: string) =>
  steps(page)
    .locator('ul > li')
    .filter({ hasText: new RegExp(`^${name}`) })

test('a webhook that is disabled', { tag: '@long' }, async ({ page }) => {
  await troubleshoot(page, 'Doors left open', await vehicle(page))
  await expect(first(page, 'Webhook is disabled.')).toBeVisible()
})

test('a callback that is another address: what arrives there isn’t known here', async ({ page }) => {
  await troubleshoot(page, 'Nightly odometer', await vehicle(page))
  await expect(check(page, 'Callback to this server')).toContainText('its deliveries don’t reach this server.')
  await expect(check(page, 'Callback verification')).toContainText('Unknown')
  await expect(page.getByText('No problems found. Couldn’t check: ')).toContainText('Callback to this server')
  await expect(check(page, 'Signature')).toHaveCount(0)
})

test('a vehicle that isn’t connected', { tag: '@long' }, async ({ page }) => {
  await troubleshoot(page, 'Forecourt', 'nobody')
  await expect(first(page, 'No connection.')).toBeVisible()
})

test('a vehicle that isn’t subscribed, where the API lists subscriptions', { tag: '@long' }, async ({
  page,
  gateway,
}) => {
  await handOver(page, gateway.origin, 'sandbox-subscription-list:chain')
  await troubleshoot(page, 'Nightly odometer', await vehicle(page))
  await expect(first(page, 'Vehicle is not subscribed.')).toBeVisible()
})

test('a permission that is missing', { tag: '@long' }, async ({ page }) => {
  await troubleshoot(page, 'Forecourt', await vehicle(page, 0, { isPermitted: false }))
  await expect(first(page, 'Permissions are missing. Not granted: read_')).toBeVisible()
})

test('a callback that was never verified', { tag: '@long' }, async ({ page }) => {
  await troubleshoot(page, 'Forecourt', await vehicle(page))
  await expect(first(page, 'Callback isn’t verified.')).toBeVisible()
  await expect(check(page, 'Callback address plausible')).toContainText('OK')
  await expect(check(page, 'Callback is this server')).toContainText('OK')
  await expect(check(page, 'Signature')).toContainText('Unknown')
})

test('the wrong token', async ({ page, hosts, deliver }) => {
  const vehicleId = await vehicle(page)
  await deliver('the-token-of-another-application')
  await hosts.simulate({ vehicleId, timeScale: 100_000 })
  await troubleshoot(page, 'Forecourt', vehicleId)
  await expect(first(page, 'Signed with another token.')).toContainText('Compare the fingerprint')
  await expect(check(page, 'Callback verified')).toContainText('OK')
})

test('the fault of the provider by which live deliveries alone are signed wrong', { tag: '@long' }, async ({
  page,
  hosts,
  deliver,
}) => {
  const vehicleId = await vehicle(page)
  await deliver()
  await hosts.simulate({ fault: 'live-only-bad', vehicleId })
  await troubleshoot(page, 'Forecourt', vehicleId)
  await expect(first(page, 'Only live deliveries are refused.')).toContainText('a known fault of the provider')
})

test('an error of a signal', { tag: '@long' }, async ({ page, hosts, deliver }) => {
  const vehicleId = await vehicle(page, 0, { isElectric: false })
  await deliver()
  await hosts.simulate({ vehicleId })
  await troubleshoot(page, 'Forecourt', vehicleId)
  await expect(first(page, 'Signal has an error.')).toContainText('COMPATIBILITY, VEHICLE_NOT_CAPABLE')
  await expect(check(page, 'Delivered for this vehicle')).toContainText('1 delivery in 24 h')
})

test('an error of the vehicle that is open, until it is resolved', async ({ page, hosts, deliver }) => {
  const vehicleId = await vehicle(page, 1)
  await deliver()
  await hosts.simulate({ vehicleId, count: 10, perSecond: 200 })
  await troubleshoot(page, 'Forecourt', vehicleId)
  await expect(first(page, 'Error is open.')).toBeVisible()
  await expect(check(page, 'Signal delivered')).toContainText('OK')
  await expect(check(page, 'Not overdue')).toContainText('usually more than one a second')
  await hosts.simulate({ vehicleId, count: 10, perSecond: 200 })
  await expect(check(page, 'No open error')).toContainText('OK')
  await expect(page.getByText('No problems found.')).toBeVisible()
})

test('an idle vehicle is no problem, and nothing of it is billed', async ({ page, hosts, deliver }) => {
  const sent = billed(page)
  await deliver()
  await hosts.simulate({ vehicleId: await vehicle(page, 1) })
  await troubleshoot(page, 'Forecourt', await vehicle(page, 2))
  await expect(check(page, 'Usual interval')).toContainText('An idle vehicle sends nothing.')
  await expect(check(page, 'Deliveries for this vehicle')).toContainText('last delivered for another vehicle')
  await expect(page.getByText('No problems found. Couldn’t check: ')).toBeVisible()
  expect(sent).toEqual([])
})

test('a vehicle that was removed here', async ({ page, gateway, hosts, deliver }) => {
  const [, , , gone] = await connections(page)
  if (!gone) throw new Error('There are too few vehicles.')
  await deliver()
  const userId = gone.relationships.user.data.id
  await hosts.simulate({ vehicleId: idOf(gone) })
  const headers = { ...own, 'x-forecourt': '1', origin: gateway.origin }
  expect((await page.request.delete(`/api/vehicle/v3/users/${userId}`, { headers })).ok()).toBe(true)
  // What was kept of it is erased a little after the response; from then on the removal is known here.
  const kept = async () =>
    (await (await page.request.get(`/deliveries/count.json?userId=${userId}`, { headers })).json()).deliveries.value
  await expect.poll(kept).toBe(0)
  await hosts.simulate({ fault: 'after-removal', vehicleId: idOf(gone) })
  await troubleshoot(page, 'Forecourt', idOf(gone))
  await expect(check(page, 'Removed here')).toContainText('A delivery arrived after the removal;')
  await expect(check(page, 'Usual interval')).toContainText('isn’t expected to send')
})
