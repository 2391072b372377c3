/** The bar of a selection, the tray of jobs and the side panel: what floats at the foot moves nothing and hides nothing. */
import type { Locator, Page } from '@playwright/test'
import { onceInEachScheme, violationsOn } from './axe'
import { bar, ended, job, removeButton, rows, storeOpens, table } from './connections'
import { hold } from './gate'
import { Operator } from './operator'
import { expect, longUnless, test, waitForHydration } from './test'

test.beforeEach(({ page }) => storeOpens(page))

const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Request inspector' })

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

/** A removal of four starts far ahead: its line stays, and its rows stay selected. */
async function scheduleFour(page: Page) {
  await select(page, 4)
  await bar(page).getByRole('button', { name: 'Remove 4 connections' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'At a time' }).check()
  await dialog.getByLabel('Start at').fill('2999-01-01T00:00')
  await dialog.getByRole('button', { name: 'Remove 4 connections' }).click()
  await expect(job(page).getByText('Scheduled')).toBeVisible()
}

test('by keyboard alone: selected, removed, its outcome read and dismissed', async ({ signedIn: page }) => {
  await page.goto('/connections?page[size]=25')
  await expect(page.getByText('1–25 of 2,500')).toBeVisible()
  await waitForHydration(page)
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
  await expect(ended(page, '1 done')).toBeVisible()
  await onceInEachScheme(page)
  // The button that had the focus is gone with the selection.
  await expect(job(page)).toBeFocused()
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
      await scheduleFour(page)
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
      await toEnd(page)
      for (const part of [rows(page).last(), pager(page)])
        for (const above of parts) expect(await overlap(above, part)).toBe(false)
    },
  )
}

test('what has the focus never hides under what floats', async ({ signedIn: page }) => {
  await scheduleFour(page)
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
