/** Data that earlier versions kept in this browser: moved, downloaded, deleted, and not offered under another account. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accountPlace } from './kept'
import { saved } from './saved'
import { table } from './subscriptions'
import { expect, handOver, test } from './test'
import { own } from './vehicle'

test.use({ env: { STORE_DIR: join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'store'), SANDBOX_CONNECTIONS: '30' } })

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'This browser kept' })
const button = (page: Page, name: string) => offer(page).getByRole('button', { name, exact: true })

/** Keeps subscriptions and a view as version 0.3 did, under the account that responds. */
async function keepOldData(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/settings`)
  const place = await accountPlace(page, null, origin)
  await page.evaluate(
    ([account = '', view]) => {
      const [service, operator] = JSON.parse(account)
      const at = Date.UTC(2026, 0, 1)
      const present = { subscriptionId: `${view}-1`, state: 'present', at, since: at }
      const accepted = { creation: 'a', webhookId: 'w', userId: 'u', vehicleId: String(view), state: 'accepted', at }
      localStorage.setItem(`forecourt.ledger ${account}`, JSON.stringify([present, accepted, { state: 'broken' }]))
      const views = [{ name: view, address: '/users?q=harbor' }]
      localStorage.setItem(
        `forecourt.views ${JSON.stringify([service, operator])}`,
        JSON.stringify({ version: 1, views }),
      )
    },
    [place, name] as const,
  )
}
const storedNames = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => /^forecourt\.(ledger|views)/.test(name)))

test('is moved to the server with one click, not confirmed, and leaves this browser', async ({ page, gateway }) => {
  // The store is opened behind the server's first page.
  const status = async () => (await page.request.get('/team/subscriptions', { headers: own })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
  await keepOldData(page, gateway.origin, 'moved')
  await page.goto('/')
  await expect(offer(page)).toContainText('This browser kept 2 subscriptions and 1 view')
  await button(page, 'Move').click()
  await expect(page.getByText('Moved 2 subscriptions and 1 view.')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  expect(await storedNames(page)).toEqual([])
  await page.goto('/subscriptions')
  const row = table(page).getByRole('row').filter({ hasText: 'moved-1' })
  await expect(row).toContainText('from a browser, not confirmed')
  await expect(table(page).getByRole('row').filter({ hasText: 'ID unknown' })).toHaveCount(1)
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'moved', exact: true })).toBeVisible()
  await expect(page.getByText('This browser has no data of earlier versions')).toBeVisible()
})

test('is downloaded or deleted in the settings, and not offered under another account', async ({ page, gateway }) => {
  await keepOldData(page, gateway.origin, 'deleted')
  await page.goto('/settings/data')
  await expect(offer(page)).toContainText('This browser kept 2 subscriptions and 1 view')
  const { text } = await saved(button(page, 'Download'))
  expect(JSON.parse(text)).toMatchObject({
    views: [{ name: 'deleted', address: '/users?q=harbor' }],
    subscriptions: [{ subscriptionId: 'deleted-1' }, { vehicleId: 'deleted', state: 'accepted' }],
  })

  // Another account: its subscriptions aren't offered, and views of the same person can't be moved.
  await handOver(page, gateway.origin, 'sandbox-e2e-another-account')
  await page.reload()
  await expect(offer(page)).toContainText('This browser kept 1 view ')
  await expect(offer(page)).toContainText('while a token that was added in this browser is used')
  await expect(button(page, 'Move')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('subscriptions with')
  await page.request.delete('/session', { headers: { origin: gateway.origin, 'sec-fetch-site': 'same-origin' } })

  await page.reload()
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 subscriptions and 1 view' }).click()
  await expect(page.getByText('Deleted this browser’s copy.')).toBeVisible()
  expect(await storedNames(page)).toEqual([])
  await page.reload()
  await expect(page.getByText('This browser has no data of earlier versions')).toBeVisible()
})

test.describe('with a store in memory', () => {
  test.use({ env: {} })
  test('stays in this browser', async ({ page, gateway: { origin } }) => {
    await keepOldData(page, origin, 'kept')
    await page.goto(origin)
    await expect(offer(page)).toContainText('the server’s store is in memory')
    await expect(button(page, 'Download')).toBeVisible()
    await expect(button(page, 'Delete')).toBeVisible()
    await expect(button(page, 'Move')).toHaveCount(0)
    expect(await storedNames(page)).toHaveLength(2)
  })
})
