/** The server stops and starts again on its default folder while each page works. Nothing is lost or sent twice. */
import type { Page } from '@playwright/test'
import type { LogEntry } from '../src/sandbox/server'
import { ownDataHome } from '../src/store/data-home-harness'
import { confirmed, ended, removeButton, storeOpens, table } from './connections'
import { startGateway } from './gateway'
import { changes, expectEachOnce, pagesRead, startLoggedHosts } from './logged-hosts'
import { spelled } from './provider'
import { saved } from './saved'
import { create, fill, table as subscriptions, three } from './subscriptions'
import { test as base, expect } from './test'
import { own } from './vehicle'

const RESTART_MS = 20_000

interface Server {
  origin: string
  log: readonly LogEntry[]
  restart: () => Promise<void>
  deliver: () => Promise<void>
}

const test = base.extend<{ world: string; server: Server }>({
  world: ['console', { option: true }],
  server: async ({ world }, use) => {
    const hosts = await startLoggedHosts(world)
    const env = { ...hosts.env, ...ownDataHome() }
    let gateway = await startGateway(env)
    const { origin } = gateway
    await use({
      ...{ origin, log: hosts.log },
      async restart() {
        await gateway.stop()
        gateway = await startGateway({ ...env, PORT: new URL(origin).port })
      },
      deliver: () => hosts.deliver(gateway.output()),
    })
    await gateway.stop()
    await hosts.close()
  },
  baseURL: async ({ server }, use) => use(server.origin),
})
const long = { tag: '@long' }
test.beforeEach(({ page }) => storeOpens(page))

test.describe('a list that is read to its end', () => {
  test.use({ world: 'slow-200:list' })
  for (const kind of ['users', 'vehicles']) {
    test(
      `is loaded to its end on the page of ${kind}, and only the page under way is read again`,
      long,
      async ({ page, server }) => {
        await page.goto(`/${kind}`)
        await page.getByRole('button', { name: /^Load the rest/ }).click()
        await expect(page.getByRole('progressbar', { name: 'Loading progress' })).toBeVisible()
        await expect.poll(() => pagesRead(server).length).toBeGreaterThan(2)
        await server.restart()
        await expect(page.getByRole('region', { name: 'Where this list comes from' })).toContainText('Reload all', {
          timeout: RESTART_MS,
        })
        const read = pagesRead(server).filter((query) => !/number(%5D|\])?=1(&|$)/i.test(query))
        expect(new Set(read).size).toBe(9)
        expect(read.length).toBeLessThanOrEqual(10)
      },
    )
  }
  test('is exported complete by its job', long, async ({ page, server }) => {
    await page.goto('/connections')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'CSV of everything' }).click()
    const link = page.getByRole('link', { name: /^Job \d+$/ }).first()
    await expect(link).toBeVisible()
    await expect.poll(() => pagesRead(server).length).toBeGreaterThan(2)
    await server.restart()
    await link.click()
    const state = page.getByRole('definition').filter({ has: page.locator('xpath=preceding-sibling::dt[.="State"]') })
    await expect(state).toHaveText('Ended', { timeout: RESTART_MS })
    const ids = (await saved(page.getByRole('link', { name: 'CSV', exact: true }))).text
      .trimEnd()
      .split(/\r?\n/)
      .slice(1)
    expectEachOnce(ids, 1_000)
  })
})

test.describe('changes', () => {
  test.use({ world: 'change-slow-300:changes' })
  test('a job that the page of jobs shows ends there, each item sent once', long, async ({ page, server }) => {
    const { data } = await (
      await page.request.get(spelled('/api/vehicle/v3/connections?page[size]=25'), { headers: own })
    ).json()
    const { status } = await post(page, server, '/team/jobs', {
      ...{ key: 'before-the-restart', operation: 'DELETE /v3/connections/{connectionId}' },
      targets: data.map(({ id }: { id: string }) => id),
    })
    expect(status).toBe(200)
    await page.goto('/jobs')
    const row = page.getByRole('table', { name: 'Jobs' }).getByRole('row').filter({ hasText: 'Remove 25 connections' })
    await expect(row).toContainText('Running')
    await expect.poll(() => changes(server).length).toBeGreaterThan(2)
    await server.restart()
    await expect(row).toContainText('Ended', { timeout: RESTART_MS })
    await expect(row).toContainText('25 done')
    expectEachOnce(changes(server), 25)
  })
  test('a bulk removal ends on the page that started it, each sent once', long, async ({ page, server }) => {
    await page.goto(spelled('/connections?page[size]=25'))
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: /^Selected/ })
    await bar.getByRole('button', { name: 'Remove 25 connections' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type 25 to confirm').fill('25')
    await dialog.getByRole('button', { name: 'Remove 25 connections' }).click()
    await expect.poll(() => changes(server).length).toBeGreaterThan(2)
    await server.restart()
    await expect(ended(page, '25 done')).toBeVisible({ timeout: RESTART_MS })
    await expect(page.getByText('1–25 of 975')).toBeVisible()
    expectEachOnce(changes(server), 25)
  })
  test('one removal that is under way ends first, and is confirmed', long, async ({ page, server }) => {
    await page.goto(spelled('/connections?filter[vehicle.mode]=simulated'))
    const sending = page.waitForRequest((request) => request.method() === 'DELETE')
    await removeButton(table(page)).first().click()
    await sending
    await server.restart()
    await expect(confirmed(page)).toBeVisible({ timeout: RESTART_MS })
    expectEachOnce(changes(server), 1)
  })
  test('a subscription that is under way is in the history afterwards', long, async ({ page, server }) => {
    const tied = await three(page)
    await page.goto('/subscriptions')
    await fill(page, tied)
    const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/'))
    await create(page).click()
    await sending
    await server.restart()
    const row = subscriptions(page).locator('tbody tr')
    await expect(row).toContainText('Accepted', { timeout: RESTART_MS })
    await page.reload()
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Accepted')
    expectEachOnce(changes(server), 1)
  })
})

test('a view that was just saved is listed', long, async ({ page, server }) => {
  await page.goto('/vehicles?sort=connections')
  await page.getByText('Save this view', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Save this view' })
  await form.getByLabel('View name').fill('Before the restart')
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toContainText('Saved as “Before the restart”')
  await server.restart()
  await storeOpens(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Saved views' }).getByRole('listitem')).toHaveText([
    'Before the restart',
  ])
})

test('deliveries before and after the restart are on the open page, each once', long, async ({ page, server }) => {
  await page.goto('/deliveries')
  const table = page.getByRole('table', { name: 'Deliveries' })
  const rows = table.locator('tbody tr').filter({ hasText: 'Vehicle state' })
  await server.deliver()
  await expect(rows).toHaveCount(1)
  await server.restart()
  await storeOpens(page)
  await server.deliver()
  await expect(rows).toHaveCount(2, { timeout: RESTART_MS })
  await page.reload()
  await expect(rows).toHaveCount(2)
})

const post = async (page: Page, { origin }: Server, path: string, data: object) => {
  const response = await page.request.post(path, { headers: { ...own, origin, 'sec-fetch-site': 'same-origin' }, data })
  return { status: response.status() }
}
