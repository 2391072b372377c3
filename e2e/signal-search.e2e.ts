/** Signals are found by name, code or another word, wherever one is chosen; finding them reads no vehicle. */
import { everyWay } from './axe'
import { receiverWebhooks } from './provider'
import { expect, queryOf, test, waitForHydration } from './test'
import { newest } from './vehicle'

test('from nothing to a signal: vehicle, catalogue, search, any other code', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent: string[] = []
  page.on('request', (request) => /\/signals\/[^/]+\/values/.test(request.url()) && sent.push(request.url()))
  await page.goto('/signals')
  await page.getByLabel('Vehicle ID').fill(id)
  await page.getByRole('button', { name: 'Choose a signal' }).click()
  await expect(page.getByText('93 known signals')).toBeVisible()
  for (const [word, name, code] of [
    ['soc', 'State of charge', 'tractionbattery-stateofcharge'],
    ['mileage', 'Odometer', 'odometer-traveleddistance'],
    ['gps', 'Location', 'location-preciselocation'],
    ['plugged in', 'Plugged in', 'charge-ischargingcableconnected'],
    ['front trunk', 'Front trunk', 'closure-fronttrunk'],
  ] as const) {
    await page.getByLabel('Search').fill(word)
    await expect.poll(() => new URLSearchParams(queryOf(page)).get('q')).toBe(word)
    const row = page.getByRole('row', { name }).filter({ hasText: code })
    await expect(row.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(page.getByText(/^[12] known signals?\./)).toBeVisible()
  }
  await page.getByLabel('Search').fill('closure-doors')
  await expect(page.getByText('1 known signal.')).toBeVisible()
  await expect.poll(() => queryOf(page)).toBe('q=closure-doors')
  await expect(page.getByRole('heading', { name: 'Doors and windows' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Doors/ })).toContainText('Granted')
  await page.getByRole('link', { name: 'Doors' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Doors: /)
  await page.goBack()
  await page.getByLabel('Any other code').fill('somewhere-else')
  await page.getByRole('button', { name: 'Open signal' }).click()
  await expect(page.getByText('isn’t a known signal')).toBeVisible()
  await page.goto('/signals')
  await page.getByRole('link', { name: /^Signals of/ }).click()
  await expect(page.getByText('93 known signals')).toBeVisible()
  expect(sent).toEqual([])
})

test('a vehicle’s signals are one screen: common ones, groups, arrow keys, and what was read', async ({
  signedIn: page,
}) => {
  await page.goto(`/vehicles/${await newest(page)}/signals`)
  const list = page.getByRole('table', { name: 'Signals' })
  await expect(list.getByRole('link').first()).toHaveText('State of charge')
  expect(await page.evaluate(() => document.querySelector('main')?.scrollHeight)).toBeLessThan(1000)
  await page.getByRole('button', { name: /^Doors and windows/ }).click()
  await expect.poll(() => queryOf(page)).toBe('group=Doors and windows')
  await expect(list.getByRole('link', { name: 'Tailgate' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Common' })).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('/')
  await page.keyboard.type('mileage')
  await expect(list.getByRole('link')).toHaveText(['Odometer'])
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('link', { name: 'Odometer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Read values/ }).click()
  await expect(page.getByRole('table', { name: 'Signal values' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row', { name: /^Odometer/ })).toContainText(/[\d,]+ km/)
  await page.getByRole('button', { name: /^Recently read/ }).click()
  await expect(list.getByRole('link')).toHaveText(['Odometer'])
})

test('the catalog says what a signal is and which webhooks include it; with a vehicle it leads to its values', async ({
  signedIn: page,
}) => {
  const id = await newest(page)
  await page.goto('/signals?q=mileage')
  const row = page.getByRole('row', { name: /^Odometer/ })
  for (const words of ['km', 'read_odometer', '/odometer']) await expect(row).toContainText(words)
  await row.getByRole('button', { name: 'Webhooks with Odometer' }).click()
  await expect(page.getByRole('region', { name: 'Webhooks with this signal' })).toContainText(
    `${4 + receiverWebhooks} webhooks with Odometer (odometer-traveleddistance)`,
  )
  await row.getByRole('link', { name: 'Odometer' }).click()
  await expect(page.getByLabel('Vehicle ID')).toBeFocused()
  await expect(page.getByLabel('Signal code')).toHaveValue('odometer-traveleddistance')
  await page.keyboard.type(id)
  await row.getByRole('link', { name: 'Odometer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Odometer: /)
})

test('a signal is found by name, code or another word in its field, and in “Jump to…”', { tag: '@long' }, async ({
  signedIn: page,
}) => {
  const id = await newest(page)
  await page.goto('/signals')
  await page.getByLabel('Vehicle ID').fill(id)
  const field = page.getByRole('combobox', { name: 'Signal code' })
  const options = page.getByRole('listbox', { name: 'Known signals' }).getByRole('option')
  await field.fill('soc')
  await expect(options).toHaveText([
    'High-voltage battery state of charge tractionbattery-stateofcharge',
    '12 V battery state of charge lowvoltagebattery-stateofcharge',
  ])
  await everyWay(page)
  await field.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(field).toHaveValue('lowvoltagebattery-stateofcharge')
  await expect(field).toHaveAccessibleDescription('12 V battery state of charge')
  await expect(options).toHaveCount(0)
  await field.fill('position')
  await options.filter({ hasText: 'location-preciselocation' }).click()
  await expect(field).toHaveValue('location-preciselocation')
  // A name that only one signal has means that one; what nobody knows stays as it was entered.
  await field.fill('mileage')
  await expect(options).toHaveCount(1)
  await field.press('Escape')
  await expect(options).toHaveCount(0)
  await page.getByRole('button', { name: 'Open signal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Odometer: /)
  await expect(page.getByRole('main').getByText('odometer-traveleddistance')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('gps')
  await page.getByRole('option', { name: 'Location location-preciselocation signal' }).click()
  await expect(page).toHaveURL(`/vehicles/${id}/signals/location-preciselocation`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Location: /)
  await page.goto('/signals')
  await expect(field).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('gps')
  await page.getByRole('option', { name: 'Location location-preciselocation signal' }).click()
  await expect(field).toHaveValue('location-preciselocation')
})
