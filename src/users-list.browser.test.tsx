/** `/users`: rows, pages and filters of the directory, and the newest connections until it has something. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ofServer } from './api/own-response-harness'
import './ui/console.css'
import type { PageConfig } from './api/config'
import { directory as endpoints } from './api/console/directory'
import { consoleKey } from './api/console/endpoint'
import { NewTeamJob } from './api/new-team-job'
import { parseSearch, stringifySearch } from './api/search'
import type { TeamDirectory, TeamUser } from './api/team'
import { teamJob } from './changes/jobs/job-fixtures'
import { nextAccount } from './core/account'
import { ConfigProvider } from './core/config'
import { pageConfig } from './core/config-harness'
import { someDirectory, someUser } from './domain/directory/directory-fixtures'
import { Route } from './routes/users'

document.documentElement.dataset.hydrated = 'true' // or console.css hides the controls

/** The server: what each address is answered, and what was asked of it. */
interface Server {
  directory?: () => TeamDirectory | Response | Promise<TeamDirectory>
  users?: (query: URLSearchParams) => object | Response | Promise<object>
  jobs?: (job: NewTeamJob) => object
}
const asked: string[] = []
const addresses = (beginning: string) => asked.filter((address) => address.startsWith(beginning))
function serve({ directory = () => someDirectory(), users = () => listOf([]), jobs }: Server): void {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    asked.push(address)
    if (jobs && address === '/team/jobs') return Response.json(jobs(NewTeamJob.parse(JSON.parse(String(body)))))
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    const answer = await (pathname === '/team/directory'
      ? directory()
      : pathname === '/team/users'
        ? users(searchParams)
        : pathname.endsWith('/v3/connections')
          ? ownConnections
          : new Response('', { status: 404 }))
    return answer instanceof Response ? answer : Response.json(answer)
  })
}
const listOf = (rows: readonly TeamUser[], more: object = {}) => ({
  ...{ rows, next: null, count: { value: rows.length, isExact: true }, asOf: null, ...more },
})
const refusal = (code: string, status: number) => () =>
  Response.json({ errors: [{ type: 'GATEWAY', code, title: 'Why' }] }, { status, headers: ofServer })
const many = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => someUser(`u-${from + nth}`))
/** So many users, a page after the other. */
const paged =
  (count: number, isExact = true) =>
  (query: URLSearchParams) => {
    const [from, limit] = [Number(query.get('after') ?? 0), Number(query.get('limit'))]
    const rows = many(Math.min(limit, count - from), from)
    const end = from + rows.length
    return listOf(rows, { next: end < count ? String(end) : null, count: { value: Math.min(count, 1000), isExact } })
  }

/** One connection, as the API lists it. */
const ownConnections = {
  data: [
    {
      ...{ id: 'c-1', type: 'connection', meta: { createdAt: '2026-01-01T00:00:00Z' }, links: { self: '/' } },
      attributes: {
        ...{ permissions: [], user: { id: 'own-user', externalId: 'own' } },
        vehicle: { make: 'KIA', model: 'Niro', year: 2020, mode: 'live', powertrainType: 'BEV' },
      },
      relationships: {
        user: { data: { id: 'own-user', type: 'user' } },
        vehicle: { data: { id: 'v', type: 'vehicle' } },
      },
    },
  ],
  ...{ links: { first: '/', next: null, prev: null, last: '/' } },
  meta: { totalCount: 1, pageNumber: 1, pageSize: 100 },
}

const empty = someDirectory({ asOf: null, counts: { live: 0, simulated: 0, users: 0, vehicles: 0, isExact: false } })

