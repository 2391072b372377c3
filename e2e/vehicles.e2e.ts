/** Vehicles: derived from connections, found by what people say, and what each connection allows. */

import type { Page } from '@playwright/test'
import { notice } from './connections'
import { spelled } from './provider'
import { watchShifts } from './shifts'
import { askedByBrowser, expect, ofServer, queryOf, test, waitForHydration } from './test'
import { answerWith, billed, newest, openModestVehicle, own } from './vehicle'

test.use(askedByBrowser)

const rows = (page: Page) => page.getByRole('table', { name: 'Vehicles' }).getByRole('row')

test('filters stand in the address and survive Back, reload and sharing', async ({ signedIn: page }) => {
  await page.goto('/vehicles')
  await expect(rows(page)).toHaveCount(26)
  await page.getByLabel('Make').selectOption('Tesla')
  await expect.poll(() => queryOf(page)).toBe('make=Tesla')
  await expect(rows(page).nth(1)).toContainText('Tesla')
  const teslas = await rows(page).count()
  await page.getByLabel('Mode').selectOption('live')
  await expect.poll(() => queryOf(page)).toBe('make=Tesla&mode=live')
  await expect.poll(() => rows(page).count()).toBeLessThan(teslas)
  await page.getByLabel('Search').fill('model y')
  await expect.poll(() => queryOf(page)).toBe('make=Tesla&mode=live&q=model y')
  await expect(rows(page).filter({ hasText: 'Model 3' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Make')).toHaveValue('Tesla')
  await expect(page.getByLabel('Search')).toHaveValue('model y')
  await page.goBack()
  await expect(page.getByLabel('Search')).toHaveValue('')
  await expect(rows(page).filter({ hasText: 'Model 3' })).not.toHaveCount(0)
  await page.getByRole('link', { name: /Clear filter.*Make/ }).click()
  await expect.poll(() => queryOf(page)).toBe('mode=live')
})

test('a vehicle is found by its id and by its user’s external id, at once', async ({ signedIn: page }) => {
  await page.goto('/vehicles?q=123456789012345678')
  await expect(page.getByText('The API’s filter found 12 vehicles')).toBeVisible()
  await expect(rows(page)).toHaveCount(13)
  const vehicleId = (await rows(page).nth(1).getByRole('link').first().getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.getByLabel('Search').fill(vehicleId)
  await expect(page.getByText('The API’s filter found 1 vehicle')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await rows(page)
    .nth(1)
    .getByRole('link', { name: /connections? of this vehicle/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connections \d+$/)
  expect(queryOf(page)).toBe(spelled(`filter[vehicleId]=${vehicleId}`))
})

test('one vehicle: who is connected, and what each connection allows, without a billed read', async ({
  signedIn: page,
}) => {
  const billed: string[] = []
  page.on('request', (request) => {
    if (/\/api\/vehicle-data\/|\/signals\//.test(request.url())) billed.push(request.url())
  })
  await openModestVehicle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renault Zoe 2020 · BEV')
  const connections = page.getByRole('table', { name: 'Connections' })
  await expect(connections.getByRole('row')).toHaveCount(2)
  await expect(connections).toContainText('harbor-fleet-7')
  await expect(page).toHaveTitle('Renault Zoe · Forecourt')
  const summary = page.getByRole('region', { name: 'Permissions' })
  await expect(summary.getByText(/^\d+ of 18 granted$/)).toBeVisible()
  await expect(summary.getByRole('list', { name: 'Not granted' })).toContainText('read_vin')
  await summary.getByRole('button', { name: 'Show all' }).click()
  const view = page.getByRole('dialog', { name: 'Permissions' }).getByRole('table', { name: 'Permissions' })
  await expect(view.getByRole('columnheader', { name: 'Connection of user harbor-fleet-7', exact: true })).toBeVisible()
  await expect(view.getByRole('rowheader', { name: 'Version 3 signals' })).toBeVisible()
  await expect(view.getByRole('row').filter({ hasText: '/permissions' })).toHaveText(/None required$/)
  await expect(view.getByRole('row', { name: /^Odometer \/odometer/ })).toContainText('Granted')
  await expect(view.getByRole('row', { name: /^VIN \/vin/ })).toContainText('Not granted')
  await expect(view.getByRole('row', { name: /^VIN \/vin/ })).toContainText('read_vin')
  await expect(view.getByRole('row', { name: /^Battery capacity \/battery\/nominal_capacity/ })).toContainText(
    'Not granted',
  )
  await view.getByText('23 signals').click()
  await expect(view.getByText('diagnostics-dtclist')).toBeVisible()
  expect(billed).toEqual([])
})

test('a vehicle that nobody is connected to, and one that cannot be read', async ({ signedIn: page }) => {
  await page.goto('/vehicles/nothing-of-the-kind')
  await expect(page.getByText('The API lists no connection of this vehicle')).toBeVisible()
  await page.goto('/vehicles/fault-403')
  await expect(page.getByRole('alert')).toContainText('Forbidden')
})

test('what was not there, or not counted, a moment ago is asked for again on the page', async ({ signedIn: page }) => {
  const id = await newest(page)
  const connections = page.getByRole('table', { name: 'Connections' })
  const simulated = /\/v3\/connections\?.*simulated/
  const all = /\/v3\/connections\?/
  const empty = { data: [], meta: { totalCount: 0 } }
  await page.route(all, (route) => route.fulfill({ json: empty }))
  await page.goto(`/vehicles/${id}`)
  await expect(page.getByText('The API lists no connection of this vehicle')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Read odometer/ })).toBeEnabled()
  await page.unroute(all)
  await page.route(simulated, (route) => route.fulfill({ json: { data: [7] } }))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(connections.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('simulated ones could not be counted')).toBeVisible()
  await page.unroute(simulated)
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('could not be counted')).toHaveCount(0)
})

test('tiles: one click, one request each, age and unit in place', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = billed(page)
  await page.goto(`/vehicles/${id}`)
  const quick = page.getByRole('region', { name: 'Latest readings' })
  await expect(quick.getByText('Not read yet')).toHaveCount(4)
  expect(sent).toEqual([])
  await quick.getByRole('button', { name: 'Read odometer (1 request)' }).click()
  await expect(quick.getByText(/[\d,.]+ km/)).toBeVisible()
  const odometer = quick.getByRole('listitem').filter({ hasText: 'Odometer' })
  await expect(odometer.getByText(/^(Stale · )?\d+(m|h|d|mo) ago \w{3} \d/)).toBeVisible()
  await quick.getByRole('button', { name: 'Read location (1 request)' }).click()
  await expect(quick.getByText(/\d+\.\d+, \d+\.\d+/)).toBeVisible()
  expect(sent).toEqual([
    `POST /api/vehicle-data/v2.0/vehicles/${id}/batch`,
    `POST /api/vehicle-data/v2.0/vehicles/${id}/batch`,
  ])
  await expect(quick.getByText('2 requests sent to this vehicle from this tab.')).toBeVisible()
  // An item or a whole batch that is asleep is a state; an item that is an error is shown as one, though the whole is a 200.
  const asleep = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'zzz' }
  await answerWith(page, {
    responses: [{ path: '/fuel', code: 409, body: asleep }],
  })
  await quick.getByText('More reads').click() // the fuel of an electric car
  await quick.getByRole('button', { name: 'Read fuel (1 request)' }).click()
  const state = quick.getByRole('status').filter({ hasText: 'Nothing is wrong with it' })
  await expect(state).toContainText('zzz')
  await answerWith(page, { responses: [{ path: '/fuel', code: 500, body: { type: 'SERVER', code: 'INTERNAL' } }] })
  await state.getByRole('button', { name: 'Retry (1 request)' }).click()
  await expect(quick.getByRole('alert')).toContainText('INTERNAL')
  await expect(state).toHaveCount(0)
  await answerWith(page, asleep, { status: 409, headers: { 'retry-after': '60' } })
  await quick.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(state).toContainText('wait 60 seconds')
  await expect(quick.getByRole('alert')).toHaveCount(0)
  await answerWith(page, {
    responses: [
      {
        path: '/fuel',
        code: 200,
        body: { percentRemaining: 0, range: null },
        headers: { 'sb-unit-system': 'imperial' },
      },
    ],
  })
  await quick.getByRole('button', { name: 'Read again fuel' }).click()
  const fuel = quick.getByRole('listitem').filter({ hasText: 'Fuel' })
  await expect(fuel.getByText('0%', { exact: true })).toBeVisible()
  await expect(fuel.getByText('Range Not reported')).toBeVisible()
  await answerWith(page, { responses: [] })
  await quick.getByRole('button', { name: 'Read again fuel' }).click()
  await expect(quick.getByText('The response has no item for /fuel.')).toBeVisible()
})

test(
  'a tile that takes its time shows it, and can be cancelled',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-slow-20000:${testId}`)
    await page.route('**/api/vehicle/v3/**', (route) => route.fulfill({ status: 404, headers: ofServer, body: '{}' }))
    await page.goto('/vehicles/any')
    const quick = page.getByRole('region', { name: 'Latest readings' })
    const read = quick.getByRole('button', { name: 'Read odometer (1 request)' })
    await read.click()
    await expect(quick.getByText(/^\d+ s$/)).toBeVisible()
    await expect(quick.getByText('of at most 180 s')).toBeVisible()
    await quick.getByRole('button', { name: 'Cancel reading odometer' }).click()
    await expect(quick.getByText('Canceled. The request may still be counted.')).toBeVisible()
    await expect(read).toBeEnabled()
  },
)

test('a tile without a token is disabled, with the reason', async ({ page, serve }) => {
  const nobody = 'http://127.0.0.1:9'
  const gateway = await serve({ VEHICLE_DATA_URL: nobody, VEHICLE_URL: nobody, MANAGEMENT_URL: nobody })
  await page.route('**/api/**', (route) => route.fulfill({ status: 404, headers: ofServer, body: '{}' }))
  await page.goto(`${gateway.origin}/vehicles/any`)
  const quick = page.getByRole('region', { name: 'Latest readings' })
  const read = quick.getByRole('button', { name: 'Read odometer (1 request)' })
  await expect(read).toBeDisabled()
  await expect(read).toHaveAccessibleDescription(/^No v2.0 token is set/)
  await waitForHydration(page)
  await read.focus()
  await expect(read).toBeFocused()
  await expect(quick.getByRole('status').filter({ hasText: 'No v2.0 token is set' })).toBeVisible()
})

test('all tiles are one batch that says its price; the menu leads to a batch of all that is granted', async ({
  signedIn: page,
}) => {
  const id = await newest(page)
  const sent = billed(page)
  await page.goto(`/vehicles/${id}`)
  const quick = page.getByRole('region', { name: 'Latest readings' })
  await quick.getByRole('button', { name: 'Read all tiles (4 requests)' }).click()
  await expect(quick.getByRole('button', { name: /^Read again / })).toHaveCount(4)
  expect(sent).toHaveLength(1)
  await expect(quick.getByText('4 requests sent to this vehicle from this tab.')).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  const batch = page.getByRole('link', { name: /^Batch of all granted reads/ })
  await more.click()
  await expect(batch).toBeVisible()
  await page.mouse.click(1, 1) // beside it, whatever is there
  await expect(batch).toBeHidden()
  await more.click()
  await batch.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Batch: /)
  expect(queryOf(page)).toContain('path=/odometer')
  expect(sent).toHaveLength(1)
})

test('a subscription that was created is in the history on the vehicle’s page', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}`)
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  await expect(webhooks.getByText('0 subscriptions of this vehicle')).toBeVisible()
  await webhooks.getByRole('link', { name: 'Subscribe to a webhook' }).click()
  await expect(page.getByLabel('Vehicle ID')).toHaveValue(id)
  await expect(page.getByLabel('User ID')).not.toHaveValue('')
  const listed = await page.request.get('/api/management/v3/webhooks', { headers: own })
  await page.getByLabel('Webhook ID').fill((await listed.json()).data[0].id)
  await page.getByRole('button', { name: 'Create subscription' }).click()
  await expect(notice(page, /accepted/i)).toBeVisible()
  await page.goto(`/vehicles/${id}`)
  await expect(webhooks.getByRole('table', { name: 'Known subscriptions' }).getByRole('row')).toHaveCount(2)
})

