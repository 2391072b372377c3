/** Overview, Settings, a vehicle's pages and saved views while the store is away, and without a reload once it is back. */
import type { Page } from '@playwright/test'
import { BACK_MS, main, type Server, test } from './away-server'
import { storeOpens } from './connections'
import { changes } from './logged-hosts'
import { spelled } from './provider'
import { expect } from './test'
import { newest } from './vehicle'

const long = { tag: '@long' }
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const back = { timeout: BACK_MS }
/** Reads that the version 2.0 host received. */
const billed = ({ log }: Server) =>
  log.flatMap(({ method, target }) => (target.startsWith('/v2.0/') ? `${method} ${target}` : []))

test(
  'Overview keeps its counts and hosts, and its other panels come without a reload',
  long,
  async ({ page, server }) => {
    await server.cut()
    await page.goto('/')
    await expect(main(page)).toContainText('843')
    const [fleet, journal] = [region(page, 'The fleet at a glance'), region(page, 'Changes today')]
    await expect(fleet).toContainText('Couldn’t read the directory: the server’s store is unavailable.')
    await expect(journal).toContainText('The server’s store isn’t available')
    await expect(region(page, 'Needs attention')).toContainText('Store unavailable')
    await expect(region(page, 'Hosts')).toContainText('Store unavailable')
    server.mend()
    await expect(fleet.getByRole('button', { name: /^Load the rest/ })).toBeVisible(back)
    await expect(journal).toContainText('No changes yet.', back)
    await expect(region(page, 'Needs attention')).not.toContainText('Store unavailable', back)
    await expect(region(page, 'Hosts')).toContainText('No deliveries have arrived yet', back)
    await expect(main(page)).not.toContainText('unavailable')
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  },
)

test(
  'Settings keeps tokens and preferences, and its other sections come without a reload',
  long,
  async ({ page, server }) => {
    await page.goto('/settings')
    await expect(page.getByRole('table', { name: 'Instances' })).toBeVisible()
    await server.cut()
    await page.goto('/settings')
    const [views, directory] = [region(page, 'Saved views'), region(page, 'Directory')]
    const instances = region(page, 'Instances')
    await expect(views).toContainText('views can’t be shown or saved')
    await expect(directory).toContainText('Couldn’t read the directory: the server’s store is unavailable.')
    await expect(instances).toContainText('Instances aren’t available: the server’s store can’t be reached.')
    await page.getByLabel('Row height').selectOption('compact')
    const tokens = page.getByRole('form', { name: 'Access tokens' })
    await tokens.getByLabel('Version 2.0 token').fill('sandbox-console')
    await tokens.getByRole('button', { name: 'Use tokens' }).click()
    await expect(tokens).toContainText('Set in this browser')
    await page.getByRole('button', { name: 'Erase account…' }).click()
    const dialog = page.getByRole('dialog')
    const account = /^Erase account (.+)\?$/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[1] ?? ''
    await dialog.getByLabel(/^Type .* to confirm/).fill(account)
    await dialog.getByRole('button', { name: 'Erase account' }).click()
    await expect(region(page, 'Server configuration').getByRole('alert')).toContainText('Couldn’t erase the account')

    server.mend()
    await expect(instances.getByRole('table', { name: 'Instances' })).toBeVisible(back)
    await expect(directory.getByRole('button', { name: /^Load the rest/ })).toBeVisible(back)
    await expect(views).not.toContainText('views can’t be shown or saved', back)
    await expect(page.getByLabel('Row height')).toHaveValue('compact')
  },
)

const openVehicle = async (page: Page, path: string) => {
  await page.goto(path)
}

test('each tab of a vehicle reads, once for each click', long, async ({ page, server }) => {
  const vehicle = `/vehicles/${await newest(page)}`
  await server.cut()
  const reads = {
    '': 'Read odometer',
    '/battery': 'Read battery capacity',
    '/service': 'Read service history',
    '/trouble-codes': 'Read trouble codes',
    '/system-status': 'Read system status',
    '/vin': 'Read VIN',
  }
  for (const [tab, name] of Object.entries(reads)) {
    await openVehicle(page, vehicle + tab)
    await main(page).getByRole('button', { name }).first().click()
    await expect(
      main(page)
        .getByRole('button', { name: /^Read again/ })
        .first(),
      tab,
    ).toBeVisible()
  }
  expect(billed(server)).toHaveLength(Object.keys(reads).length)
})

test(
  'a batch and signals are read; deliveries and history of the vehicle come back',
  long,
  async ({ page, server }) => {
    const vehicle = `/vehicles/${await newest(page)}`
    await server.cut()
    await openVehicle(page, `${vehicle}/batch?path=/odometer&path=/location`)
    await page.getByRole('button', { name: /^Send batch/ }).click()
    await expect(main(page)).toContainText('2 of 2 succeeded')
    await openVehicle(page, `${vehicle}/signals`)
    await main(page).getByRole('table').first().getByRole('link').first().click()
    await main(page).getByRole('button', { name: 'Read values' }).click()
    await expect(page.getByRole('table', { name: 'Signal values' })).toBeVisible()

    await openVehicle(page, vehicle)
    const known = region(page, 'Last known values')
    await expect(known).toContainText('The server’s store isn’t available')
    await expect(main(page)).toContainText('the history can’t be read now')
    server.mend()
    await expect(known).not.toContainText('isn’t available', back)
    await expect(main(page)).toContainText('0 subscriptions of this vehicle in the history', back)
    expect(billed(server)).toHaveLength(1)
    expect(changes(server)).toEqual([])
  },
)

test(
  'a view that is saved meanwhile is refused, stays typed, and is saved once it is back',
  long,
  async ({ page, server }) => {
    await page.goto(spelled('/vehicles?sort=connections'))
    await page.getByText('Save this view', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Save this view' })
    const save = form.getByRole('button', { name: 'Save view' })
    await form.getByLabel('View name').fill('While it was away')
    await server.cut()
    await save.click()
    await expect(form).toContainText('The server’s store is unavailable')
    await expect(form.getByLabel('View name')).toHaveValue('While it was away')
    await expect(save).toBeDisabled()
    server.mend()
    await expect(save).toBeEnabled(back)
    await expect(form.getByLabel('View name')).toHaveValue('While it was away')
    await save.click()
    await expect(form).toContainText('Saved as “While it was away”')
    await storeOpens(page)
    await page.goto('/')
    await expect(region(page, 'Saved views').getByRole('listitem')).toHaveText(['While it was away'])
  },
)
