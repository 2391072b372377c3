/** Deliveries: they appear by themselves, move nothing that is in use, say what changed and why one was refused, and spend nothing. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { removeButton } from './connections'
import { receiverAt, receiverPath } from './receiver'
import { expect, test, waitForHydration } from './test'

const SECRET = 'management-token-of-the-test'
test.use({
  env: {
    ...{ SANDBOX_CONNECTIONS: '300', RECEIVER_SECRET: SECRET },
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  },
})

interface Listed {
  id: number
  kind: string
  vehicleId: string | null
  webhookId: string | null
  flags: string[]
}

const own = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
/** Has the sandbox deliver. */
async function deliver(page: Page, order: object): Promise<void> {
  const response = await page.request.post('/simulator', { headers: own, data: order })
  expect(response.status(), await response.text()).toBe(200)
}
async function listed(page: Page, query: string): Promise<Listed[]> {
  const response = await page.request.get(`/deliveries.json?limit=50&${query}`, { headers: own })
  return (await response.json()).rows
}
const table = (page: Page) => page.getByRole('table', { name: 'Deliveries' })
const rows = (page: Page) => table(page).locator('tbody tr')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Of a vehicle that delivers for the first time: its newest two. */
async function twoOfOne(page: Page): Promise<readonly [newer: Listed, older: Listed]> {
  await deliver(page, { count: 1 })
  const [first] = await listed(page, 'kind=state')
  if (!first?.vehicleId) throw new Error('Nothing was delivered.')
  await deliver(page, { count: 1, vehicleId: first.vehicleId })
  const [newer, older] = await listed(page, `kind=state&vehicle=${first.vehicleId}`)
  if (!newer || !older) throw new Error('A delivery is missing.')
  return [newer, older]
}

test.beforeEach(async ({ page }) => {
  // The store is opened behind the server's first page.
  const status = async () => (await page.request.get('/deliveries.json', { headers: own })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
})

test('what arrives is shown at once, and moves nothing that is scrolled to, selected or in focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await deliver(page, { count: 30, perSecond: 100 })
  await page.goto('/deliveries?kind=state')
  await expect(rows(page).nth(20)).toBeVisible()
  const top = rows(page).first()
  const before = await top.textContent()
  await deliver(page, { count: 1 })
  await expect(top).not.toHaveText(before ?? '')

  const fresh = page.getByRole('button', { name: /^Show \d+ new/ })
  const held: Record<string, () => Promise<unknown>> = {
    focus: () => rows(page).nth(3).getByRole('link').first().focus(),
    selection: () => rows(page).nth(3).getByText('Vehicle state').selectText(),
    scroll: () => rows(page).nth(20).scrollIntoViewIfNeeded(),
  }
  const letGo: Record<string, () => Promise<unknown>> = {
    focus: () => fresh.click(),
    selection: () => page.evaluate(() => getSelection()?.removeAllRanges()),
    scroll: () => page.evaluate(() => scrollTo(0, 0)),
  }
  for (const [how, hold] of Object.entries(held)) {
    await hold()
    const [text, box] = [await top.textContent(), await rows(page).nth(3).boundingBox()]
    const above = Number((await top.getByRole('link').first().getAttribute('href'))?.split('/').at(-1))
    await deliver(page, { count: 2 })
    // The sandbox delivers by itself, too: as many as have come by now.
    const came = async () => (await listed(page, 'kind=state')).filter(({ id }) => id > above).length
    await expect.poll(async () => (await fresh.allTextContents()).includes(`${await came()} new`), how).toBe(true)
    expect([await top.textContent(), await rows(page).nth(3).boundingBox()], how).toEqual([text, box])
    await letGo[how]?.()
    await expect(top, how).not.toHaveText(text ?? '')
    await expect(fresh).toHaveCount(0)
  }

  await page.getByRole('switch', { name: 'Live' }).uncheck()
  await expect(page).toHaveURL(/live=off/)
  const still = await top.textContent()
  await deliver(page, { count: 1 })
  const known = (await listed(page, 'kind=state'))[0]
  expect(await top.getByRole('link').first().getAttribute('href')).not.toBe(`/deliveries/${known?.id}`)
  expect(await top.textContent()).toBe(still)
  await page.getByRole('button', { name: 'Refresh' }).click()
  // The sandbox may have delivered another one since.
  const topId = async () => Number((await top.getByRole('link').first().getAttribute('href'))?.split('/').at(-1))
  await expect.poll(topId).toBeGreaterThanOrEqual(known?.id ?? Number.NaN)
})

