/** `/activity`: the server's record of changes and vehicle reads, filtered, paged and exported. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { everyWay } from './axe'
import { journal } from './connections'
import { type Gateway, startGateway } from './gateway'
import { saved } from './saved'
import { test as base, expect, handOver, ofServer, queryOf, waitForHydration } from './test'

/** A gateway for one test, with a file for its record. */
const test = base.extend<{ recorder: Gateway; path: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  path: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'forecourt-activity-'))
    await use(join(folder, 'audit.jsonl'))
    await rm(folder, { recursive: true })
  },
  recorder: async ({ path }, use) => {
    const gateway = await startGateway({ AUDIT_LOG: path, SANDBOX_CONNECTIONS: '50' })
    await use(gateway)
    await gateway.stop()
  },
  baseURL: async ({ recorder }, use) => use(recorder.origin),
})

const table = (page: Page) => page.getByRole('table', { name: 'Activity' })
const rows = (page: Page) => table(page).locator('tbody tr:not([aria-hidden])')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const filters = (page: Page) => page.getByRole('search', { name: 'Filter activity' })
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A change or a read, as the console’s own page sends it. */
async function send(page: Page, method: string, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([how, where, text]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(where, { method: how, ...(text && { body: text, headers }) })).status
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  )
}

const line = (number: number, more = {}) =>
  `${JSON.stringify({
    ...{ event: 'outcome', time: new Date(Date.UTC(2026, 0, 1, 12, 0, number)).toISOString(), id: `id-${number}` },
    ...{ client: '127.0.0.1', host: 'vehicle', operation: 'DELETE /v3/users/{userId}', status: 204, durationMs: 7 },
    ...{
      parameters: { userId: `user-${number}` },
      operator: `operator-${number % 3}`,
      requestId: `r-${number}`,
      ...more,
    },
  })}\n`

