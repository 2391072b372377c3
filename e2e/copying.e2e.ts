/** Copying where the browser keeps a page from its clipboard, as on plain http: said, with the text ready for the keys. */
import type { Page } from '@playwright/test'
import { removeButton } from './connections'
import { expect, test } from './test'
import { newest, undetermined } from './vehicle'

const byHand = (page: Page) => page.getByRole('dialog', { name: /^Copy/ })
/** What the keys would copy now. */
const selected = (page: Page) =>
  byHand(page)
    .getByRole('textbox')
    .evaluate((field: HTMLTextAreaElement) =>
      field === document.activeElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '',
    )

test('without a clipboard an ID is selected for the keys; closing leads back to its button', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }))
  await signIn()
  await page.goto('/connections')
  const row = page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1)
  const id = (await row.getByRole('link').first().getAttribute('href'))?.split('/').at(-1) ?? ''
  const copy = row.getByRole('button', { name: /^Copy/ }).first()
  await copy.click()
  await expect(byHand(page)).toContainText('doesn’t let the page use the clipboard')
  await expect(byHand(page)).toContainText('Ctrl+C')
  expect(await selected(page)).toBe(id)
  await page.keyboard.press('Escape')
  await expect(byHand(page)).toHaveCount(0)
  await expect(copy).toBeFocused()
})

test('a clipboard that refuses: owner link, message, incident note, cURL and VIN are offered alike', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await signIn()
  const offered = async (name: string | RegExp, text: string | RegExp) => {
    await page.getByRole('button', { name }).first().click()
    await expect.poll(() => selected(page)).toMatch(text)
    await byHand(page).getByRole('button', { name: 'Close' }).click()
    await expect(byHand(page)).toHaveCount(0)
  }
  await page.goto(`/vehicles/${await undetermined(page)}/battery`)
  await page.getByRole('button', { name: 'Read battery capacity' }).click()
  await offered('Copy owner link', /redirect_uri=/)
  await offered('Copy message', /^Please tell us/)
  await page.goto(`/vehicles/${await newest(page)}/vin`)
  await page.getByRole('button', { name: /^Read VIN/ }).click()
  await offered('Copy VIN', /^[A-Z0-9]{17}$/)
  await page.goto('/connections/fault-403')
  await offered('Copy incident note', /^## Forbidden/)
  await removeButton(page).first().click()
  await page
    .getByRole('dialog')
    .getByText(/^Request details:/)
    .click()
  await offered(/cURL/, /^curl /)
  await expect(page.getByRole('dialog')).toHaveCount(1) // the question stays
})
