/** An operator's own console: columns, saved views, preferences as a file. */
import type { Page } from '@playwright/test'
import { spelled } from './provider'
import { saved } from './saved'
import { expect, queryOf, test, waitForHydration } from './test'

test.use({ env: { STORE: '' } })

const table = (page: Page, name: string) => page.getByRole('table', { name })
const give = (page: Page, label: string, text: string) =>
  page.getByLabel(label).setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(text) })

test('columns are hidden for one list, kept, and shown again', async ({ signedIn: page }) => {
  await page.goto('/connections')
  const headers = table(page, 'Connections').getByRole('columnheader')
  await expect(headers).toHaveText([
    'Connection',
    'Vehicle',
    'External ID',
    'Mode',
    'Permissions',
    'Connected',
    'Actions',
  ])
  await page.getByText('Columns', { exact: true }).click()
  const choice = page.getByRole('group', { name: 'Columns shown' })
  await expect(choice.getByRole('checkbox')).toHaveCount(6) // what leads to a row, and what acts on it, stay
  await choice.getByRole('checkbox', { name: 'Permissions' }).uncheck()
  await choice.getByRole('checkbox', { name: 'Connected' }).uncheck()
  await expect(headers).toHaveText(['Connection', 'Vehicle', 'External ID', 'Mode', 'Actions'])
  await page.reload()
  await expect(headers).toHaveCount(5)
  await page.getByText('Columns (2 hidden)').click()
  await choice.getByRole('checkbox', { name: 'Connected' }).check()
  await choice.getByRole('checkbox', { name: 'User' }).check() // hidden until it is chosen
  await expect(headers).toHaveText(['Connection', 'Vehicle', 'External ID', 'User', 'Mode', 'Connected', 'Actions'])
  await page.goto('/webhooks')
  await expect(table(page, 'Webhooks').getByRole('columnheader')).toHaveCount(8)
})

test('a view is saved above a list or on any page, opened by its name, and says that it contains an ID', async ({
  page,
}) => {
  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated&page[size]=5'))
  await expect(page.getByText('1–5 of')).toBeVisible()
  await page.getByText('Save this view', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Save this view' })
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toContainText('Enter a name')
  await form.getByLabel('View name').fill('Simulated ones')
  await expect(form).not.toContainText('contains an ID')
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toContainText('Saved as “Simulated ones”')
  await page.goto('/users/nobody-1')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('User')
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('save this')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await expect(dialog).toContainText('/users/nobody-1')
  await expect(dialog).toContainText('This view contains an ID')
  await dialog.getByLabel('View name').fill('One user')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Saved as')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('simulated')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1–5 of')).toBeVisible()
  expect(queryOf(page)).toBe(spelled('filter[vehicle.mode]=simulated&page[size]=5'))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Saved views' }).getByRole('link')).toHaveText([
    'One user',
    'Simulated ones',
  ])
  await page.goto('/settings')
  const views = table(page, 'Saved views')
  await expect(views.getByRole('row').filter({ hasText: 'One user' })).toContainText('Contains an ID')
  const { text: file } = await saved(page.getByRole('button', { name: 'Export views' }))
  expect(JSON.parse(file).views).toHaveLength(2)
  await page.getByRole('button', { name: 'Delete view One user' }).click()
  await page.getByRole('button', { name: 'Delete view Simulated ones' }).click()
  await expect(views).toHaveCount(0)
  await give(
    page,
    'Import views',
    '{"forecourt":"views","version":1,"views":[{"name":"x","address":"//evil.example"}]}',
  )
  await expect(page.getByRole('alert')).toHaveText('Couldn’t use the file: views.0.address isn’t valid.')
  await expect(views).toHaveCount(0)
  await give(page, 'Import views', file)
  await expect(page.getByText('Imported 2 views.')).toBeVisible()
  await views.getByRole('link', { name: 'Simulated ones' }).click()
  await expect(page.getByText('1–5 of')).toBeVisible()
})

test('preferences are taken away as a file and brought back; a wrong file changes nothing', async ({
  signedIn: page,
}) => {
  await page.goto('/settings')
  await page.getByLabel('Row height', { exact: true }).selectOption('compact')
  await page.getByLabel('Single-key shortcuts').uncheck()
  const { text: file } = await saved(page.getByRole('button', { name: 'Export preferences' }))
  expect(JSON.parse(file)).toMatchObject({ forecourt: 'preferences', rows: 'compact', shortcuts: false })
  await page.getByRole('button', { name: 'Reset preferences' }).click()
  await expect(page.getByLabel('Single-key shortcuts')).toBeChecked()
  for (const [wrong, words] of [
    ['not json', 'The file isn’t JSON.'],
    ['{"forecourt":"views"}', 'The file has no preferences of this console.'],
    [file.replace('compact', 'tiny'), 'Couldn’t use the file: rows isn’t valid.'],
  ] as const) {
    await give(page, 'Import preferences', wrong)
    await expect(page.getByRole('alert')).toHaveText(words)
    await expect(page.getByLabel('Single-key shortcuts')).toBeChecked()
  }
  await give(page, 'Import preferences', file)
  await expect(page.getByText('Imported the preferences.')).toBeVisible()
  await expect(page.getByLabel('Single-key shortcuts')).not.toBeChecked()
  await page.reload()
  await expect(page.getByLabel('Row height', { exact: true })).toHaveValue('compact')
})

test('two tabs have the same views and preferences', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/settings')
  await other.goto('/webhooks')
  await other.getByText('Save this view', { exact: true }).click()
  await other.getByLabel('View name').fill('From the other tab')
  await other.getByRole('button', { name: 'Save view' }).click()
  await expect(other.getByText('Saved as “From the other tab”')).toBeVisible()
  await page.reload()
  await expect(table(page, 'Saved views').getByRole('link', { name: 'From the other tab' })).toBeVisible()
  await page.getByLabel('Row height', { exact: true }).selectOption('compact')
  await expect(other.locator('html')).toHaveAttribute('data-rows', 'compact')
  await give(page, 'Import views', '{"forecourt":"views","version":1,"views":[{"name":"Mine","address":"/users"}]}')
  await expect(page.getByText('Imported 1 view.')).toBeVisible()
  await other.goto('/settings')
  const views = table(other, 'Saved views')
  await expect(views.getByRole('link', { name: 'From the other tab' })).toBeVisible()
  await expect(views.getByRole('link', { name: 'Mine' })).toBeVisible()
})
