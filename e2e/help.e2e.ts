/** The help: searched as you type, each section a link, and found from every page. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { expect, test, waitForHydration } from './test'
import { billed, newest } from './vehicle'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const table = (page: Page, name: string) => page.getByRole('table', { name })

test('finds a variable and a fault as they are typed, and says so in the address', async ({ page }) => {
  await page.goto('/help')
  await waitForHydration(page)
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
  await waitForHydration(page)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(title).toBeFocused()
  await page.goto('/deprecations')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitForHydration(page)
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
  await expect(newest.getByRole('listitem').filter({ hasText: 'node build/main.js store backup FILE' })).toBeVisible()
  const licenses = await page.request.get('/licenses.txt')
  expect([licenses.status(), await licenses.text()]).toEqual([200, expect.stringContaining('## react - ')])
})

test('shows each operation with its price first; a free one is tried as the inspector sends it, a billed one asks, a change has its own page', async ({
  signedIn: page,
}) => {
  const vehicle = await newest(page)
  await page.goto(`/connections?filter[vehicleId]=${vehicle}`)
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/connections\/[^/]+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(id) // it was viewed
  await page.getByRole('main').locator(`a[href="/vehicles/${vehicle}"]`).first().click()
  await expect(page).toHaveURL(`/vehicles/${vehicle}`)
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('link').first()).toBeVisible()
  const sent = billed(page)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: 'API operations' })).toBeFocused()
  const operation = (name: string) => page.getByRole('article', { name, exact: true })
  const form = (name: string) => page.getByRole('region', { name: `Try it: ${name}` })
  await expect(operation('List connections')).toContainText('filter[userId] User ID, assumed name')
  await expect(operation('Remove a connection')).toContainText('Change: can’t be undone')

  await operation('Get a connection').getByText('Try it').click()
  await expect(form('Get a connection').getByLabel('connectionId')).toHaveValue(id)
  await form('Get a connection').getByRole('button', { name: 'Send (1 request)' }).click()
  await expect(form('Get a connection').getByText('Returned 200.')).toBeVisible()
  await expect(form('Get a connection').getByRole('region', { name: 'Request details' })).toContainText(id)

  await operation('Read the VIN').getByText('Try it').click()
  await expect(form('Read the VIN').getByLabel('id')).toHaveValue(vehicle)
  await form('Read the VIN').getByRole('button', { name: 'Read (1 request)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(0)
  await form('Read the VIN').getByRole('button', { name: 'Read (1 request)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send (1 request)' }).click()
  await expect(form('Read the VIN').getByText('Returned 200.')).toBeVisible()
  await expect(form('Read the VIN')).toContainText('•••••') // a VIN stays masked here too
  expect(sent).toHaveLength(1)

  await operation('Remove a connection').getByText('Try it').click()
  await expect(form('Remove a connection').getByRole('button', { name: /^(Send|Remove)/ })).toHaveCount(0)
  await form('Remove a connection').getByRole('link', { name: 'Open the connection to remove it' }).click()
  await expect(page).toHaveURL(new RegExp(`/connections/${id}$`))
})

test('what was tried and failed is shown, in both schemes and narrow', async ({ signedIn: page }) => {
  await page.goto('/help/api')
  await page.getByRole('article', { name: 'Get a webhook', exact: true }).getByText('Try it').click()
  const form = page.getByRole('region', { name: 'Try it: Get a webhook' })
  await form.getByLabel('webhookId').fill('fault-403')
  await form.getByRole('button', { name: 'Send (1 request)' }).click()
  await expect(form.getByText('Failed.')).toBeVisible()
  await expect(form.getByRole('region', { name: 'Request details' })).toContainText('403')
  await onceInEachScheme(page)
})

test('the contract is a file that anyone may have', async ({ page }) => {
  await page.goto('/help/api')
  const link = page.getByRole('link', { name: 'OpenAPI document' })
  const document = await (await page.request.get((await link.getAttribute('href')) ?? '')).json()
  expect(document).toMatchObject({ openapi: '3.1.0', paths: { '/v3/connections': { get: { tags: ['connections'] } } } })
})
