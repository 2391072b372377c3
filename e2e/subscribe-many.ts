/** Many connections subscribed as one job. */
import type { Page } from '@playwright/test'
import { bar } from './connections'

export async function choose(page: Page, webhook: string) {
  await bar(page).getByRole('button', { name: 'Subscribe to a webhook' }).click()
  await bar(page).getByLabel('Webhook', { exact: true }).selectOption({ label: webhook })
}
