/** Many connections to one webhook: checks first, then a job that sends each creation once. */
import { bar, ended, rows, storeOpens, table } from './connections'
import { spelled } from './provider'
import { choose } from './subscribe-many'
import { expect, test } from './test'

test.beforeEach(({ page }) => storeOpens(page))

test('everything that matches is collected for its price; what is known beforehand is left out', async ({
  signedIn: page,
}) => {
  await page.goto(spelled('/connections?filter[user.externalId]=harbor-fleet-7&page[size]=5'))
  await expect(rows(page)).toHaveCount(6)
  await table(page).getByRole('checkbox').nth(1).check()
  await bar(page).getByRole('button', { name: 'Select all 7 (1 request)' }).click()
  await expect(bar(page)).toContainText('7 connections selected')
  await choose(page, 'Charging sessions')
  await expect(bar(page).getByLabel(/\d live \(the webhook subscribes them automatically\)/)).toBeChecked()
  await bar(page).getByLabel('Webhook', { exact: true }).selectOption({ label: 'Doors left open (disabled)' })
  await expect(bar(page)).toContainText('This webhook is disabled')
  await expect(bar(page).getByLabel(/without a permission/)).not.toBeChecked()
  await bar(page)
    .getByLabel(/without a permission/)
    .check()
  await expect(bar(page).getByRole('button', { name: /^Subscribe \d vehicles?$/ })).not.toHaveText(
    'Subscribe 7 vehicles',
  )
  await bar(page)
    .getByLabel(/without a permission/)
    .uncheck()
  await bar(page).getByRole('button', { name: 'Subscribe 7 vehicles' }).click()
  await page
    .getByRole('dialog', { name: 'Subscribe 7 vehicles?' })
    .getByRole('button', { name: 'Subscribe 7 vehicles' })
    .click()
  await expect(ended(page, '7 done')).toBeVisible()
  await expect(bar(page)).toHaveCount(0) // all done: nothing stays selected
  await page.goto('/subscriptions')
  await expect(page.getByRole('table', { name: 'Subscriptions' }).getByRole('row')).toHaveCount(8)
})
