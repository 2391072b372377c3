/** A list exported on the server: begun in the panel, read without the tab, taken as a file with the lines of the tab’s own. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { saved } from './saved'
import { expect, test } from './test'

test.use({
  env: {
    ...{ STORE: '', SANDBOX_CONNECTIONS: '2500' },
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  },
})

test.beforeEach(async ({ page }) => {
  // The store is opened behind the server's first page.
  const status = async () => (await page.request.get('/team/jobs', { headers: { 'x-forecourt': '1' } })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
})

const startJob = (page: Page) => page.getByRole('button', { name: 'Start job' })
const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) })
const lines = (text: string) => text.trimEnd().split(/\r?\n/)

/** Its file, as a link on a page gives it to the browser. */
async function fileOf(page: Page, job: string, format: 'csv' | 'jsonl') {
  const download = page.waitForEvent('download')
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, download: '' })
    document.body.append(link)
    link.click()
    link.remove()
  }, `/team/jobs/${job}/file?format=${format}`)
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('what a filter matches is a file with the same lines, without the tab that began it', async ({
  page,
  context,
}) => {
  await page.goto('/connections?filter[vehicle.mode]=simulated&page[size]=5')
  const button = page.getByRole('button', { name: 'Export', exact: true })
  await button.click()
  await expect(startJob(page)).not.toHaveAttribute('aria-disabled')
  const own = await saved(page.getByRole('button', { name: 'CSV of everything' }))
  await expect(page.getByText(/^Saved \d+ rows, complete\.$/)).toBeVisible()
  await startJob(page).click()
  const link = page.getByRole('link', { name: /^Job \d+$/ })
  await expect(link).toHaveCount(2) // in the panel, and in the page's notice
  await onceInEachScheme(page)
  const job = /\d+/.exec((await link.first().textContent()) ?? '')?.[0] ?? ''
  await page.close()

  const other = await context.newPage()
  await other.goto(`/jobs/${job}`)
  await expect(fact(other, 'State')).toHaveText('Ended')
  const csv = await fileOf(other, job, 'csv')
  expect(csv.name).toBe(`job-${job}-connections.csv`)
  const [head, ...rows] = lines(csv.text)
  const [ownHead, ...ownRows] = lines(own.text)
  expect(head).toBe(ownHead)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows).toEqual(ownRows)
  expect(rows.filter((row) => /(^|,)"?\s*[=+@-]/.test(row))).toEqual([])
  const sent = lines((await fileOf(other, job, 'jsonl')).text).map((line): { id: string } => JSON.parse(line))
  expect(sent.map(({ id }) => id)).toEqual(rows.map((row) => row.split(',')[0]))
})
