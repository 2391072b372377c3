/** What tests of connections share: the list, its selection, the jobs, and what becomes of a removal. */
import type { Locator, Page } from '@playwright/test'

export const table = (page: Page) => page.getByRole('table', { name: 'Connections' })
export const rows = (page: Page) => table(page).getByRole('row')
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected connections' })
export const job = (page: Page) => page.getByRole('complementary', { name: 'Jobs' })
export const receipts = (page: Page) => page.getByRole('region', { name: 'Changes made in this tab' })
export const removeButton = (place: Page | Locator) => place.getByRole('button', { name: /^Remove connection/ })
/** The notice of a removal that a read has confirmed. */
export const confirmed = (page: Page) => page.getByRole('status').filter({ hasText: 'Removed and confirmed' })

/** How many connections the list counts. */
export async function total(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Pages' }).textContent()
  return Number(/of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))
}

/** The path of each removal that a tab of this browser sends. */
export function removals(page: Page): string[] {
  const sent: string[] = []
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'DELETE' && pathname.startsWith('/api/')) sent.push(pathname)
  })
  return sent
}
