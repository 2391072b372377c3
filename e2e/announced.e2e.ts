/** What changes without a new page is announced: in a status that stands there before, so that it is heard. */
import type { Locator } from '@playwright/test'
import { rowsOn } from './provider'
import { expect, test, waitForHydration } from './test'
import { newest } from './vehicle'

/** Marks the element, so that what follows is known to be said in the same one. */
const mark = (status: Locator) => status.evaluate((element) => element.setAttribute('data-heard', ''))

test('which rows are shown: after a page, after a filter, and that none are left', async ({ signedIn: page }) => {
  await page.goto('/connections')
  await waitForHydration(page)
  const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  await expect(range).toHaveText(`${rowsOn()} of 2,500`)
  await mark(range)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(range).toHaveText(`${rowsOn(2)} of 2,500`)
  await page.getByLabel('External ID').fill('nobody')
  await page.getByLabel('External ID').press('Enter')
  await expect(range).toHaveText('0 of 0')
  await expect(range).toHaveAttribute('data-heard', '')
})

test('that a reading came', async ({ signedIn: page }) => {
  await page.goto(`/vehicles/${await newest(page)}/vin`)
  const tab = page.getByRole('region', { name: 'VIN', exact: true })
  const status = tab.getByRole('status').first()
  await expect(status).toBeEmpty()
  await mark(status)
  await page.getByRole('button', { name: /^Read VIN/ }).click()
  await expect(status).toHaveText('Reading complete: VIN.')
  await expect(status).toHaveAttribute('data-heard', '')
})

test('a hint opens and closes by keyboard, where it stands, and says nothing before', async ({ signedIn: page }) => {
  await page.goto('/deprecations')
  const hint = page.getByRole('button', { name: 'About these dates' })
  const note = page.getByRole('note')
  await expect(hint).toHaveAttribute('aria-expanded', 'false')
  await waitForHydration(page)
  await hint.focus()
  await page.keyboard.press('Enter')
  await expect(note).toContainText('either a day or a quarter')
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await expect(hint).toBeFocused()
})

test('another page takes the focus to its heading, and its title is the document’s', async ({ signedIn: page }) => {
  await page.goto('/')
  await waitForHydration(page)
  for (const name of ['Webhooks', 'Subscriptions', 'Signals', 'Deprecations', 'Settings']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(page).toHaveTitle(`${name} · Forecourt`)
  }
})
