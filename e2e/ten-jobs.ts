/** The ten most frequent jobs of an operator. Each starts at the overview, with nothing focused. */
import { expect, type Page } from '@playwright/test'
import { countHands, type Hands, paste, pick, suggested } from './clicks'
import { confirmed, notice, removeButton } from './connections'
import { saved } from './saved'
import { undetermined } from './vehicle'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** External ID of a user with one connection, to a live BEV, in each sandbox of this seed. */
const CUSTOMER = '38474628'
export const SEED = 1

export interface Job {
  name: string
  /** The most clicks that it may take. */
  clicks: number
  /** The keys and pastes that it takes, if they aren’t one of each. */
  hands?: Partial<Hands>
  /** @param connections how many the account has */
  run(page: Page, connections: number): Promise<void>
}

/** Opens the overview, where each job starts, and starts to count clicks. */
export async function openOverview(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await expect(title(page, 'Overview')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Request inspector/ })).toBeVisible()
  await countHands(page)
}

export async function runJobs(page: Page, jobs: readonly Job[], connections: number): Promise<void> {
  for (const job of jobs) {
    await openOverview(page)
    await job.run(page, connections)
  }
}

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

const confirmRemoval = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()

export const checkConnected: Job = {
  name: 'is the car of a customer connected? A paste and Enter',
  clicks: 0,
  async run(page) {
    await lookUp(page, CUSTOMER)
    await expect(title(page, /^Connection /)).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^live$/i })).toBeVisible()
  },
}

export const readBatteryLevel: Job = {
  name: 'the battery level now',
  clicks: 2,
  async run(page) {
    await openVehicleOf(page, CUSTOMER)
    await button(page, /^Read battery level/).click()
    const battery = page.getByRole('listitem').filter({ hasText: 'Battery' })
    await expect(battery.getByText(/^\d+%$/)).toBeVisible()
  },
}

export const readOdometerAndLocation: Job = {
  name: 'odometer and location',
  clicks: 3,
  async run(page) {
    await openVehicleOf(page, CUSTOMER)
    await button(page, /^Read odometer/).click()
    await button(page, /^Read location/).click()
    await expect(button(page, /^Read (odometer|location)/)).toHaveCount(0)
  },
}

export const readBatteryCapacity: Job = {
  name: 'the battery capacity, and the owner link copied',
  clicks: 3,
  async run(page) {
    await lookUp(page, await undetermined(page))
    await page.getByRole('link', { name: /^Battery/ }).click()
    await button(page, /^Read battery capacity/).click()
    await button(page, 'Copy owner link').click()
  },
}

export const removeConnection: Job = {
  name: 'one live connection is removed',
  clicks: 2,
  async run(page) {
    await lookUp(page, CUSTOMER)
    await removeButton(page).click()
    await confirmRemoval(page)
    await expect(confirmed(page)).toBeVisible()
  },
}

export const removeUser: Job = {
  name: 'a user with several cars is removed',
  clicks: 4,
  async run(page) {
    await lookUp(page, 'harbor-fleet-7')
    await expect(title(page, /^Connections/)).toBeVisible()
    await page.getByRole('table', { name: 'Connections' }).locator('a[href^="/users/"]').first().click()
    await removeButton(page, 'user').click()
    await confirmRemoval(page)
    await expect(notice(page, /Removed|gone/)).toBeVisible()
  },
}

export const troubleshootDelivery: Job = {
  name: 'why did a webhook not deliver for a vehicle?',
  clicks: 4,
  async run(page) {
    await openVehicleOf(page, CUSTOMER)
    await button(page, 'Troubleshoot delivery').click()
    await pick(page.getByLabel('Webhook', { exact: true }), 'Charging sessions')
    await expect(page.getByText('No problems found. Couldn’t check: ')).toBeVisible()
  },
}

export const subscribe: Job = {
  name: 'a customer is subscribed to a webhook',
  clicks: 4,
  async run(page) {
    await lookUp(page, CUSTOMER)
    await page.getByRole('link', { name: 'Subscribe to a webhook' }).click()
    await suggested(page.getByRole('combobox', { name: 'Webhook ID' }))
    await button(page, 'Create subscription').click()
    await expect(notice(page, /accepted/i)).toBeVisible()
  },
}

export const readStateOfCharge: Job = {
  name: 'how the state of charge went',
  clicks: 4,
  async run(page) {
    await openVehicleOf(page, CUSTOMER)
    await page.getByRole('main').getByRole('link', { name: 'Signals' }).click()
    await page.getByRole('link', { name: 'State of charge', exact: true }).first().click()
    await button(page, /^Read values/).click()
    await expect(page.getByRole('table', { name: 'Signal values' })).toBeVisible()
  },
}

export const exportConnections: Job = {
  name: 'all connections are exported',
  clicks: 3,
  hands: { keys: 0, pastes: 0 },
  async run(page, connections) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
    await page.getByText('Export', { exact: true }).click()
    const { text } = await saved(button(page, 'CSV of everything'))
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + connections)
  },
}

/** In an order in which one account can have all of them: removals are last. */
export const tenJobs: readonly Job[] = [
  ...[checkConnected, readBatteryLevel, readOdometerAndLocation, readBatteryCapacity],
  ...[troubleshootDelivery, subscribe, readStateOfCharge, exportConnections],
  ...[removeConnection, removeUser],
]
