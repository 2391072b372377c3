/** Jobs: started in the dialog, done without the page, stopped and resumed, and seen where their things are. */
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { job, storeOpens } from './connections'
import { expect, test } from './test'

test.use({
  env: {
    ...{ SANDBOX_CONNECTIONS: '300' },
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  },
})

const bar = (page: Page) => page.getByRole('region', { name: /^Selected/ })
const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) })
const notice = (page: Page) => job(page).getByRole('link', { name: /^Remove \d+ connections$/ })

test.beforeEach(({ page }) => storeOpens(page))

/** Opens the question about some connections. */
async function ask(page: Page, count: 25 | 50) {
  await page.goto(`/connections?page[size]=${count}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page)
    .getByRole('button', { name: `Remove ${count} connections` })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Continues if you close the page.')).toBeVisible()
  await dialog.getByLabel(`Type ${count} to confirm`).fill(String(count))
  return dialog
}

/** Begins it. @returns the address of the job */
async function begin(page: Page, count: 25 | 50): Promise<string> {
  const dialog = await ask(page, count)
  await dialog.getByRole('button', { name: `Remove ${count} connections` }).click()
  await expect(dialog).toHaveCount(0)
  await expect(notice(page)).toBeVisible()
  return (await notice(page).getAttribute('href')) ?? ''
}

test('a removal of 25 connections ends without the page that began it, and everyone sees it', async ({
  page,
  context,
}) => {
  const address = await begin(page, 25)
  await page.close()

  const other = await context.newPage()
  await other.goto('/jobs')
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs', exact: true }).click()
  const row = other.getByRole('table', { name: 'Jobs' }).getByRole('row').filter({ hasText: 'Remove 25 connections' })
  await expect(row).toContainText('Ended')
  await expect(row).toContainText('25 done')
  await row.getByRole('link').click()
  expect(new URL(other.url()).pathname).toBe(address)
  await expect(fact(other, 'Progress')).toHaveText('25 done')
  const items = other.getByRole('table', { name: 'Items' }).locator('tbody tr')
  await expect(items).toHaveCount(25)
  await expect(items.first()).toContainText('Done (204)')
  await onceInEachScheme(other)
  await other.setViewportSize({ width: 320, height: 700 })
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await other.goto('/jobs/999999')
  await expect(other.getByRole('heading', { name: 'No such job' })).toBeVisible()
})

test('one that is scheduled is stopped and resumed; what is queued is said and left out', { tag: '@long' }, async ({
  page,
}) => {
  const dialog = await ask(page, 50)
  await dialog.getByRole('radio', { name: 'At a time' }).check()
  await dialog.getByLabel('Start at').fill('2999-01-01T00:00')
  await dialog.getByRole('button', { name: 'Remove 50 connections' }).click()
  await expect(notice(page)).toBeVisible()
  const id = /\d+/.exec((await notice(page).getAttribute('href')) ?? '')?.[0]
  const first = page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1)
  await expect(first).toContainText('Queued')

  const again = await ask(page, 25)
  await again.getByRole('button', { name: 'Remove 25 connections' }).click()
  await expect(page.getByRole('dialog', { name: '25 connections are already queued' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText(`Queued for removal in job ${id}`)).toBeVisible()

  await page.getByRole('link', { name: `job ${id}` }).click()
  await expect(fact(page, 'State')).toHaveText('Scheduled')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(fact(page, 'State')).toHaveText('Stopped')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(fact(page, 'State')).toHaveText('Scheduled')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(fact(page, 'State')).toHaveText('Stopped')
})

test('every tab shows at once what another client does, by one stream for all of them', async ({ page, context }) => {
  const other = await context.newPage()
  const streams: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/events') streams.push(request.url())
  })
  const tabs = [page, other]
  for (const tab of tabs) await tab.goto('/jobs')
  await expect.poll(() => streams.length).toBe(1)
  const { origin } = new URL(page.url())
  const begin = async (key: string) => {
    const response = await context.request.post('/team/jobs', {
      headers: { origin, 'sec-fetch-site': 'same-origin' },
      data: { key, operation: 'DELETE /v3/users/{userId}', targets: [key], startAt: '2999-01-01T00:00:00.000Z' },
    })
    return `Job ${(await response.json()).job.id}`
  }
  const row = (tab: Page, name: string) => tab.getByRole('table', { name: 'Jobs' }).getByRole('row', { name })
  const first = await begin('another-client-1')
  for (const tab of tabs) await expect(row(tab, first)).toBeVisible()
  // Whichever tab reads it, the other goes on.
  await page.close()
  const second = await begin('another-client-2')
  await expect(row(other, second)).toBeVisible()
  expect(streams.length).toBeLessThanOrEqual(2)
})

test('what the server is at is seen at the foot of other pages, in any browser, until it is over', async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin
  const post = (path: string, data: object) =>
    page.request.post(path, { headers: { origin, 'sec-fetch-site': 'same-origin' }, data })
  const startAt = new Date(Date.now() + 3_600_000).toISOString()
  const targets = Array.from({ length: 7 }, (_, n) => `of-the-tray-${n}`)
  const begun = await post('/team/jobs', {
    key: 'for-the-tray',
    operation: 'DELETE /v3/users/{userId}',
    targets,
    startAt,
  })
  const { id } = (await begun.json()).job
  const elsewhere = await browser.newContext({ baseURL: origin })
  const other = await elsewhere.newPage()
  await other.goto('/webhooks')
  const tray = other.getByRole('complementary', { name: 'Jobs', exact: true })
  const line = tray.getByRole('listitem').filter({ hasText: 'Remove 7 users' })
  await expect(line).toContainText('7 queued')
  await expect(line).toContainText('Scheduled')
  await onceInEachScheme(other)
  await other.setViewportSize({ width: 1280, height: 800 })
  await line.getByRole('link').click()
  await expect(other).toHaveURL(`/jobs/${id}`)
  await expect(line).toHaveCount(0)
  await other.goBack()
  await expect(line).toBeVisible()
  await post(`/team/jobs/${id}`, { action: 'stop' })
  await expect(line).toHaveCount(0)
  await elsewhere.close()
})
