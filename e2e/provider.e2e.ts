/**
 * The console with a provider of another dialect: plain names of filters and pages, other sizes, other bodies of errors.
 * The whole suite of lists, reads and removals runs against it in `npm run soak`; here is what would break first.
 */
import type { Page } from '@playwright/test'
import { confirmed, removeButton, rows, total } from './connections'
import { askedByBrowser, expect, queryOf, test } from './test'
import { own } from './vehicle'

test.use({ env: { PRESET: 'example', ...askedByBrowser.env } })

/** The queries that a list of the provider is asked with. */
function queries(page: Page, list: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith(`/v3/${list}`) && !search.endsWith('per_page=1')) asked.push(search)
  })
  return asked
}

test('a list is asked for in the provider’s names, which stand in the address', async ({ signedIn: page }) => {
  const asked = queries(page, 'connections')
  await page.goto('/connections')
  await expect(page.getByText('1–20 of 2,500')).toBeVisible()
  await page.getByLabel('Mode').selectOption('simulated')
  await expect(page.getByText('1–20 of 294')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page.getByText('1–50 of 294')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('51–100 of')).toBeVisible()
  expect(queryOf(page)).toBe('mode=simulated&per_page=50&page=2')
  expect(asked).toEqual(['', '?mode=simulated', '?mode=simulated&per_page=50', '?mode=simulated&per_page=50&page=2'])
  await page.goto('/webhooks?enabled=true&label=CHARG')
  await expect(page.getByLabel('Name')).toHaveValue('CHARG')
  await expect(page.getByText('Clear filter Enabled: true')).toBeAttached()
})

test('a name that is one of the console’s own, too, is what its page means', async ({ signedIn: page }) => {
  await page.goto('/vehicles?mode=simulated&page=2&per_page=10')
  await expect(page.getByLabel('Mode')).toHaveValue('simulated')
  await expect(page.getByText(/^11–\d+ of \d+$/)).toBeVisible()
  expect(queryOf(page)).toBe('mode=simulated&page=2&per_page=10')
  await page.goto('/return/battery-capacity?vehicle_id=a-vehicle&selected_capacity=77')
  await expect(page.getByText('Thank you')).toBeVisible()
  expect(queryOf(page).split('&').toSorted()).toEqual(['selected_capacity=77', 'vehicle_id=a-vehicle'])
})

test('a problem is read: its title, code, detail and instance, and a link to its own page', async ({
  signedIn: page,
}) => {
  await page.goto('/connections/fault-403')
  const alert = page.getByRole('alert').first()
  await expect(alert).toContainText('Forbidden HTTP 403 · forbidden')
  await expect(alert).toContainText('The token has no access to this resource.')
  await expect(alert).toContainText(/Instance \/requests\/sandbox-/)
  await expect(alert.getByText('Response', { exact: true })).toHaveCount(0) // nothing is left unsaid
  const link = alert.getByRole('link', { name: 'About this error' })
  await expect(link).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:\d+\/problems\/authentication-errors#forbidden$/)
  expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
})

test('a vehicle is read, its age told by the provider’s header, and its errors in their own shape', async ({
  signedIn: page,
}) => {
  const list = await page.request.get('/api/vehicle/v3/connections?per_page=1', { headers: own })
  const { data } = await list.json()
  await page.goto(`/vehicles/${data[0].relationships.vehicle.data.id}`)
  const quick = page.getByRole('region', { name: 'Latest readings' })
  await quick.getByRole('button', { name: 'Read odometer (1 request)' }).click()
  const odometer = quick.getByRole('listitem').filter({ hasText: 'Odometer' })
  await expect(odometer.getByText(/^(Stale · )?\d+(m|h|d|mo) ago \w{3} \d/)).toBeVisible()
  await page.goto('/vehicles/fault-430/vin')
  await page.getByRole('button', { name: 'Read VIN (1 request)' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'VEHICLE_REQUEST_LIMIT' })).toContainText('HTTP 430')
  await page.goto('/vehicles/fault-409/vin')
  await page.getByRole('button', { name: 'Read VIN (1 request)' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is wrong with it' })).toBeVisible()
})

test('a connection is removed, and a read confirms it', async ({ signedIn: page }) => {
  await page.goto('/connections?mode=simulated')
  await expect(rows(page)).toHaveCount(21)
  const before = await total(page)
  await removeButton(rows(page).nth(1)).click()
  await expect(confirmed(page)).toBeVisible()
  await expect.poll(() => total(page)).toBe(before - 1)
})
