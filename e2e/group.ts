/** The same batch for a group of vehicles. */
import type { Page } from '@playwright/test'
import { expect } from './test'

export const vehicles = (page: Page) => page.getByRole('table', { name: 'Vehicles' })

export const paths = ['/permissions', '/', '/vin', '/service/history']

export async function choose(page: Page, count: number) {
  await page.goto(`/vehicles?pageSize=${count}&mode=live`)
  await expect(vehicles(page).getByRole('row')).toHaveCount(count + 1)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  const add = page.getByRole('textbox', { name: 'Add a path' })
  await add.fill(paths.join(' '))
  await add.press('Enter')
  await expect(page.getByText(`${count} vehicles × 4 paths = ${count * 4} requests`)).toBeVisible()
}
