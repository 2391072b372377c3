/** The ten most frequent jobs, from the overview to what the customer wants to know: what each takes of an operator's hands. */
import type { Page } from '@playwright/test'
import { countHands, type Hands, handsOf, paste, pick, suggested } from './clicks'
import { confirmed, notice } from './connections'
import { saved } from './saved'
import { expect, test } from './test'
import { undetermined } from './vehicle'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** A customer with one live BEV. */
const CUSTOMER = '38474628'

test.beforeEach(async ({ signedIn: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await expect(title(page, 'Overview')).toBeVisible()
  await countHands(page)
})

/** With nothing focused: the overview takes what is pasted. */
async function lookUp(page: Page, text: string) {
  await paste(page, text)
  await expect(page.getByRole('searchbox', { name: 'Look up' })).toHaveValue(text)
  await page.keyboard.press('Enter')
}

async function openVehicleOf(page: Page, externalId: string) {
  await lookUp(page, externalId)
  await expect(title(page, /^Connection /)).toBeVisible()
  await page.getByRole('main').locator('a[href^="/vehicles/"]').first().click()
  await expect(title(page, /Leaf/)).toBeVisible()
}

/** At most so many clicks and pastes, and Enter once. */
const within = async (page: Page, clicks: number, hands: Partial<Hands> = {}) => {
  const done = await handsOf(page)
  expect(done).toMatchObject({ keys: 1, pastes: 1, ...hands })
  expect(done.clicks).toBeLessThanOrEqual(clicks)
}

test('1: is the car of a customer connected? A paste and Enter', async ({ page }) => {
  await lookUp(page, CUSTOMER)
  await expect(title(page, /^Connection /)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^live$/i })).toBeVisible()
  await within(page, 0)
})

test('2: the battery level now', async ({ page }) => {
  await openVehicleOf(page, CUSTOMER)
  await button(page, /^Read battery level/).click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Battery' })
      .getByText(/^\d+%$/),
  ).toBeVisible()
  await within(page, 2)
})

test('3: odometer and location', async ({ page }) => {
  await openVehicleOf(page, CUSTOMER)
  await button(page, /^Read odometer/).click()
  await button(page, /^Read location/).click()
  await expect(button(page, /^Read (odometer|location)/)).toHaveCount(0)
  await within(page, 3)
})

test('4: the battery capacity, and the owner link copied', async ({ page }) => {
  await lookUp(page, await undetermined(page))
  await page.getByRole('link', { name: /^Battery/ }).click()
  await button(page, /^Read battery capacity/).click()
  await button(page, 'Copy owner link').click()
  await within(page, 3)
})

test('5: one live connection is removed', async ({ page }) => {
  await lookUp(page, CUSTOMER)
  await button(page, 'Remove connection').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(confirmed(page)).toBeVisible()
  await within(page, 2)
})

test('6: a user with several cars is removed', async ({ page }) => {
  await lookUp(page, 'harbor-fleet-7')
  await expect(title(page, /^Connections/)).toBeVisible()
  await page.getByRole('table', { name: 'Connections' }).locator('a[href^="/users/"]').first().click()
  await button(page, /^Remove user/).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(notice(page, /Removed|gone/)).toBeVisible()
  await within(page, 4)
})

test('7: why did a webhook not deliver for a vehicle?', async ({ page }) => {
  await openVehicleOf(page, CUSTOMER)
  await button(page, 'Troubleshoot delivery').click()
  await pick(page.getByLabel('Webhook', { exact: true }), 'Charging sessions')
  await expect(page.getByText('No problems found. Couldn’t check: ')).toBeVisible()
  await within(page, 4)
})

test('8: a customer is subscribed to a webhook', async ({ page }) => {
  await lookUp(page, CUSTOMER)
  await page.getByRole('link', { name: 'Subscribe to a webhook' }).click()
  await suggested(page.getByRole('combobox', { name: 'Webhook ID' }))
  await button(page, 'Create subscription').click()
  await expect(notice(page, /accepted/i)).toBeVisible()
  await within(page, 4)
})

test('9: how the state of charge went', async ({ page }) => {
  await openVehicleOf(page, CUSTOMER)
  await page.getByRole('main').getByRole('link', { name: 'Signals' }).click()
  await page.getByRole('link', { name: 'State of charge', exact: true }).first().click()
  await button(page, /^Read values/).click()
  await expect(page.getByRole('table', { name: 'Signal values' })).toBeVisible()
  await within(page, 4)
})

test('10: all connections are exported', async ({ page }) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
  await page.getByText('Export', { exact: true }).click()
  const { text } = await saved(button(page, 'CSV of everything'))
  expect(text.split('\r\n').length).toBeGreaterThan(2500)
  await within(page, 3, { keys: 0, pastes: 0 })
})
