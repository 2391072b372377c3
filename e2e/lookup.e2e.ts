/** From the overview, or the palette, to what a customer names: few keys, few requests, and each price said beforehand. */
import type { Page } from '@playwright/test'
import { asking, spelled } from './provider'
import { expect, queryOf, test, waitForHydration } from './test'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Look up' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The free requests that the lookup itself sends, as they are read. */
function lists(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const address = decodeURIComponent(request.url())
    if (address.includes('/v3/connections')) sent.push(address.replace(/.*\/v3/, ''))
  })
  return sent
}

async function openOverview(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByText('Live connections', { exact: true }).locator('..').locator('strong')).toHaveText(/\d/)
}

test('an external ID and Enter land on the connection, on the list, or on the search among users', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(spelled('/connections?page[size]=100&filter[vehicle.mode]=live'))
  const rows = page.getByRole('table', { name: 'Connections' }).getByRole('row')
  await expect(rows).toHaveCount(101)
  await openOverview(page)
  const sent = lists(page)
  await field(page).fill('harbor-fleet-7')
  await expect(page.getByText('Looks for connections with this external ID (1 free request).')).toBeVisible()
  await field(page).press('Enter')
  await expect(title(page)).toHaveText(/^Connections\b/)
  expect(queryOf(page)).toBe(spelled('filter[user.externalId]=harbor-fleet-7'))
  expect(sent[0]).toBe(spelled('/connections?filter[user.externalId]=harbor-fleet-7&page[size]=2'))

  await openOverview(page)
  await field(page).fill('Ann Lee')
  await field(page).press('Enter')
  await expect(title(page)).toHaveText(/^Users\b/)
  expect(queryOf(page)).toBe('q=Ann Lee')
  await expect(page.getByText('No exact match for “Ann Lee”.')).toBeVisible()
  await page.goBack()
  await expect(field(page)).toBeVisible()
})

test('a UUID finds a connection, a vehicle or a user with at most three requests; of nothing it says so', async ({
  page,
  signIn,
  gateway,
}) => {
  await signIn()
  const { data } = await (
    await page.request.get(spelled(`${gateway.origin}/api/vehicle/v3/connections?page[size]=1`), {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  ).json()
  const [row] = data
  const { vehicle, user } = row.relationships
  for (const [id, address, most] of [
    [row.id, `/connections/${row.id}`, 1],
    [vehicle.data.id, `/vehicles/${vehicle.data.id}`, 2],
    [user.data.id, `/users/${user.data.id}`, 3],
  ] as const) {
    await openOverview(page)
    const sent = lists(page)
    await field(page).fill(` ${id} `)
    await expect(page.getByText('with this ID (up to 3 free requests)')).toBeVisible()
    expect(sent).toEqual([]) // nothing before Enter
    await field(page).press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe(address)
    expect(sent.filter((one) => !one.includes('vehicle.mode')).slice(0, most)).toHaveLength(most)
  }
  await openOverview(page)
  await field(page).fill('00000000-0000-4000-8000-00000000abcd')
  await field(page).press('Enter')
  await expect(page.getByText('No connection, vehicle or user has this ID.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Search for it as an external ID' })).toBeVisible()
  await field(page).fill('https://vehicle.example/v3/webhooks')
  await expect(page.getByText('Opens the page of this API link.')).toBeVisible()
  await field(page).press('Enter')
  await expect(title(page)).toHaveText(/^Webhooks( \d+)?$/) // its count may have come
})

test('one match opens the connection; a failed request says why, and Retry finds it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/users?q=007')
  await openOverview(page)
  let fails = true
  await page.route(asking('filter[user.externalId]'), (route) =>
    fails
      ? route.fulfill({ status: 503, json: { errors: [{ status: '503', title: 'Closed for now' }] } })
      : route.continue(),
  )
  await field(page).fill('007')
  await field(page).press('Enter')
  const failure = page.getByRole('search', { name: 'Look up' }).getByRole('alert')
  await expect(failure).toContainText('Closed for now')
  fails = false
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(title(page)).not.toHaveText('Overview')
  expect(new URL(page.url()).pathname).toMatch(/^\/connections/)
})

test('the palette looks up an ID in place, and offers any text as an external ID first', async ({ page, signIn }) => {
  await signIn()
  await openOverview(page)
  const jump = page.getByRole('combobox', { name: 'Jump to' })
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await jump.fill('00000000-0000-4000-8000-00000000abcd')
  await jump.press('Enter')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No connection, vehicle or user has this ID.')
  await jump.fill('harbor-fleet-7')
  await expect(page.getByRole('option').first()).toContainText('Connections with external ID “harbor-fleet-7”')
  await jump.press('Enter')
  await expect.poll(() => queryOf(page)).toBe(spelled('filter[user.externalId]=harbor-fleet-7'))
})