test('the simulator’s address is shown without the name that keeps others out', async ({ page }) => {
  const response = await page.request.get('/simulator', { headers: own })
  expect((await response.json()).callback).toMatch(/\/deliveries\/[\w-]{4}…$/)
})

test('filters and groups stand in the address, and lead back', async ({ page }) => {
  const [{ vehicleId }] = await twoOfOne(page)
  await deliver(page, { fault: 'test', count: 1 })
  await page.goto('/deliveries')
  const filters = page.getByRole('search', { name: 'Filter deliveries' })
  await filters.getByLabel('Vehicle ID').fill(vehicleId ?? '')
  await filters.getByLabel('Vehicle ID').press('Enter')
  await expect(page).toHaveURL(new RegExp(`vehicle=${vehicleId}`))
  await expect(rows(page).first()).toContainText('Vehicle state')
  await filters.getByLabel('Note').selectOption('Test')
  await expect(page.getByText(/^No delivery matches Vehicle ID “.*” and Note “Test”/)).toBeVisible()
  await page.getByRole('link', { name: 'Clear 2 filters' }).click()
  await filters.getByLabel('Note').selectOption('Test')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Accepted · Test')
  await page.goBack()
  await filters.getByLabel('Group by').selectOption('Vehicle')
  await expect(page).toHaveURL(/group=vehicle/)
  await expect(page.getByRole('heading', { level: 2, name: /^Without one \(\d+\)$/ })).toBeVisible()
  await page.goto('/deliveries?limit=25&before=3')
  await expect(page.getByRole('switch', { name: 'Live' })).toBeDisabled()
  await onceInEachScheme(page)
})

test('one says what changed, how long it took, and its body as it came', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [newer, older] = await twoOfOne(page)
  await page.goto(`/deliveries/${newer.id}`)
  await expect(region(page, 'What changed').getByRole('link')).toHaveAttribute('href', `/deliveries/${older.id}`)
  const changed = page.getByRole('table', { name: 'What changed' })
  await expect(changed.getByRole('cell', { name: 'Changed', exact: true }).first()).toBeVisible()
  await expect(changed).not.toContainText('Unchanged')
  await region(page, 'What changed')
    .getByRole('button', { name: /^Show \d+ unchanged/ })
    .click()
  await expect(changed.getByRole('row').filter({ hasText: 'Unchanged' }).first()).toBeVisible()
  await expect(changed.getByRole('row').filter({ hasText: 'location-preciselocation' })).toContainText('Masked')
  await expect(page.getByRole('table', { name: 'Times' }).getByRole('row')).toHaveCount(5)
  await expect(page.getByRole('table', { name: 'Attempts' }).getByRole('row').nth(1)).toContainText('200')
  await page.getByRole('button', { name: 'Show body' }).click()
  await expect(page.getByText('"VEHICLE_STATE"')).toBeVisible()
  await page.getByRole('button', { name: 'Copy Copy as fixture' }).click()
  const fixture = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(fixture).eventType).toBe('VEHICLE_STATE')
  expect(fixture).not.toContain(newer.vehicleId)
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await onceInEachScheme(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/deliveries/999999')
  await expect(page.getByRole('heading', { name: 'No such delivery' })).toBeVisible()
})