async function open(address = '/users', store: PageConfig['store'] = pageConfig.store) {
  const config: PageConfig = { ...pageConfig, store }
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retryDelay: 1 } } })
  const root = createRootRouteWithContext<{ queryClient: QueryClient; config: PageConfig }>()({
    notFoundComponent: () => 'elsewhere',
  })
  const users = Route.update({ id: '/users/', path: '/users/', getParentRoute: () => root } as never)
  const router = createRouter({
    routeTree: root.addChildren([users as never]),
    context: { queryClient: client, config },
    history: createMemoryHistory({ initialEntries: [address] }),
    ...{ parseSearch, stringifySearch },
  })
  await router.load()
  const drawn = await render(
    <QueryClientProvider client={client}>
      <ConfigProvider value={config}>
        <main>
          <RouterProvider router={router as never /* the console's own router is another type */} />
        </main>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { ...drawn, router, client }
}
const table = () => page.getByRole('table', { name: 'Users' })
const rows = () => [...table().element().querySelectorAll('tbody tr')].map((row) => row.textContent)
const pager = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })
const range = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
const heading = () => page.getByRole('heading', { level: 1 })

beforeEach(() => nextAccount(null))
afterEach(async () => {
  vi.unstubAllGlobals()
  await page.viewport(1280, 800)
})

