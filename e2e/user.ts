/** What the tests of users have in common: one is opened from the list, and removed with one click. */
import type { Page } from '@playwright/test'

/** Opens the first user that is found. */
export async function openUser(page: Page, externalId: string): Promise<void> {
  await page.goto(`/users?q=${externalId}`)
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
}

/** Chooses that a removal takes one click, without a question. */
export async function chooseOneClick(page: Page): Promise<void> {
  await page.goto('/settings')
  await page
    .getByLabel(/single click|one click/i)
    .first()
    .click()
}
