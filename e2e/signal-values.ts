/** What the tests of signals share: the requests for values, and the table of them. */
import type { Page } from '@playwright/test'

/** Every request for values, by what stands behind the code. */
export function asked(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const found = /\/signals\/[^/]+\/values(.*)$/.exec(decodeURIComponent(request.url()))
    if (found) sent.push(found[1] ?? '')
  })
  return sent
}
export const rows = (page: Page) => page.getByRole('table', { name: 'Signal values' }).getByRole('row')
