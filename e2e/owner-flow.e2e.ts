/** The flow in which a vehicle's owner picks a battery capacity: link, hosted page, and the way back. */
import { expect, test } from './test'
import { answerWith, billed, undetermined } from './vehicle'

test('an owner link is built only for the configured host', async ({ signedIn: page }) => {
  const id = await undetermined(page)
  await page.goto(`/vehicles/${id}/battery`)
  await page.getByRole('button', { name: 'Read battery capacity' }).click()
  const link = page.getByRole('textbox', { name: 'Owner link' })
  await expect(link).toHaveValue(
    /^http:\/\/127\.0\.0\.1:\d+\/battery-capacity\?.*redirect_uri=http%3A%2F%2Flocalhost%3A\d+%2Freturn%2Fbattery-capacity$/,
  )
  await expect(page.getByText('Works only on this computer')).toBeVisible()
  const token = new URL(await link.inputValue()).searchParams.get('token') ?? 'none'
  await page.getByText('Details', { exact: true }).click()
  await page.getByText('Raw JSON').click()
  await expect(page.getByRole('region', { name: /battery capacity as JSON/ })).toContainText('/battery-capacity?…')
  await expect(page.getByRole('region', { name: /battery capacity as JSON/ })).not.toContainText(token)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('img', { name: 'Owner link as a QR code' })).toBeVisible()
  for (const url of ['javascript:alert(1)', 'https://elsewhere.example/battery-capacity?redirect_uri=']) {
    await answerWith(page, { availableCapacities: [], capacity: null, url })
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect(page.getByText('This link can’t be used.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open owner flow' })).toHaveCount(0)
    await expect(page.locator('a[href^="javascript"], a[href*="elsewhere"]')).toHaveCount(0)
  }
})

test('from “the owner must choose” through the hosted page to “the owner chose”', async ({ signedIn: page }) => {
  const id = await undetermined(page)
  await page.goto(`/vehicles/${id}/battery`)
  await page.getByRole('button', { name: 'Read battery capacity' }).click()
  await expect(page.getByRole('heading', { name: 'The owner needs to choose' })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open owner flow' }).click()
  const flow = await opened
  await flow.getByRole('radio').nth(1).check()
  const picked = await flow.getByRole('radio').nth(1).getAttribute('value')
  await flow.getByRole('button', { name: 'Confirm' }).click()
  await expect(flow.getByRole('heading', { level: 1 })).toHaveText('Back from the owner flow')
  await expect(flow.getByText(`The owner chose ${picked} kWh.`)).toBeVisible()
  await expect(flow.getByRole('heading', { name: 'The owner needs to choose' })).toBeVisible() // read in the other tab
  await flow.getByRole('button', { name: 'Read again' }).click()
  await expect(flow.getByText(`Before: not determined; after: ${picked}.`)).toBeVisible()
  await expect(flow.getByRole('heading', { name: 'The owner chose' })).toBeVisible()
  await expect(flow.getByText(`The provider reports ${picked} kWh, the same as the address.`)).toBeVisible()
})

test('the way back reads nothing by itself, though tabs read when they open', async ({ signedIn: page }) => {
  const sent = billed(page)
  await page.goto('/settings')
  await page.getByLabel('Read automatically when I open a tab').check()
  await page.goto('/return/battery-capacity?vehicle_id=any&selected_capacity=80.9')
  await page.getByRole('button', { name: 'I operate this console' }).click()
  await expect(page.getByRole('button', { name: 'Read battery capacity (1 request)' })).toBeVisible()
  await expect(page.getByText('Not read yet', { exact: true })).toBeVisible()
  expect(sent).toEqual([])
})

test('an owner sees a thank-you and nothing else; forged values are text', async ({ page }) => {
  const secret = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  for (const [query, words] of [
    [`vehicle_id=${secret}&selected_capacity=80.9&reason=battery_capacity`, 'Your choice has been sent'],
    [`vehicle_id=${secret}&error=battery_capacity_no_selection&error_description=no`, 'You didn’t choose a battery'],
    [`vehicle_id=${secret}&error=server_error`, 'No choice was sent'],
    ['', 'Battery owners return to this page'],
    [`vehicle_id=${secret}&selected_capacity=<img src=x onerror=alert(1)>`, 'No choice was sent'],
  ] as const) {
    await page.goto(`/return/battery-capacity?${query}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(secret)
    await expect(page.getByRole('main')).not.toContainText('80.9')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'I operate this console' }).click()
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(page.getByText('The address has no valid capacity.')).toBeVisible()
})

test('what is appended under another name is shown to the operator alone, as text, within bounds', async ({ page }) => {
  const many = Array.from({ length: 40 }, (_, index) => `x${index}=1`).join('&')
  const own = { state: 'session-7', note: '<b>no</b>', vin: '1FTFW1ET5DFC10312', long: 'z'.repeat(2000) }
  const query = `${new URLSearchParams(own)}&__proto__=p&${many}&selected_capacity=80.9`
  await page.goto(`/return/battery-capacity?${query}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await expect(main).not.toContainText('session-7')
  await page.getByRole('button', { name: 'I operate this console' }).click()
  const names = page.getByRole('term')
  const said = (name: string) => main.locator('dl > div').filter({ has: names.getByText(name, { exact: true }) })
  await expect(said('state')).toContainText('session-7')
  await expect(said('note')).toContainText('<b>no</b>')
  await expect(said('__proto__')).toContainText('p')
  await expect(said('vin')).toContainText('•'.repeat(17))
  await expect(said('long')).toHaveText(`long${'z'.repeat(500)}…`)
  await expect(said('selected_capacity')).toContainText('80.9') // behind them all, and not one of the others
  await expect(names).toHaveCount(25)
  expect(new URL(page.url()).searchParams.get('state')).toBe('session-7')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
