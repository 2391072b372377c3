/** The request inspector: every call of the tab, taken elsewhere without a token; and the incident note of a failure. */
import type { Page } from '@playwright/test'
import { removeButton } from './connections'
import { codeOf, larger, rowsOn, spelled } from './provider'
import { expect, test, waitForHydration } from './test'
import { answerWith, billed, newest } from './vehicle'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Request inspector' })
const calls = (page: Page) => panel(page).getByRole('table', { name: 'Requests in this tab' })
const rows = (page: Page) => calls(page).getByRole('rowheader')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('every call, its answer, and the same as text for a shell; no token anywhere', async ({ page, signIn, context }, {
  testId,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto(spelled('/connections?filter[user.externalId]=007'))
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  await expect(panel(page).getByRole('heading', { name: 'Requests in this tab' })).toBeFocused()
  await rows(page).filter({ hasText: 'GET /v3/connections' }).last().getByRole('button').click()
  const detail = panel(page).getByRole('region', { name: 'Request details' })
  await expect(detail).toContainText(spelled('/v3/connections?filter[user.externalId]=007'))
  await detail.getByRole('tab', { name: 'Headers' }).click()
  await expect(detail.getByRole('tabpanel', { name: 'Headers' })).toContainText('request-id')
  await detail.getByRole('tab', { name: 'Response' }).click()
  await detail.getByRole('button', { name: 'Copy as cURL' }).click()
  const curl = await clipboard(page)
  const { hosts } = await (await page.request.get('/config.json')).json()
  expect(curl).toContain(spelled(`'${hosts.vehicle}/v3/connections?filter[user.externalId]=007'`))
  expect(curl).toContain('$ACCESS_TOKEN')
  await expect(detail.getByText('"totalCount"')).toBeVisible()
  const before = await rows(page).count()
  await detail.getByRole('button', { name: 'Send again' }).click()
  await expect(rows(page)).toHaveCount(before + 1)
  expect(
    await page.evaluate(
      () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
    ),
  ).not.toContain(testId)
  // What stands at the foot of the view is not covered.
  await page.getByLabel('Rows per page').selectOption(String(larger))
  await expect(page.getByText(/^1–\d+ of/)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close inspector' }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('filters by host, status, operation and what the answer holds', { tag: '@long' }, async ({ signedIn: page }) => {
  await page.goto('/')
  await expect(page.getByText('Simulated connections')).toBeVisible()
  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('link').first()).toBeVisible()
  await page.goto('/connections/fault-403')
  await expect(page.getByRole('alert')).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByText(/^1–(\d+) of \1$/)).toBeVisible()
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  const filter = panel(page).getByRole('search', { name: 'Filter requests' })
  await filter.getByLabel('Response status').selectOption('4xx')
  await expect(rows(page)).toHaveText(['GET /v3/connections/fault-403'])
  await filter.getByLabel('Response status').selectOption('')
  await filter.getByLabel('Host', { exact: true }).selectOption({ label: 'Management 3' })
  await expect(rows(page)).toHaveText([/^GET \/v3\/webhooks/])
  await filter.getByLabel('Text in the response').fill('nightly ODOMETER')
  await expect(rows(page)).toHaveText([/^GET \/v3\/webhooks/])
  await filter.getByLabel('Text in the response').fill('no such text')
  await expect(rows(page)).toHaveCount(0)
})

test('a billed read asks before it is sent again, a change never is; a VIN is masked until revealed', async ({
  signedIn: page,
}) => {
  const id = await newest(page)
  const sent = billed(page)
  await answerWith(page, { vin: 'WVWZZZ1KZAW000001' })
  await page.goto(`/vehicles/${id}/vin`)
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible()
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  await rows(page).filter({ hasText: '/vin' }).getByRole('button').click()
  const detail = panel(page).getByRole('region', { name: 'Request details' })
  await expect(detail).toContainText('•••••')
  await expect(panel(page)).not.toContainText('WVWZZZ1KZAW000001')
  await detail.getByRole('button', { name: 'Reveal masked values' }).click()
  await expect(detail).toContainText('WVWZZZ1KZAW000001')
  await detail.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(1)
  await detail.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send (1 request)' }).click()
  await expect.poll(() => sent.length).toBe(2)
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  await page.goto('/subscriptions')
  const form = page.getByRole('form', { name: 'New subscription' })
  for (const [label, value] of [
    ['Webhook ID', 'w'],
    ['User ID', 'u'],
    ['Vehicle ID', 'fault-403'],
  ] as const)
    await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Create subscription' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Forbidden' })).toBeVisible()
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  await rows(page).filter({ hasText: 'POST /v3/subscriptions' }).getByRole('button').click()
  await expect(detail).toContainText('Changes can’t be sent again from here.')
  await expect(detail.getByRole('button', { name: 'Send again' })).toHaveCount(0)
})

