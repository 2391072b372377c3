/** The five reads of a vehicle: asked for, sent once, shown for what they are. */
import type { Page } from '@playwright/test'
import { answersThatAreNone, everyShape, tabs } from './bodies'
import { expect, ofServer, test, waitForHydration } from './test'
import { answerWith, billed, newest, newestRows, openModestVehicle, undetermined } from './vehicle'

const meter = (page: Page) => page.getByText(/sent to this vehicle from this tab/)

test('opening every tab sends nothing; each read sends one request; the meter agrees', async ({
  signedIn: page,
  context,
}) => {
  const id = await newest(page)
  const sent = billed(page)
  await page.goto(`/vehicles/${id}`)
  for (const [, title] of tabs) {
    await page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${title}: `))
    await expect(page.getByText('Not read yet', { exact: true })).toBeVisible()
    await expect(meter(page)).toContainText('0 requests')
  }
  expect(sent).toEqual([])
  let count = 0
  for (const [tab, title, button] of tabs) {
    await page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: `${button} (1 request)` }).click()
    await expect(page.getByRole('button', { name: 'Read again (1 request)' })).toBeVisible()
    count += 1
    expect(sent, tab).toHaveLength(count)
    await expect(meter(page)).toContainText(`${count} request`)
  }
  expect(new Set(sent).size).toBe(5)
  // Nothing of this is an ask: hovering, focus, reconnecting, leaving and coming back.
  await page.getByRole('link', { name: 'Battery capacity' }).hover()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await context.setOffline(true)
  await context.setOffline(false)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^System status: /)
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible() // what this tab has read is still there
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
  expect(sent).toHaveLength(5)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Read system status (1 request)' })).toBeVisible()
  expect(sent).toHaveLength(5)
})

test('a second reading stands beside the first, with what changed', async ({ signedIn: page }) => {
  await answerWith(page, { systems: [{ systemId: 'SYSTEM_MIL', status: 'OK', description: null }] })
  await page.goto('/vehicles/any/system-status')
  await page.getByRole('button', { name: 'Read system status' }).click()
  await expect(page.getByText('None of 1 system reports a problem')).toBeVisible()
  await answerWith(
    page,
    { systems: [{ systemId: 'SYSTEM_MIL', status: 'ALERT', description: 'look at it' }] },
    {
      headers: {
        'sb-data-age': new Date(Date.now() - (2 * 24 + 4) * 3_600_000).toISOString(),
        'sb-unit-system': 'imperial',
        'sb-request-id': 'r-1',
      },
    },
  )
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('1 of 1 system reports a problem')).toBeVisible()
  await expect(page.getByRole('region', { name: 'System status', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Check-engine light SYSTEM_MIL Alert look at it' })).toBeVisible()
  await expect(page.getByText('2 fields changed since the previous reading')).toBeVisible()
  await expect(page.getByText('systems[0].status: "OK" → "ALERT"')).toBeVisible()
  const moments = page.getByRole('list', { name: 'Where this reading comes from' }).getByRole('listitem')
  await expect(moments.first()).toHaveText(/^Recorded .+ Stale · 2 d 4 h before you read it/)
  await expect(moments.nth(1)).toHaveText(/^Fetched Not provided/)
  await expect(moments.nth(2)).toHaveText(/^Read \w{3} \d/)
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('definition').getByText('imperial')).toBeVisible()
  await expect(page.getByRole('definition').getByText('r-1')).toBeVisible()
  await answerWith(page, { code: 'x' }, { status: 500 })
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  await expect(page.getByText('1 of 1 system reports a problem')).toBeVisible()
  await expect(page.getByText('This is the previous reading.')).toBeVisible()
})

test('the result stands first, then where it comes from, then another read, then the details', async ({
  signedIn: page,
}) => {
  await answerWith(page, { vin: '1M8GDM9AXKP042788' })
  await page.goto('/vehicles/any/vin')
  const region = page.getByRole('region', { name: 'VIN', exact: true })
  await expect(region.getByRole('button', { name: 'Read VIN (1 request)' })).toBeVisible()
  await expect(region.getByText('Requires read_vin')).toBeVisible()
  await region.getByRole('button', { name: 'Read VIN' }).press('Enter')
  await expect(region.getByRole('button', { name: 'Read again (1 request)' })).toBeFocused()
  const parts = [
    region.getByRole('button', { name: 'Show VIN' }),
    region.getByRole('table', { name: 'Parts of the VIN' }),
    region.getByRole('list', { name: 'Where this reading comes from' }),
    region.getByText('Details', { exact: true }),
  ]
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const tops: number[] = []
    for (const part of parts) tops.push((await part.boundingBox())?.y ?? 0)
    expect(tops, `${width} px`).toEqual(tops.toSorted((a, b) => a - b))
  }
  await expect(region.getByText('Requires read_vin')).toBeHidden() // one of the details now
  await parts.at(-1)?.click()
  await expect(region.getByText('Requires read_vin')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Deprecated' })).toHaveCount(1)
})

test('while a reading comes nothing that is there moves, and the button keeps the focus', async ({
  signedIn: page,
}) => {
  const id = await undetermined(page)
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/vehicle-data/**', async (route) => {
    await held
    await route.fulfill({ json: { availableCapacities: [], capacity: null, url: null } })
  })
  await page.goto(`/vehicles/${id}/battery`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Read battery capacity' }).press('Enter')
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  const before = await cancel.boundingBox()
  await expect(page.getByText(/^\d+ s$/)).toBeVisible()
  expect(await cancel.boundingBox()).toEqual(before)
  answer()
  await expect(page.getByRole('button', { name: 'Read again (1 request)' })).toBeFocused()
})

test('a read that takes its time shows it, and can be cancelled', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-slow-20000:${testId}`)
  const sent = billed(page)
  await page.route('**/api/vehicle/v3/**', (route) => route.fulfill({ status: 404, headers: ofServer, body: '{}' }))
  await page.goto('/vehicles/any/vin')
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByText('Reading', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+ s$/)).toBeVisible()
  await expect(page.getByText('of at most 180 s')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The request may still count')).toBeVisible()
  await expect(meter(page)).toContainText('1 request')
  await expect(page.getByRole('button', { name: 'Read VIN (1 request)' })).toBeEnabled()
  expect(sent).toHaveLength(1)
})