test('a delivery arrives by itself, opens in one click, and its vehicle shows the value, with nothing read', async ({
  page,
}) => {
  const billed: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/vehicle-data') || path.includes('/signals/')) billed.push(path)
  })
  const live = await page.request.get('/api/vehicle/v3/connections?filter[vehicle.mode]=live&page[size]=100', {
    headers: own,
  })
  const vehicleId = (await live.json()).data.at(-1).relationships.vehicle.data.id // not delivered before: all its values are new
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deliveries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Deliveries/ })).toBeVisible()
  await deliver(page, { count: 1, vehicleId })
  const [first] = await listed(page, `kind=state&vehicle=${vehicleId}`)
  await table(page).locator(`a[href="/deliveries/${first?.id}"]`).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Vehicle state/ })).toBeVisible()
  const values = page.getByRole('table', { name: /^(Values|What changed)$/ })
  const said = values.getByRole('row').filter({ hasText: 'odometer-traveleddistance' })
  const odometer = /[\d,.]+ km/.exec((await said.textContent()) ?? '')?.[0] ?? 'none'
  const vehicle = page.getByRole('main').locator('a[href^="/vehicles/"]').first()
  // A server that has just started may not have listed the sandbox's webhook yet, and values of an unknown one wait for
  // that. This test is not the first, so that it doesn't wait.
  const path = `/last-values/${vehicleId}.json`
  const valueCount = async () => (await (await page.request.get(path, { headers: own })).json()).values.length
  await expect.poll(valueCount, { timeout: 15_000 }).toBeGreaterThan(0)
  await vehicle.click()
  const last = page.getByRole('table', { name: 'Last known values' }).getByRole('row').filter({ hasText: 'Odometer' })
  await expect(last).toContainText(odometer)
  await expect(page.getByText('0 requests sent to this vehicle')).toBeVisible()
  await page.goto('/webhooks?page[size]=100')
  await page.getByRole('main').getByRole('link', { name: 'Forecourt' }).first().click()
  await expect(region(page, 'Deliveries')).toContainText('Last delivery')
  expect(billed).toEqual([])
})

test('a refused one is explained: what was done to it on its way, or whose token signed it', async ({ page }) => {
  for (const fault of ['bad-signature', 'reserialized', 'no-signature']) await deliver(page, { fault, count: 1 })
  await page.goto('/deliveries')
  const refused = page.getByRole('table', { name: 'Refused requests' })
  await expect(refused.locator('tbody tr').nth(2)).toBeVisible()
  const verdicts = ['The request has no signature', 'The body was altered on the way', 'Signed with another token']
  for (const [nth, verdict] of verdicts.entries()) {
    await refused.locator('tbody tr').nth(nth).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: 'Why it was refused' })
    await expect(panel.getByText(verdict)).toBeVisible()
    if (nth === 1) {
      await expect(panel.getByText('Current token, with its JSON written without spaces')).toBeVisible()
      await onceInEachScheme(page)
    }
    await panel.getByRole('button', { name: 'Close' }).click()
  }
})

test('whatever a body holds is text: hostile, of 500 signals, no JSON, removed since', async ({ page }) => {
  const [{ vehicleId }] = await twoOfOne(page)
  for (const fault of ['hostile', 'not-json', 'unknown-event', 'version-2']) await deliver(page, { fault, count: 1 })
  const all = await listed(page, '')
  await page.goto('/deliveries')
  await expect(rows(page).filter({ hasText: 'Couldn’t be read' }).first()).toBeVisible()
  for (const { id, kind, flags } of all.filter(({ kind, flags }) => kind !== 'state' || flags.length > 0)) {
    await page.goto(`/deliveries/${id}`)
    await expect(page.getByRole('heading', { name: 'Attempts' }), `${kind} ${flags.join()}`).toBeVisible()
    const body = page.getByRole('button', { name: 'Show body' })
    if (await body.isVisible()) await body.click()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1280, height: 700 })
  }
  const of = `/api/vehicle/v3/connections?filter[vehicleId]=${vehicleId}`
  const known = async () => (await (await page.request.get('/team/directory', { headers: own })).json()).asOf
  await expect.poll(known).not.toBeNull()
  const [connection] = (await (await page.request.get(of, { headers: own })).json()).data
  await page.goto(`/connections/${connection.id}`)
  await removeButton(page).first().click()
  const question = page.getByRole('dialog')
  await expect(
    question.getByText(/also erases what webhooks delivered: [2-9] deliveries and 8 last known/),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Remove connection' }).click()
  await expect.poll(async () => (await listed(page, `vehicle=${vehicleId}`)).length).toBe(0)
  await page.goto(`/deliveries?vehicle=${vehicleId}`)
  await expect(page.getByText(/^No delivery matches/)).toBeVisible()
})

