/** Where the focus goes when a dialog or a panel closes: back to where it came from, never to nowhere. */
import type { Page } from '@playwright/test'
import { removeButton } from './connections'
import { hold } from './gate'
import { spelled } from './provider'
import { expect, test, waitForHydration } from './test'

const dialog = (page: Page) => page.getByRole('dialog')

test('a removal that is confirmed or cancelled gives the focus back; what became of it comes next', async ({
  signedIn: page,
}) => {
  const letGo = await hold(page, '**/v3/connections/*', (request) => request.method() === 'DELETE')
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  const remove = removeButton(page).first()
  await remove.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await dialog(page)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(remove).toBeFocused()
  letGo()
  await expect(page.getByRole('region', { name: 'Removals' })).toBeFocused()
})

test('palette, list of keys, saved view and inspector lead back to where they were opened', async ({
  signedIn: page,
}) => {
  await page.goto('/connections')
  const link = page.getByRole('table', { name: 'Connections' }).getByRole('link').first()
  await expect(link).toBeVisible()
  await link.focus()
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Jump to' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  for (const [typed, name] of [
    ['save this view', 'Save this view'],
    ['keyboard', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await expect(page.getByRole('option').first()).toContainText(name)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(link).toBeFocused()
  }
  const inspector = page.getByRole('complementary', { name: 'Request inspector' })
  await page.keyboard.press('i')
  await inspector.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(inspector).toHaveCount(0)
  await expect(link).toBeFocused()
  // Nothing had the focus: the page's heading takes it.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  await dialog(page).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
