/** Many removals as one job: confirmed, the number typed, the outcome shown in place. */
import type { Page } from '@playwright/test'
import { ended, removeButton, storeOpens, table } from './connections'
import { spelled } from './provider'
import { expect, test } from './test'

test.beforeEach(({ page }) => storeOpens(page))

const bar = (page: Page) => page.getByRole('region', { name: /^Selected/ })

async function selectTwo(page: Page, address: string) {
  await page.goto(address)
  for (const nth of [1, 2]) await table(page).getByRole('checkbox').nth(nth).check()
}

test('25 connections: typed, removed, gone from the list and from the selection', async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?page[size]=25'))
  await expect(page.getByText('1–25 of 2,500')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Remove 25 connections' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Remove 25 connections' })).toHaveCSS(
    'background-color',
    'rgb(179, 38, 30)',
  )
  await dialog.getByLabel('Type 25 to confirm').fill('24')
  await dialog.getByRole('button', { name: 'Remove 25 connections' }).click({ force: true })
  await dialog.getByLabel('Type 25 to confirm').fill('25')
  await dialog.getByRole('button', { name: 'Remove 25 connections' }).click()
  await expect(ended(page, '25 done')).toBeVisible()
  await expect(page.getByText('1–25 of 2,475')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Removals' })).toHaveCount(0) // the job tells, not 25 notices
})

test('what its row has removed is not selected any more', async ({ signedIn: page }) => {
  await selectTwo(page, spelled('/connections?filter[vehicle.mode]=simulated&page[size]=5'))
  await expect(bar(page)).toContainText('2 connections selected')
  await removeButton(table(page)).first().click()
  await expect(bar(page)).toContainText('1 connection selected')
})

test('users are removed in bulk only from selected rows, each with all that is theirs', async ({ signedIn: page }) => {
  await page.goto('/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await table.getByRole('checkbox').nth(1).check()
  await table
    .getByRole('checkbox')
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 users selected')
  await expect(bar(page).getByRole('button', { name: /Select all/ })).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Remove 3 users' }).click()
  await expect(page.getByRole('dialog')).toContainText('at least')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 3 users' }).click()
  await expect(ended(page, '3 done')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})