describe('the users of the directory', () => {
  it('stand with their cars and counts, and nothing is asked of the API', async () => {
    serve({ users: () => listOf([someUser('u-1', { simulated: 1 }), someUser('u-2', { externalId: null, cars: [] })]) })
    await open()
    await expect.element(table().getByRole('link', { name: 'u-1', exact: true })).toHaveAttribute('href', '/users/u-1')
    expect(rows()[0]).toMatch(/external-u-1.*3.*2 · 2021 TESLA Model 3 and others.*2 live1 simulated/)
    await expect.element(heading()).toHaveTextContent('Users 2')
    await expect.element(range()).toHaveTextContent('1–2 of 2')
    expect(addresses('/api')).toEqual([])
    expect(addresses('/team/users')).toEqual(['/team/users?sort=changed&limit=25'])
  })
  it('are paged by number, with the cursors kept', async () => {
    serve({ users: paged(60) })
    const { router } = await open()
    await expect.element(range()).toHaveTextContent('1–25 of 60')
    await pager('Next page').click()
    await expect.element(range()).toHaveTextContent('26–50 of 60')
    await pager('Last page').click()
    await expect.element(range()).toHaveTextContent('51–60 of 60')
    expect(router.state.location.search).toMatchObject({ page: '3' })
    await expect.element(pager('Next page')).toHaveAttribute('aria-disabled', 'true')
    expect(addresses('/team/users').map((one) => new URLSearchParams(one.split('?')[1]).get('after'))).toEqual([
      null,
      '25',
      '50',
    ])
  })
  it('show the page of a shared address, where the count is “at least” without a last one', async () => {
    serve({ users: paged(5000, false) })
    await open('/users?page=3&q=x&sort=name')
    await expect.element(range()).toHaveTextContent('51–75 of at least 1,000')
    await expect.element(heading()).toHaveTextContent('Users at least 1,000')
    await expect.element(pager('Last page')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(pager('Next page')).toHaveAttribute('href', '/users?page=4&q=x&sort=name')
    expect(addresses('/team/users')).toEqual([
      '/team/users?q=x&sort=name&limit=50',
      '/team/users?q=x&sort=name&limit=25&after=50',
    ])
  })
  it('beyond the end, or too far into the list, have a way back', async () => {
    serve({ users: paged(30) })
    const { unmount } = await open('/users?page=9')
    await expect.element(page.getByRole('link', { name: 'Go to page 2' })).toHaveAttribute('href', '/users?page=2')
    await unmount()
    await nextAccount(null)
    await open('/users?page=9000')
    await expect.element(page.getByText('This page is too far into the list')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute('href', '/users')
  })
  it('are sorted by the server, from the first page on', async () => {
    serve({ users: paged(60) })
    const { router } = await open('/users?page=2')
    await expect.element(range()).toHaveTextContent('26–50')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Name')
    await expect.element(range()).toHaveTextContent('1–25')
    expect(router.state.location.search).toMatchObject({ sort: 'name' })
    await expect.poll(() => addresses('/team/users').at(-1)).toBe('/team/users?sort=name&limit=25')
  })
  it('that nobody matches are looked for in the API by a link, once it is clicked', async () => {
    serve({})
    await open('/users?q=007')
    await expect.element(page.getByText('No user matches “007”.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Search connections for external ID “007”' }))
      .toHaveAttribute('href', '/connections?filter[user.externalId]=007')
    expect(addresses('/api')).toEqual([])
  })
  it('before the first load are those of the newest connections, for one request, with the price of the rest', async () => {
    serve({ directory: () => empty })
    await open()
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).toBeVisible()
    await expect.element(page.getByText('From all 1 connection')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Load the rest (25 requests)' })).toBeVisible()
    expect(addresses('/api')).toEqual(['/api/vehicle/v3/connections?page[number]=1&page[size]=10'])
    expect(page.getByRole('combobox', { name: 'Sort by' }).elements()).toEqual([])
    await page.getByRole('searchbox', { name: 'Search' }).fill('007')
    await expect.element(page.getByText('No exact match for “007”.')).toBeVisible()
    expect(addresses('/api').filter((address) => address.includes('filter[user.externalId]=007'))).toHaveLength(2)
  })
  it.each([
    ['is being opened', true],
    ['doesn’t respond', undefined],
  ])('while the store %s are those of the newest connections, until the directory responds', async (_, isOpening) => {
    const { promise: opened, resolve: respond } = Promise.withResolvers<void>()
    serve({
      directory: () => opened.then(() => someDirectory()),
      users: (query) => opened.then(() => listOf(query.has('q') ? [] : many(3))),
    })
    await open('/users', { kind: 'folder', isOpening })
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).toBeVisible()
    await expect.element(page.getByText('From all 1 connection · Loading the directory…')).toBeVisible()
    expect(addresses('/api')).toEqual(['/api/vehicle/v3/connections?page[number]=1&page[size]=10'])
    respond()
    await expect.element(table().getByRole('link', { name: 'u-2', exact: true })).toBeVisible()
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).not.toBeInTheDocument()
    await expect.element(heading()).toHaveTextContent('Users 3')
    expect(addresses('/api')).toHaveLength(1)
  })
  it('are looked up by ID while the store is being opened', async () => {
    serve({ directory: () => new Promise(() => {}), users: () => new Promise(() => {}) })
    await open('/users?q=007', { kind: 'folder', isOpening: true })
    await expect.element(page.getByText('No exact match for “007”.')).toBeVisible()
    expect(addresses('/api').filter((address) => address.includes('filter[user.externalId]=007'))).toHaveLength(2)
  })
  it('are those of the directory once its first rows are there', async () => {
    let state = empty
    serve({ directory: () => state, users: () => listOf(state === empty ? [] : many(3)) })
    const { client } = await open()
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).toBeVisible()
    state = someDirectory({ asOf: null, crawl: { phase: 'crawling', kind: 'whole', read: 1, left: 24 } })
    await client.invalidateQueries({ queryKey: consoleKey(endpoints.read) })
    await expect.element(table().getByRole('link', { name: 'u-2', exact: true })).toBeVisible()
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).not.toBeInTheDocument()
  })
  it('say so far while they are loaded for the first time, and what loading could not do', async () => {
    const remarks = { missing: 2, unsure: 1, short: 40, broken: 1 }
    serve({
      directory: () =>
        someDirectory({ asOf: null, crawl: { phase: 'crawling', kind: 'whole', read: 5, left: 20, remarks } }),
      users: () => listOf(many(3)),
    })
    await open()
    await expect.element(heading()).toHaveTextContent('Users 3 so far')
    await expect.element(page.getByText('Loading all connections: 5 of 25 requests')).toBeVisible()
    await expect.element(page.getByText('2 pages of connections failed twice and are missing.')).toBeVisible()
    await expect.element(page.getByText('The provider counts 40 connections more than it listed.')).toBeVisible()
    await expect.poll(() => rows()[0]).toContain('At least 2+ connections of this user')
  })
  it('can be selected, page after page', async () => {
    serve({ users: paged(60) })
    await open()
    await page.getByRole('checkbox', { name: 'Select u-1', exact: true }).click()
    await pager('Next page').click()
    await page.getByRole('checkbox', { name: 'Select u-30', exact: true }).click()
    await expect.element(page.getByText('2 users selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })
  it('are exported on the server as they are searched and sorted, for no request', async () => {
    const begun: NewTeamJob[] = []
    const jobs = (job: NewTeamJob) => {
      if (!job.isDryRun) begun.push(job)
      const made = job.isDryRun ? null : teamJob(4, { operation: 'GET /team/users' })
      return { job: made, targets: 1, requests: 0, continuesUntil: null, signInDays: null, queued: [] }
    }
    serve({ users: paged(60), jobs })
    await open('/users?q=depot&sort=connections&page=2')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'CSV of everything' }).click()
    await expect.poll(() => begun).toHaveLength(1)
    expect(begun).toMatchObject([
      { operation: 'GET /team/users', with: { query: { q: 'depot', sort: 'connections' } } },
    ])
    expect(Object.keys(begun[0] ?? {}).toSorted()).toEqual(['key', 'operation', 'with'])
  })
  it('stay while the next page is on its way, and the filters are never drawn anew', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    serve({ users: (query) => (query.has('q') ? held.then(() => listOf(many(1, 7))) : listOf(many(2))) })
    await open()
    await expect.element(table().getByRole('link', { name: 'u-0', exact: true })).toBeVisible()
    const field = page.getByRole('searchbox', { name: 'Search' })
    const element = field.element()
    await field.fill('seven')
    await expect.poll(() => addresses('/team/users?q=seven')).toHaveLength(1)
    expect(rows()).toHaveLength(2)
    release()
    await expect.poll(rows).toHaveLength(1)
    expect([field.element() === element, document.activeElement === element]).toEqual([true, true])
  })
})

