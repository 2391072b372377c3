/** The directory: loaded on request with real hosts, found by any part of a name, gone when they are removed. */
import type { Page } from '@playwright/test'
import { removeButton, rowsRest } from './connections'
import { startWithHosts } from './own-hosts'
import { askedByBrowser, directoryLoaded, expect, test, waitForHydration } from './test'

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const source = (page: Page) => page.getByRole('region', { name: 'Where this list comes from' })

test.use({ env: { SANDBOX_CONNECTIONS: '300' } })

/** Opens a page of the complete directory. */
async function open(page: Page, address: string) {
  await directoryLoaded(page)
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
  const row = rows(page).first()
  await expect(row).toContainText(externalId) // it was the fourth
  const id = (await row.getByRole('link').first().getAttribute('href'))?.split('/').at(-1)
  const sheet = page.getByRole('dialog')
  await rowsRest(page)
  await removeButton(row, 'user').click()
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
  await waitForHydration(page)
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

/** Once the store is open, and the connections of the account are counted. */
async function counted(page: Page, origin = '') {
  const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
  const price = async () => {
    const response = await page.request.get(`${origin}/team/directory`, { headers })
    return response.ok() ? (await response.json()).estimate.requests : null
  }
  await expect.poll(price, { timeout: 30_000 }).toBe(6)
}

test('with real hosts the first page is one request; the rest is loaded on request, once for every page and browser', async ({
  page,
  context,
}) => {
  const env = { ...askedByBrowser.env, ACCESS_TOKEN: 'sandbox-real-hosts', STORE: 'memory' }
  const { gateway, stop } = await startWithHosts(env)
  const sent: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(pathname)
  })
  try {
    await counted(page, gateway.origin)
    await page.goto(`${gateway.origin}/users`)
    await expect(source(page)).toContainText('From the newest 100 of 300 connections')
    await expect(source(page)).toContainText('kept until the server stops')
    await expect(rows(page)).toHaveCount(25)
    expect(sent).toHaveLength(1)
    await page.getByRole('button', { name: 'Load the rest (6 requests)' }).click()
    await expect(source(page)).toContainText('As of')
    const other = await context.newPage()
    await other.goto(`${gateway.origin}/vehicles`)
    await expect(source(other)).toContainText('As of')
    await expect(rows(other)).toHaveCount(25)
    expect(sent).toHaveLength(1) // the server's own requests are no page's
  } finally {
    await page.close()
    await stop()
  }
})

test('loading can be paused, resumed and canceled; the rest then has the price of what is left', async ({
  page,
  signIn,
}, { testId }) => {
  await signIn(`sandbox-slow-600:${testId}`)
  await counted(page)
  await page.goto('/users')
  await expect(source(page)).toContainText('ends with the added token')
  await page.getByRole('button', { name: 'Load the rest (6 requests)' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: /^Resume/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Load the rest \([1-6] requests?\)/ }).click()
  await expect(source(page)).toContainText('As of', { timeout: 20_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Users \d+$/)
})
