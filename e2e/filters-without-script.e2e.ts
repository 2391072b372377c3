/** Filters as forms that the browser submits, as long as no script handles them. */
import type { Page } from '@playwright/test'
import { rows, table } from './connections'
import { holdScripts } from './hold-scripts'
import { asking, nameOf, spelled } from './provider'
import { watchShifts } from './shifts'
import { expect, queryOf, test } from './test'

const filter = (page: Page, name: string) => page.getByRole('search', { name })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply filters' })
const chip = (page: Page, name: RegExp) => page.getByRole('link', { name })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('connections are filtered, paged and cleared', async ({ page }) => {
    await page.goto(spelled('/connections?page[size]=10&page[number]=2&filter[new]=1'))
    await filter(page, 'Filter connections').getByLabel('Mode').selectOption('Live')
    await apply(page).click()
    await expect(page).toHaveURL(asking('filter[vehicle.mode]', 'live'))
    expect(queryOf(page)).toBe(spelled('page[size]=10&filter[new]=1&filter[vehicle.mode]=live'))
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(asking('page[number]', '2'))
    await expect(filter(page, 'Filter connections').getByLabel('Mode')).toHaveValue('live')
    await chip(page, /^Clear filter Mode/).click()
    expect(queryOf(page)).toBe(spelled('page[size]=10&filter[new]=1'))
    await filter(page, 'Filter connections').getByLabel('User ID').fill('no such user')
    await filter(page, 'Filter connections').getByLabel('User ID').press('Enter')
    await expect(page.getByText(/^No connection matches/)).toBeVisible()
  })

  test('users, vehicles and webhooks are filtered, also in a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/users?pageSize=50&page=2')
    await filter(page, 'Find users').getByLabel('Search').fill('harbor')
    await filter(page, 'Find users').getByLabel('Search').press('Enter')
    await expect(chip(page, /^Clear filter Search: harbor/)).toBeVisible()
    expect(queryOf(page)).toBe('pageSize=50&q=harbor')
    await page.goto('/vehicles')
    await filter(page, 'Find vehicles').getByLabel('Mode').selectOption('Simulated')
    await apply(page).click()
    await expect(chip(page, /^Clear filter Mode: simulated/)).toBeVisible()
    expect(queryOf(page)).toBe('mode=simulated')
    await page.goto('/webhooks')
    await filter(page, 'Filter webhooks').getByLabel('Name').fill('oor')
    await apply(page).click()
    await expect(page.getByRole('table', { name: 'Webhooks' }).getByRole('row').nth(1)).toContainText('oor')
    expect(queryOf(page)).toBe(spelled('filter[name]=oor'))
    await chip(page, /^Clear filter Name/).click()
    expect(queryOf(page)).toBe('')
  })
})

test('what is typed before hydration stays, and applies when the field is left; nothing moves', async ({ page }) => {
  const release = await holdScripts(page)
  const moved = await watchShifts(page)
  await page.goto('/connections', { waitUntil: 'commit' })
  const field = filter(page, 'Filter connections').getByLabel('User ID')
  await field.pressSequentially('typed early')
  await expect(apply(page)).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: /^Request inspector/ })).toBeVisible()
  await expect(apply(page)).toBeHidden()
  await expect(field).toHaveValue('typed early')
  await expect(field).toBeFocused()
  expect((await moved()).inMain).toEqual([])
  expect(queryOf(page)).toBe('')
  await field.press('Enter')
  await expect(page).toHaveURL(asking('filter[userId]', 'typed%20early'))
  await expect(page.getByText(/^No connection matches/)).toBeVisible()
})

test('a search and a choice made before hydration apply with it', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/webhooks', { waitUntil: 'commit' })
  const fields = filter(page, 'Filter webhooks')
  await fields.getByLabel('Name').fill('oor')
  release()
  await expect(page).toHaveURL(asking('filter[name]', 'oor'))
  await expect(fields.getByLabel('Name')).toHaveValue('oor')
  const mode = filter(page, 'Filter connections').getByLabel('Mode')
  const releaseSecond = await holdScripts(page)
  await page.goto('/connections', { waitUntil: 'commit' })
  await mode.selectOption('Live')
  releaseSecond()
  await expect(page).toHaveURL(asking('filter[vehicle.mode]', 'live'))
  await expect(mode).toHaveValue('live')
})

test('a form submitted before hydration opens the filtered page', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/connections', { waitUntil: 'commit' })
  await filter(page, 'Filter connections').getByLabel('Mode').selectOption('Live')
  await apply(page).click()
  await expect(page).toHaveURL(asking('filter[vehicle.mode]', 'live'))
  release()
  await expect(page.getByRole('button', { name: /^Request inspector/ })).toBeVisible()
  await expect(table(page)).toBeVisible()
  await expect(rows(page)).not.toHaveCount(0)
  expect(queryOf(page)).toBe(`${nameOf('filter[vehicle.mode]')}=live`)
})

test('an address in another spelling, with an unknown name, is hydrated and corrected', async ({ page, logged }) => {
  await page.goto(`${spelled('/connections?filter[vehicle.mode]=live').replace('[', '%5B').replace(']', '%5D')}&utm=1`)
  await expect(page.getByRole('button', { name: /^Request inspector/ })).toBeVisible()
  await expect(page).toHaveURL((url) => url.search === spelled('?filter[vehicle.mode]=live'))
  await expect(rows(page)).not.toHaveCount(0)
  expect(logged).toEqual([])
})
