/** The console under a base path: each of its addresses, and what the browser stores, stays there. */
import type { Page } from '@playwright/test'
import { confirmed, removeButton, rows } from './connections'
import { saved } from './saved'
import { expect, test } from './test'
import { enterToken, tokens } from './tokens'

test.use({
  env: {
    ...{ BASE_PATH: '/forecourt', SANDBOX_CONNECTIONS: '300' },
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  },
})

const outside: string[] = []
test.beforeEach(({ context }) => {
  outside.length = 0
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/forecourt')) outside.push(pathname)
  })
})
test.afterEach(() => expect(outside).toEqual([]))

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const pathIs = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === path)

test('a token stays under the base path', async ({ page, context, gateway }, info) => {
  await page.goto('/forecourt/settings')
  const added = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/session'),
  )
  await enterToken(page, `sandbox-e2e-${info.testId}`)
  expect(new URL((await added).url()).pathname).toBe('/forecourt/session')
  await expect(tokens(page).getByText('Set in this browser.', { exact: true })).toBeVisible()
  const cookies = await context.cookies(`${gateway.origin}/forecourt/session`)
  expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => '/forecourt'))
  expect(await context.cookies(`${gateway.origin}/other`)).toEqual([])
})

test('pages, filters, reload and Back stay under the base path', async ({ page }) => {
  await page.goto('/forecourt')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Connections' }).click()
  await pathIs(page, '/forecourt/connections')
  await rows(page).nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/forecourt\/connections\/[\w-]+$/)
  await page.goBack()
  await pathIs(page, '/forecourt/connections')
  await page.goto('/forecourt/connections?filter[vehicle.mode]=simulated&page[size]=5')
  await page.getByRole('link', { name: 'Next page' }).click()
  const second = /\/forecourt\/connections\?filter\[vehicle\.mode\]=simulated&page\[size\]=5&page\[number\]=2$/
  await expect(page).toHaveURL(second)
  await page.reload()
  await expect(rows(page)).toHaveCount(6)
  await expect(page).toHaveURL(second)

  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(stored.filter((name) => name.includes('forecourt.') && !name.includes('/forecourt'))).toEqual([])
})

test('a removal, “Jump to…” and a download stay under the base path', async ({ page }) => {
  await page.goto('/forecourt/connections?filter[vehicle.mode]=simulated')
  await removeButton(rows(page).nth(1)).click()
  await expect(confirmed(page)).toBeVisible()

  await page.keyboard.press('Control+k')
  const jump = page.getByRole('combobox', { name: 'Jump to' })
  await jump.fill('activity')
  await jump.press('Enter')
  await pathIs(page, '/forecourt/activity')
  await expect(page.getByRole('table', { name: 'Activity' }).getByRole('row').nth(1)).toContainText('/v3/connections/')
  await page.getByText('Export', { exact: true }).click()
  const file = await saved(page.getByRole('button', { name: 'JSON of everything' }))
  expect(file.text).toContain('connection')
})
