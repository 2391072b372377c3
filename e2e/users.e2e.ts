/** Users: found at once while nothing was loaded, shown one by one, and removed after an impact sheet. */
import type { Page } from '@playwright/test'
import { confirmed, removeButton } from './connections'
import { spelled } from './provider'
import { saved } from './saved'
import { expect, longUnless, queryOf, test } from './test'
import { chooseOneClick, openUser } from './user'

const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const rows = (page: Page) => table(page).getByRole('row')
const source = (page: Page) => page.getByRole('region', { name: 'Where this list comes from' })
const requests = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}${decodeURIComponent(search)}`)
  })
  return sent
}
/** The user of the sandbox with seven connections, five of them live. */
const BIG_USER = 'harbor-fleet-7'

for (const [what, text] of [
  ['an external id', '007'],
  ['an external id of 18 digits', '123456789012345678'],
  ['an external id with signs', 'a&b=c#d'],
] as const) {
  test(
    `a user is found by ${what} at once, without a walk`,
    longUnless(text === 'a&b=c#d'),
    async ({ signedIn: page }) => {
      const sent = requests(page)
      await page.goto('/users')
      await page.getByLabel('Search').fill(text)
      await page.getByLabel('Search').press('Enter')
      await expect(page.getByText('The API’s filter found 1 user')).toBeVisible()
      await expect(rows(page).nth(1)).toContainText(text)
      await expect(rows(page).nth(1)).toContainText('12')
      expect(queryOf(page)).toBe(`q=${text}`)
      expect(sent.filter((one) => one.includes(spelled(`filter[user.externalId]=${text}`)))).toHaveLength(2)
      expect(sent.filter((one) => one.includes(spelled('page[number]=2')))).toEqual([])
      await page.reload()
      await expect(page.getByLabel('Search')).toHaveValue(text)
      await expect(rows(page).nth(1)).toContainText(text)
      await rows(page)
        .nth(1)
        .getByRole('link', { name: /connections? of this user/ })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connections 12$/)
    },
  )
}

test('a user is found by their id, by a vehicle’s id, and by make and model', async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?filter[user.externalId]=007'))
  const href = await page
    .getByRole('table', { name: 'Connections' })
    .getByRole('link', {
      name: /Tesla|Renault|Kia|Hyundai|Ford|BMW|Volkswagen|Nissan|Toyota|Audi|Volvo|Mercedes|Polestar|Škoda|Simulated/,
    })
    .first()
    .getAttribute('href')
  const vehicleId = href?.split('/').at(-1) ?? ''
  await page.goto('/users')
  const search = page.getByLabel('Search')
  await search.fill(vehicleId)
  await expect(page.getByText('The API’s filter found 1 user')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('007')
  const userId = (await rows(page).nth(1).getByRole('link').first().getAttribute('href'))?.split('/').at(-1) ?? ''
  await search.fill(userId)
  await expect.poll(() => queryOf(page)).toBe(`q=${userId}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('007')
  await search.fill('nissan leaf')
  await expect.poll(() => queryOf(page)).toBe('q=nissan leaf')
  await expect(rows(page).nth(1)).toContainText('Nissan Leaf')
  await page.goBack()
  await expect(search).toHaveValue(userId)
})

