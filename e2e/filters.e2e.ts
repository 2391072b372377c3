/** A service that does not know the name of a filter lists everything: no row is taken for what was asked for. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './test'

const unknown = (filter: string) => `The service seems not to know ${filter} (assumed name)`
const rows = (page: Page) => page.getByRole('table', { name: 'Connections' }).getByRole('row')

/** The user and the vehicle of the newest live connection; from then on the service knows no filter like `pattern`. */
async function ignoring(page: Page, pattern: RegExp): Promise<{ userId: string; vehicleId: string }> {
  const answer = await page.request.get('/api/vehicle/v3/connections?filter[vehicle.mode]=live&page[size]=1', {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { user, vehicle } = (await answer.json()).data[0].relationships
  await page.route(/\/v3\/connections\?/, async (route) => {
    const url = new URL(route.request().url())
    for (const name of [...url.searchParams.keys()]) if (pattern.test(name)) url.searchParams.delete(name)
    await route.continue({ url: url.href })
  })
  return { userId: user.data.id, vehicleId: vehicle.data.id }
}

test('the list says so above its rows; selecting all that match ends there', async ({ page, signIn }) => {
  await signIn()
  const { userId } = await ignoring(page, /userId/)
  await page.goto(`/connections?filter[userId]=${userId}&filter[vehicle.mode]=live`)
  await expect(page.getByRole('status').filter({ hasText: unknown('filter[userId]') })).toBeVisible()
  await expect(rows(page)).toHaveCount(11)
  await rows(page).nth(1).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected connections' })
  await bar.getByRole('button', { name: /^Select all/ }).click()
  await expect(bar).toContainText(unknown('filter[userId]'))
  await expect(bar).toContainText('Selecting all that match has ended there: 0 were collected.')
  await expect(bar).toContainText('1 connection selected')
})

test('a user’s removal counts, and tells, of their own connections only', async ({ page, signIn }) => {
  await signIn()
  const { userId } = await ignoring(page, /userId/)
  await page.goto(`/users/${userId}`)
  await expect(page.getByText(`${unknown('filter[userId]')}:`).first()).toBeVisible()
  const own = (await rows(page).count()) - 1
  expect(own).toBeLessThan(10)
  await page.getByRole('button', { name: /^Remove user/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText(unknown('filter[userId]'))
  await expect(sheet).toContainText('could not be counted')
  await expect(sheet).not.toContainText('exact')
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save manifest (JSON)' }).click()
  const manifest = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(manifest.counts).toMatchObject({ live: null, simulated: null, isExact: false })
  const users = manifest.connections.map((one: { relationships: { user: { data: { id: string } } } }) => {
    return one.relationships.user.data.id
  })
  expect(new Set(users)).toEqual(new Set([userId]))
  await sheet.getByRole('button', { name: 'Remove user', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Removals' })).toContainText('Whether it is gone could not be read')
})

test('a vehicle’s page shows none of other vehicles', async ({ page, signIn }) => {
  await signIn()
  const { vehicleId } = await ignoring(page, /vehicleId/)
  await page.goto(`/vehicles/${vehicleId}`)
  await expect(page.getByText(unknown('filter[vehicleId]'))).toBeVisible()
  await expect(page.getByText('live ones could not be counted')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})

test('totals that are the same in either mode are no modes', async ({ page, signIn }) => {
  await signIn()
  await ignoring(page, /mode/)
  await page.goto('/connections')
  await expect(page.getByText(unknown('filter[vehicle.mode]'))).toBeVisible()
  await expect(page.getByText('this service lists live connections only')).toHaveCount(0)
})
