/** Preferences that a page is rendered with, each with a check of the page. */
import { expect, type Page } from '@playwright/test'
import { table } from './connections'

export const preferencesByName = {
  'UTC, low rows, hidden columns': {
    preferences: { version: 1, time: 'utc', rows: 'compact', hiddenColumns: { connections: ['mode'] } },
    shows: async (page: Page) => {
      await expect(page.locator('html')).toHaveAttribute('data-rows', 'compact')
      await expect(table(page).getByRole('columnheader', { name: 'Mode' })).toHaveCount(0)
    },
  },
  'ages, no single keys': {
    preferences: { version: 1, time: 'relative', shortcuts: false, isFirstRunOver: true },
    shows: async (page: Page) => expect(table(page).getByRole('columnheader', { name: 'Mode' })).toHaveCount(1),
  },
} as const

/** Gives the browser preferences of an earlier visit: in the server's cookie, and in its own storage. */
export async function comeWith(
  page: Page,
  origin: string,
  preferences: object,
  timeZone = 'Europe/Berlin', // the browser's own
): Promise<void> {
  const display = encodeURIComponent(JSON.stringify({ timeZone, preferences }))
  const { consoleHash } = await (await page.request.get(`${origin}/config.json`)).json()
  await page.context().addCookies([{ name: `forecourt-look-${consoleHash}`, value: display, url: origin }])
  await page.addInitScript((text) => localStorage.setItem('forecourt.preferences', text), JSON.stringify(preferences))
}
