/** The ten most frequent jobs in each set-up of the server, and what it has of them afterwards. */
import type { Page } from '@playwright/test'
import { type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { ownDataHome } from '../src/store/data-home-harness'
import { startPostgres } from '../src/store/real-postgres'
import { job, storeOpens } from './connections'
import { type Gateway, startGateway } from './gateway'
import { realHosts } from './own-hosts'
import { dialect, spelled } from './provider'
import { table as subscriptions } from './subscriptions'
import { startTeam } from './team'
import * as jobs from './ten-jobs'
import { runJobs, SEED, tenJobs } from './ten-jobs'
import { test as base, expect } from './test'
import { tokens } from './tokens'

const CONNECTIONS = 300

type Team = Awaited<ReturnType<typeof startTeam>>
type Env = Record<string, string>

/** A server and hosts of the test's own, with an account that the server has the token of. */
const onHosts = base.extend<{ store: Env; hosts: RunningSandbox; serverEnv: Env; server: Gateway }>({
  store: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  hosts: async ({}, use) => {
    const hosts = await startSandbox({ connections: CONNECTIONS, seed: SEED, latencyMs: 0, dialect })
    await use(hosts)
    await hosts.close()
  },
  serverEnv: async ({ hosts, store }, use) =>
    use({
      ...realHosts(hosts),
      ...{ CONNECT_URL: hosts.connect, ACCESS_TOKEN: hosts.token, VEHICLE_DATA_TOKEN: hosts.token },
      ...store,
    }),
  server: async ({ serverEnv }, use) => {
    const server = await startGateway(serverEnv)
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.origin),
})

/** A server of the test's own that operators sign in at. */
const withSignIn = base.extend<{ team: Team }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  team: async ({}, use) => {
    const team = await startTeam({ SANDBOX_CONNECTIONS: String(CONNECTIONS) })
    await use(team)
    await team.stop()
    team.provider.close()
  },
  baseURL: async ({ team }, use) => use(team.origin),
})

const source = (page: Page) => page.getByRole('region', { name: 'Where this list comes from' })
const loadRest = (page: Page) => page.getByRole('button', { name: /^Load the rest \(\d+ requests?\)$/ })
const jobsListed = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr')
const activity = (page: Page) => page.getByRole('table', { name: 'Activity' }).locator('tbody tr:not([aria-hidden])')

const REMOVED_CONNECTION = /DELETE \/v3\/connections\/\{connectionId\}.*204/
const REMOVED_USER = /DELETE \/v3\/users\/\{userId\}.*204/
const SUBSCRIBED = /POST \/v3\/subscriptions/

/** Loads all connections, at the price on the button. */
async function loadDirectory(page: Page): Promise<void> {
  await page.goto('/users')
  await loadRest(page).click()
  await expect(source(page)).toContainText('As of')
}

/** The directory, the export, the subscription and the changes, as a server has them after the ten jobs. */
async function expectAllOfIt(page: Page): Promise<void> {
  await page.goto('/users')
  await expect(source(page)).toContainText('As of')
  await page.goto('/jobs')
  await expect(jobsListed(page)).toHaveCount(1)
  await expect(jobsListed(page)).toContainText('Ended')
  await page.goto('/subscriptions')
  await expect(subscriptions(page).locator('tbody tr')).toHaveCount(1)
  await page.goto('/activity')
  for (const change of [REMOVED_CONNECTION, REMOVED_USER, SUBSCRIBED])
    await expect(activity(page).filter({ hasText: change })).toHaveCount(1)
}

onHosts.describe('one PostgreSQL', () => {
  onHosts.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    store: async ({}, use) => use({ DATABASE_URL: await startPostgres('-ten-jobs') }),
  })

  onHosts('two browsers, each at another server', { tag: '@long' }, async ({ page, browser, serve, serverEnv }) => {
    const context = await browser.newContext({ baseURL: (await serve(serverEnv)).origin })
    const other = await context.newPage()
    for (const each of [page, other]) await storeOpens(each)
    await loadDirectory(page)
    for (const [index, each] of tenJobs.entries()) await runJobs(index % 2 ? other : page, [each], CONNECTIONS)
    for (const each of [page, other]) await expectAllOfIt(each)
    await context.close()
  })
})

async function signInAs({ provider }: Team, page: Page, name: string): Promise<void> {
  await page.context().clearCookies() // the provider's, too
  provider.person.subject = `id-${name}`
  provider.person.claims = { name, roles: ['operator'] }
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText(name)
}

