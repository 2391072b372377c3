/** Subscriptions where the service lists them, which is an extension; and where it has been configured for one without. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, removeButton } from './connections'
import { changes, create, fill, table, three } from './subscriptions'
import { expect, handOver, test } from './test'
import { own } from './vehicle'

const file = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
writeFileSync(file, JSON.stringify({ extensions: ['subscriptions.list'] }))
test.use({ env: { CONFIG: file, SANDBOX_CONNECTIONS: '300' } })

test('create, appears by itself, open, remove', async ({ page, gateway: { origin } }, { testId }) => {
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
  await page.getByRole('link', { name: 'View its subscriptions' }).click()
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row').nth(1)).toContainText('Present')
  await removeButton(table(page), 'subscription').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove subscription' }).click()
  await expect(page.getByText('No subscription matches Webhook ID')).toBeVisible()
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row').nth(1)).toContainText('Removed')
  await page.goto(`${origin}/subscriptions?filter[vehicle.mode]=live&page[size]=10&page[number]=2`)
  await expect(page.getByText(/^11–20 of/)).toBeVisible()
  await page.goto(`${origin}/settings`)
  await page.getByRole('button', { name: 'Try the subscription list (1 request)' }).click()
  await expect(page.getByText(/^It works\. The API counts [\d,]+ subscriptions\./)).toBeVisible()
})

test('many are selected, removed once each, and gone from the list', async ({ page, gateway: { origin } }, {
  testId,
}) => {
  await handOver(page, origin, `sandbox-subscription-list:many-${testId}`)
  const sent = changes(page)
  await page.goto(`${origin}/subscriptions?filter[vehicle.mode]=live&page[size]=10`)
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected subscriptions' })
  await expect(bar).toContainText('10 subscriptions selected')
  await expect(bar.getByRole('button', { name: /^Select all [\d,]+ \(\d+ requests?\)$/ })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await removeButton(table(page), 'subscription').first().click()
  await dialog.getByRole('button', { name: 'Remove subscription' }).click()
  await expect(bar).toContainText('9 subscriptions selected') // what its row has removed is none of them any more
  await bar.getByRole('button', { name: 'Remove 9 subscriptions' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(sent).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Remove 9 subscriptions' }).click()
  await expect(ended(page, '9 done')).toBeVisible()
  await expect(bar).toHaveCount(0)
  // The account of an added token begins with its first job: its history has no removal from before.
  await expect(page.getByRole('table', { name: 'History' }).getByText('Removed')).toHaveCount(9)
})

test(
  'removing the last row of the last page, alone or in bulk, lands on the page before it',
  { tag: '@long' },
  async ({ page, gateway: { origin } }, { testId }) => {
    await handOver(page, origin, `sandbox-subscription-list:last-${testId}`)
    const { webhookId } = await three(page, origin)
    for (const nth of [0, 1, 2]) {
      const data = { data: { attributes: await three(page, origin, nth) } }
      await page.request.post(`${origin}/api/management/v3/subscriptions`, { headers: own, data })
    }
    const at = (nth: number) => `filter[webhookId]=${webhookId}&page[number]=${nth}&page[size]=1`
    const asked = () => decodeURIComponent(new URL(page.url()).search)
    const listed = async () => {
      const response = await page.request.get(`${origin}/api/management/v3/subscriptions?${at(3)}`, { headers: own })
      return (await response.json()).data.length
    }
    await expect.poll(listed).toBe(1) // a creation is in progress for a while
    await page.goto(`${origin}/subscriptions?${at(3)}`)
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await removeButton(table(page), 'subscription').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove subscription' }).click()
    await expect.poll(asked).toBe(`?${at(2)}`)
    await expect(page.getByText(/^2–2 of 2/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Remove 1 subscription', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 subscription' }).click()
    await expect.poll(asked).toBe(`?${at(1)}`)
    await expect(page.getByText(/^1–1 of 1/)).toBeVisible()
    await expect(page.getByText('beyond the last page')).toHaveCount(0)
  },
)

test('a service without it: switched off for the tab, and said', async ({ page, gateway: { origin } }, { testId }) => {
  await handOver(page, origin, `sandbox-without:${testId}`)
  await page.goto(`${origin}/subscriptions`)
  await expect(page.getByText('The provider has no such list. The list is switched off in this tab.')).toBeVisible()
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
  await expect(table(page).getByRole('row').nth(1)).toContainText('Accepted')
  expect(asked).toBe(0)
})