/** A car with so many connections, each of another user. */
async function withConnections(page: Page, count: number) {
  await page.route(/\/v3\/connections\?/, async (route) => {
    const isLive = !route.request().url().includes('simulated')
    const answer = await route.fetch()
    const { data, ...others } = await answer.json()
    const rows = Array.from({ length: isLive ? count : 0 }, (_, at) => ({
      ...data[0],
      id: `${data[0].id.slice(0, -2)}${at + 10}`,
      attributes: {
        ...data[0].attributes,
        permissions: data[0].attributes.permissions.slice(at),
        user: { externalId: `customer-${at}` },
      },
    }))
    await route.fulfill({ json: { ...others, data: rows, meta: { ...others.meta, totalCount: rows.length } } })
  })
}

test('the page of a car with three connections is at most 1,000 px high, and nothing moves while it loads', async ({
  signedIn: page,
}) => {
  const id = await newest(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const moved = await watchShifts(page)
  await withConnections(page, 3)
  const isLastThere = page.waitForResponse(/\/vehicle-token-/)
  await page.route(/\/vehicle-webhooks-.*\.js/, async (route) => {
    await isLastThere // what comes before it could be pushed down
    await route.continue()
  })
  await page.goto(`/vehicles/${id}`)
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Permissions' }).getByText(/of 18 granted/)).toHaveCount(3)
  await expect(page.getByText('0 subscriptions of this vehicle')).toBeVisible()
  await expect(page.getByLabel('Token for this vehicle')).toBeVisible()
  await page.waitForLoadState('networkidle') // what comes last may move what stands, and nothing on the page names it
  expect((await moved()).inMain).toEqual([])
  const main = page.getByRole('main')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(1000)
  await expect(main.getByRole('button', { name: /^Read / })).toHaveCount(5)
})