async function saveView(page: Page, name: string): Promise<void> {
  await page.goto('/vehicles')
  await page.getByText('Save this view', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Save this view' })
  await expect(form.getByRole('radio', { name: 'Only me' })).toBeChecked()
  await form.getByLabel('View name').fill(name)
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toContainText(`Saved as “${name}”`)
}
const views = (page: Page) => page.getByRole('region', { name: 'Saved views' }).getByRole('listitem')

withSignIn(
  'three operators in two browsers have their own views and the names of their changes',
  { tag: '@long' },
  async ({ team, page: shared, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL })
    const bobs = await context.newPage()
    const { readBatteryCapacity, troubleshootDelivery, readStateOfCharge, exportConnections, removeConnection } = jobs
    const { checkConnected, readBatteryLevel, readOdometerAndLocation, subscribe, removeUser } = jobs

    await signInAs(team, shared, 'Ann')
    await saveView(shared, 'A view of Ann')
    await runJobs(shared, [checkConnected, readBatteryLevel, readOdometerAndLocation, subscribe], CONNECTIONS)
    await signInAs(team, bobs, 'Bob')
    await saveView(bobs, 'A view of Bob')
    await runJobs(bobs, [readBatteryCapacity, troubleshootDelivery, readStateOfCharge, exportConnections], CONNECTIONS)
    await runJobs(bobs, [removeConnection], CONNECTIONS)
    await signInAs(team, shared, 'Cat')
    await saveView(shared, 'A view of Cat')
    await runJobs(shared, [removeUser], CONNECTIONS)

    for (const [page, name] of [
      [bobs, 'Bob'],
      [shared, 'Cat'],
    ] as const) {
      await page.goto('/')
      await expect(views(page)).toHaveText([`A view of ${name}`])
      await page.goto('/activity')
      for (const [change, operator] of [
        [SUBSCRIBED, 'Ann'],
        [REMOVED_CONNECTION, 'Bob'],
        [REMOVED_USER, 'Cat'],
      ] as const)
        await expect(activity(page).filter({ hasText: change })).toContainText([operator])
    }
    await context.close()
  },
)

onHosts.describe('the default folder', () => {
  onHosts.use({ store: ownDataHome() })

  onHosts(
    'has all of it, also after a restart',
    { tag: '@long' },
    async ({ page, browser, server, serve, serverEnv }) => {
      await storeOpens(page)
      await loadDirectory(page)
      await runJobs(page, tenJobs, CONNECTIONS)
      await expectAllOfIt(page)
      await server.stop()

      const { origin } = await serve(serverEnv)
      const context = await browser.newContext({ baseURL: origin })
      const later = await context.newPage()
      await storeOpens(later)
      await expectAllOfIt(later)
      await context.close()
    },
  )
})

onHosts.describe('a store in memory', () => {
  onHosts.use({ store: { STORE: 'memory' } })

  onHosts('has all of it', { tag: '@long' }, async ({ page }) => {
    await storeOpens(page)
    await page.goto('/users')
    await expect(source(page)).toContainText('until the server stops')
    await loadDirectory(page)
    await runJobs(page, tenJobs, CONNECTIONS)
    await expectAllOfIt(page)
  })
})

base.use({ env: { SANDBOX_CONNECTIONS: String(CONNECTIONS) } })

base('a token added in the browser has all of it until it is forgotten', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn()
  await loadDirectory(page)
  await runJobs(page, tenJobs, CONNECTIONS)
  await expectAllOfIt(page)
  await page.goto(spelled('/connections?page[size]=10'))
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const remove = (within: ReturnType<Page['getByRole']>) =>
    within.getByRole('button', { name: 'Remove 10 connections' })
  await remove(page.getByRole('region', { name: 'Selected connections' })).click()
  await remove(page.getByRole('dialog')).click()
  await expect(job(page)).toContainText('10 done')

  await page.goto('/settings')
  await tokens(page).getByRole('button', { name: 'Forget tokens' }).click()
  await expect(tokens(page)).toContainText('The tokens of this browser are forgotten.')
  await signIn()
  await page.goto('/users')
  await expect(loadRest(page)).toBeVisible()
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expect(page.getByText('No jobs yet')).toBeVisible()
  await page.goto('/subscriptions')
  await expect(page.getByText('No subscriptions yet.')).toBeVisible()
})
