/** The form that takes access tokens, and the notice of other tabs once it has. */
import type { Page } from '@playwright/test'

export const tokens = (page: Page) => page.getByRole('form', { name: 'Access tokens' })
export const changedElsewhere = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Another tab changed the access tokens.' })

export async function enterToken(page: Page, token: string): Promise<void> {
  await tokens(page).getByLabel('Version 3 token').fill(token)
  await tokens(page).getByRole('button', { name: 'Use tokens' }).click()
}
