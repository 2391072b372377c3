/** Jobs beyond removals: started with a button of a list, done without its page, what they read as a file. */
import type { Page } from '@playwright/test'
import { bar, job, storeOpens } from './connections'
import { choose as chooseBatch, paths } from './group'
import { choose as chooseWebhook } from './subscribe-many'
import { expect, test } from './test'

test.use({
  env: {
    ...{ SANDBOX_CONNECTIONS: '100' },
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  },
})

test.beforeEach(({ page }) => storeOpens(page))

const link = (page: Page) => job(page).getByRole('link', { name: /^(Send batches|Subscribe)/ })
const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) })
async function fileOf(page: Page, name: 'CSV' | 'JSON Lines'): Promise<string[]> {
  const href = (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? ''
  const response = await page.request.get(href, { headers: { 'x-forecourt': '1' } })
  expect(response.headers()['content-disposition']).toMatch(/^attachment; filename="job-\d+-[\w-]+\.(csv|jsonl)"$/)
  return (await response.text()).trim().split(/\r?\n/)
}

test('a batch for ten vehicles: the job’s file has a line for each vehicle and path', {
  tag: '@long',
}, async ({ page }) => {
  await chooseBatch(page, 10)
  await page.getByRole('button', { name: 'Send to 10 vehicles (40 requests)' }).click()
  await expect(page.getByRole('textbox', { name: 'Add a path' })).toHaveCount(0)
  await link(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Send batches to 10 vehicles/)
  await expect(fact(page, 'State')).toHaveText('Ended')
  await expect(fact(page, 'Progress')).toHaveText(/^10 done|done · \d+ failed$/)
  const lines = await fileOf(page, 'JSON Lines')
  expect(lines).toHaveLength(10 * paths.length)
  const [head, ...rows] = await fileOf(page, 'CSV')
  expect(head).toMatch(/^vehicle.*path/)
  expect(rows).toHaveLength(10 * paths.length)
})

test('25 vehicles are subscribed, each once, and are in the history', { tag: '@long' }, async ({ page }) => {
  await page.goto('/connections?filter[vehicle.mode]=live&page[size]=25')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await chooseWebhook(page, 'Nightly odometer')
  const start = bar(page).getByRole('button', { name: /^Subscribe \d+ vehicles$/ })
  const verb = (await start.textContent()) ?? ''
  const [count = ''] = /\d+/.exec(verb) ?? []
  await start.click()
  const dialog = page.getByRole('dialog', { name: `${verb}?` })
  await dialog.getByLabel(`Type ${count} to confirm`).fill(count)
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog).toHaveCount(0)
  await link(page).click()
  await expect(fact(page, 'State')).toHaveText('Ended')
  await expect(fact(page, 'Progress')).toHaveText(`${count} done`)
  const [, ...rows] = await fileOf(page, 'CSV')
  expect(rows).toHaveLength(Number(count))
  await page.goto('/subscriptions')
  await expect(page.getByRole('table', { name: 'Subscriptions' }).locator('tbody tr')).toHaveCount(Number(count))
})
