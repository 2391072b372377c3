/** What tests of connections share: the list, its selection, the jobs, and what becomes of a removal. */
import type { Locator, Page } from '@playwright/test'
import { spelled } from './provider'
import { expect } from './test'

export const table = (page: Page) => page.getByRole('table', { name: 'Connections' })
export const rows = (page: Page) => table(page).getByRole('row')
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected connections' })
export const job = (page: Page) => page.getByRole('complementary', { name: 'Jobs' })
/** The line of a job that was started on this page, once it has ended with these counts. */
export const ended = (page: Page, counts: string) =>
  job(page)
    .getByRole('status')
    .filter({ hasText: `: ${counts}. Ended` })
/** The changes of today on the overview. */
export const journal = (page: Page) => page.getByRole('region', { name: /^(Your changes|Changes) today/ })
/** A Remove that the page's script handles. It is found once a control is shown that needs the script. */
export function removeButton(place: Page | Locator, noun = 'connection'): Locator {
  const page = 'page' in place ? place.page() : place
  const hydrated = page.locator('body').filter({ has: page.getByRole('button', { name: /^Request inspector/ }) })
  return hydrated.locator(place.getByRole('button', { name: new RegExp(`^Remove ${noun}`, 'i') }))
}
/** The notice of a removal that a read has confirmed. */
export const confirmed = (page: Page) => page.getByRole('status').filter({ hasText: 'Removed and confirmed' })

/** Resolves once the store is open, which a server opens behind its first page. */
export async function storeOpens(page: Page): Promise<void> {
  const status = async () => (await page.request.get('/team/jobs', { headers: { 'x-forecourt': '1' } })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
}

/** Resolves once Remove heeds a click again: it ignores clicks for half a second after rows have moved. */
export async function rowsRest(page: Page): Promise<void> {
  const now = await page.evaluate(() => performance.now())
  await page.waitForFunction((since) => performance.now() - since > 500, now)
}

/** The first of the notices that say so. */
export const notice = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).first()

/** The query of each request for a page of the list, as it comes; those for its total alone are left out. */
export function listRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/vehicle/v3/connections' && !isForTotal(search)) asked.push(search)
  })
  return asked
}

function isForTotal(search: string): boolean {
  const ofTotal = spelled('page[size]=1')
  return search === `?${ofTotal}` || search.endsWith(`&${ofTotal}`)
}

/** How many connections the list counts. */
export async function total(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Pages' }).textContent()
  return Number(/of ([\d,]+)/i.exec(text ?? '')?.[1]?.replaceAll(',', ''))
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
