/** Subscriptions: created once, honest about what the response does not say, found, and removed; and their history. */
import type { Page } from '@playwright/test'
import { bar, confirmed, table as connections, removeButton } from './connections'
import { spelled } from './provider'
import { saved } from './saved'
import { choose } from './subscribe-many'
import { changes, create, fill, form, idElsewhere, table, three } from './subscriptions'
import { expect, test } from './test'

const rows = (page: Page) => table(page).locator('tbody tr')
const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('created from a connection with everything filled in; the answer has no id, and the page says so', async ({
  signedIn: page,
}) => {
  await page.clock.install()
  const sent = changes(page)
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Subscribe to a webhook' }).click()
  await expect(form(page).getByLabel('User ID')).not.toHaveValue('')
  await expect(form(page).getByLabel('Vehicle ID')).not.toHaveValue('')
  await create(page).click()
  await expect(form(page).getByText('Enter the webhook ID.')).toBeVisible()
  expect(sent).toEqual([])
  const tied = await three(page)
  await form(page).getByLabel('Webhook ID').fill(tied.webhookId)
  await create(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toContainText('The response has no ID')
  expect(sent).toEqual([`POST ${JSON.stringify({ data: { attributes: tied } })}`])
  await expect(table(page).getByRole('row').nth(1)).toContainText('Accepted')
  await page.clock.fastForward(70_000)
  await expect(table(page).getByRole('row').nth(1).getByRole('cell').first()).toHaveText('ID unknown')
  await page.reload()
  await expect(table(page).getByRole('row')).toHaveCount(2)
  // The same three again: warned, and asked once more.
  await fill(page, tied)
  await form(page).getByLabel('Webhook ID').focus()
  await expect(page.getByText('The history has this webhook, user and vehicle already (accepted).')).toBeVisible()
  await create(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(1)
})

test('a user’s vehicles are offered; what does not belong together, or lacks a permission, is said', async ({
  signedIn: page,
}) => {
  const [first, second] = [await three(page), await three(page, '', 1, 'Doors left open')]
  await page.goto(`/subscriptions#webhookId=${second.webhookId}&userId=${second.userId}`)
  await page.getByRole('button', { name: /^Use / }).first().click()
  await expect(form(page).getByLabel('Vehicle ID')).toHaveValue(second.vehicleId)
  await expect(page.getByText('The webhook is disabled')).toBeVisible()
  await form(page).getByLabel('Vehicle ID').fill(first.vehicleId)
  await form(page).getByLabel('User ID').focus()
  await expect(page.getByText('No connection links this user to this vehicle')).toBeVisible()
  await form(page).getByLabel('Webhook ID').fill('nothing-of-ours')
  await form(page).getByLabel('User ID').focus()
  await expect(page.getByText('No webhook has this ID.')).toBeVisible()
})

test('create, appears, open, remove; each state of the history', async ({ signedIn: page, context }, { testId }) => {
  const tied = await three(page)
  await page.goto('/subscriptions')
  await fill(page, tied)
  await create(page).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('Accepted')
  const history = table(page)
  await history.getByText('ID unknown').click()
  await history.getByLabel('ID, if known').fill('no-such-subscription')
  await history.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(history.getByText('No subscription has this ID.')).toBeVisible()
  const id = await idElsewhere(page, tied, `sandbox-e2e-${testId}`)
  await history.getByLabel('ID, if known').fill(id)
  await history.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(history.getByRole('row').filter({ hasText: 'Present' })).toBeVisible()
  await history.getByRole('link', { name: id }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Subscription of \d{4} / })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plugged in' })).toHaveAttribute('href', `/webhooks/${tied.webhookId}`)
  await removeButton(page, 'subscription').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove subscription' }).click()
  await expect(confirmed(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Subscriptions' }).click()
  await expect(rows(page).filter({ hasText: 'Removed' })).toHaveCount(1)
  // Another tab shows the same history, and learns of changes.
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/subscriptions`)
  await expect(rows(other).filter({ hasText: 'Removed' })).toHaveCount(1)
  await page.getByRole('form', { name: 'Find a subscription' }).getByLabel('Subscription ID').fill('fault-404')
  await page.getByRole('form', { name: 'Find a subscription' }).getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('alert')).toContainText('Not Found')
  await page.goBack()
  await expect(table(page).getByRole('row').filter({ hasText: 'fault-404' })).toContainText('Not found')
  await expect(table(other).getByRole('row').filter({ hasText: 'fault-404' })).toContainText('Not found')
  const csv = await saved(page.getByRole('button', { name: 'Export CSV' }))
  expect(csv.text).toContain('fault-404')
  expect(csv.text.split('\r\n')[0]).toMatch(/^(\w+,)+\w+$/)
  expect(csv.name).toMatch(/^subscriptions-20.+Z\.csv$/)
  await page.getByRole('search', { name: 'Filter the history' }).getByLabel('State').selectOption('Removed')
  await expect(rows(page)).toHaveCount(1)
})

test('a creation without a response is unknown through a reload, and every way to send it again asks first', async ({
  page,
  context,
  signIn,
}, { testId }) => {
  await signIn(`sandbox-change-cut:${testId}`)
  const sent = changes(page)
  const tied = await three(page)
  await page.goto('/subscriptions')
  await fill(page, tied)
  await create(page).click()
  await expect(notice(page, 'Outcome unknown')).toBeVisible()
  await expect(rows(page).first()).toContainText('Unknown')
  const refused = async (tab: Page) => {
    await expect(tab.getByText('got no response. The subscription may exist already.').first()).toBeVisible()
    await create(tab).click()
    await expect(dialog(tab)).toContainText('may exist')
    await dialog(tab).getByRole('button', { name: 'Cancel' }).click()
  }
  await refused(page) // the form is still filled
  await page.reload()
  await expect(rows(page).first()).toContainText('Unknown')
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/subscriptions`)
  await fill(other, tied)
  await form(other).getByLabel('Webhook ID').focus()
  await refused(other)
  await other.close()
  // As one of many.
  await page.goto(spelled(`/connections?filter[userId]=${tied.userId}&filter[vehicleId]=${tied.vehicleId}`))
  await connections(page).getByRole('checkbox').nth(1).check()
  await choose(page, 'Plugged in')
  await expect(bar(page).getByLabel(/^Leave out 1 /)).toBeChecked()
  await expect(bar(page).getByRole('button', { name: 'Subscribe 0 vehicles' })).toBeDisabled()
  expect(sent).toHaveLength(1)
})

test('the history says how long it lasts, and is a file with one click', async ({ signedIn: page }) => {
  const tied = await three(page)
  await page.goto('/subscriptions')
  await expect(form(page)).toContainText('Its history is kept until the server stops.')
  await expect(form(page)).toContainText('its history ends when you forget the token')
  await fill(page, tied)
  await create(page).click()
  await expect(rows(page)).toContainText('Accepted')
  const { name, text } = await saved(form(page).getByRole('button', { name: 'Download history' }))
  expect(name).toMatch(/^subscriptions-20.+Z\.csv$/)
  expect(text).toContain(`${tied.webhookId},${tied.userId},${tied.vehicleId}`)
})

test('asleep waits for the operator; already subscribed, refused and cut off are each said', async ({ page, signIn }, {
  testId,
}) => {
  await signIn()
  const sent = changes(page)
  await page.goto('/subscriptions')
  const tied = await three(page)
  for (const webhook of ['Plugged in', 'Tire pressure']) {
    const { webhookId } = await three(page, '', 0, webhook)
    await fill(page, { ...tied, webhookId, vehicleId: 'fault-409' })
    await create(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Waiting: the vehicle is asleep' })).toHaveCount(
      sent.length,
    )
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Retry all 2' }).click()
  await expect.poll(() => sent.length).toBe(4)
  await fill(page, { ...tied, vehicleId: 'fault-403' })
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('Forbidden')
  expect(sent).toHaveLength(5)
  await signIn(`sandbox-subscribed-once:${testId}`)
  await page.reload()
  await fill(page, tied)
  await create(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
  await fill(page, tied)
  await create(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create subscription' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Already subscribed' })).toBeVisible()
  await signIn(`sandbox-change-cut:${testId}`)
  await page.reload()
  const another = await three(page, '', 2)
  const before = sent.length
  await fill(page, another)
  await create(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Outcome unknown' })).toBeVisible()
  await page.getByRole('button', { name: 'Send again…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(before + 1)
})
