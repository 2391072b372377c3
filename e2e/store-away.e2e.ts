/** The store goes away while each page works, and comes back. The page says so, nothing is lost or sent twice. */
import { startPostgres } from '../src/store/real-postgres'
import { startWire } from '../src/store/wire-harness'
import { BACK_MS, main, test } from './away-server'
import { confirmed, ended, removeButton, rows, storeOpens, table } from './connections'
import { changes, expectEachOnce, pagesRead } from './logged-hosts'
import { spelled } from './provider'
import { create, fill, table as subscriptions, three } from './subscriptions'
import { startTeam } from './team'
import { test as base, expect, waitForHydration } from './test'
import { own } from './vehicle'

const long = { tag: '@long' }

const simulated = spelled('/connections?filter[vehicle.mode]=simulated&page[size]=5')
const texts = {
  '/': 'Couldn’t read the directory: the server’s store is unavailable.',
  '/users': 'This list has only the newest connections.',
  '/vehicles': 'This list has only the newest connections.',
  '/subscriptions': 'You can still create, find and remove subscriptions.',
  '/jobs': 'Lists, details, vehicle reads, and single removals still work.',
  '/activity': 'The server’s store isn’t available',
  '/deliveries': 'Deliveries are refused meanwhile, and the provider sends them again.',
  '/settings': 'The server’s store is',
}

test('each page says that it is away and what still works', long, async ({ page, server }) => {
  await page.goto(simulated)
  await expect(rows(page)).toHaveCount(6)
  await server.cut()
  for (const [path, text] of Object.entries(texts)) {
    await page.goto(path)
    await expect(main(page)).toContainText(text)
  }
})

test('what still works is done, and each page has everything once it is back', long, async ({ page, server }) => {
  await server.cut()
  await page.goto(simulated)
  await removeButton(table(page)).first().click()
  await expect(confirmed(page)).toBeVisible()
  await page.getByRole('rowheader').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connection /)
  await page.goto(`/vehicles/${(await three(page)).vehicleId}`)
  await page.getByRole('button', { name: 'Read odometer' }).click()
  await expect(page.getByRole('button', { name: /^Read again/ }).first()).toBeVisible()
  expectEachOnce(changes(server), 1)

  await page.goto('/jobs')
  await expect(main(page)).toContainText(texts['/jobs'])
  server.mend()
  await expect(main(page)).not.toContainText(texts['/jobs'], { timeout: BACK_MS })
  for (const [path, text] of Object.entries(texts)) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(main(page)).not.toContainText(text)
  }
  await page.goto('/activity')
  const removal = page.getByRole('table', { name: 'Activity' }).getByRole('row').filter({ hasText: 'DELETE' })
  await expect(removal).toHaveCount(1)
  await expect(removal).toContainText('204')
})

test.describe('a crawl', () => {
  test.use({ world: 'slow-200:away' })
  for (const kind of ['users', 'vehicles']) {
    test(
      `that the page of ${kind} shows waits for it, and only unsaved pages are read again`,
      long,
      async ({ page, server }) => {
        await page.goto(`/${kind}`)
        await page.getByRole('button', { name: /^Load the rest/ }).click()
        await expect.poll(() => pagesRead(server).length).toBeGreaterThan(2)
        await server.cut()
        await page.reload()
        await expect(main(page)).toContainText('This list has only the newest connections.')
        server.mend()
        await storeOpens(page)
        await expect(page.getByRole('region', { name: 'Where this list comes from' })).toContainText('Reload all', {
          timeout: BACK_MS,
        })
        const read = pagesRead(server).filter((query) => !/number(%5D|\])?=1(&|$)/i.test(query))
        expect(new Set(read).size).toBe(9)
        expect(read.length).toBeLessThanOrEqual(14)
      },
    )
  }
})

