/** The chart of a signal: by keyboard, with a second signal over it, with other vehicles beside it. */

import { spelled } from './provider'
import { saved } from './saved'
import { asked, rows } from './signal-values'
import { expect, test } from './test'
import { newest } from './vehicle'

test('the chart is read and looked at closer with the keyboard', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/signals/odometer-traveleddistance`)
  await page.getByRole('button', { name: 'Read values' }).click()
  const points = page.getByRole('slider', { name: 'Points of the chart' })
  await points.focus()
  await page.keyboard.press('Home')
  const oldest = (await rows(page).nth(10).getByRole('cell').allTextContents()).map((text) => text.trim())
  await expect(points).toHaveAttribute('aria-valuetext', `${oldest[1]}: ${oldest[0]}`)
  await page.keyboard.press('+')
  await expect(page.getByText(/^Zoomed to .+ – .+/)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('All values shown')).toBeAttached()
  // The pointer tells the same, in the same words.
  await page.getByRole('img', { name: /^Odometer over time/ }).hover()
  await expect(page.getByText(/^\w{3} \d+, \d\d:\d\d: [\d,.]+ km$/)).toBeVisible()
})

test('a second signal is laid over the first for one request', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = asked(page)
  await page.goto(`/vehicles/${id}/signals/odometer-traveleddistance`)
  await page.getByRole('button', { name: 'Read values' }).click()
  await page.getByRole('button', { name: 'Add a signal' }).click()
  await page.getByLabel('Signal code').fill('soc')
  await page.getByRole('option', { name: /tractionbattery-stateofcharge/ }).click()
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Read High-voltage battery state of charge (1 request)' }).click()
  const both = page.getByRole('list', { name: 'Signals of this chart' }).getByRole('listitem')
  await expect(both).toHaveText([/Odometer .+ left axis$/, /High-voltage battery state of charge .+ right axis$/])
  expect(sent).toEqual(['', spelled('?pageSize=100')])
  // It stays while pages are turned, and nothing of it is read again.
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 4,000')).toBeVisible()
  await expect(both).toHaveCount(2)
  expect(sent).toEqual(['', spelled('?pageSize=100'), spelled('?page=2&pageSize=10')])
  await expect(page.getByText('3 requests sent to this vehicle from this tab.')).toBeVisible()
})

test('vehicles are compared for one request each; what fails is said once', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = asked(page)
  await page.goto(spelled(`/vehicles/${id}/signals/odometer-traveleddistance?pageSize=100`))
  await page.getByRole('button', { name: 'Read values' }).click()
  await page.getByRole('button', { name: 'Compare vehicles' }).click()
  await page.getByLabel('Vehicles to add').fill('fault-500 fault-409')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Read 2 vehicles (2 requests)' }).click()
  const compared = page.getByRole('table', { name: 'Compared vehicles' }).getByRole('row')
  await expect(compared.filter({ hasText: 'fault-500' })).toContainText('Failed')
  await expect(compared.filter({ hasText: 'fault-409' })).toContainText('Asleep')
  await expect(compared.filter({ hasText: 'From this page' })).toContainText(/[\d,.]+ km/)
  await expect(page.getByRole('alert')).toHaveCount(1)
  expect(sent).toHaveLength(3)
  const { name, text } = await saved(page.getByRole('button', { name: /^Save comparison as CSV/ }))
  expect(name).toMatch(/^Odometer compared - odometer-traveleddistance - 1 vehicle - 100 values - 20.+Z\.csv$/)
  expect(text.split('\r\n')[0]).toBe('vehicle,time,value,unit')
  // A compared vehicle is a link away.
  await page.getByRole('link', { name: 'fault-409' }).click()
  await expect(page.getByRole('button', { name: /^Read values/ })).toBeVisible()
})
