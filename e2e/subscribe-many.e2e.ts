/** Many connections to one webhook: checks first, then a job that sends each creation once. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './test'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected connections' })
const job = (page: Page) => page.getByRole('complementary', { name: 'Jobs' })
const table = (page: Page) => page.getByRole('table', { name: 'Connections' })

/** What is sent for each vehicle. */
function creations(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v3/subscriptions'))
      sent.push(JSON.stringify(request.postDataJSON().data.attributes))
  })
  return sent
}

async function choose(page: Page, webhook: string) {
  await bar(page).getByRole('button', { name: 'Subscribe to a webhook' }).click()
  await bar(page).getByLabel('Webhook', { exact: true }).selectOption({ label: webhook })
}

test('200 subscriptions with failures of every kind: the right counts, nothing sent twice, the asleep waiting', async ({
  page,
  signIn,
}, { testId }) => {
  await signIn(`sandbox-rough-create:${testId}`)
  const sent = creations(page)
  await page.goto('/connections?filter[vehicle.mode]=live&page[size]=100')
  for (let turn = 1; turn <= 2; turn += 1) {
    await expect(page.getByText(`${turn * 100 - 99}–${turn * 100} of`)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(bar(page)).toContainText(`${turn * 100} connections selected`)
    if (turn === 1) await page.getByRole('link', { name: 'Next page' }).click()
  }
  await choose(page, 'Nightly odometer')
  await bar(page).getByRole('button', { name: 'Subscribe 200 vehicles' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Subscribe 200 vehicles' }).click({ force: true }) // not before the number is typed
  await expect(dialog).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabel('Type 200 to go on').fill('200')
  await dialog.getByRole('button', { name: 'Subscribe 200 vehicles' }).click()
  await expect(job(page).getByText(/^Ended/)).toBeVisible({ timeout: 25_000 })
  expect(sent).toHaveLength(200)
  expect(new Set(sent).size).toBe(200)

  // What the sandbox does with the nth creation, in its order.
  const kindOf = (nth: number) => {
    if (nth % 17 === 0) return 'unknown'
    const [found] = [7, 11, 13, 9, 5].filter((every) => nth % every === 0)
    return found === undefined ? 'done' : found === 9 ? 'asleep' : 'failed'
  }
  const kinds = Array.from({ length: 200 }, (_, index) => kindOf(index + 1))
  const countOf = (kind: string) => kinds.filter((one) => one === kind).length
  const [done, failed] = [countOf('done'), countOf('failed')]
  const [asleep, unknown] = [countOf('asleep'), countOf('unknown')]
  await expect(job(page).getByText(/^Ended/)).toHaveText(
    `Ended: ${done} done, ${failed} failed, ${asleep} asleep, ${unknown} unknown.`,
  )
  await expect(bar(page)).toContainText(`${200 - done} connections selected`) // those that failed stay
  await expect(job(page).getByText(`${unknown} changes may or may not have been made`)).toBeVisible()
  const download = page.waitForEvent('download')
  await job(page).getByRole('button', { name: 'as JSON' }).click()
  const { records } = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(records).toHaveLength(200)
  expect(records.filter(({ state }: { state: string }) => state === 'asleep')).toHaveLength(asleep)
  await job(page)
    .getByRole('button', { name: `Retry asleep (${asleep})` })
    .click()
  await expect.poll(() => sent.length).toBe(200 + asleep)
  await expect(job(page).getByText(/^Ended/)).toBeVisible()
  await job(page).getByRole('button', { name: 'Send them again…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(200 + asleep)
})

test('everything that matches is collected for its price; what is known beforehand is left out', async ({
  page,
  signIn,
}) => {
  await signIn()
  const sent = creations(page)
  await page.goto('/connections?filter[user.externalId]=harbor-fleet-7&page[size]=5')
  await expect(table(page).getByRole('row')).toHaveCount(6)
  await table(page).getByRole('checkbox').nth(1).check()
  await bar(page).getByRole('button', { name: 'Select all 7 (1 request)' }).click()
  await expect(bar(page)).toContainText('7 connections selected')
  await choose(page, 'Charging sessions')
  await expect(bar(page).getByLabel(/that (is|are) live, and the webhook subscribes those by itself/)).toBeChecked()
  await bar(page).getByLabel('Webhook', { exact: true }).selectOption({ label: 'Doors left open (disabled)' })
  await expect(bar(page)).toContainText('The webhook is disabled')
  await expect(bar(page).getByLabel(/without a permission/)).not.toBeChecked()
  await bar(page)
    .getByLabel(/without a permission/)
    .check()
  await expect(bar(page).getByRole('button', { name: /^Subscribe \d vehicles?$/ })).not.toHaveText(
    'Subscribe 7 vehicles',
  )
  await bar(page)
    .getByLabel(/without a permission/)
    .uncheck()
  await bar(page).getByRole('button', { name: 'Subscribe 7 vehicles' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe 7 vehicles' }).click()
  await expect(job(page).getByText('Ended: 7 done.')).toBeVisible()
  expect(sent).toHaveLength(7)
  await expect(bar(page)).toHaveCount(0) // all done: nothing stays selected
  await page.goto('/subscriptions')
  await expect(page.getByRole('table', { name: 'Subscriptions' }).getByRole('row')).toHaveCount(8)
})
