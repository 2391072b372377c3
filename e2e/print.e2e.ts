/** On paper: a vehicle, a reading and a notice are the facts alone, whole and without the frame. */
import type { Page } from '@playwright/test'
import { removeButton } from './connections'
import { spelled } from './provider'
import { expect, test } from './test'
import { newest } from './vehicle'

const main = (page: Page) => page.getByRole('main')

/** Nothing of the frame, and nothing that waits for a click. */
async function isASheet(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return [color, backgroundColor]
  })
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
}

test('a vehicle: the car, its values, its connections with their IDs whole', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.setViewportSize({ width: 794, height: 1123 }) // a sheet of A4
  await page.goto(`/vehicles/${id}`)
  await page.getByRole('button', { name: 'Read odometer (1 request)' }).click()
  const odometer = page.getByRole('listitem').filter({ hasText: 'Odometer' })
  await expect(odometer.getByText(/[\d,.]+ km/)).toBeVisible()
  const link = page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1).getByRole('link').first()
  const whole = (await link.textContent()) ?? ''
  await isASheet(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main(page).getByText(id)).toBeVisible()
  await expect(odometer.getByText(/[\d,.]+ km/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Permissions' }).getByText(/of 18 granted/)).toBeVisible()
  expect(whole).toHaveLength(36)
  // What is drawn short on screen stands there by itself.
  expect(
    await link.evaluate((one) => [getComputedStyle(one).fontSize, getComputedStyle(one, '::before').content]),
  ).toEqual(['13px', 'none'])
  const table = page.getByRole('table', { name: 'Connections' })
  expect(await table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(794)
})

test('a list: no word is broken for an ID, and no column is cut', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.goto(spelled('/connections?page[size]=100'))
  await expect(page.locator('td [data-mode="simulated"]').first()).toBeVisible()
  await isASheet(page)
  const simulated = page.locator('td [data-mode="simulated"]')
  const lines = await simulated.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )
  expect(lines.length).toBeGreaterThan(0)
  expect(new Set(lines)).toEqual(new Set([1]))
  const table = page.getByRole('table', { name: 'Connections' })
  expect(await table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(794)
})

test('a reading: its result and when it was recorded', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/system-status`)
  await page.getByRole('button', { name: /^Read system status/ }).click()
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
  await isASheet(page)
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^System status: /)
})

test('the notice of a removal: what was removed, when, and how it was confirmed', async ({ signedIn: page }) => {
  await page.goto(`/vehicles/${await newest(page)}`)
  await removeButton(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  const notice = page.getByRole('status').filter({ hasText: 'Removed and confirmed' })
  await expect(notice).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(notice).toBeVisible()
  expect(await notice.evaluate((one) => getComputedStyle(one.parentElement ?? one).position)).toBe('static')
})
