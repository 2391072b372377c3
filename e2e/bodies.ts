/** A vehicle's reads answered with bodies of every shape, and with answers that are none. */
import type { Page } from '@playwright/test'
import { bodies } from './bodies.data'
import { expect } from './test'
import { answerWith } from './vehicle'

export const tabs = [
  ['battery', 'Battery capacity', 'Read battery capacity'],
  ['service', 'Service history', 'Read service history'],
  ['trouble-codes', 'Trouble codes', 'Read trouble codes'],
  ['system-status', 'System status', 'Read system status'],
  ['vin', 'VIN', 'Read VIN'],
] as const

/** Each is shown for what it is, and none leaves a panel blank. */
export async function everyShape(page: Page, tab: string): Promise<void> {
  const ofTab = bodies.filter(([of]) => of === tab)
  expect(ofTab.length).toBeGreaterThan(2)
  for (const [, what, body, texts] of ofTab) {
    await answerWith(page, body)
    await page.goto(`/vehicles/any/${tab}`)
    await page.getByRole('button', { name: /^Read / }).click()
    const panel = page.getByRole('main')
    for (const text of texts) await expect(panel, what).toContainText(text)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await panel.getByText('Details', { exact: true }).click()
    await expect(panel.getByText('Raw JSON').last()).toBeVisible()
  }
}

export async function answersThatAreNone(page: Page, tab: string, button: string): Promise<void> {
  for (const [body, words] of [
    ['<!doctype html><h1>Maintenance</h1>', 'a web page'],
    ['', 'an empty body'],
    ['{"vin": "1', 'text that isn’t JSON'],
  ] as const) {
    await answerWith(page, body)
    await page.goto(`/vehicles/any/${tab}`)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert')).toContainText(words)
  }
}