test('bodies of every shape are shown for what they are, and answers that are none are told apart', {
  tag: '@long',
}, async ({ signedIn: page }) => {
  await everyShape(page, 'battery')
  await answersThatAreNone(page, 'battery', 'Read battery capacity')
})

test('states are no failures, and failures say what to do', async ({ signedIn: page }) => {
  const read = async (id: string, tab: string) => {
    await page.goto(`/vehicles/${id}/${tab}`)
    await page.getByRole('button', { name: /^Read / }).click()
  }
  await read('fault-409', 'vin')
  await expect(page.getByText('Asleep', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry (1 request)' })).toBeVisible()
  await read('fault-record-not-found', 'battery')
  await expect(page.getByText('No capacity on record for this vehicle.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'RECORD_NOT_FOUND' })).toHaveCount(0)
  for (const id of ['fault-version', 'fault-410']) {
    await read(id, 'trouble-codes')
    await expect(page.getByText('may have been switched off')).toBeVisible()
    await expect(page.getByRole('status').getByText('diagnostics-dtclist')).toBeVisible()
  }
  await answerWith(
    page,
    { type: 'SERVER', code: 'INTERNAL', description: 'd', suggestedUserMessage: 'Please wait.' },
    { status: 500 },
  )
  await page.goto('/vehicles/any/vin')
  await page.getByRole('button', { name: /^Read / }).click()
  await expect(page.getByRole('alert')).toContainText('Message for the owner: Please wait.')
  await page.unroute('**/api/vehicle-data/**')
  await read('fault-403', 'vin')
  await expect(page.getByRole('alert').filter({ hasText: 'read_vin' })).toBeVisible()
  await expect(page.getByText('Not permitted', { exact: true })).toBeVisible()
})

test('a missing permission warns and does not disable', async ({ signedIn: page }) => {
  await openModestVehicle(page)
  await page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: 'VIN' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^VIN: /)
  await expect(page.getByText('Not granted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read VIN (1 request)' })).toBeEnabled()
})

test('a VIN is masked until asked for, in the raw body too', async ({ signedIn: page }) => {
  const vin = '1M8GDM9AXKP042788'
  await answerWith(page, { vin })
  await page.goto('/vehicles/any/vin')
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByText('The check digit matches')).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await page.getByText('Raw JSON').click()
  expect(await page.content()).not.toContain(vin)
  await page.getByRole('button', { name: 'Reveal masked values' }).click()
  await expect(page.getByRole('main')).toContainText(`"vin": "${vin}"`)
  await page.getByRole('button', { name: 'Mask again' }).click()
  await page.getByRole('button', { name: 'Show VIN' }).click()
  await expect(page.getByText(vin, { exact: true })).toBeVisible()
  expect(page.url()).not.toContain(vin)
  // Another vehicle is another page: what was revealed of the one before does not reveal it.
  await page.evaluate(() => history.pushState(null, '', '/vehicles/other/vin'))
  await expect(page.getByText('Not read yet', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByText('The check digit matches')).toBeVisible()
  await expect(page.getByText(vin, { exact: true })).toHaveCount(0)
})

test('a setting reads when a tab opens, once', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = billed(page)
  await page.goto('/settings')
  await page.getByLabel('Read automatically when I open a tab').check()
  await page.goto(`/vehicles/${id}/vin`)
  await expect(page.getByRole('button', { name: 'Read again (1 request)' })).toBeVisible()
  await page.getByRole('link', { name: 'System status' }).click()
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Show VIN' })).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('a token for one vehicle is used for that vehicle only', async ({ signedIn: page }, { testId }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}`)
  await page.getByLabel('Token for this vehicle').fill(`sandbox-status-403:${testId}`)
  await expect(page.getByRole('button', { name: 'Show this vehicle’s token' })).toBeVisible()
  await page.getByRole('button', { name: 'Use token' }).click()
  await expect(page.getByText('It is sent only with this vehicle’s reads.')).toBeVisible()
  await page.goto(`/vehicles/${id}/vin`)
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'HTTP 403' })).toBeVisible()
  const other = (await newestRows(page))[1]?.relationships.vehicle.data.id
  await page.goto(`/vehicles/${other}/vin`)
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByRole('button', { name: 'Show VIN' })).toBeVisible()
})