test.describe('changes', () => {
  test.use({ world: 'change-slow-300:away' })
  test(
    'a job that the page of jobs shows pauses, and ends with each item sent once',
    long,
    async ({ page, server }) => {
      const { data } = await (
        await page.request.get(spelled('/api/vehicle/v3/connections?page[size]=25'), { headers: own })
      ).json()
      const response = await page.request.post('/team/jobs', {
        headers: { ...own, origin: server.origin, 'sec-fetch-site': 'same-origin' },
        data: {
          ...{ key: 'before-the-store', operation: 'DELETE /v3/connections/{connectionId}' },
          targets: data.map(({ id }: { id: string }) => id),
        },
      })
      expect(response.status()).toBe(200)
      await page.goto('/jobs')
      const row = page
        .getByRole('table', { name: 'Jobs' })
        .getByRole('row')
        .filter({ hasText: 'Remove 25 connections' })
      await expect(row).toContainText('Running')
      await expect.poll(() => changes(server).length).toBeGreaterThan(2)
      await server.cut()
      await page.reload()
      await expect(main(page)).toContainText('Jobs aren’t available')
      server.mend()
      await storeOpens(page)
      await expect(row).toContainText('Ended', { timeout: BACK_MS })
      await expect(row).toContainText('25 done')
      expectEachOnce(changes(server), 25)
    },
  )
  test('a bulk removal ends on the page that started it, each sent once', long, async ({ page, server }) => {
    await page.goto(spelled('/connections?page[size]=25'))
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: /^Selected/ })
    await bar.getByRole('button', { name: 'Remove 25 connections' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type 25 to confirm').fill('25')
    await dialog.getByRole('button', { name: 'Remove 25 connections' }).click()
    await expect.poll(() => changes(server).length).toBeGreaterThan(2)
    await server.cut()
    await page.getByRole('link', { name: 'Last page' }).click()
    await expect(page.getByText(/^976–1,000 of|–\d+ of 9\d\d$/).first()).toBeVisible() // lists go on
    server.mend()
    await storeOpens(page)
    await expect(ended(page, '25 done')).toBeVisible({ timeout: BACK_MS })
    expectEachOnce(changes(server), 25)
  })
  test(
    'a subscription that is created meanwhile is in the history afterwards, once',
    long,
    async ({ page, server }) => {
      const tied = await three(page)
      await server.cut()
      await page.goto('/subscriptions')
      await fill(page, tied)
      await create(page).click()
      await expect(main(page)).toContainText(/Accepted/)
      server.mend()
      await storeOpens(page)
      await page.reload()
      const row = subscriptions(page).locator('tbody tr')
      await expect(row).toHaveCount(1)
      await expect(row).toContainText('Accepted')
      expectEachOnce(changes(server), 1)
    },
  )
})

test('deliveries are refused meanwhile, and those afterwards are on the open page', long, async ({ page, server }) => {
  await page.goto('/deliveries')
  const listed = page
    .getByRole('table', { name: 'Deliveries' })
    .locator('tbody tr')
    .filter({ hasText: 'Vehicle state' })
  await server.deliver()
  await expect(listed).toHaveCount(1)
  await server.cut()
  await page.reload()
  await expect(main(page)).toContainText('Deliveries are refused meanwhile')
  server.mend()
  await storeOpens(page)
  await server.deliver()
  await expect(listed).toHaveCount(2, { timeout: BACK_MS })
})

base('with sign-in, changes are refused and lists go on', long, async ({ page }) => {
  const wire = await startWire(await startPostgres('-store-away'))
  const team = await startTeam({ DATABASE_URL: wire.url })
  team.provider.person.claims = { name: 'Operator', roles: ['operator'] }
  await page.goto(`${team.origin}/`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Operator')
  const list = `${team.origin}${spelled('/connections?filter[vehicle.mode]=simulated&page[size]=5')}`
  await page.goto(list)
  wire.cut()
  await page.goto(list)
  await expect(rows(page)).toHaveCount(6)
  await removeButton(table(page)).first().click()
  await expect(page.getByRole('alert')).toContainText('nothing was sent')
  wire.mend()
  const status = async () => (await page.request.get(`${team.origin}/readyz`)).status()
  await expect.poll(status, { timeout: BACK_MS }).toBe(200)
  await page.goto(list)
  await removeButton(table(page)).first().click()
  await expect(confirmed(page)).toBeVisible()
  await team.stop()
  team.provider.close()
  wire.close()
})
