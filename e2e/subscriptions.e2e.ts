/** Subscriptions: created once, honest about what the answer does not tell, found, and removed; with and without a list. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startGateway } from './gateway'
import { expect, handOver, test } from './test'
import { own } from './vehicle'

const form = (page: Page) => page.getByRole('form', { name: 'New subscription' })
const table = (page: Page) => page.getByRole('table', { name: 'Subscriptions' })
const create = (page: Page) => form(page).getByRole('button', { name: 'Create subscription' })

interface Row {
  attributes: { vehicle: { mode: string } }
  relationships: Record<'vehicle' | 'user', { data: { id: string } }>
}
interface Tied {
  webhookId: string
  userId: string
  vehicleId: string
}
/** The nth connection, and a webhook that does not subscribe by itself. */
async function three(page: Page, origin = '', nth = 0, webhook = 'Plugged in'): Promise<Tied> {
  const read = async (path: string) =>
    (await (await page.request.get(`${origin}${path}`, { headers: own })).json()).data
  const rows: Row[] = await read('/api/vehicle/v3/connections?page[size]=100&filter[vehicle.mode]=live')
  const hooks: { id: string; attributes: { name: string } }[] = await read('/api/management/v3/webhooks?page[size]=100')
  const row = rows[nth]
  return {
    webhookId: hooks.find(({ attributes }) => attributes.name === webhook)?.id ?? '',
    userId: row?.relationships.user.data.id ?? '',
    vehicleId: row?.relationships.vehicle.data.id ?? '',
  }
}
async function fill(page: Page, { webhookId, userId, vehicleId }: Tied) {
  await form(page).getByLabel('Webhook ID').fill(webhookId)
  await form(page).getByLabel('User ID').fill(userId)
  await form(page).getByLabel('Vehicle ID').fill(vehicleId)
}
/** The subscription's id as somebody learns it who may ask the service itself: the interface does not give it. */
async function idElsewhere(page: Page, tied: Tied, token: string): Promise<string> {
  const { hosts } = await (await page.request.get('/config.json')).json()
  const answer = await fetch(`${hosts.management}/v3/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { attributes: tied } }),
  })
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}
const changes = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/'))
      sent.push(`${request.method()} ${request.postData() ?? ''}`)
  })
  return sent
}

test('created from a connection with everything filled in; the answer has no id, and the page says so', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.clock.install()
  const sent = changes(page)
  await page.goto('/connections?filter[vehicle.mode]=live')
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Subscribe to a webhook' }).click()
  await expect(form(page).getByLabel('User ID')).not.toHaveValue('')
  await expect(form(page).getByLabel('Vehicle ID')).not.toHaveValue('')
  await create(page).click()
  await expect(form(page).getByText('Enter the id of the webhook.')).toBeVisible()
  expect(sent).toEqual([])
  const tied = await three(page)
  await form(page).getByLabel('Webhook ID').fill(tied.webhookId)
  await create(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toContainText('The answer has no id')
  expect(sent).toEqual([`POST ${JSON.stringify({ data: { attributes: tied } })}`])
  await expect(table(page).getByRole('row').nth(1)).toContainText('accepted')
  await page.clock.fastForward(70_000)
  await expect(table(page).getByRole('row').nth(1).getByRole('cell').first()).toHaveText('id unknown')
  await page.reload()
  await expect(table(page).getByRole('row')).toHaveCount(2)
  // The same three again: warned, and asked once more.
  await fill(page, tied)
  await form(page).getByLabel('Webhook ID').focus()
  await expect(page.getByText('This browser has subscribed the same webhook, user and vehicle already.')).toBeVisible()
  await create(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toHaveLength(1)
})

test('a user’s vehicles are offered; what does not belong together, or lacks a permission, is said', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [first, second] = [await three(page), await three(page, '', 1, 'Doors left open')]
  await page.goto(`/subscriptions#webhookId=${second.webhookId}&userId=${second.userId}`)
  await page.getByRole('button', { name: /^Use / }).first().click()
  await expect(form(page).getByLabel('Vehicle ID')).toHaveValue(second.vehicleId)
  await expect(page.getByText('The webhook is disabled')).toBeVisible()
  await form(page).getByLabel('Vehicle ID').fill(first.vehicleId)
  await form(page).getByLabel('User ID').focus()
  await expect(page.getByText('No connection ties this user to this vehicle')).toBeVisible()
  await form(page).getByLabel('Webhook ID').fill('nothing-of-ours')
  await form(page).getByLabel('User ID').focus()
  await expect(page.getByText('None of the application’s webhooks has this id.')).toBeVisible()
})

