/** No automated violation in what pages become: dialogs, receipts, answers of every kind, jobs, tools; in either theme. */
import { everyWay, violationsOn } from '../axe'
import { table as connections, removeButton } from '../connections'
import { routes } from '../routes.data'
import { expect, readyAt, test } from '../test'
import { newest } from '../vehicle'

for (const [route, ready] of routes) {
  test(`${route} in both schemes, wide and narrow`, async ({ signedIn: page }) => {
    await readyAt(page, route, ready)
    await everyWay(page)
  })
}

test('a connection, its confirmation and its receipt, in both schemes', async ({ signedIn: page }) => {
  await page.goto('/connections?filter[vehicle.mode]=live')
  await connections(page).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  await everyWay(page)
  await removeButton(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await everyWay(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Removed and confirmed' })).toBeVisible()
  await everyWay(page)
})

test('a user, the impact sheet, and a vehicle, in both schemes', async ({ signedIn: page }) => {
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Vehicles 7' })).toBeVisible()
  await everyWay(page)
  await removeButton(page, 'user').click()
  await expect(page.getByRole('dialog')).toContainText('exact')
  await everyWay(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('list')
    .getByRole('link', { name: /Renault Zoe/ })
    .click()
  await expect(page.getByRole('region', { name: 'Permissions' })).toBeVisible()
  await everyWay(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('table', { name: 'Permissions' })).toBeVisible()
  await everyWay(page)
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
  test(`a reading of ${tab}, in both schemes`, async ({ signedIn: page }) => {
    await page.goto(`/vehicles/${await newest(page)}/${tab}`)
    await page.getByRole('button', { name: /^Read / }).click()
    await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible()
    await everyWay(page)
  })
}

test('answers of every kind, and the job of a group, in both schemes', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-mixed-batch:${testId}`)
  const paths = ['/battery/nominal_capacity', '/fuel', '/vin', '/charge', '/diagnostics/dtcs', '/permissions']
  await page.goto(`/vehicles/${await newest(page)}/batch?${paths.map((path) => `path=${path}`).join('&')}`)
  for (const run of ['Run 1', 'Run 2']) {
    await page.getByRole('button', { name: 'Send batch' }).click()
    await expect(page.getByText(run, { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '(HTTP 200)' })).toBeVisible()
  }
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
  })
  await everyWay(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/vehicles')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  await page.getByRole('button', { name: 'Location and mileage' }).click()
  await page.getByRole('button', { name: 'Send to 25 vehicles (50 requests)' }).click()
  await expect(page.getByText(/^Ended/)).toBeVisible()
  await everyWay(page)
})

test('a webhook and its chain, subscriptions and many of them, in both schemes', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto('/webhooks')
  const table = page.getByRole('table', { name: 'Webhooks' })
  for (const nth of [1, 2]) await table.getByRole('checkbox').nth(nth).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('table', { name: 'Comparison of two webhooks' })).toBeVisible()
  await everyWay(page)
  await page.keyboard.press('Escape')
  await table.getByRole('link', { name: 'Staging' }).click()
  await page.getByLabel('Vehicle ID', { exact: true }).fill(id)
  await page.getByRole('button', { name: 'Check delivery' }).click()
  await expect(page.getByText('First problem')).toBeVisible()
  await everyWay(page)
  await page.goto('/connections?filter[vehicle.mode]=live')
  await connections(page).getByRole('link').first().click()
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

test('the inspector, the palette and the list of keys, in both schemes', async ({ signedIn: page }) => {
  await page.goto('/connections/fault-403')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Request inspector/ })).toBeVisible()
  await page.keyboard.press('i')
  const panel = page.getByRole('complementary', { name: 'Request inspector' })
  await panel.getByRole('rowheader').first().getByRole('button').click()
  await expect(panel.getByRole('region', { name: 'Request details' })).toBeVisible()
  await everyWay(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('abc')
  await expect(page.getByRole('option').first()).toBeVisible()
  await everyWay(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await everyWay(page)
})

test('the menu on a small screen', async ({ signedIn: page }) => {
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

test('the fleet at a glance, and every hint that stands on these pages', async ({ signedIn: page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Load the rest/ }).click()
  await page.getByText(/As of/).waitFor()
  await page.getByRole('table', { name: 'Connections by make' }).waitFor()
  await everyWay(page)
  await page.goto(`/vehicles/${await newest(page)}/battery`)
  await page.getByRole('button', { name: 'About the price of a read' }).click()
  await expect(page.getByRole('note')).toHaveCount(1)
  await everyWay(page)
  await page.getByRole('button', { name: /^Read battery/ }).click()
  await page.getByRole('button', { name: 'About the age of a reading' }).click()
  await expect(page.getByRole('note')).toHaveCount(1)
  await everyWay(page)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'About this history' }).click()
  await everyWay(page)
})

test('nothing is lost at 400 % zoom: every page fits a view of 320 × 200 px', async ({ signedIn: page }) => {
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
