/** The help: searched as you type, each section a link, and found from every page. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './test'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const table = (page: Page, name: string) => page.getByRole('table', { name })

test('finds a variable and a fault as they are typed, and says so in the address', async ({ page }) => {
  await page.goto('/help')
  await search(page).pressSequentially('read_timeout')
  await expect(table(page, 'Environment variables').getByRole('rowheader')).toHaveText([
    'READ_TIMEOUT_MS',
    'VEHICLE_READ_TIMEOUT_MS',
  ])
  await expect(table(page, 'Environment variables').getByRole('row').nth(1)).toContainText('30000')
  await expect(page).toHaveURL(/\/help\?q=read_timeout$/)
  await expect(page.getByRole('status')).toContainText('2 of')
  await expect(heading(page, 'Keyboard shortcuts')).toHaveCount(0)

  await search(page).fill('sandbox-hang')
  await expect(table(page, 'Sandbox faults by token').getByRole('rowheader')).toHaveText(['sandbox-hang'])
  await page.reload()
  await expect(search(page)).toHaveValue('sandbox-hang')
  await expect(table(page, 'Sandbox faults by token').getByRole('rowheader')).toHaveText(['sandbox-hang'])

  await search(page).fill('no such words')
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/help$/)
  await expect(heading(page, 'Keyboard shortcuts')).toBeVisible()
})

test('a link to a section opens there, with the focus on its heading', async ({ page }) => {
  await page.goto('/help#assumptions')
  await expect(heading(page, 'Assumptions')).toBeFocused()
  await expect(heading(page, 'Assumptions')).toBeInViewport()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Roles' }).click()
  await expect(page).toHaveURL(/\/help#roles$/)
  await expect(heading(page, 'Roles')).toBeFocused()
  await expect(heading(page, 'Roles')).toBeInViewport()
})

test('is reached from the top bar, by its keys and from Jump to…, and / goes to its search', async ({
  signedIn: page,
}) => {
  const title = page.getByRole('heading', { level: 1, name: 'Help' })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('link', { name: 'Open Help' }).click()
  await expect(title).toBeFocused()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.goto('/deprecations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(title).toBeFocused()
  await page.goto('/deprecations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('help')
  await page.getByRole('option', { name: /^Help/ }).click()
  await expect(title).toBeFocused()
})

test('shows the changelog once it is opened, and what this version is', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.goto('/help')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'What’s new' }).click()
  await expect(heading(page, 'What’s new')).toBeFocused()
  await expect(page.getByText(`This is version ${version}`)).toBeVisible()
  expect(scripts.filter((path) => path.includes('changelog'))).toEqual([])
  await page.getByText('Changelog', { exact: true }).click()
  const newest = page.getByRole('region', { name: `Version ${version}`, exact: true })
  await expect(newest.getByRole('heading', { name: 'Upgrading' })).toBeVisible()
  await expect(newest.getByRole('listitem').filter({ hasText: 'forecourt store backup FILE' })).toBeVisible()
  const licenses = await page.request.get('/licenses.txt')
  expect([licenses.status(), await licenses.text()]).toEqual([200, expect.stringContaining('## react - ')])
})