test('one user: their connections paged by the service, their vehicles, what they granted', async ({
  signedIn: page,
}) => {
  await page.goto(`/users?q=${BIG_USER}`)
  await rows(page).nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`User ${BIG_USER}`)
  await expect(page.getByText('7 connections, exact: 5 live, 2 simulated.')).toBeVisible()
  const connections = page.getByRole('table', { name: 'Connections' }).getByRole('row')
  await expect(connections).toHaveCount(8)
  await expect(page.getByRole('heading', { name: 'Vehicles 7' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  await page.goto(spelled(`${page.url()}?page[size]=3&page[number]=2`))
  await expect(connections).toHaveCount(4)
  await expect(page.getByText('4–6 of 7')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(connections).toHaveCount(2)
})

async function openBigUser(page: Page): Promise<string> {
  await openUser(page, BIG_USER)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`User ${BIG_USER}`)
  return page.url().split('/').at(-1) ?? ''
}

test('removing a user shows exactly what goes, sends one DELETE, and leaves no trace', async ({ signedIn: page }) => {
  const userId = await openBigUser(page)
  const sent = requests(page)
  await removeButton(page, 'user').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('7 connections, exact: 5 live, 2 simulated.')).toBeVisible()
  await expect(sheet.getByText('7 vehicles; 7 will be fully disconnected.')).toBeVisible()
  await expect(sheet).toContainText('Permissions lost')
  await expect(sheet).toContainText('all other data of the user that the provider deletes')
  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()

  const file = await saved(sheet.getByRole('button', { name: 'Save manifest (JSON)' }))
  expect(file.name).toBe(`removal-of-user-${userId}.json`)
  const manifest = JSON.parse(file.text)
  expect(manifest).toMatchObject({
    user: { id: userId, externalIds: [BIG_USER] },
    counts: { live: 5, simulated: 2, isExact: true },
  })
  expect(manifest.connections).toHaveLength(7)
  expect(manifest.vehicles).toHaveLength(7)

  expect(sent.filter((one) => one.startsWith('DELETE'))).toEqual([])
  await sheet.getByRole('button', { name: 'Remove user and 7 connections' }).click()
  await expect(confirmed(page)).toContainText(`user ${userId} (7 connections: 5 live, 2 simulated)`)
  expect(sent.filter((one) => one.startsWith('DELETE'))).toEqual([`DELETE /api/vehicle/v3/users/${userId}`])
  await expect(page.getByText('No connections found for this user.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove user/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(source(page)).toBeVisible()
  await page.getByLabel('Search').fill(BIG_USER)
  await page.getByLabel('Search').press('Enter')
  await expect(page.getByText(`No user matches “${BIG_USER}”`)).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Recently viewed' })).not.toContainText(userId)
  await page.goto(spelled(`/connections?filter[userId]=${userId}`))
  await expect(page.getByText('No connection matches')).toBeVisible()
})

test(
  'a slow purge reads “Accepted, not yet gone”, and is looked at again',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-slow-purge:${testId}`)
    await openBigUser(page)
    await removeButton(page, 'user').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove user and 7/ })
      .click()
    const notice = page.getByRole('region', { name: 'Removals' })
    await expect(notice).toContainText('Accepted, not yet gone')
    await expect(notice).toContainText('Removed and confirmed', { timeout: 20_000 })
  },
)

test('where a count fails, the sheet says so and still permits', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-no-simulated:${testId}`)
  await openBigUser(page)
  await removeButton(page, 'user').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('At least 5 connections: 5 live, simulated ones could not be counted.')
  await expect(sheet.getByRole('alert')).toContainText('Internal Server Error')
  await expect(sheet).not.toContainText('exact')
  await sheet.getByRole('button', { name: 'Remove user', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Removals' })).toContainText('Couldn’t check whether it’s gone')
})

test('from the list: the row stays, marked, and the sheet opens there too', { tag: '@long' }, async ({
  signedIn: page,
}) => {
  await page.goto('/users')
  await expect(rows(page)).toHaveCount(26)
  for (const nth of [1, 2]) await rows(page).nth(nth).getByRole('checkbox').check()
  const first = await rows(page).nth(1).getByRole('link').first().getAttribute('href')
  await removeButton(rows(page).nth(1), 'user').dblclick()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('exact')
  await sheet.getByRole('button', { name: /^Remove user and/ }).click()
  await expect(rows(page).nth(1)).toContainText('Removed')
  await expect(page.getByRole('region', { name: 'Selected users' })).toContainText('1 user selected')
  expect(await rows(page).nth(1).getByRole('link').first().getAttribute('href')).toBe(first)
  await expect(confirmed(page)).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(rows(page)).toHaveCount(26)
  await expect(page.locator(`a[href="${first}"]`)).toHaveCount(0)
})

test('one click removes a user only where that was chosen, and the button counts', async ({ signedIn: page }) => {
  await chooseOneClick(page)
  const sent = requests(page)
  await openBigUser(page)
  await removeButton(page, 'user and 7 connections').click()
  await expect(confirmed(page)).toBeVisible()
  expect(sent.filter((one) => one.startsWith('DELETE'))).toHaveLength(1)
})

test('pages of the list are links, and a page beyond the last offers a way out', async ({ signedIn: page }) => {
  await page.goto(spelled('/users?page=2'))
  await expect(page.getByText(/^26–/)).toBeVisible()
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page.getByText(/^1–25 of/)).toBeVisible()
  expect(queryOf(page)).toBe('')
  await page.goto(spelled('/users?page=99&pageSize=50'))
  await page.getByRole('link', { name: /^Go to page/ }).click()
  await expect(rows(page)).not.toHaveCount(1)
})

test('a directory that cannot be opened says why, and takes a token in place', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-status-401:${testId}`)
  await page.goto('/users')
  await expect(page.getByRole('alert')).toContainText('Unauthorized')
  await page.getByLabel('Version 3 token').fill(`sandbox-e2e-${testId}`)
  await page.getByRole('button', { name: 'Use tokens' }).click()
  await expect(source(page)).toContainText('From the newest 100 of 2,500 connections')
})

test('what is searched for has a chip that removes it, and so has the word that nothing was found', async ({
  signedIn: page,
}) => {
  await page.goto(spelled('/users?q=nobody-at-all&pageSize=50'))
  await expect(page.getByText('No user matches “nobody-at-all”')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clear filter Search: nobody-at-all' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear 1 filter' }).click()
  await expect.poll(() => queryOf(page)).toBe(spelled('pageSize=50'))
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('link').first()).toBeVisible()
})