test('create, appears, open, remove; each state of the ledger', async ({ page, signIn, context }, { testId }) => {
  await signIn()
  const tied = await three(page)
  await page.goto('/subscriptions')
  await fill(page, tied)
  await create(page).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('accepted')
  const rows = table(page)
  await rows.getByText('id unknown').click()
  await rows.getByLabel('Its id, if you know it').fill('no-such-subscription')
  await rows.getByRole('button', { name: 'Look' }).click()
  await expect(rows.getByText('There is no subscription with this id.')).toBeVisible()
  const id = await idElsewhere(page, tied, `sandbox-e2e-${testId}`)
  await expect(async () => {
    // A creation is in progress for a while: until then it cannot be read.
    await rows.getByLabel('Its id, if you know it').fill(id)
    await rows.getByRole('button', { name: 'Look' }).click()
    await expect(rows.getByRole('row').nth(1)).toContainText('present', { timeout: 500 })
  }).toPass()
  await rows.getByRole('link', { name: id }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Subscription of \d{4} / })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plugged in' })).toHaveAttribute('href', `/webhooks/${tied.webhookId}`)
  await page.getByRole('button', { name: /^Remove subscription/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove subscription' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Subscriptions' }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('removed')
  // Another tab of this browser has the same ledger.
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/subscriptions`)
  await expect(table(other).getByRole('row').nth(1)).toContainText('removed')
  await page.getByRole('form', { name: 'Find a subscription' }).getByLabel('Subscription ID').fill('fault-404')
  await page.getByRole('form', { name: 'Find a subscription' }).getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('alert')).toContainText('Not Found')
  await page.goBack()
  await expect(table(page).getByRole('row').filter({ hasText: 'fault-404' })).toContainText('not found')
  await expect(table(other).getByRole('row').filter({ hasText: 'fault-404' })).toContainText('not found')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('fault-404')
  await page.getByLabel('State').selectOption('removed')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget 2 subscriptions' }).click()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await expect(other.getByText('Nothing yet.')).toBeVisible()
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

test.describe('where the service lists subscriptions', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
  writeFileSync(file, JSON.stringify({ extensions: ['subscriptions.list'] }))

  test('create, appears by itself, open, remove', async ({ page }, { testId }) => {
    const { origin, stop } = await startGateway({ CONFIG: file })
    await handOver(page, origin, `sandbox-subscription-list:${testId}`)
    const tied = await three(page, origin)
    await page.goto(`${origin}/subscriptions?filter[webhookId]=${tied.webhookId}`)
    await expect(page.getByText('No subscription matches Webhook ID')).toBeVisible()
    await fill(page, tied)
    await create(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Present' })).toBeVisible({ timeout: 15_000 })
    await page.getByRole('link', { name: 'Open subscription' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Subscription of / })).toBeVisible()
    await page.getByRole('link', { name: 'Plugged in' }).click()
    await page.getByRole('link', { name: 'Its subscriptions, as the service lists them' }).click()
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('table', { name: 'Ledger' }).getByRole('row').nth(1)).toContainText('present')
    await table(page)
      .getByRole('button', { name: /^Remove subscription/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove subscription' }).click()
    await expect(page.getByText('No subscription matches Webhook ID')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Ledger' }).getByRole('row').nth(1)).toContainText('removed')
    await page.goto(`${origin}/subscriptions?filter[vehicle.mode]=live&page[size]=10&page[number]=2`)
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
    await page.goto(`${origin}/settings`)
    await page.getByRole('button', { name: 'Try the list of subscriptions (1 request)' }).click()
    await expect(page.getByText(/^It works: the service counts \d+ subscriptions\./)).toBeVisible()
    await stop()
  })

  test('many are selected, removed once each, and gone from the list', async ({ page }, { testId }) => {
    const { origin, stop } = await startGateway({ CONFIG: file })
    await handOver(page, origin, `sandbox-subscription-list:many-${testId}`)
    const sent = changes(page)
    await page.goto(`${origin}/subscriptions?filter[vehicle.mode]=live&page[size]=10`)
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: 'Selected subscriptions' })
    await expect(bar).toContainText('10 subscriptions selected')
    await expect(bar.getByRole('button', { name: /^Select all [\d,]+ \(\d+ requests?\)$/ })).toBeVisible()
    const dialog = page.getByRole('dialog')
    await table(page)
      .getByRole('button', { name: /^Remove subscription/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Remove subscription' }).click()
    await expect(bar).toContainText('9 subscriptions selected') // what its row has removed is none of them any more
    await bar.getByRole('button', { name: 'Remove 9 subscriptions' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(sent).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Remove 9 subscriptions' }).click()
    await expect(page.getByRole('complementary', { name: 'Jobs' }).getByText('Ended: 9 done.')).toBeVisible()
    expect(sent.filter((line) => line.startsWith('DELETE'))).toHaveLength(10)
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Ledger' }).getByText('removed')).toHaveCount(10)
    await stop()
  })

  test('a service without it: switched off for the tab, and said', async ({ page }, { testId }) => {
    const { origin, stop } = await startGateway({ CONFIG: file })
    await handOver(page, origin, `sandbox-without:${testId}`)
    await page.goto(`${origin}/subscriptions`)
    await expect(page.getByText('it has no such list. It is switched off for this tab.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    let asked = 0
    page.on('request', (request) => {
      if (/\/v3\/subscriptions(\?|$)/.test(request.url()) && request.method() === 'GET') asked += 1
    })
    await fill(page, await three(page, origin))
    await create(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(table(page).getByRole('row').nth(1)).toContainText('accepted')
    expect(asked).toBe(0)
    await stop()
  })
})
