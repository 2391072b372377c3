/** The frame around every page: its top bar, what opens from it, the rail's groups, and all of it in one row where it is narrow. */
import type { Page } from '@playwright/test'
import { violationsOn } from './axe'
import { spelled } from './provider'
import { expect, test, waitForHydration } from './test'

const tools = (page: Page) => page.getByRole('region', { name: 'Top bar' })
const tool = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true })

test('times, theme and row height are chosen in one place, by keys, and hold for every page', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 880, height: 700 }) // too narrow for a choice of times in the bar itself
  await page.goto(spelled('/connections?page[size]=5'))
  const time = page.getByRole('table', { name: 'Connections' }).locator('time').first()
  await expect(time).toBeVisible()
  await waitForHydration(page)
  await tool(page, 'Display').focus()
  await page.keyboard.press('Enter')
  const shown = page.locator('#display-menu')
  await expect(shown.getByLabel('Times')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(shown.getByLabel('Times')).toBeFocused()
  await shown.getByLabel('Times').selectOption('utc')
  await expect(time).toHaveText(/UTC$/)
  await shown.getByLabel('Theme').selectOption('dark')
  await shown.getByLabel('Row height').selectOption('compact')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-rows', 'compact')
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await expect(tool(page, 'Display')).toBeFocused()
  await page.goto('/deprecations')
  await tool(page, 'Display').click()
  await expect(shown.getByLabel('Times')).toHaveValue('utc')
  expect(await violationsOn(page)).toEqual([])
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-rows', 'compact')
})

test('Help leads to the page and to the keys; the focus comes back to it', async ({ signedIn: page }) => {
  await page.goto('/deprecations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tool(page, 'Help').click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect(tool(page, 'Help')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open Help' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Open Help' })).toBeHidden()
})

test('failed requests are counted at the inspector, in its name too; what is not there has not failed', async ({
  signedIn: page,
}) => {
  await page.goto('/connections/fault-404')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(tool(page, 'Request inspector')).toBeVisible()
  await page.goto('/connections/fault-403')
  await expect(page.getByRole('alert')).toBeVisible()
  const button = tool(page, 'Request inspector (1 failed)')
  await expect(button).toHaveAttribute('data-failed', '1')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('complementary', { name: 'Request inspector' })).toBeVisible()
})

test('the rail names its groups; the top bar has the way up, before the tools and the page', async ({
  signedIn: page,
}) => {
  await page.goto('/connections/fault-403')
  await expect(page.getByRole('alert')).toBeVisible()
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const [group, links] of [
    ['Fleet', ['Connections', 'Users', 'Vehicles']],
    ['Data', ['Signals']],
    ['Events', ['Webhooks', 'Subscriptions', 'Deliveries']],
    ['System', ['Deprecations', 'Jobs', 'Activity', 'Settings']],
  ] as const)
    await expect(main.getByRole('group', { name: group }).getByRole('link')).toHaveText([...links])
  const up = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Connections' })
  const bar = await tools(page).boundingBox()
  const link = await up.boundingBox()
  expect(link?.y).toBeGreaterThanOrEqual(bar?.y ?? 0)
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  await up.focus()
  await waitForHydration(page)
  await page.keyboard.press('Tab')
  await expect(tools(page).locator(':focus')).toHaveCount(1)
  await up.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Connections/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0)
})

test('at 320 px brand, menu, way up and tools are one row, and nothing scrolls sideways', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/vehicles/nobody/battery')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const row = [
    page.getByRole('link', { name: 'Forecourt' }),
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('navigation', { name: 'Breadcrumb' }),
    ...['Request inspector', 'Display', 'Help'].map((name) => tool(page, name)),
  ]
  const places = await Promise.all(row.map((one) => one.boundingBox()))
  for (const [at, place] of places.entries()) {
    expect((place?.y ?? 99) + (place?.height ?? 99)).toBeLessThanOrEqual(48)
    const before = places[at - 1]
    if (before) expect(place?.x).toBeGreaterThanOrEqual(before.x + before.width)
  }
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
  await tool(page, 'Display').click()
  await expect(page.getByLabel('Row height')).toBeVisible()
  expect(await isWide()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: /^Jump to/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Hosts' })).toBeVisible()
  expect(await isWide()).toBe(false)
})
