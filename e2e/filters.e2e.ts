/** A service that does not know the name of a filter lists everything: no row is taken for what was asked for. */
import type { Page } from '@playwright/test'
import { bar, removeButton, rows } from './connections'
import { isAssumed, nameOf, spelled, usual, withHead } from './provider'
import { saved } from './saved'
import { askedByBrowser, expect, queryOf, test, waitForHydration } from './test'

test.use(askedByBrowser)

const unknown = (filter: string) => `The API ignored ${nameOf(filter)}${isAssumed(filter) ? ' (assumed name)' : ''}`

/** The user and the vehicle of the newest live connection; from then on the service knows no such filter. */
async function ignoring(page: Page, filter: string): Promise<{ userId: string; vehicleId: string }> {
  const answer = await page.request.get(spelled('/api/vehicle/v3/connections?filter[vehicle.mode]=live&page[size]=1'), {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { user, vehicle } = (await answer.json()).data[0].relationships
  await page.route(/\/v3\/connections\?/, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete(nameOf(filter))
    await route.continue({ url: url.href })
  })
  return { userId: user.data.id, vehicleId: vehicle.data.id }
}

test('the list says so above its rows; selecting all that match ends there', async ({ signedIn: page }) => {
  const { userId } = await ignoring(page, 'filter[userId]')
  await page.goto(spelled(`/connections?filter[userId]=${userId}&filter[vehicle.mode]=live`))
  await expect(page.getByRole('status').filter({ hasText: unknown('filter[userId]') })).toBeVisible()
  await expect(rows(page)).toHaveCount(withHead())
  await rows(page).nth(1).getByRole('checkbox').check()
  await bar(page)
    .getByRole('button', { name: /^Select all/ })
    .click()
  await expect(bar(page)).toContainText(unknown('filter[userId]'))
  await expect(bar(page)).toContainText('Selection stopped after 0.')
  await expect(bar(page)).toContainText('1 connection selected')
})

test('a user’s removal counts, and tells, of their own connections only', async ({ signedIn: page }) => {
  const { userId } = await ignoring(page, 'filter[userId]')
  await page.goto(`/users/${userId}`)
  await expect(page.getByText(`${unknown('filter[userId]')}:`).first()).toBeVisible()
  const own = (await rows(page).count()) - 1
  expect(own).toBeLessThan(usual.connections)
  await removeButton(page, 'user').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText(unknown('filter[userId]'))
  await expect(sheet).toContainText('could not be counted')
  await expect(sheet).not.toContainText('exact')
  const { text } = await saved(sheet.getByRole('button', { name: 'Save manifest (JSON)' }))
  const manifest = JSON.parse(text)
  expect(manifest.counts).toMatchObject({ live: null, simulated: null, isExact: false })
  const users = manifest.connections.map((one: { relationships: { user: { data: { id: string } } } }) => {
    return one.relationships.user.data.id
  })
  expect(new Set(users)).toEqual(new Set([userId]))
  await sheet.getByRole('button', { name: 'Remove user', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Removals' })).toContainText('Couldn’t check whether it’s gone')
})

test('a vehicle’s page shows none of other vehicles', async ({ signedIn: page }) => {
  const { vehicleId } = await ignoring(page, 'filter[vehicleId]')
  await page.goto(`/vehicles/${vehicleId}`)
  await expect(page.getByText(unknown('filter[vehicleId]'))).toBeVisible()
  await expect(page.getByText('live ones could not be counted')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})

test('totals that are the same in either mode are no modes', async ({ signedIn: page }) => {
  await ignoring(page, 'filter[vehicle.mode]')
  await page.goto('/connections')
  await expect(page.getByText(unknown('filter[vehicle.mode]'))).toBeVisible()
  await expect(page.getByText('Simulated connections appear only if you filter by mode')).toHaveCount(0)
})

test.describe('an address with more than 20 filters that the API doesn’t document', () => {
  const address = `/connections?filter[userId]=u&${Array.from({ length: 21 }, (_, at) => `filter[a${at}]=1`).join('&')}`
  const text = 'This address has more than 20 filters that the API doesn’t document'
  const withoutThem = (page: Page) => page.getByRole('link', { name: 'Open the page without them' })

  test('is an error page, typed or loaded', async ({ signedIn: page }) => {
    expect((await page.goto(address))?.status()).toBe(400)
    await expect(page.getByRole('alert')).toContainText(text)
    await withoutThem(page).click()
    await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
    expect(queryOf(page)).toBe('filter[userId]=u')
  })

  test('is the same within the console, and requests nothing', async ({ signedIn: page, logged }) => {
    const requests: string[] = []
    await page.goto('/webhooks')
    await expect(page.getByRole('table', { name: 'Webhooks' }).getByRole('row').nth(1)).toBeVisible()
    await waitForHydration(page)
    page.on('request', (request) => requests.push(request.url()))
    await page.evaluate((href) => history.pushState({}, '', href), address) // as a link of the console does
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page.getByRole('heading', { name: 'Too many filters', level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(requests.filter((url) => url.includes('/api/'))).toEqual([])
    await withoutThem(page).click()
    await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
    expect(queryOf(page)).toBe('filter[userId]=u')
    await page.goBack()
    await expect(page.getByRole('alert')).toContainText(text)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
    expect(new Set(logged.splice(0).map((line) => line.includes('too many unknown filters')))).toEqual(new Set([true]))
  })
})
