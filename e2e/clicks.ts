/** What an operator's hands do: every click, key and paste that the page hears, whoever made it. */
import type { Locator, Page } from '@playwright/test'

export interface Hands {
  clicks: number
  /** Keys that were pressed, but for those of a paste. */
  keys: number
  pastes: number
}

declare global {
  var hands: Hands
}

/** Begins to count; what the page navigates to by itself is counted on. */
export async function countHands(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.hands = { clicks: 0, keys: 0, pastes: 0 }
    addEventListener('pointerdown', () => globalThis.hands.clicks++, true)
    addEventListener('paste', () => globalThis.hands.pastes++, true)
    addEventListener(
      'keydown',
      ({ key, ctrlKey }) => {
        if (!ctrlKey && key !== 'Control') globalThis.hands.keys++
      },
      true,
    )
  })
}

export const handsOf = (page: Page): Promise<Hands> => page.evaluate(() => globalThis.hands)

/** Pastes as an operator does: from the clipboard, by the keys. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

/** A choice from a native list takes two clicks, of which the page hears none in a test. */
export async function pick(field: Locator, label: string | RegExp): Promise<void> {
  const option = field.locator('option').filter({ hasText: label }).first()
  await field.selectOption(await option.evaluate((one: HTMLOptionElement) => one.value))
  await heard(field.page(), 2)
}

/** Clicks in a list of the browser's own. */
const heard = (page: Page, clicks: number) =>
  page.evaluate((more) => {
    globalThis.hands.clicks += more
  }, clicks)

/** The first of the browser’s own suggestions: one click opens them, another takes it. */
export async function suggested(field: Locator): Promise<void> {
  await field.click()
  const first = field
    .page()
    .locator(`datalist[id="${await field.getAttribute('list')}"] option`)
    .first()
  await field.fill((await first.getAttribute('value')) ?? '')
  await heard(field.page(), 1)
}
