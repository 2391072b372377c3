/** Many connections subscribed as one job, with failures of every kind: shared by the test and its long version. */
import type { Page } from '@playwright/test'
import { bar, job } from './connections'
import { spelled } from './provider'
import { saved } from './saved'
import { expect } from './test'

/** What is sent for each vehicle. */
export function creations(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v3/subscriptions'))
      sent.push(JSON.stringify(request.postDataJSON().data.attributes))
  })
  return sent
}

export async function choose(page: Page, webhook: string) {
  await bar(page).getByRole('button', { name: 'Subscribe to a webhook' }).click()
  await bar(page).getByLabel('Webhook', { exact: true }).selectOption({ label: webhook })
}

interface Many {
  count: number
  perPage: number
  /** How long the job may take. */
  waitMs: number
}

/** Under `sandbox-rough-create`: the right counts, nothing sent twice, the asleep waiting. */
export async function subscribeMany(page: Page, { count, perPage, waitMs }: Many): Promise<void> {
  const sent = creations(page)
  await page.goto(spelled(`/connections?filter[vehicle.mode]=live&page[size]=${perPage}`))
  const turns = count / perPage
  for (let turn = 1; turn <= turns; turn += 1) {
    await expect(page.getByText(`${(turn - 1) * perPage + 1}–${turn * perPage} of`)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(bar(page)).toContainText(`${turn * perPage} connections selected`)
    if (turn < turns) await page.getByRole('link', { name: 'Next page' }).click()
  }
  await choose(page, 'Nightly odometer')
  await bar(page)
    .getByRole('button', { name: `Subscribe ${count} vehicles` })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `Subscribe ${count} vehicles` }).click({ force: true }) // not before the number is typed
  await expect(dialog).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabel(`Type ${count} to confirm`).fill(String(count))
  await dialog.getByRole('button', { name: `Subscribe ${count} vehicles` }).click()
  await expect(job(page).getByText(/^Ended/)).toBeVisible({ timeout: waitMs })
  expect(sent).toHaveLength(count)
  expect(new Set(sent).size).toBe(count)

  // What the sandbox does with the nth creation, in its order.
  const kindOf = (nth: number) => {
    if (nth % 17 === 0) return 'unknown'
    const [found] = [7, 11, 13, 9, 5].filter((every) => nth % every === 0)
    return found === undefined ? 'done' : found === 9 ? 'asleep' : 'failed'
  }
  const kinds = Array.from({ length: count }, (_, index) => kindOf(index + 1))
  const countOf = (kind: string) => kinds.filter((one) => one === kind).length
  const [done, failed] = [countOf('done'), countOf('failed')]
  const [asleep, unknown] = [countOf('asleep'), countOf('unknown')]
  await expect(job(page).getByText(/^Ended/)).toHaveText(
    `Ended: ${done} done · ${failed} failed · ${asleep} asleep · ${unknown} unknown.`,
  )
  await expect(bar(page)).toContainText(`${count - done} connections selected`) // those that failed stay
  await expect(job(page).getByText(`No response for ${unknown} changes`)).toBeVisible()
  const { text } = await saved(job(page).getByRole('button', { name: 'as JSON' }))
  const { records } = JSON.parse(text)
  expect(records).toHaveLength(count)
  expect(records.filter(({ state }: { state: string }) => state === 'asleep')).toHaveLength(asleep)
  await job(page)
    .getByRole('button', { name: `Retry asleep (${asleep})` })
    .click()
  await expect.poll(() => sent.length).toBe(count + asleep)
  await expect(job(page).getByText(/^Ended/)).toBeVisible()
  await job(page).getByRole('button', { name: 'Send them again…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(count + asleep)
}