test('an error body that is not understood stands under “Response”, in a batch too, and no VIN in it', {
  tag: '@long',
}, async ({ signedIn: page }) => {
  const alert = page.getByRole('alert').filter({ hasText: 'Internal Server Error' })
  for (const [body, shown] of [
    ['"it broke"', '"it broke"'],
    ['null', 'null'],
    ['["WVWZZZ1KZAW000001"]', `["${'•'.repeat(17)}"]`],
  ] as const) {
    await answerWith(page, body, { status: 500 })
    await page.goto('/vehicles/any/vin')
    await page.getByRole('button', { name: /^Read / }).click()
    await alert.getByText('Response', { exact: true }).click()
    await expect(alert.locator('pre')).toHaveText(shown)
  }
  await answerWith(page, {
    responses: [{ path: '/odometer', code: 500, body: 'it broke: WVWZZZ1KZAW000001', headers: {} }],
  })
  await page.goto('/vehicles/any/batch?path=/odometer')
  await page.getByRole('button', { name: 'Send batch' }).click()
  await page.getByRole('rowheader').getByRole('button', { name: '/odometer' }).click()
  const row = page.getByRole('table', { name: 'Responses' }).getByRole('row').nth(2)
  await row.getByText('Response', { exact: true }).click()
  await expect(row.locator('pre').first()).toHaveText(`"it broke: ${'•'.repeat(17)}"`)
})
