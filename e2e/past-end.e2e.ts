/** A page past the end for which the API returns 404: the way out, after a removal and without script, too. */
import type { Page } from '@playwright/test'
import { confirmed, removeButton, rows } from './connections'
import { asking, nameOf, spelled, withHead } from './provider'
import { expect, test } from './test'

const gone = (page: Page, number: number) =>
  page.getByRole('alert').filter({ hasText: `Page ${number} isn’t there anymore` })
const few = spelled('/connections?filter[user.externalId]=007&filter[vehicle.mode]=simulated&page[size]=1')
const own = { 'sec-fetch-site': 'same-origin' }

test.beforeEach(async ({ signIn }, { testId }) => signIn(`sandbox-page-404:${testId}`))

test('opened by its address, it says so in the API’s words and leads to the first page and to the one before', async ({
  page,
}) => {
  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated&page[number]=999'))
  await expect(gone(page, 999)).toContainText('The list has no such page.')
  await expect(gone(page, 999)).toContainText('HTTP 404')
  await gone(page, 999).getByRole('link', { name: 'Go to page 998' }).click()
  await gone(page, 998).getByRole('link', { name: 'Go to the first page' }).click()
  await expect(rows(page)).toHaveCount(withHead())
  await expect(page).toHaveURL(asking('filter[vehicle.mode]', 'simulated'))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('if the list has become shorter, it leads to the last page that is known', async ({ page, gateway }) => {
  await page.goto(few)
  const last = page.getByRole('link', { name: 'Last page' })
  const number = Number(
    new URL((await last.getAttribute('href')) ?? '', gateway.origin).searchParams.get(nameOf('page[number]')),
  )
  expect(number).toBeGreaterThan(2)
  const listed = await page.request.get(`/api/vehicle/v3${few.replace(/page.size.=1/, spelled('page[size]=100'))}`, {
    headers: own,
  })
  const { id } = (await listed.json()).data.at(-1)
  const headers = { ...own, origin: gateway.origin }
  expect((await page.request.delete(`/api/vehicle/v3/connections/${id}`, { headers })).ok()).toBe(true)
  await last.click()
  await gone(page, number)
    .getByRole('link', { name: `Go to page ${number - 1}` })
    .click()
  await expect(page).toHaveURL(asking('page[number]', `${number - 1}`))
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(2)
})

test('removing the last row of the last page lands on the page before it', async ({ page }) => {
  await page.goto(few)
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled()
  const before = Number(new URL(page.url()).searchParams.get(nameOf('page[number]'))) - 1
  await removeButton(rows(page).nth(1)).click()
  await expect(confirmed(page)).toBeVisible()
  await expect(page).toHaveURL(asking('page[number]', `${before}(&|$)`))
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('on a user’s page, and without script', async ({ page, browser, gateway }) => {
  const listed = await page.request.get('/api/vehicle/v3/connections', { headers: own })
  const user = `/users/${(await listed.json()).data[0].relationships.user.data.id}`
  await page.goto(spelled(`${user}?page[number]=77`))
  await gone(page, 77).getByRole('link', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL(new RegExp(`${user}\\?`))
  await expect(page.getByRole('alert')).toHaveCount(0)

  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: gateway.origin,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  for (const [path, number] of [
    [few, 99],
    [user, 77],
  ] as const) {
    await plain.goto(spelled(`${path}${path.includes('?') ? '&' : '?'}page[number]=${number}`))
    await expect(plain.locator('main noscript p')).toContainText([`Page ${number} couldn’t be loaded.`])
    await plain.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(plain.getByRole('table').getByRole('row').nth(1).getByRole('link').first()).toBeVisible()
  }
  await context.close()
})
