/** The batch builder: many reads in one request, every answer on its own terms. */
import type { Locator, Page } from '@playwright/test'
import { version2Words } from './provider'
import { saved } from './saved'
import { expect, test, waitForHydration } from './test'
import { answerWith, batches, billed, newest } from './vehicle'

const send = (page: Page) => page.getByRole('button', { name: 'Send batch' })
const responses = (page: Page) => page.getByRole('table', { name: 'Responses' })
const requests = (page: Page) => page.getByRole('group', { name: 'Requests' })
const toSend = (page: Page) => page.getByRole('table', { name: 'Requests to send' })
const rowOf = (table: Locator, path: string) =>
  table.getByRole('row').filter({ has: table.page().getByRole('rowheader').getByText(path, { exact: true }) })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** What a click on a path opens below its row. */
const detailsOf = async (page: Page, path: string) => {
  const toggle = responses(page).getByRole('rowheader').getByRole('button', { name: path, exact: true })
  await toggle.click()
  return page.locator(`[id="${await toggle.getAttribute('aria-controls')}"]`)
}
const pathsOf = (page: Page) => new URL(page.url()).searchParams.getAll('path')

test('a shared address opens the same batch in another tab and sends nothing by itself', async ({
  signedIn: page,
  context,
}) => {
  const id = await newest(page)
  const sent = billed(page)
  const query = '?path=/odometer&path=/vin&path=/service/history%3Fstart_date%3D2026-01-01'
  await page.goto(`/vehicles/${id}/batch${query}`)
  await expect(page.getByText("3 paths = 3 of this vehicle's requests")).toBeVisible()
  await expect(requests(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(toSend(page).getByRole('rowheader')).toHaveText([/^\/odometer/, /^\/vin/, /^\/service\/history\?start/])
  const other = await context.newPage()
  const sentThere = billed(other)
  await other.goto(page.url())
  await expect(toSend(other).getByRole('rowheader')).toHaveText([/^\/odometer/, /^\/vin/, /^\/service\/history\?start/])
  await other.reload()
  await expect(send(other)).toBeEnabled()
  await expect(responses(other)).toHaveCount(0)
  expect([...sent, ...sentThere]).toEqual([])
})

test('an address is mended: duplicates merge, what cannot be sent is dropped', async ({ signedIn: page }) => {
  await page.goto('/vehicles/any/batch?path=fuel&path=/fuel/&path=..&path=https://x.example/&path=/vin&q=1')
  await expect(page.getByText('2 paths = 2 of')).toBeVisible()
  await expect.poll(() => new URL(page.url()).search).toBe('?path=/fuel&path=/vin')
  await page.goto('/vehicles/any/batch?path=')
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('chosen, added, moved, taken out: the address follows, and Back restores it', async ({ signedIn: page }) => {
  const sent = billed(page)
  await page.goto('/vehicles/any/batch')
  await expect(send(page)).toBeDisabled()
  await requests(page).getByRole('checkbox', { name: 'Odometer' }).check()
  await requests(page).getByRole('checkbox', { name: 'Fuel' }).check()
  await expect.poll(() => pathsOf(page)).toEqual(['/odometer', '/fuel'])
  const add = page.getByRole('textbox', { name: 'Add a path' })
  await add.fill('/tesla/speedometer odometer')
  await add.press('Enter')
  await expect(page.getByText('/odometer is already in the batch.')).toBeVisible()
  await expect.poll(() => pathsOf(page)).toEqual(['/odometer', '/fuel', '/tesla/speedometer'])
  await expect(add).toHaveValue('')
  for (const [text, problem] of [
    ['https://elsewhere.example/x', 'without a host'],
    ['/../users', 'can’t contain “.” or “..” segments'],
    ['/%2e%2e/users', 'can’t contain “.” or “..” segments'],
    ['/a?b?c', 'one “?”'],
  ] as const) {
    await add.fill(text)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText(problem)).toBeVisible()
    await expect(add).toHaveValue(text) // nothing typed is lost
  }
  await page.getByRole('button', { name: 'Move /fuel up' }).press('Enter')
  await expect.poll(() => pathsOf(page)).toEqual(['/fuel', '/odometer', '/tesla/speedometer'])
  await expect(page.getByRole('button', { name: 'Move /fuel down' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move /fuel down' })).toBeFocused()
  await expect.poll(() => pathsOf(page)).toEqual(['/odometer', '/fuel', '/tesla/speedometer'])
  await page.getByRole('button', { name: 'Remove /odometer' }).click()
  await expect.poll(() => pathsOf(page)).toEqual(['/fuel', '/tesla/speedometer'])
  await expect(requests(page).getByRole('checkbox', { name: 'Odometer' })).not.toBeChecked()
  await page.goBack()
  await expect(requests(page).getByRole('checkbox', { name: 'Odometer' })).toBeChecked()
  await page.getByRole('button', { name: 'Clear all 3 paths' }).click()
  await expect(page.getByText('No reads selected yet.')).toBeVisible()
  await expect(page.getByText('Nothing selected')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('presets: some are known, own ones stay, and are forgotten', async ({ signedIn: page }) => {
  await page.goto('/vehicles/any/batch')
  await page.getByRole('group', { name: 'Presets' }).getByRole('button', { name: 'Electric' }).click()
  await expect.poll(() => pathsOf(page)).toEqual(['/battery', '/charge', '/charge/limit', '/odometer'])
  await page.getByText('Save these 4 paths').click()
  await page.getByRole('textbox', { name: 'Preset name' }).fill('My four')
  await page.getByRole('button', { name: 'Save preset' }).click()
  await page.goto('/vehicles/another/batch')
  await page.getByRole('button', { name: 'My four', exact: true }).click()
  await expect(page.getByText('4 paths = 4 of')).toBeVisible()
  await page.getByRole('button', { name: 'Delete preset My four' }).click()
  await expect(page.getByRole('button', { name: 'My four', exact: true })).toHaveCount(0)
})

test('what will be sent is seen before: body, cURL, permissions, dates; then it is exactly that', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const id = await newest(page)
  const sent = batches(page)
  await page.goto(`/vehicles/${id}/batch?path=/odometer&path=/diagnostics/system_status`)
  await expect(requests(page).getByText('Granted', { exact: true })).toHaveCount(16) // and one that needs none
  await expect(page.getByText(/^Deprecated/)).toHaveCount(1) // once for the whole batch
  await expect(page.getByText('1 of 2, the others later.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain(`/v2.0/vehicles/${id}/batch'`)
  expect(curl).toContain('"Authorization: Bearer $ACCESS_TOKEN"')
  expect(curl).not.toContain('sandbox-e2e')
  const shown = await page.getByRole('region', { name: 'Request body' }).innerText()
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/batch'))
  await send(page).click()
  expect((await request).postDataJSON()).toEqual(JSON.parse(shown))
  await expect(tab(page, 'Results')).toHaveAttribute('aria-selected', 'true')
  await expect(responses(page).getByRole('rowheader')).toHaveText(['/odometer', '/diagnostics/system_status'])
  await expect(page.getByText('2 requests sent to this vehicle from this tab.')).toBeVisible()
  expect(sent).toHaveLength(1)
})

const mixed = [
  ...['/vin', '/location', '/fuel', '/battery', '/charge', '/security', '/engine/oil', '/odometer', '/tires/pressure'],
  ...['/diagnostics/dtcs', '/diagnostics/system_status', '/', '/permissions'],
]

test('answers of every kind read right on one screen', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-mixed-batch:${testId}`)
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/batch?${mixed.map((path) => `path=${path}`).join('&')}`)
  await send(page).click()
  const table = responses(page)
  const expected: [string, ...(string | RegExp)[]][] = [
    ['/vin', '200', '•••••', /Stale|\d+[dhm]/],
    ['/location', '403', 'Forbidden: '],
    ['/fuel', '404', 'Not Found: '],
    ['/battery', '409', 'Asleep'],
    ['/charge', '429', 'Too Many Requests: '],
    ['/security', '500', 'Internal Server Error: '],
    ['/engine/oil', '501'],
    ['/odometer', '200', 'km', 'no headers'],
    ['/tires/pressure', 'Missing', 'has no item for this path'],
    ['/diagnostics/dtcs', '200', 'Not reported'],
    ['/diagnostics/system_status', '200', 'The response is a list; an object was expected'],
    ['/', '200', 'Leaf'],
    ['/permissions', '200', 'Out of order', /\d+ permissions/],
    ['/surprise', '200', 'This path was not requested'],
  ]
  for (const [path, ...texts] of expected) {
    for (const text of texts) await expect(rowOf(table, path), path).toContainText(text)
  }
  await expect(table.getByRole('rowheader')).toHaveCount(mixed.length + 1)
  const opened: [string, ...(string | RegExp)[]][] = [
    ['/vin', /Recorded .+ before you read it/, 'Raw JSON'],
    ['/location', ...version2Words('PERMISSION', 'sign in to the car maker’s account again'), 'read_location'],
    ['/fuel', ...version2Words('RESOURCE_NOT_FOUND')],
    ['/battery', 'Nothing is wrong with it'],
    ['/charge', ...version2Words('RATE_LIMIT', 'try again later'), 'Wait 2 s'],
    ['/engine/oil', 'VEHICLE_NOT_CAPABLE', 'Raw JSON'],
    ['/tires/pressure', 'No response. The request may still be counted.'],
  ]
  for (const [path, ...texts] of opened) {
    const details = await detailsOf(page, path)
    for (const text of texts) await expect(details, path).toContainText(text)
  }
  await expect(page.getByRole('status').filter({ hasText: '6 of 13 succeeded' })).toHaveText(
    '6 of 13 succeeded, 6 failed, 1 missing, 1 not requested (HTTP 200).',
  )
  await expect(page.getByRole('alert')).toHaveCount(0) // an item that failed is no failure of the request
})

test('the failed alone are sent again; runs stay, are compared and taken away', async ({ signedIn: page }) => {
  const sent = batches(page)
  const item = (path: string, code: number, body: unknown, age: string) =>
    code === 200 ? { path, code, body, headers: { 'x-data-age': age } } : { path, code, body }
  await answerWith(page, {
    responses: [
      item('/odometer', 200, { distance: 10 }, '2026-01-01T00:00:00Z'),
      item('/fuel', 500, { type: 'SERVER', statusCode: 500 }, ''),
    ],
  })
  await page.goto('/vehicles/any/batch?path=/odometer&path=/fuel&path=/vin')
  await send(page).click()
  await expect(page.getByText('1 of 3 succeeded, 1 failed, 1 missing (HTTP 200).')).toBeVisible()
  await answerWith(page, {
    responses: [
      item('/fuel', 200, { percentRemaining: 0.5 }, '2026-01-02T00:00:00Z'),
      item('/vin', 200, { vin: 'WVWZZZ1KZAW000001' }, '2026-01-02T00:00:00Z'),
    ],
  })
  await page.getByRole('button', { name: 'Send failed again (2 requests)' }).click()
  await expect(page.getByText('3 of 3 succeeded (HTTP 200).')).toBeVisible()
  await expect(rowOf(responses(page), '/odometer')).toContainText('From the previous run')
  await answerWith(page, {
    responses: [
      item('/odometer', 200, { distance: 10 }, '2026-01-01T00:00:00Z'),
      item('/fuel', 200, { percentRemaining: 0.4 }, '2026-01-03T00:00:00Z'),
      item('/vin', 200, { vin: 'WVWZZZ1KZAW000001' }, '2026-01-03T00:00:00Z'),
    ],
  })
  await send(page).click()
  await page.getByText('Recent runs (3)').click()
  await expect(page.getByRole('button', { name: 'Run 3' })).toBeVisible()
  expect(sent).toEqual([
    ['/odometer', '/fuel', '/vin'],
    ['/fuel', '/vin'],
    ['/odometer', '/fuel', '/vin'],
  ])
  const comparison = page.getByRole('table', { name: 'Comparison' })
  await expect(rowOf(comparison, '/odometer')).toContainText('Same reading, not newer')
  await expect(rowOf(comparison, '/fuel')).toContainText('percentRemaining: 0.5 → 0.4')
  await expect(rowOf(comparison, '/vin')).toContainText('Same value, newer')
  await page.setViewportSize({ width: 320, height: 640 }) // a table that scrolls says so on its edge
  await expect(comparison.locator('..')).toHaveCSS('background-image', /gradient/)
  await page.setViewportSize({ width: 1280, height: 800 })
  const { name, text: csv } = await saved(page.getByRole('button', { name: 'Export CSV' }))
  expect(name).toMatch(/^batch - .+ - 3 paths - 20.+Z\.csv$/)
  expect(csv).toMatch(/^path,state,status,/)
  expect(csv).toContain('/odometer,answered,200,10 km,2026-01-01T00:00:00Z')
  expect(csv).not.toContain('WVWZZZ1KZAW000001')
  await page.getByRole('button', { name: 'Run 1' }).click()
  await expect(rowOf(responses(page), '/fuel')).toContainText('500')
  expect(sent).toHaveLength(3)
})

test('the whole request failing is told apart from items that fail', async ({ signedIn: page }) => {
  const sent = billed(page)
  await page.goto('/vehicles/fault-430/batch?path=/vin')
  await send(page).click()
  await expect(page.getByText('The whole batch failed. No path returned a response.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'VEHICLE_REQUEST_LIMIT' })).toBeVisible()
  await expect(responses(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
  await answerWith(page, { type: 'VEHICLE_STATE', code: 'ASLEEP' }, { status: 409 })
  await send(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is wrong with it' })).toContainText(
    'Retry (1 request)',
  )
  await expect(page.getByRole('alert').filter({ hasText: 'ASLEEP' })).toHaveCount(0)
  await answerWith(page, '<html>busy</html>', { headers: { 'content-type': 'text/html' } })
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'a web page' })).toBeVisible()
  await answerWith(page, { answers: [] })
  await page.getByRole('alert').filter({ hasText: 'a web page' }).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The response has no list “responses”')).toBeVisible()
  await expect(rowOf(responses(page), '/vin')).toContainText('Missing')
})

test('one batch from end to end by keyboard alone', { tag: '@long' }, async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/batch`)
  const press = async (target: Locator, key: string) => {
    for (let steps = 0; steps < 80 && !(await target.evaluate((node) => node === document.activeElement)); steps += 1)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
    await page.keyboard.press(key)
  }
  await waitForHydration(page)
  await press(requests(page).getByRole('checkbox', { name: 'Odometer' }), 'Space')
  await press(requests(page).getByRole('checkbox', { name: 'VIN' }), 'Space')
  await press(page.getByRole('textbox', { name: 'Add a path' }), 'End')
  await page.keyboard.type('/location')
  await page.keyboard.press('Enter')
  await expect(page.getByText("3 paths = 3 of this vehicle's requests")).toBeVisible()
  await press(page.getByRole('button', { name: 'Move /odometer down' }), 'Enter')
  await press(send(page), 'Enter')
  await expect(page.getByRole('status').filter({ hasText: '3 of 3 succeeded' })).toBeVisible()
  await expect(responses(page).getByRole('rowheader')).toHaveText(['/vin', '/odometer', '/location'])
})

test('how old a reading was when it was read is said in the table and in a comparison', async ({ signedIn: page }) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  for (const days of [3, 2]) {
    const headers = { 'sb-data-age': daysAgo(days) }
    await answerWith(page, { responses: [{ path: '/odometer', code: 200, body: { distance: days }, headers }] })
    if (days === 3) await page.goto('/vehicles/any/batch?path=/odometer')
    await send(page).click()
    await expect(rowOf(responses(page), '/odometer')).toContainText(`Stale ${days}d`)
    await expect(await detailsOf(page, '/odometer')).toContainText(`Recorded ${days} d before you read it (`)
  }
  await page.getByText('Recent runs (2)').click()
  const compared = rowOf(page.getByRole('table', { name: 'Comparison' }), '/odometer')
  await expect(compared).toContainText('Recorded 3 d before you read it')
  await expect(compared).toContainText('Recorded 2 d before you read it')
})

test('the button is always in view, and covers nothing that has the focus', async ({ signedIn: page }) => {
  const query = mixed.slice(0, 8).map((path) => `path=${path}`)
  await page.goto(`/vehicles/${await newest(page)}/batch?${query.join('&')}`)
  await waitForHydration(page)
  for (const width of [1440, 768, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(send(page)).toBeInViewport({ ratio: 1 })
    for (const control of [
      requests(page).getByRole('checkbox', { name: 'Token permissions' }),
      page.getByRole('button', { name: 'Health', exact: true }),
      page.getByText('Save these 8 paths'),
    ]) {
      await control.focus()
      const [foot, focused] = await Promise.all([send(page).boundingBox(), control.boundingBox()])
      expect(focused && foot && focused.y + focused.height).toBeLessThanOrEqual(foot?.y ?? 0)
    }
  }
  await send(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'of 8 succeeded' })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(send(page)).toBeInViewport({ ratio: 1 })
})

test('the same failure of several items is said once', async ({ signedIn: page }) => {
  const body = { type: 'PERMISSION', description: 'Not for this application.' }
  await answerWith(page, {
    responses: [
      { path: '/fuel', code: 403, body },
      { path: '/vin', code: 403, body: { ...body, requestId: 'r-2' } },
      { path: '/odometer', code: 500, body: { type: 'SERVER' } },
    ],
  })
  await page.goto('/vehicles/any/batch?path=/fuel&path=/vin&path=/odometer')
  await waitForHydration(page)
  await tab(page, 'Request').press('ArrowRight')
  await expect(page.getByText('No results yet.')).toBeVisible()
  await send(page).click()
  const shared = page.getByRole('heading', { name: 'Forbidden ×2' })
  await expect(shared.locator('..')).toContainText('/fuel, /vin')
  await expect(page.getByRole('heading', { name: /×/ })).toHaveCount(1)
  await expect(await detailsOf(page, '/vin')).toContainText('Request ID r-2')
  await expect(await detailsOf(page, '/odometer')).toContainText('SERVER')
  await expect(page.getByRole('heading', { name: 'Forbidden' })).toHaveCount(1)
})
