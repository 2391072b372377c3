/** Times as a page says them: they stay true while it is open, and their other zones are there without a pointer. */
import type { Page } from '@playwright/test'
import { violationsOn } from './axe'
import { spelled } from './provider'
import { expect, test, waitForHydration } from './test'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const recent = (page: Page) => page.getByRole('region', { name: 'Recently viewed' }).locator('time').first()

test('how long ago something was stays true while the page is open, and no timer runs while nobody looks', async ({
  signedIn: page,
}) => {
  await page.clock.install()
  await page.goto(spelled('/connections?page[size]=1'))
  await waitForHydration(page)
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Connection / })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(recent(page)).toHaveText(/^just now /)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000)) // only the test moves it from here on
  await page.clock.runFor(3 * MINUTE)
  await expect(recent(page)).toHaveText(/^3m /)

  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await look('hidden')
  await page.clock.runFor(HOUR)
  await expect(recent(page)).toHaveText(/^3m /)
  await look('visible')
  await expect(recent(page)).toHaveText(/^1h /)
})

/** What the element with the focus is described by, as screen readers say it. */
const description = (page: Page) =>
  page.evaluate(() => {
    const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  })
const tip = (page: Page) => page.getByRole('tooltip')

test('the other two zones of a time stand beside its row’s link, and beside itself, when they have the focus', {
  tag: '@long',
}, async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?page[size]=5'))
  const table = page.getByRole('table', { name: 'Connections' })
  const link = table.getByRole('link').first()
  await expect(link).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('j') // the first row’s link
  await expect(link).toBeFocused()
  await expect(tip(page)).toHaveText(/^Connection: [0-9a-f-]{36}Connected: \w{3} \d+, (20\d\d, )?\d\d:\d\d UTC · .+$/)
  expect(await description(page)).toBe(await tip(page).textContent())
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  expect(await description(page)).toBe('')
  await page.keyboard.press('Tab')
  await expect(tip(page)).toHaveCount(0) // once for the row, and not for everything in it
  const stops = await table.locator('time').evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex >= 0).length)
  expect(stops).toBe(0)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Connection / })).toBeVisible()
  const created = page.locator('dd time').first()
  const shown = await created.textContent()
  for (
    let presses = 0;
    presses < 60 && !(await created.evaluate((one) => one === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await expect(created).toBeFocused()
  await expect(tip(page)).toHaveText(/UTC · /)
  await expect(tip(page)).not.toContainText(shown ?? '')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('heading', { level: 1 }).focus()
  await expect(tip(page)).toHaveCount(0)
})

test('a row without a link is reached by its key, and a time under the pointer says the same in its title', async ({
  signedIn: page,
}) => {
  await page.goto('/vehicles/any/signals/odometer-traveleddistance')
  await page.route('**/signals/*/values**', (route) =>
    route.fulfill({
      json: {
        data: [{ value: 1, recordedAt: '2026-01-02T03:04:05Z' }],
        meta: { pageNumber: 1, pageSize: 10, totalCount: 1 },
        links: { self: '?page=1', first: '?page=1', last: '?page=1', prev: null, next: null },
      },
    }),
  )
  await page.getByRole('button', { name: /^Read values/ }).click()
  const time = page.getByRole('table', { name: 'Signal values' }).locator('time')
  await expect(time).toHaveText(/^Jan 2, (2026, )?04:04$/)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await expect(time).toBeFocused()
  await expect(tip(page)).toHaveText(/^Jan 2, (2026, )?03:04 UTC · /)
  await page.getByRole('heading', { level: 1 }).hover()
  await time.hover()
  await expect(time).toHaveAttribute('title', /^Jan 2, (2026, )?03:04 UTC · /)
})
