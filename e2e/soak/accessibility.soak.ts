/** No automated violation in what pages become: dialogs, receipts, answers of every kind, jobs, tools; in either theme. */
import { everyWay, violationsOn } from '../axe'
import { routes } from '../routes.data'
import { expect, readyAt, test } from '../test'
import { newest } from '../vehicle'

for (const [route, ready] of routes) {
  test(`${route} in both schemes, wide and narrow`, async ({ page, signIn }) => {
    await signIn()
    await readyAt(page, route, ready)
    await everyWay(page)
  })
}

test('a connection, its confirmation and its receipt, in both schemes', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/connections?filter[vehicle.mode]=live')
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  const everyScheme = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violationsOn(page)).toEqual([])
    }
  }
  await everyScheme()
  await page.getByRole('button', { name: /^Remove connection/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await everyScheme()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed' })).toBeVisible()
  await everyScheme()
})

test('a user, the impact sheet, and a vehicle, in both schemes', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Vehicles 7' })).toBeVisible()
  const everyScheme = async () => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violationsOn(page)).toEqual([])
      }
    }
  }
  await everyScheme()
  await page.getByRole('button', { name: /^Remove user/ }).click()
  await expect(page.getByRole('dialog')).toContainText('exact')
  await everyScheme()
  await page.keyboard.press('Escape')
  await page
    .getByRole('list')
    .getByRole('link', { name: /Renault Zoe/ })
    .click()
  await expect(page.getByRole('table', { name: 'What may be read' })).toBeVisible()
  await everyScheme()
})

for (const tab of [
  'battery',
  'service',
  'trouble-codes',
  'system-status',
  'vin',
  'signals/closure-doors',
  'signals/odometer-traveleddistance',
  'signals/charge-chargelimits',
]) {
  test(`a reading of ${tab}, in both schemes`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(`/vehicles/${await newest(page)}/${tab}`)
    await page.getByRole('button', { name: /^Read / }).click()
    await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible()
    await everyWay(page)
  })
}

test('answers of every kind, and the job of a group, in both schemes', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-mixed-batch:${testId}`)
  const everyScheme = () => everyWay(page)
  const paths = ['/battery/nominal_capacity', '/fuel', '/vin', '/charge', '/diagnostics/dtcs', '/permissions']
  await page.goto(`/vehicles/${await newest(page)}/batch?${paths.map((path) => `path=${path}`).join('&')}`)
  for (const run of ['Run 1', 'Run 2']) {
    await page.getByRole('button', { name: 'Send batch' }).click()
    await expect(page.getByText(run, { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'The batch itself was answered' })).toBeVisible()
  }
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
  })
  await everyScheme()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/vehicles')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  await page.getByRole('button', { name: 'Where and how far' }).click()
  await page.getByRole('button', { name: 'Send to 25 vehicles (50 requests)' }).click()
  await expect(page.getByText(/^Ended/)).toBeVisible()
  await everyScheme()
})

test('a webhook and its chain, subscriptions and many of them, in both schemes', async ({ page, signIn }) => {
  await signIn()
  const id = await newest(page)
  await page.goto('/webhooks')
  const table = page.getByRole('table', { name: 'Webhooks' })
  for (const nth of [1, 2]) await table.getByRole('checkbox').nth(nth).check()
  await expect(page.getByRole('table', { name: 'Comparison of two webhooks' })).toBeVisible()
  await everyWay(page)
  await table.getByRole('link', { name: 'Staging' }).click()
  await page.getByLabel('Vehicle that nothing came from').fill(id)
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await expect(page.getByText('First broken link')).toBeVisible()
  await everyWay(page)
  await page.goto('/connections?filter[vehicle.mode]=live')
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Subscribe to a webhook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeVisible()
  await page.getByLabel('Webhook ID').fill('fault-409')
  await page.getByRole('button', { name: 'Create subscription' }).click()
  await expect(page.getByText('Waiting: the vehicle is asleep')).toBeVisible()
  await everyWay(page)
  await page.goto('/connections')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Subscribe to a webhook' }).click()
  await page.getByLabel('Webhook', { exact: true }).selectOption({ label: 'Staging (disabled)' })
  await everyWay(page)
})

test('the inspector, the palette and the list of keys, in both schemes', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/connections/fault-403')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.keyboard.press('i')
  const panel = page.getByRole('complementary', { name: 'Request inspector' })
  await panel.getByRole('rowheader').first().getByRole('button').click()
  await expect(panel.getByRole('region', { name: 'The request' })).toBeVisible()
  await everyWay(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('abc')
  await expect(page.getByRole('option').first()).toBeVisible()
  await everyWay(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await everyWay(page)
})

test('the menu on a small screen', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/settings')
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Connections/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('the fleet at a glance, and every hint that stands on these pages', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.getByRole('button', { name: /^Read the newest connections/ }).click()
  await page.getByText('The months as a table').click()
  await page.getByRole('button', { name: 'About derived lists' }).click()
  await everyWay(page)
  await page.goto(`/vehicles/${await newest(page)}/battery`)
  await page.getByRole('button', { name: /^Read battery/ }).click()
  for (const about of ['the price of a read', 'the age of a reading'])
    await page.getByRole('button', { name: `About ${about}` }).click()
  await expect(page.getByRole('note')).toHaveCount(2)
  await everyWay(page)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'About this ledger' }).click()
  await everyWay(page)
})

test('nothing is lost at 400 % zoom: every page fits a view of 320 × 200 px', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 320, height: 200 })
  const id = await newest(page)
  for (const route of ['/', '/connections', '/users', `/vehicles/${id}`, `/vehicles/${id}/battery`, '/settings']) {
    await page.goto(route)
    await page.waitForLoadState('networkidle')
    const { wide, covered } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      // What keeps its place in the view leaves room to read: no more than half of it.
      covered: [...document.querySelectorAll('body *')]
        .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height, bottom, top }) => width > 160 && height > 100 && bottom > 0 && top < innerHeight)
        .length,
    }))
    expect([wide, covered], route).toEqual([0, 0])
  }
})
