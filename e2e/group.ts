/** The same batch for a group of vehicles: the price first, each sent once, stopped, continued, retried. */
import type { Page } from '@playwright/test'
import { job } from './connections'
import { hold } from './gate'
import { saved } from './saved'
import { expect } from './test'

export const vehicles = (page: Page) => page.getByRole('table', { name: 'Vehicles' })

/** How often each vehicle was sent which paths. */
export function batches(page: Page) {
  const sent: { vehicle: string; paths: string[] }[] = []
  page.on('request', (request) => {
    const vehicle = /\/vehicles\/([^/]+)\/batch$/.exec(request.url())?.[1]
    if (request.method() === 'POST' && vehicle)
      sent.push({ vehicle, paths: request.postDataJSON().requests.map(({ path }: { path: string }) => path) })
  })
  return sent
}

export const paths = ['/permissions', '/', '/vin', '/service/history']

export async function choose(page: Page, count: number) {
  await page.goto(`/vehicles?pageSize=${count}&mode=live`)
  await expect(vehicles(page).getByRole('row')).toHaveCount(count + 1)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  const add = page.getByRole('textbox', { name: 'Add a path' })
  await add.fill(paths.join(' '))
  await add.press('Enter')
  await expect(page.getByText(`${count} vehicles × 4 paths = ${count * 4} requests`)).toBeVisible()
}

/** Batches that go through before it is stopped. */
const FIRST = 3

/** To be run in a world of `sandbox-rough-batch`, whose failures it counts. */
export async function stoppedAndContinued(page: Page, count: number): Promise<void> {
  const sent = batches(page)
  await choose(page, count)
  expect(sent).toEqual([])
  // The first few go through; the others wait, so that it is stopped in the middle.
  let begun = 0
  const letGo = await hold(page, '**/batch', () => {
    begun += 1
    return begun > FIRST
  })
  await page.getByRole('button', { name: `Send to ${count} vehicles (${count * 4} requests)` }).click()
  await expect(job(page).getByText(new RegExp(`^[1-9]\\d* of ${count}$`))).toBeVisible()
  await job(page).getByRole('button', { name: 'Stop' }).click()
  letGo()
  await expect(job(page).getByText(/^Stopped/)).toBeVisible()
  await expect(job(page).getByRole('button', { name: /^Dismiss/ })).toBeVisible() // nothing is under way any more
  const stoppedAt = sent.length
  expect(stoppedAt).toBeGreaterThan(0)
  expect(stoppedAt).toBeLessThan(count)
  await page.getByRole('link', { name: 'Deprecations' }).click() // a job outlives its page
  await expect(page.getByRole('heading', { level: 1, name: 'Deprecations' })).toBeVisible()
  expect(sent).toHaveLength(stoppedAt)
  await job(page)
    .getByRole('button', { name: `Continue (${count - stoppedAt} left)` })
    .click()
  // Every thirteenth is refused with 429, which pauses the others: two seconds each.
  await expect(job(page).getByText(/^Ended/)).toBeVisible({ timeout: 20_000 })
  expect(sent).toHaveLength(count)
  expect(new Set(sent.map(({ vehicle }) => vehicle)).size).toBe(count)
  expect(sent.every((one) => one.paths.join() === paths.join())).toBe(true)

  // What the sandbox does with the nth batch: every fifth 500, every thirteenth 429, every third a failed item.
  const failed = Array.from({ length: count }, (_, index) => index + 1).filter(
    (nth) => nth % 5 === 0 || nth % 13 === 0 || nth % 3 === 0,
  ).length
  const { text } = await saved(job(page).getByRole('button', { name: 'as JSON' }))
  const { records, state } = JSON.parse(text)
  expect(state).toBe('complete')
  const failing = (one: { state: string; path?: string; status?: number }) =>
    one.path === undefined || (one.path === '/permissions' && one.state === 'failed' && one.status === 502)
  expect(records.filter(failing)).toHaveLength(failed)
  expect(new Set(records.map(({ vehicle }: { vehicle: string }) => vehicle)).size).toBe(count)

  const [, done = 0, wrong = 0] = (
    /Ended: (\d+) done · (\d+) failed\./.exec(
      (await job(page)
        .getByText(/^Ended/)
        .textContent()) ?? '',
    ) ?? []
  ).map(Number)
  expect(done + wrong).toBe(count)
  expect(wrong).toBeGreaterThanOrEqual(failed) // others lack a permission of their own
  await job(page)
    .getByRole('button', { name: `Retry failed (${wrong})` })
    .click()
  await expect(job(page).getByText(/^Ended/)).toBeVisible({ timeout: 20_000 })
  expect(sent).toHaveLength(count + wrong)
  // A batch that failed as a whole is sent whole, any other asks for what failed.
  expect(sent.slice(count).some((one) => one.paths.length === 1)).toBe(true)
  expect(sent.slice(count).some((one) => one.paths.length === 4)).toBe(true)
}