test('failures that are alike are one line, with how many they are', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-status-500:${testId}`)
  await page.goto('/')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  const filter = panel(page).getByRole('search', { name: 'Filter requests' })
  await filter.getByRole('button', { name: 'Failed' }).click()
  await expect(rows(page)).toHaveCount(2) // of Vehicles and of Management
  const twice = rows(page).filter({ hasText: '×' }).first()
  await expect(twice).toContainText('GET /v3/')
  await twice.getByRole('button').click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
})

test('its edge is dragged or moved by keys, it collapses to a bar, and both stay so over the pages of this tab', async ({
  signedIn: page,
}) => {
  await page.goto('/webhooks')
  await expect(page.getByText(/^1–(\d+) of \1$/)).toBeVisible()
  await expect(panel(page)).toHaveCount(0) // not before it is asked for
  const tool = page.getByRole('button', { name: /^Request inspector/ })
  await tool.click()
  const handle = panel(page).getByRole('separator')
  await expect(handle).toHaveAttribute('aria-valuenow', '46')
  const height = async () => (await panel(page).boundingBox())?.height
  const before = await height()
  const { x = 0, y = 0, width = 0, height: thick = 0 } = (await handle.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + thick / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, 200)
  await page.mouse.up()
  await expect.poll(height).toBeGreaterThan((before ?? 0) + 50)
  await handle.focus()
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuenow', '20')
  await page.keyboard.press('ArrowUp')
  await page.reload()
  await tool.click()
  await expect(handle).toHaveAttribute('aria-valuenow', '25')

  await panel(page)
    .getByRole('button', { name: /^\d+ requests?$/ })
    .click()
  await expect(handle).toHaveCount(0)
  await expect.poll(height).toBe(28)
  await expect(tool).toHaveAttribute('aria-expanded', 'false')
  // What stands at the foot of the view stands above the bar.
  const pager = page.getByRole('navigation', { name: 'Pages' })
  const foot = async () => {
    const box = await pager.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const top = async () => (await panel(page).boundingBox())?.y ?? 0
  await expect.poll(async () => (await foot()) <= (await top()) + 1).toBe(true)
  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^\d+ requests$/ })
    .click()
  await expect(calls(page)).toBeVisible()
  await tool.click()
  await expect(calls(page)).toHaveCount(0)
  await expect(panel(page)).toHaveCount(1)
})

test('a failure can be taken to a ticket as it is', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/connections/fault-403')
  await page.getByRole('alert').getByRole('button', { name: 'Copy incident note' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  const note = await clipboard(page)
  expect(note).toContain('## Forbidden')
  expect(note).toContain(codeOf('FORBIDDEN'))
  expect(note).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)
  expect(note).toContain('/connections/fault-403')
  expect(note).toContain('$ACCESS_TOKEN')
  expect(note).not.toContain('sandbox-e2e')
})

test('a host’s lamp says how its last call went, and leads to its calls', async ({ signedIn: page }) => {
  await page.goto('/connections/fault-500')
  await expect(page.getByRole('alert')).toBeVisible()
  const lamps = page.getByRole('list', { name: 'Hosts' }).getByRole('listitem')
  await expect(lamps.filter({ hasText: 'Vehicles 3' })).toContainText(/Error 500 since \w{3} \d/)
  await expect(lamps.filter({ hasText: 'Management 3' })).toContainText('not called yet')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(lamps.filter({ hasText: 'Management 3' })).toContainText(/OK · [\d.]+ m?s/)
  await page.getByRole('button', { name: /^Vehicles 3 \(show its requests\)/ }).click()
  await expect(rows(page)).toHaveText(['GET /v3/connections/fault-500'])
})

test('what a page and its buttons will ask is seen before it is asked', async ({ signedIn: page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/vehicle-data/') || request.method() === 'DELETE') sent.push(request.url())
  })
  await page.goto('/vehicles/veh-1/vin')
  await page.getByText('Request details: GET /v2.0/vehicles/{id}/vin').click()
  const { hosts } = await (await page.request.get('/config.json')).json()
  await expect(page.getByRole('region', { name: 'Request as cURL' })).toContainText(
    `-X GET '${hosts.vehicleData}/v2.0/vehicles/veh-1/vin'`,
  )
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  const ahead = panel(page).locator('details').filter({ hasText: 'this page can send' }).first()
  await ahead.locator('summary').first().click()
  await expect(ahead).toContainText('/v2.0/vehicles/veh-1/battery/nominal_capacity')
  await ahead.getByText('POST').first().click()
  await expect(ahead.getByRole('region', { name: 'Request body' })).toContainText('/odometer')
  await page.goto(spelled('/connections?filter[vehicle.mode]=live&page[size]=5'))
  await removeButton(page).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Request details: DELETE /v3/connections/{connectionId}').click()
  await expect(dialog.getByRole('region', { name: 'Request as cURL' })).toContainText('-X DELETE')
  await page.keyboard.press('Escape')
  expect(sent).toEqual([])
})

test('a host without a free call: its root is asked, without a token, when the operator wants to know', async ({
  signedIn: page,
}) => {
  await page.goto('/deprecations')
  const lamp = page.getByRole('list', { name: 'Hosts' }).getByRole('listitem').first()
  await expect(lamp).toContainText('not called yet')
  await lamp.getByRole('button', { name: 'Check reachability' }).click()
  await expect(lamp).toContainText(/Reachable · [\d.]+ m?s/)
  // What its line has no room for is told on focus.
  await expect(lamp.locator('data')).toHaveAttribute('title', /Token set in this browser/)
  const button = lamp.getByRole('button', { name: /^Vehicle data/ })
  await button.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(button).toHaveAccessibleDescription(/^Reachable · [\d.]+ m?s; Token set in this browser/)
  await expect(page.getByRole('tooltip')).toContainText('Token set in this browser')
})
