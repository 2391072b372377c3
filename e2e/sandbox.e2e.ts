/** The sandbox as others meet it: every operation through the gateway, and an owner on the hosted capacity flow. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { startGateway } from './gateway'
import { addressesOf } from './own-hosts'

const test = base.extend<{ sandbox: RunningSandbox; back: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  sandbox: async ({}, use) => {
    const sandbox = await startSandbox({ connections: 2500, seed: 1, latencyMs: 0 })
    await use(sandbox)
    await sandbox.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  back: async ({}, use) => {
    const server = createServer((_, res) =>
      res.setHeader('content-type', 'text/html').end('<title>Back</title><p>Thank you'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // listening on TCP
    await use(`http://localhost:${port}/return`)
    server.closeAllConnections()
    server.close()
  },
})

const headers = { authorization: 'Bearer sandbox-e2e-owner', 'content-type': 'application/json' }

interface Row {
  id: string
  attributes: { permissions: string[]; vehicle: { powertrainType: string } }
  relationships: Record<'vehicle' | 'user', { data: { id: string } }>
}

async function rowsOf({ vehicle }: Pick<RunningSandbox, 'vehicle'>, sent: HeadersInit = headers): Promise<Row[]> {
  const response = await fetch(`${vehicle}/v3/connections?page[size]=100`, { headers: sent })
  return (await response.json()).data
}

/** A vehicle whose capacity only its owner knows (case b). */
async function undetermined(sandbox: RunningSandbox) {
  for (const { attributes, relationships } of await rowsOf(sandbox)) {
    if (!attributes.permissions.includes('read_battery')) continue
    const address = `${sandbox.vehicleData}/v2.0/vehicles/${relationships.vehicle.data.id}/battery/nominal_capacity`
    const read = async () => (await fetch(address, { headers })).json()
    const capacity = await read()
    if (capacity.capacity === null) return { id: relationships.vehicle.data.id, url: capacity.url as string, read }
  }
  throw new Error('no vehicle without a capacity among the first hundred')
}

test('an owner picks a capacity: case b becomes case c', async ({ page, sandbox, back }) => {
  const { id, url, read } = await undetermined(sandbox)
  await page.goto(url + encodeURIComponent(back))
  await expect(page.getByRole('heading', { name: 'Which battery does your car have?' })).toBeVisible()
  await page.getByRole('radio').nth(2).check()
  const picked = Number(await page.getByRole('radio').nth(2).getAttribute('value'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveTitle('Back')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    vehicle_id: id,
    selected_capacity: String(picked),
    reason: 'battery_capacity',
  })
  expect(await read()).toMatchObject({ capacity: { nominal: picked, source: 'USER_SELECTED' }, url })
})

for (const [button, error] of [
  ['I don’t know', 'battery_capacity_no_selection'],
  ['Simulate an error', 'server_error'],
] as const) {
  test(`an owner who answers “${button}” comes back with ${error}`, async ({ page, sandbox, back }) => {
    const { url, read } = await undetermined(sandbox)
    await page.goto(url + encodeURIComponent(back))
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveTitle('Back')
    expect(new URL(page.url()).searchParams.get('error')).toBe(error)
    expect((await read()).capacity).toBeNull()
  })
}

test('every operation of the interface answers through the gateway', async ({ sandbox }) => {
  const token = 'sandbox-every-operation'
  const gateway = await startGateway({
    ...addressesOf(sandbox),
    ACCESS_TOKEN: token,
    VEHICLE_DATA_TOKEN: token,
  })
  try {
    const own = { origin: gateway.origin, 'content-type': 'application/json' }
    const ask = (method: string, path: string, body?: object) =>
      fetch(gateway.origin + path, { method, headers: own, ...(body && { body: JSON.stringify(body) }) })
    const rows = await rowsOf({ vehicle: `${gateway.origin}/api/vehicle` }, own)
    const row = rows.find(
      ({ attributes }) => attributes.permissions.length >= 14 && attributes.vehicle.powertrainType === 'BEV',
    )
    const car = row?.relationships.vehicle.data.id ?? ''
    const [hook] = (await (await ask('GET', '/api/management/v3/webhooks?filter[autoSubscribe]=false')).json()).data
    const v2 = `/api/vehicle-data/v2.0/vehicles/${car}`
    const statuses: Record<string, number> = {}
    const note = async (name: string, response: Response | Promise<Response>) => {
      const answered = await response
      statuses[name] = answered.status
      return answered
    }
    for (const path of [
      'battery/nominal_capacity',
      'service/history',
      'diagnostics/dtcs',
      'diagnostics/system_status',
      'vin',
    ]) {
      await note(path, ask('GET', `${v2}/${path}`))
    }
    await note('batch', ask('POST', `${v2}/batch`, { requests: [{ path: '/odometer' }] }))
    await note('connections', ask('GET', '/api/vehicle/v3/connections'))
    await note('connection', ask('GET', `/api/vehicle/v3/connections/${row?.id}`))
    await note('values', ask('GET', `/api/vehicle/v3/vehicles/${car}/signals/closure-doors/values`))
    await note('webhooks', ask('GET', '/api/management/v3/webhooks'))
    await note('webhook', ask('GET', `/api/management/v3/webhooks/${hook.id}`))
    const attributes = { webhookId: hook.id, userId: row?.relationships.user.data.id, vehicleId: car }
    await note('create', ask('POST', '/api/management/v3/subscriptions', { data: { attributes } }))
    const directly = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const again = await fetch(`${sandbox.management}/v3/subscriptions`, {
      method: 'POST',
      headers: directly,
      body: JSON.stringify({ data: { attributes: { ...attributes, webhookId: hook.id } } }),
    })
    expect(again.status).toBe(202)
    await note('subscription', ask('GET', '/api/management/v3/subscriptions/unknown'))
    await note('remove subscription', ask('DELETE', '/api/management/v3/subscriptions/unknown'))
    await note('remove connection', ask('DELETE', `/api/vehicle/v3/connections/${rows[40]?.id}`))
    await note('remove user', ask('DELETE', `/api/vehicle/v3/users/${row?.relationships.user.data.id}`))
    expect(statuses).toEqual({
      'battery/nominal_capacity': 200,
      'service/history': 200,
      'diagnostics/dtcs': 200,
      'diagnostics/system_status': 200,
      vin: 200,
      batch: 200,
      connections: 200,
      connection: 200,
      values: 200,
      webhooks: 200,
      webhook: 200,
      create: 202,
      subscription: 404,
      'remove subscription': 404,
      'remove connection': 204,
      'remove user': 204,
    })
  } finally {
    await gateway.stop()
  }
})
