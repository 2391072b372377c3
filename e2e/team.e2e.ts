/** The team's directory: users and vehicles from the server's store, found by any part of a name, gone when they are removed. */
import type { Page } from '@playwright/test'
import { expect, test } from './test'

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const source = (page: Page) => page.getByRole('region', { name: 'Where this list comes from' })

test.use({ env: { SANDBOX_CONNECTIONS: '300' } })

/** Once the server has opened its store and loaded all of it, which takes longer than to serve its first page. */
async function open(page: Page, address: string) {
  const asOf = async () => {
    const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
    const directory = await (await page.request.get('/team/directory', { headers })).json()
    return directory.asOf ?? null
  }
  await expect.poll(asOf, { timeout: 30_000 }).not.toBeNull()
  await page.goto(address)
  await expect(source(page)).toContainText('As of')
}

test('a user is found by a part of their external ID, and gone once they are removed', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, '/users')
  await expect(rows(page)).toHaveCount(25)
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
  const named = rows(page).nth(3).getByRole('cell').first()
  const externalId = (await named.innerText()).trim()
  await page.getByRole('searchbox', { name: 'Search' }).fill(externalId.slice(1))
  const row = rows(page).filter({ hasText: externalId })
  await expect(row).toHaveCount(1)
  const id = (await row.getByRole('link').first().getAttribute('href'))?.split('/').at(-1)
  const sheet = page.getByRole('dialog')
  await expect(async () => {
    // Not heard while its row has just moved; the dialog has a button of that name, too, and may come late.
    if (!(await sheet.isVisible())) await row.getByRole('button', { name: /^Remove user/ }).click()
    await expect(sheet).toBeVisible({ timeout: 600 })
  }).toPass()
  await expect(sheet).toContainText('exact')
  await sheet.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Removed and confirmed')).toBeVisible()
  await expect(page.locator(`a[href="/users/${id}"]`).and(page.locator('tbody a'))).toHaveCount(0)
  await page.reload()
  await expect(source(page)).toContainText('As of')
  await expect(page.getByText(`No user matches “${externalId.slice(1)}”.`)).toBeVisible()
})

test('vehicles have filters, an order and pages in their address', async ({ page }) => {
  await open(page, '/vehicles?page=2')
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('26–50 of')
  const make = page.getByRole('combobox', { name: 'Make' })
  const first = await make.locator('option').nth(1).innerText()
  await make.selectOption(first)
  await expect(page).toHaveURL(/make=/)
  await expect(rows(page).first().getByRole('cell').first()).toHaveText(first)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Connections')
  await expect(page).toHaveURL(/sort=connections/)
  await expect(rows(page).first()).toContainText(first)
})

test('“Jump to” finds what the directory knows, and the overview says how much that is', async ({ page }) => {
  await open(page, '/users')
  const externalId = (await rows(page).nth(1).getByRole('cell').first().innerText()).trim()
  await page.goto('/')
  await expect(page.getByText(/As of/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill(externalId)
  await page
    .getByRole('group', { name: 'Matches' })
    .getByRole('option', { name: externalId })
    .filter({ hasText: /User$/ })
    .click()
  await expect(page).toHaveURL(/\/users\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(externalId)
})

test('the settings list the servers of the store, with this one', async ({ page }) => {
  await open(page, '/users')
  await page.goto('/settings')
  const instances = page.getByRole('region', { name: 'Instances', exact: true })
  await expect(instances.getByRole('row')).toHaveCount(2)
  await expect(instances.getByRole('row').nth(1)).toContainText(/\(this one\).*, build .*Running/)
})

test('a browser with a token of its own has its own list, and is told why', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/users')
  await expect(page.getByText('your token is for another account.')).toBeVisible()
  await expect(source(page)).toContainText('Built from 100 of')
  await expect(rows(page)).toHaveCount(25)
})