test('changes and a vehicle read stand there with their true outcomes, and lead to what they were about', async ({
  page,
  recorder,
}) => {
  await handOver(page, recorder.origin, 'sandbox-e2e-activity')
  await page.goto('/activity')
  await expect(page.getByText('No activity yet. Changes and vehicle reads appear here.')).toBeVisible()
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  const link = page.getByRole('table', { name: 'Connections' }).getByRole('link').first()
  const connection = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  expect(await send(page, 'DELETE', `/api/vehicle/v3/connections/${connection}`)).toBe(204)
  expect(await send(page, 'DELETE', '/api/vehicle/v3/users/fault-403')).toBe(403)
  expect(await send(page, 'DELETE', '/api/management/v3/subscriptions/fault-409')).toBe(409)
  expect(await send(page, 'GET', '/api/vehicle-data/v2.0/vehicles/fault-404/vin')).toBe(404)

  await main(page).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  for (const [index, text] of [
    [0, /GET \/v2\.0\/vehicles\/\{id\}\/vin.*404 not found.*ms/],
    [1, '409 asleep or conflict'],
    [2, '403 not permitted'],
    [3, /No sign-in.*DELETE \/v3\/connections\/\{connectionId\}.*204 done/],
  ] as const)
    await expect(rows(page).nth(index)).toContainText(text)
  await expect(rows(page).nth(3).getByRole('button', { name: 'Copy request ID' })).toBeVisible()
  await rows(page)
    .nth(3)
    .getByRole('link', { name: /^connection/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/connections/${connection}$`))

  await page.goBack()
  await filters(page).getByRole('button', { name: 'More filters' }).click()
  await filters(page).getByLabel('Kind').selectOption('Vehicle reads')
  await expect(rows(page)).toHaveCount(1)
  expect(queryOf(page)).toBe('kind=read')
  await filters(page).getByLabel('Outcome').selectOption('Unknown')
  await expect(page.getByText('No record matches Outcome “Unknown” and Kind “Vehicle reads”.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear 2 filters' }).click()
  await expect(rows(page)).toHaveCount(4)
  await filters(page).getByLabel('Operation').selectOption('DELETE /v3/users/{userId}')
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(4)

  expect(await send(page, 'DELETE', '/api/vehicle/v3/users/fault-500')).toBe(500)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).first()).toContainText('500 failed')
  await page.goto('/')
  await expect(journal(page).getByRole('listitem').first()).toContainText('500 failed')
  const listed = await journal(page).getByRole('listitem').count()
  await journal(page).getByRole('link', { name: 'Today’s changes in Activity' }).click()
  await expect(rows(page)).toHaveCount(listed)
  await expect(page.getByRole('link', { name: /Kind/ })).toBeVisible()
})

/** 430 changes, one that has no outcome, and a line that was cut off before the next one. */
const long = [
  ...Array.from({ length: 430 }, (_, number) => line(number)),
  line(1000, { event: 'attempt', status: undefined, durationMs: undefined, requestId: undefined }),
  `${line(2000).slice(0, 50)}\n`,
].join('')

/** Changes to what the team shares, and a refusal, which is none. */
const shared = [
  { event: 'job pause', job: 12 },
  { event: 'view shared', view: 'Old cars', address: '/vehicles' },
  { event: 'delivery pinned', more: 12 },
  { event: 'refused', code: 'ROLE' },
]
  .map((one, nth) => ({ ...one, time: `2026-01-01T11:00:0${nth}.000Z`, id: `shared-${nth}`, operator: 'ann' }))
  .map((one) => `${JSON.stringify(one)}\n`)
  .join('')

test('a long record is paged by links, and says in words what operators do to what the team shares', async ({
  page,
  path,
}) => {
  await writeFile(path, shared + long)
  await page.goto('/activity?limit=25')
  await expect(rows(page)).toHaveCount(25)
  await expect(page.getByText(/1 line (of the file )?couldn’t be read/)).toBeVisible()
  await expect(rows(page).first()).toContainText(/Jan 1, (2026, )?13:16:40.*unknown no outcome was recorded.*Unknown/)
  await expect(rows(page).nth(1)).toContainText('r-429')
  await expect(pages(page).getByRole('link', { name: 'Newest' })).toBeDisabled()
  const older = pages(page).getByRole('link', { name: 'Older' })
  const address = (await older.getAttribute('href')) ?? ''
  await older.click()
  await expect(rows(page).first()).toContainText('r-405')
  expect(page.url().endsWith(address)).toBe(true)
  await page.reload()
  await expect(rows(page).first()).toContainText('r-405')
  await page.getByRole('heading', { level: 1 }).focus()
  await waitForHydration(page)
  await page.keyboard.press(']')
  await expect(rows(page).first()).toContainText('r-380')
  await page.goBack()
  await expect(rows(page).first()).toContainText('r-405')
  await pages(page).getByRole('link', { name: 'Newest' }).click()
  await expect(rows(page).nth(1)).toContainText('r-429')

  await page.goto('/activity?kind=team')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(0)).toContainText(/ann.*Delivery pinned.*12 more in a minute.*done/)
  await expect(rows(page).nth(1)).toContainText(/Shared view saved.*view “Old cars”/)
  await expect(rows(page).nth(2)).toContainText('Job paused')
  await expect(rows(page).nth(2).getByRole('link', { name: 'job 12' })).toHaveAttribute('href', '/jobs/12')
})

test('a long record is filtered by operator, time and text, and taken away whole', { tag: '@long' }, async ({
  page,
  path,
}) => {
  await writeFile(path, long)
  await page.goto('/activity?limit=25')
  await filters(page).getByLabel('Operator').fill('operator-1')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(1)).toContainText('r-427')
  await page.getByRole('link', { name: /Operator/ }).click()
  await filters(page).getByRole('button', { name: 'More filters' }).click()
  await filters(page).getByLabel('Until').fill('2026-01-01T13:01')
  await expect(rows(page).first()).toContainText('r-60') // ended at 13:01:00, began just before
  expect(queryOf(page)).toBe('limit=25&until=2026-01-01T12:01Z') // typed in Berlin
  await filters(page).getByLabel('Text').fill('USER-5')
  await expect(rows(page)).toHaveCount(11)
  await page.goBack()
  await expect(filters(page).getByLabel('Text')).toHaveValue('')
  await page.getByRole('link', { name: /Until/ }).click()
  await expect(rows(page).nth(1)).toContainText('r-429')

  await page.getByText('Export', { exact: true }).click()
  const part = await saved(page.getByRole('button', { name: 'CSV of this page' }))
  expect(part.text.match(/^2026-/gm)).toHaveLength(25)
  const whole = await saved(page.getByRole('button', { name: 'JSON of everything' }))
  const file = JSON.parse(whole.text) as { filter: string; rows: { id: string }[] }
  expect([file.filter, file.rows.length]).toEqual(['', 431])
  expect(new Set(file.rows.map(({ id }) => id)).size).toBe(431)
})

base('a server that fails, and one that refuses, are told with a way on; the filters stay', async ({ page }) => {
  const parameters = { vehicleId: 'v' }
  const one = { kind: 'read', operation: 'GET /v3/x', host: 'vehicle', status: 200, time: '2026-01-01T00:00:00Z' }
  const json = { data: [{ ...one, id: 'r-1', parameters }], next: null, skipped: 0 }
  await page.route('**/activity.json*', (route) => route.fulfill({ json }))
  const failure = { status: 500, body: '' }
  await page.route('**/activity.json*', (route) => route.fulfill(failure), { times: 1 })
  await page.goto('/activity?text=r-1&before=x&limit=1000&more=1')
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  expect(queryOf(page)).toBe('text=r-1&limit=200')
  await expect(filters(page).getByLabel('Text')).toHaveValue('r-1')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const errors = [{ type: 'GATEWAY', code: 'ROLE', title: 'Role', detail: 'It takes the role operator.' }]
  await page.route('**/activity.json*', (route) => route.fulfill({ status: 403, headers: ofServer, json: { errors } }))
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Activity requires the operator role' })).toBeVisible()
})

base('is found by its key and by name', async ({ page }) => {
  await page.goto('/')
  await expect(main(page).getByRole('link')).toHaveText([
    ...['Overview', 'Connections', 'Users', 'Vehicles', 'Signals', 'Webhooks', 'Subscriptions', 'Deliveries'],
    ...['Deprecations', 'Jobs', 'Activity', 'Settings'],
  ])
  await waitForHydration(page)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Activity')
})

test.describe('with a store', () => {
  test('a renamed file stays, in pages and filters that count', { tag: '@long' }, async ({ page, path, recorder }) => {
    const from = Date.now() - 86_400_000
    const recent = (number: number, more = {}) =>
      line(number, { time: new Date(from + number * 1000).toISOString(), id: `id-${number}`, ...more })
    const old = Array.from({ length: 60 }, (_, number) => recent(number)).join('')
    await writeFile(`${path}.1`, old + recent(70, { status: 403 }))
    await writeFile(path, recent(80, { host: 'management', operator: 'Ann Example' }))
    const kept = async () => {
      const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
      return (await (await page.request.get(`${recorder.origin}/activity.json`, { headers })).json()).source.count
        ?.value
    }
    await expect.poll(kept, { timeout: 30_000 }).toBe(62)
    await page.goto('/activity?limit=25')
    await expect(page.getByText(/^62 records\. From the team’s store since .*, kept for 400 days\./)).toBeVisible()
    await expect(rows(page)).toHaveCount(25)
    await pages(page).getByRole('link', { name: 'Older' }).click()
    await expect(rows(page).first()).toContainText('r-36')
    expect(queryOf(page)).toMatch(/^limit=25&before=\d+-\d+$/)
    await filters(page).getByLabel('Text').fill('USER-70')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('403 not permitted')
    await page.goto('/activity?host=management&status=204')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Ann Example')
    await expect(filters(page).getByLabel('Host')).toHaveValue('management')
    await page.getByText('Export', { exact: true }).click()
    const whole = await saved(page.getByRole('button', { name: 'JSON of everything' }))
    expect(JSON.parse(whole.text)).toMatchObject({
      filter: 'host=management&status=204',
      rows: [{}],
    })
  })
})

base('without a file of its record a server shows Activity, too', async ({ page }) => {
  await page.goto('/activity')
  await expect(main(page).getByRole('link', { name: 'Activity' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Activity' }).or(page.getByText('No activity yet'))).toBeVisible()
})

test('has no automated violation in either scheme, wide and narrow', { tag: '@long' }, async ({ page, path }) => {
  const odd = line(3, {
    status: 'unknown',
    reason: 'The service did not answer in time.'.repeat(5),
    operator: undefined,
  })
  await writeFile(path, `${line(1) + line(2, { status: 500 }) + odd}broken\n`)
  await page.goto('/activity?text=user')
  await expect(page.getByText(/1 line (of the file )?couldn’t be read/)).toBeVisible()
  await everyWay(page)
  await page.getByRole('button', { name: /^Filters/ }).click() // folded where it is narrow, as it now is
  await filters(page).getByLabel('Text').fill('nobody')
  await expect(page.getByText('No record matches')).toBeVisible()
  await everyWay(page)
})

base('what no address can hold is no link: an id that is nothing, one that leads up', async ({ page }) => {
  const common = { kind: 'read', operation: 'GET /v3/x', host: 'vehicle', status: 200, time: '2026-01-01T00:00:00Z' }
  const parameters = [
    { vehicleId: '..' },
    { vehicleId: '' },
    { vehicleId: '.', signalCode: 'odometer' },
    { vehicleId: 'v', signalCode: '..' },
    { connectionId: '../users/u' },
  ]
  const data = parameters.map((one, nth) => ({ ...common, id: `r${nth}`, parameters: one }))
  await page.route('**/activity.json*', (route) => route.fulfill({ json: { data, next: null, skipped: 0 } }))
  await page.goto('/activity')
  await expect(rows(page)).toHaveCount(parameters.length)
  const links = await table(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['/vehicles/v', '/connections/..%2Fusers%2Fu'])
})
