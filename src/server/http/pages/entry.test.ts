/** Pages that the server renders with data: the requests for it, the rows in the HTML, and the same data in the browser. */
import { describe, expect, it, vi } from 'vitest'
import type { ConnectionRow } from '../../../api/connections'
import type { PageResponse } from '../../../api/server-rendered'
import { pageConfig } from '../../../core/config-harness'
import { startHydration } from '../../../core/hydration'
import { someDirectory, someUser, someVehicle } from '../../../domain/directory/directory-fixtures'
import { createConsole } from '../../../router'
import { renderPage } from './entry'

const ID = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
const none = { live: 0, simulated: 0, users: 0, vehicles: 0, isExact: false }
const nothingCrawled = someDirectory({ asOf: null, counts: none })
const partCrawled = someDirectory({ asOf: null, crawl: { phase: 'crawling' } })

const connection = (id: string): ConnectionRow => ({
  id,
  type: 'connection',
  attributes: {
    permissions: [],
    user: { id: `user-of-${id}`, externalId: `external-${id}` },
    vehicle: { make: 'Kia', model: 'EV9', year: 2025, powertrainType: 'BEV', mode: 'live' },
  },
  relationships: {
    user: { data: { id: `user-of-${id}`, type: 'user' } },
    vehicle: { data: { id: `vehicle-of-${id}`, type: 'vehicle' } },
  },
  meta: { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  links: { self: '' },
})
const connectionList = (...ids: string[]) => ({
  data: ids.map(connection),
  meta: { page: { totalCount: 2500, pageNumber: 1, pageSize: 100 } },
  links: { first: null, prev: null, next: null, last: null, self: null },
})
const subscription = {
  data: {
    type: 'subscription',
    id: 's-1',
    attributes: { vehicle: { make: 'Kia', model: 'Niro', year: 2024, powertrainType: 'BEV', mode: 'live' } },
    meta: { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    links: { self: '' },
    relationships: {
      webhook: { data: { id: 'w-1', type: 'webhook' } },
      user: { data: { id: 'u-1', type: 'user' } },
      vehicle: { data: { id: 'v-1', type: 'vehicle' } },
    },
  },
}

type Responses = Readonly<Record<string, unknown>>

/** Renders a page with responses by path; a path without one is never responded to. */
async function render(href: string, byPath: Responses, { timeZone = 'UTC', config = pageConfig } = {}) {
  const requests: string[] = []
  const send = async (address: string): Promise<PageResponse> => {
    requests.push(decodeURIComponent(address))
    const body = byPath[address.split('?')[0] ?? '']
    if (body === undefined) return new Promise(() => {})
    const headers = [['x-forecourt-request-id', 'r']] as const
    return {
      address,
      at: 0,
      receivedAt: 0,
      status: 200,
      headers,
      text: JSON.stringify(body instanceof Function ? body() : body),
    }
  }
  const page = await renderPage({ config, href, timeZone, preferences: {}, waitMs: 50, send })
  return { ...page, requests }
}

/** Queries that the browser lacks before it hydrates the page, of those that are in its HTML. */
async function missingInBrowser(href: string, { dehydrated }: Awaited<ReturnType<typeof render>>): Promise<string[]> {
  const fetching = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  const hydration = startHydration(structuredClone(dehydrated))
  const { router, queryClient } = createConsole(pageConfig, { href, fetchFor: hydration.fetchFor })
  await router.load()
  await hydration.loadQueries(queryClient)
  hydration.end()
  fetching.mockRestore()
  return dehydrated.queries.filter((hash) => queryClient.getQueryCache().get(hash)?.state.status !== 'success')
}

const page = { next: null, count: { value: 1, isExact: true }, asOf: null }
const lists = {
  '/team/users': { rows: [someUser('user-of-store')], ...page },
  '/team/vehicles': { rows: [someVehicle('vehicle-of-store')], ...page },
}
const empty = { ...page, rows: [], count: { value: 0, isExact: true } }
const emptyLists = { '/team/users': empty, '/team/vehicles': empty }
const CONNECTIONS = '/api/vehicle/v3/connections'

describe.each([
  ['users', 'user-of-store', 'external-c-1'],
  ['vehicles', 'vehicle-of-store', 'vehicle-of-c-1'],
])('/%s', (list, inStore, inNewest) => {
  it('has the rows of the directory, without a request of the API', async () => {
    const href = `/${list}`
    const rendered = await render(href, { '/team/directory': someDirectory(), ...lists })
    expect(rendered.html.includes(inStore)).toBe(true)
    expect(rendered.requests.toSorted()).toEqual(['/team/directory', `/team/${list}?sort=changed&limit=25`])
    expect(rendered.isComplete).toBe(true)
    expect(await missingInBrowser(href, rendered)).toEqual([])
  })
  it('has rows of the newest connections where nothing was crawled, with one request', async () => {
    const href = `/${list}`
    const byPath = { '/team/directory': nothingCrawled, ...emptyLists, [CONNECTIONS]: connectionList('c-1', 'c-2') }
    const rendered = await render(href, byPath)
    expect(rendered.html.includes(inNewest)).toBe(true)
    expect(rendered.requests.filter((address) => address.startsWith('/api/'))).toEqual([
      `${CONNECTIONS}?page[number]=1&page[size]=10`,
    ])
    expect(rendered.isComplete).toBe(true)
    expect(await missingInBrowser(href, rendered)).toEqual([])
  })
  it('finds an ID by the API’s filters until the directory is complete', async () => {
    const href = `/${list}?q=${ID}%20`
    const byPath = { '/team/directory': partCrawled, ...emptyLists, [CONNECTIONS]: connectionList() }
    const rendered = await render(href, byPath)
    const filtered = rendered.requests.filter((address) => address.includes(`=${ID}`) && address.startsWith('/api/'))
    expect(filtered.filter((address) => address.includes('filter[userId]'))).toHaveLength(2) // each mode
    expect(await missingInBrowser(href, rendered)).toEqual([])
    const complete = await render(href, { '/team/directory': someDirectory(), ...lists })
    expect(complete.requests.filter((address) => address.startsWith('/api/'))).toEqual([])
  })
  it('says that rows are missing if a response is late', async () => {
    for (const byPath of [
      {},
      { '/team/directory': someDirectory() },
      { '/team/directory': nothingCrawled, ...emptyLists },
    ]) {
      const rendered = await render(`/${list}`, byPath)
      expect([rendered.isComplete, rendered.html.includes('aria-busy="true"')]).toEqual([false, true])
    }
  })
})

describe('the line beside the title', () => {
  it('has the clock of the browser’s zone', async () => {
    const at = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    const state = someDirectory({ nextCheckAt: new Date(at).toISOString() })
    const { html } = await render('/users', { '/team/directory': state, ...lists }, { timeZone: 'Asia/Kolkata' }) // 5:30 ahead
    expect(/next check at <time[^>]*>\d\d:30</.test(html)).toBe(true)
  })
  it('says that an added token ends before the session is loaded', async () => {
    const config = { ...pageConfig, version3EndsAt: new Date(Date.now() + 3_600_000).toISOString() }
    const byPath = { '/team/directory': nothingCrawled, ...emptyLists, [CONNECTIONS]: connectionList('c-1') }
    const { html } = await render('/users', byPath, { config })
    expect(html.includes('ends with the added token')).toBe(true)
  })
})

describe('/subscriptions/$subscriptionId', () => {
  it('has the subscription', async () => {
    const href = '/subscriptions/s-1'
    const rendered = await render(href, { '/api/management/v3/subscriptions/s-1': subscription })
    expect(rendered.html.includes('2024 Kia Niro')).toBe(true)
    expect(await missingInBrowser(href, rendered)).toEqual([])
  })
})

it('leaves a query to the browser if one of its requests has no response', async () => {
  let count = 0
  const oneOfTwo = () => {
    count += 1
    if (count === 2) throw new Error('A response that is too long.')
    return connectionList('c-1')
  }
  const rendered = await render('/vehicles/vehicle-of-c-1', { [CONNECTIONS]: oneOfTwo })
  expect([rendered.requests.length, rendered.dehydrated.queries, rendered.isComplete]).toEqual([2, [], false])
})
