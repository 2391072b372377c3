/** The history of subscriptions: what one operator subscribes in their browser, another one sees in theirs, with who. */
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { create, fill, table, three } from './subscriptions'
import { expect, test } from './test'

const as = (name: string) => ({ 'x-remote-user': name, 'x-remote-roles': 'operator' })
const rows = (page: Page) => table(page).locator('tbody tr')

test.use({
  env: {
    ...{ SANDBOX_CONNECTIONS: '30', SESSION_SECRET: 'a secret of the test, thirty-two bytes or more' },
    ...{ TRUSTED_PROXY: '127.0.0.1,::1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' },
  },
  extraHTTPHeaders: as('Ann'),
})

test('what one operator subscribes the others see, with who, on the pages of its webhook and vehicle too', {
  tag: '@long',
}, async ({ page, browser, gateway }) => {
  // The store is opened behind the server's first page.
  const status = async () =>
    (await page.request.get('/team/subscriptions', { headers: { 'x-forecourt': '1' } })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
  const tied = await three(page)
  await page.goto('/subscriptions')
  await expect(page.getByText('No subscriptions yet.')).toBeVisible()
  await fill(page, tied)
  await create(page).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/Accepted.* · Ann/)

  const context = await browser.newContext({ baseURL: gateway.origin, extraHTTPHeaders: as('Bob') })
  const other = await context.newPage()
  await other.goto('/subscriptions')
  await expect(rows(other)).toContainText(/Accepted.* · Ann/)
  await other.getByRole('search', { name: 'Filter the history' }).getByLabel('Search').fill(tied.vehicleId.slice(0, 8))
  await expect(other).toHaveURL(/q=/)
  await expect(rows(other)).toHaveCount(1)
  await onceInEachScheme(other)
  await other.goto(`/webhooks/${tied.webhookId}`)
  await other.getByRole('link', { name: '1 subscription', exact: true }).click()
  await expect(rows(other)).toContainText('Ann')
  await other.goto(`/vehicles/${tied.vehicleId}`)
  await expect(other.getByText('1 subscription of this vehicle in the history.')).toBeVisible()

  // Removing the user takes the entry along, for everybody.
  const headers = { 'x-forecourt': '1', origin: gateway.origin, 'sec-fetch-site': 'same-origin' }
  expect((await context.request.delete(`/api/vehicle/v3/users/${tied.userId}`, { headers })).ok()).toBe(true)
  await other.goto('/subscriptions')
  await expect(other.getByText('No subscriptions yet.')).toBeVisible()
  await context.close()
})
