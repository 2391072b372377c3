/** The same batch for a group of vehicles: the price first, each sent once, stopped and continued. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './test'

const vehicles = (page: Page) => page.getByRole('table', { name: 'Vehicles' })
const job = (page: Page) => page.getByRole('complementary', { name: 'Jobs' })

/** How often each vehicle was sent which paths. */
function batches(page: Page) {
  const sent: { vehicle: string; paths: string[] }[] = []
  page.on('request', (request) => {
    const vehicle = /\/vehicles\/([^/]+)\/batch$/.exec(request.url())?.[1]
    if (request.method() === 'POST' && vehicle)
      sent.push({ vehicle, paths: request.postDataJSON().requests.map(({ path }: { path: string }) => path) })
  })
  return sent
}

const paths = ['/permissions', '/', '/vin', '/service/history']

async function choose(page: Page, count: number) {
  await page.goto(`/vehicles?pageSize=${count}&mode=live`)
  await expect(vehicles(page).getByRole('row')).toHaveCount(count + 1)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  const add = page.getByRole('textbox', { name: 'Add a path' })
  await add.fill(paths.join(' '))
  await add.press('Enter')
  await expect(page.getByText(`${count} vehicles × 4 paths = ${count * 4} requests`)).toBeVisible()
}

test('50 vehicles × 4 paths with failures: stopped, continued, each batch once, the counts right', async ({
  page,
  signIn,
}, { testId }) => {
  await signIn(`sandbox-rough-batch:${testId}`)
  const sent = batches(page)
  await choose(page, 50)
  expect(sent).toEqual([])
  // Slow enough to be stopped in the middle.
  await page.route('**/batch', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send to 50 vehicles (200 requests)' }).click()
  await expect(job(page).getByText(/^[1-9]\d* of 50$/)).toBeVisible()
  await job(page).getByRole('button', { name: 'Stop' }).click()
  await expect(job(page).getByText(/^Stopped/)).toBeVisible()
  await expect(job(page).getByRole('button', { name: /^Dismiss/ })).toBeVisible() // nothing is under way any more
  const stoppedAt = sent.length
  expect(stoppedAt).toBeGreaterThan(0)
  expect(stoppedAt).toBeLessThan(50)
  await page.getByRole('link', { name: 'Deprecations' }).click() // a job outlives its page
  await expect(page.getByRole('heading', { level: 1, name: 'Deprecations' })).toBeVisible()
  expect(sent).toHaveLength(stoppedAt)
  await job(page)
    .getByRole('button', { name: `Continue (${50 - stoppedAt} left)` })
    .click()
  // Every thirteenth is refused with 429, which pauses the others: two seconds each.
  await expect(job(page).getByText(/^Ended/)).toBeVisible({ timeout: 20_000 })
  expect(sent).toHaveLength(50)
  expect(new Set(sent.map(({ vehicle }) => vehicle)).size).toBe(50)
  expect(sent.every((one) => one.paths.join() === paths.join())).toBe(true)

  // What the sandbox does with the nth batch: every fifth 500, every thirteenth 429, every third a failed item.
  const failed = Array.from({ length: 50 }, (_, index) => index + 1).filter(
    (nth) => nth % 5 === 0 || nth % 13 === 0 || nth % 3 === 0,
  ).length
  const download = page.waitForEvent('download')
  await job(page).getByRole('button', { name: 'as JSON' }).click()
  const { records, state } = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(state).toBe('complete')
  const failing = (one: { state: string; path?: string; status?: number }) =>
    one.path === undefined || (one.path === '/permissions' && one.state === 'failed' && one.status === 502)
  expect(records.filter(failing)).toHaveLength(failed)
  expect(new Set(records.map(({ vehicle }: { vehicle: string }) => vehicle)).size).toBe(50)

  const [, done = 0, wrong = 0] = (
    /Ended: (\d+) done, (\d+) failed\./.exec(
      (await job(page)
        .getByText(/^Ended/)
        .textContent()) ?? '',
    ) ?? []
  ).map(Number)
  expect(done + wrong).toBe(50)
  expect(wrong).toBeGreaterThanOrEqual(failed) // others lack a permission of their own
  await job(page)
    .getByRole('button', { name: `Retry failed (${wrong})` })
    .click()
  await expect(job(page).getByText(/^Ended/)).toBeVisible({ timeout: 20_000 })
  expect(sent).toHaveLength(50 + wrong)
  // A batch that failed as a whole is sent whole, any other asks for what failed.
  expect(sent.slice(50).some((one) => one.paths.length === 1)).toBe(true)
  expect(sent.slice(50).some((one) => one.paths.length === 4)).toBe(true)
})

test('what was sent to a vehicle stands on its own page; dismissed, the job is gone', async ({ page, signIn }) => {
  await signIn()
  const sent = batches(page)
  await choose(page, 25)
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await vehicles(page).getByRole('checkbox').nth(2).click()
  await vehicles(page)
    .getByRole('checkbox')
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 vehicles selected')).toBeVisible()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  await page.getByRole('button', { name: 'Send to 3 vehicles (12 requests)' }).click()
  await expect(job(page).getByText(/^Ended: 3 done/)).toBeVisible()
  await expect(job(page).getByText('Of all paths: 12 answered.')).toBeVisible()
  expect(sent).toHaveLength(3)
  await job(page)
    .getByRole('link', { name: /^Its answers/ })
    .first()
    .click()
  await expect(page.getByRole('table', { name: 'Responses' }).getByRole('rowheader')).toHaveText(paths)
  expect(sent).toHaveLength(3)
  await job(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(job(page)).toHaveCount(0)
})

test('leaving while a job runs asks first', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-slow-2000:${testId}`)
  await choose(page, 25)
  await page.getByRole('button', { name: 'Send to 25 vehicles (100 requests)' }).click()
  await expect(job(page).getByText('Running.')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const leaving = page.goto('about:blank').catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await leaving
  await expect(job(page).getByText('Running.')).toBeVisible()
  await job(page).getByRole('button', { name: 'Stop' }).click()
  await expect(job(page).getByRole('button', { name: /^Dismiss/ })).toBeVisible()
})