describe('if the directory can’t be read', () => {
  it.each([
    ['STORE_UNAVAILABLE', 503, 'the server’s store is unavailable.'],
    ['INTERNAL', 500, 'Why.'],
  ])('%s: the list has the newest connections, and says why and what works', async (code, status, why) => {
    serve({ directory: refusal(code, status), users: refusal(code, status) })
    await open()
    await expect.element(page.getByText(why)).toHaveTextContent('Couldn’t read the directory')
    await expect.element(page.getByText(why)).toHaveTextContent('search for a complete ID or external ID')
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).toBeVisible()
    expect(page.getByRole('combobox', { name: 'Sort by' }).elements()).toEqual([])
    expect(page.getByRole('button', { name: /^Load the rest/ }).elements()).toEqual([])
    expect(addresses('/team/directory')).toHaveLength(1)
  })
  it('looks up an ID by the API’s filters; and is read again on request', async () => {
    let isDown = true
    serve({ users: () => (isDown ? refusal('STORE_UNAVAILABLE', 503)() : listOf(many(2))) })
    await open()
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search' }).fill('own')
    await expect.poll(() => addresses('/api/vehicle/v3/connections?filter')).not.toEqual([])
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await expect.poll(() => addresses('/team/users?sort=')).toHaveLength(2)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(table().getByRole('link', { name: 'u-1', exact: true })).toBeVisible()
  })
  it('keeps the rows that are on screen; the next search finds among the newest connections', async () => {
    let isDown = false
    serve({ users: () => (isDown ? refusal('STORE_UNAVAILABLE', 503)() : listOf(many(2))) })
    const { client } = await open()
    await expect.element(table().getByRole('link', { name: 'u-1', exact: true })).toBeVisible()
    isDown = true
    await client.invalidateQueries({ queryKey: consoleKey(endpoints.users) })
    expect(addresses('/team/users')).toHaveLength(2)
    expect(rows()).toHaveLength(2)
    expect(addresses('/api')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search' }).fill('own')
    await expect.element(table().getByRole('link', { name: 'own-user', exact: true })).toBeVisible()
  })
})

// The last one: its styles stay.
it('rows with hostile names are text, and a narrow view holds them', async () => {
  await import('./ui/narrow.css')
  await page.viewport(320, 800)
  const externalId = `<img src=x onerror=alert(1)>‮${'x'.repeat(300)}`
  serve({
    users: () => listOf([someUser(`id-${'y'.repeat(300)}`, { externalId, cars: ['‮</td><script>'.repeat(20)] })]),
  })
  await open()
  await expect.element(table().getByRole('button', { name: 'Remove user <img src=x' })).toBeVisible()
  expect(document.querySelector('img, table script')).toBeNull()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
