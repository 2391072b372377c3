/** The bar of a selection, the tray of jobs and the side panel: what floats at the foot moves nothing and hides nothing. */
import type { Locator, Page } from '@playwright/test'
import { onceInEachScheme, violationsOn } from './axe'
import { bar, job, removeButton, rows, table } from './connections'
import { gate, hold } from './gate'
import { Operator } from './operator'
import { expect, longUnless, test } from './test'

const details = (page: Page) => job(page).getByRole('button', { name: /^Details of/ })
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Request inspector' })
const line = (page: Page) => job(page).getByRole('region', { name: 'Remove 4 connections', exact: true })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It has no place.')
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.right - 1 && b.x < a.right - 1 && a.y < b.bottom - 1 && b.y < a.bottom - 1
}
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

async function select(page: Page, count: number) {
  await page.goto('/connections?page[size]=25')
  await expect(page.getByText('1–25 of 2,500')).toBeVisible()
  for (let nth = 1; nth <= count; nth += 1) await table(page).getByRole('checkbox').nth(nth).check()
  await expect(bar(page)).toContainText(`${count} connections selected`)
}

/** Four are removed: the second fails, and those after the third wait until they are let go. */
async function removeFour(page: Page) {
  await select(page, 4)
  const { letGo, opened } = gate()
  let nth = 0
  await page.route('**/api/vehicle/v3/connections/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    nth += 1
    if (nth === 2) return route.fulfill({ status: 500, json: { errors: [{ status: '500', title: 'Out of order' }] } })
    if (nth > 3) await opened
    await route.continue()
  })
  await bar(page).getByRole('button', { name: 'Remove 4 connections' }).press('Enter')
  const ask = page.getByRole('dialog').getByRole('button', { name: 'Remove 4 connections' })
  return { letGo, ask }
}