test('one of 500 signals and more than 50 KB is shown in parts, and all of it on a click', { tag: '@long' }, async ({
  page,
  gateway,
}) => {
  const signals = Array.from({ length: 500 }, (_, nth) => ({
    ...{ code: `group-signal${nth}`, name: `Signal${nth}`, group: 'Group', status: { value: 'SUCCESS' } },
    ...{ body: { value: nth, unit: 'km' }, meta: { oemUpdatedAt: Date.now() - 60_000 } },
  }))
  const about = { user: { id: 'user-of-many' }, vehicle: { id: 'vehicle-of-many', make: 'Make', model: 'Model' } }
  await deliver(page, { count: 1 })
  const { webhookId } = (await listed(page, 'kind=state'))[0] ?? {}
  const meta = { version: '4.0', webhookId, deliveredAt: Date.now(), mode: 'LIVE' }
  const event = { eventId: randomUUID(), eventType: 'VEHICLE_STATE', data: { ...about, signals }, triggers: [], meta }
  const body = JSON.stringify(event)
  expect(body.length).toBeGreaterThan(50_000)
  const address = receiverAt(gateway.output(), await receiverPath(page))
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  const sent = await fetch(address, { method: 'POST', body, headers: { 'sb-signature': signature } })
  expect(sent.status).toBe(200)
  await page.goto('/deliveries?vehicle=vehicle-of-many')
  await expect(rows(page).first().getByRole('cell', { name: '500', exact: true })).toBeVisible()
  await rows(page).first().getByRole('link').first().click()
  const values = page.getByRole('table', { name: 'Values' })
  await expect(values.locator('tbody tr')).toHaveCount(50)
  await onceInEachScheme(page)
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.getByRole('button', { name: 'Show all 500' }).click()
  await expect(values.locator('tbody tr')).toHaveCount(500)
  await page.getByRole('button', { name: 'Show body' }).click()
  await expect(page.getByText('"group-signal0"')).toBeVisible()
  // Values are stored after the delivery is acknowledged.
  await expect
    .poll(async () => {
      const response = await page.request.get('/last-values/vehicle-of-many.json', { headers: own })
      return (await response.json()).values.length
    })
    .toBe(500)
  await page.goto('/vehicles/vehicle-of-many')
  const last = page.getByRole('table', { name: 'Last known values' })
  await expect(last.locator('tbody tr')).toHaveCount(50)
  await page.getByRole('button', { name: 'Show all 500' }).click()
  await expect(last.locator('tbody tr')).toHaveCount(500)
})

test('the keyboard alone goes from anywhere to what a delivery changed, and back', async ({ page }) => {
  const [newer] = await twoOfOne(page)
  await page.goto('/')
  await waitForHydration(page)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { level: 1, name: /^Deliveries/ })).toBeFocused()
  const address = `/deliveries/${newer.id}`
  await expect(page.locator(`main a[href="${address}"]`)).toBeVisible()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  for (let at = await focused(); at !== address; at = await focused()) {
    await page.keyboard.press('j')
    await expect.poll(focused).not.toBe(at)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Vehicle state/ })).toBeFocused()
  const show = page.getByRole('button', { name: /^Show \d+ unchanged/ })
  for (let tabs = 0; tabs < 40 && !(await show.evaluate((one) => one === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name: 'Unchanged', exact: true }).first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { level: 1, name: /^Deliveries/ })).toBeVisible()
})
