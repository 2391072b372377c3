/** Where the console files what it keeps in the browser: under the service, the operator and the account. */
import type { Page } from '@playwright/test'

/** The place of the account that the page's browser uses now. */
export async function accountPlace(page: Page, operator: string | null = null, origin = ''): Promise<string> {
  const { hosts } = await (await page.request.get(`${origin}/config.json`)).json()
  const session = await page.request.get(`${origin}/session`, { headers: { 'sec-fetch-site': 'same-origin' } })
  const { account } = await session.json()
  return JSON.stringify([Object.values(hosts), operator, account])
}