test('a job is a line while it runs; at its end what failed stands first, and is retried', async ({
  signedIn: page,
}) => {
  const { letGo, ask } = await removeFour(page)
  await ask.click()
  await expect(job(page).getByText('3 of 4')).toBeVisible()
  await expect(job(page).getByText('1 failed', { exact: true })).toBeVisible()
  await expect(job(page).getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(job(page).getByRole('table')).toHaveCount(0)
  expect((await boxOf(line(page))).height).toBe(44)
  await details(page).click()
  const items = job(page).getByRole('table').getByRole('row')
  await expect(items.nth(1)).toContainText('Failed')
  await expect(items.nth(1)).toContainText('Out of order')
  await details(page).click()
  await expect(job(page).getByRole('table')).toHaveCount(0)
  letGo()
  await expect(job(page).getByText('Ended: 3 done · 1 failed.')).toBeVisible()
  await expect(items.nth(1)).toContainText('Failed')
  await onceInEachScheme(page)
  await job(page).getByRole('button', { name: 'Retry failed (1)' }).click()
  await expect(job(page).getByText('Ended: 4 done.')).toBeVisible()
  await job(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(job(page)).toHaveCount(0)
})

test('by keyboard alone: selected, removed, the job opened, retried and dismissed', async ({ signedIn: page }) => {
  await page.goto('/connections?page[size]=25')
  await expect(page.getByText('1–25 of 2,500')).toBeVisible()
  let nth = 0
  await page.route('**/api/vehicle/v3/connections/*', async (route) => {
    if (route.request().method() === 'DELETE') nth += 1
    await (nth === 1 ? route.fulfill({ status: 500, json: { errors: [{ status: '500' }] } }) : route.continue())
  })
  const last = rows(page).last()
  await last.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  const keys = new Operator(page)
  // The bar comes after the rows, before the pager.
  await keys.reach(bar(page).getByRole('button', { name: 'Clear selection' }))
  await keys.reach(bar(page).getByRole('button', { name: 'Remove 1 connection' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // The job has the focus; its buttons follow.
  await expect(job(page).getByText('Ended: 1 failed.')).toBeVisible()
  await expect(job(page).getByRole('region', { name: 'Remove 1 connection', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(details(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(job(page).getByRole('button', { name: 'Retry failed (1)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(job(page).getByText('Ended: 1 done.')).toBeVisible()
  await expect(job(page).getByRole('region', { name: 'Remove 1 connection', exact: true })).toBeFocused()
  await keys.reach(job(page).getByRole('button', { name: /^Dismiss/ }))
  await page.keyboard.press('Enter')
  await expect(job(page)).toHaveCount(0)
})

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 900, height: 700 },
  { width: 320, height: 640 },
]) {
  test(
    `selecting moves nothing and hides nothing for good, at ${width} px`,
    longUnless(width !== 900),
    async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/connections?page[size]=25')
      await expect(page.getByText('1–25 of 2,500')).toBeVisible()
      await expect(page.getByText('2,206 live')).toBeVisible()
      const before = [await boxOf(table(page)), await boxOf(pager(page))]
      await table(page).getByRole('checkbox').nth(1).check()
      await expect(bar(page)).toBeInViewport()
      expect([await boxOf(table(page)), await boxOf(pager(page))]).toEqual(before)
      const tops = await bar(page)
        .getByRole('button')
        .evaluateAll((buttons) => new Set(buttons.map((one) => Math.round(one.getBoundingClientRect().top))).size)
      expect(tops).toBe(width < 640 ? 3 : 1)
      const more = bar(page).getByRole('button', { name: 'More', exact: true })
      const rest = bar(page).getByRole('button', { name: 'Export selection', exact: true })
      if (width > 900) await expect(more).toBeHidden()
      else {
        await expect(rest).toBeHidden()
        await more.click()
        await expect(rest).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Escape')
        await expect(rest).toBeHidden()
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await toEnd(page)
      await expect(pager(page)).toBeInViewport()
      for (const part of [rows(page).last(), pager(page)]) expect(await overlap(bar(page), part)).toBe(false)
      expect(await violationsOn(page)).toEqual([]) // here, where nothing is covered
    },
  )

  test(
    `inspector, job and selection stand one above the other, at ${width} px`,
    longUnless(width === 320),
    async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height })
      const { ask } = await removeFour(page)
      await ask.click()
      await expect(job(page).getByText('3 of 4')).toBeVisible()
      await page.keyboard.press('i')
      await expect(inspector(page)).toBeVisible()
      const parts = [inspector(page), bar(page), job(page)]
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
      for (const [one, other] of [
        [inspector(page), bar(page)],
        [inspector(page), job(page)],
        [bar(page), job(page)],
      ] as const)
        expect(await overlap(one, other)).toBe(false)
      await details(page).click()
      await expect(job(page).getByRole('table')).toBeVisible()
      expect(await overlap(bar(page), job(page))).toBe(false)
      await details(page).click()
      await toEnd(page)
      for (const part of [rows(page).last(), pager(page)])
        for (const above of parts) expect(await overlap(above, part)).toBe(false)
    },
  )
}

test('what has the focus never hides under what floats', async ({ signedIn: page }) => {
  const { ask } = await removeFour(page)
  await ask.click()
  await expect(job(page).getByText('3 of 4')).toBeVisible()
  for (let nth = 6; nth < 20; nth += 1) {
    const remove = removeButton(rows(page).nth(nth))
    await remove.focus()
    await expect(remove).toBeFocused()
    for (const above of [bar(page), job(page), pager(page)]) expect(await overlap(above, remove)).toBe(false)
  }
  // What floats is where it is: nothing scrolls to it.
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar(page).getByRole('button', { name: 'Export selection' }).focus()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('the side panel takes the focus, keeps what was chosen, and gives the focus back', async ({ signedIn: page }) => {
  await select(page, 2)
  const opener = bar(page).getByRole('button', { name: 'Subscribe to a webhook' })
  const panel = page.getByRole('dialog', { name: 'Subscribe to a webhook' })
  await opener.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Subscribe to a webhook' })).toBeFocused()
  expect((await boxOf(panel)).width).toBe(480)
  await panel.getByLabel('Webhook', { exact: true }).selectOption({ label: 'Plugged in' })
  await onceInEachScheme(page)
  await panel.getByRole('button', { name: 'Subscribe 2 vehicles' }).press('Enter')
  // One question at a time.
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Subscribe 2 vehicles?')
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Subscribe 2 vehicles' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(panel.getByLabel('Webhook', { exact: true }).locator('option:checked')).toHaveText('Plugged in')
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await boxOf(panel)).width).toBe(320)
})

test('three notices of removals at most, the newest', async ({ signedIn: page }) => {
  await page.goto('/connections?filter[vehicle.mode]=simulated&page[size]=25')
  const notices = page.getByRole('region', { name: 'Removals' }).getByRole('status')
  const remove = removeButton(table(page))
  await expect(remove).toHaveCount(25)
  await hold(page, /\/v3\/connections\?/) // the rows stay where they are
  const ids: string[] = []
  for (let nth = 1; nth <= 4; nth += 1) {
    const row = rows(page).nth(nth)
    const id = (await row.getByRole('link').first().getAttribute('href'))?.split('/').at(-1) ?? ''
    ids.push(id)
    await removeButton(row).click()
    await expect(notices.filter({ hasText: id }).filter({ hasText: /^Removed/ })).toBeVisible()
  }
  await expect(notices).toHaveCount(3)
  await expect(notices.filter({ hasText: ids[0] ?? 'none' })).toHaveCount(0)
  // Where little room is left, over what takes it.
  await page.setViewportSize({ width: 320, height: 480 })
  await page.keyboard.press('i')
  await expect(inspector(page)).toBeVisible()
  await expect(notices.first()).toBeInViewport()
})
