/** A list exported by a job of the server, also without the tab that started it. */
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { saved } from './saved'
import { asked as valuesAsked } from './signal-values'
import { expect, test } from './test'

test.use({
  env: {
    ...{ SANDBOX_CONNECTIONS: '1000' },
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  },
})

test.beforeEach(async ({ page }) => {
  // The store is opened behind the server's first page.
  const status = async () => (await page.request.get('/team/jobs', { headers: { 'x-forecourt': '1' } })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
})

const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) })
const lines = (text: string) => text.trimEnd().split(/\r?\n/)

test('what a filter matches is a file, without the tab that started its job', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await page.goto('/connections?filter[vehicle.mode]=simulated&page[size]=5')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'CSV of everything' }).click()
  const link = page.getByRole('link', { name: /^Job \d+$/ }).first()
  await expect(link).toBeVisible()
  const job = /\d+/.exec((await link.textContent()) ?? '')?.[0] ?? ''
  await page.close()

  const other = await context.newPage()
  await other.goto(`/jobs/${job}`)
  await expect(fact(other, 'State')).toHaveText('Ended')
  const csv = await saved(other.getByRole('link', { name: 'CSV', exact: true }))
  expect(csv.name).toBe(`job-${job}-connections.csv`)
  const [head, ...rows] = lines(csv.text)
  expect(head).toMatch(/^id,userId,externalId,/)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter((row) => /(^|,)"?\s*[=+@-]/.test(row))).toEqual([])
  const jsonl = await saved(other.getByRole('link', { name: 'JSON Lines', exact: true }))
  const sent = lines(jsonl.text).map((line): { id: string } => JSON.parse(line))
  expect(sent.map(({ id }) => id)).toEqual(rows.map((row) => row.split(',')[0]))
})

test('all values of a signal are read on the server, for the price that was said', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/connections?filter[vehicle.mode]=live')
  const car = page.getByRole('table', { name: 'Connections' }).locator('a[href^="/vehicles/"]').first()
  const href = (await car.getAttribute('href')) ?? ''
  const asked = valuesAsked(page)
  await page.goto(`${href}/signals/closure-doors?pageSize=2`)
  await page.getByRole('button', { name: /^Read values/ }).click()
  const button = page.getByRole('button', { name: /^Read all [\d,]+ values \(\d+ requests?\)$/ })
  const verb = (await button.textContent()) ?? ''
  await button.click()
  const dialog = page.getByRole('dialog', { name: `${verb}?` })
  await onceInEachScheme(page)
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog).toHaveCount(0)
  await page
    .getByRole('link', { name: /^Job \d+$/ })
    .first()
    .click()
  await expect(fact(page, 'State')).toHaveText('Ended')
  const { text } = await saved(page.getByRole('link', { name: 'JSON Lines', exact: true }))
  expect(lines(text)).toHaveLength(Number(/[\d,]+/.exec(verb)?.[0].replaceAll(',', '')))
  expect(asked).toHaveLength(1)
})
