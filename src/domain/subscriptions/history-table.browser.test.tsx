/** The team's history of subscriptions on screen: who and when, filters, what this browser tells and knows besides, and without it. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ofServer } from '../../api/own-response-harness'
import { parseSearch, stringifySearch } from '../../api/search'
import { subscriptionFilters } from '../../api/subscriptions'
import type { TeamSubscription } from '../../api/team-subscriptions'
import { TellSubscriptions } from '../../api/told-subscriptions'
import { nextAccount, openAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { History } from './history'
import { withHistory } from './history-search'
import { clearLedger, ledgerWriter } from './ledger'
import { noted } from './ledger-changes'

const row = (n: number, more: Partial<TeamSubscription> = {}): TeamSubscription => ({
  ...{ n, webhookId: 'w-1', userId: `u-${n}`, vehicleId: `v-${n}`, subscriptionId: `s-${n}`, state: 'present' },
  ...{ at: '2026-01-02T00:00:00.000Z', by: 'Ann', since: '2026-01-01T00:00:00.000Z', sinceBy: 'Bob', isTold: false },
  ...more,
})
const listed = (rows: readonly TeamSubscription[], next: string | null = null, begunAt = 'first') => ({
  ...{ rows, next, count: { value: rows.length, isExact: true }, begunAt },
})
const refusal = (code: string, status: number) =>
  Response.json({ errors: [{ type: 'GATEWAY', code, title: 'Why' }] }, { status, headers: ofServer })

const asked: string[] = []
const told: { account: string | null; ids: (string | undefined)[] }[] = []
function serve(history: (query: URLSearchParams) => object | Response): void {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    if (pathname !== '/team/subscriptions') return new Response('', { status: 404 })
    if (method === 'POST') {
      const { subscriptions } = TellSubscriptions.parse(JSON.parse(String(body)))
      const account = new Headers(headers).get('x-forecourt-account')
      told.push({ account, ids: subscriptions.map(({ subscriptionId }) => subscriptionId) })
      return Response.json({ told: subscriptions.length })
    }
    asked.push(searchParams.toString())
    const answer = history(searchParams)
    return answer instanceof Response ? answer : Response.json(answer)
  })
}

async function open(address = '/subscriptions') {
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retryDelay: 1 } } })
  const root = createRootRoute()
  const route = createRoute({
    ...{ getParentRoute: () => root, path: '/subscriptions', component: () => <History name="Subscriptions" /> },
    validateSearch: (given: Record<string, string>) => withHistory(subscriptionFilters.search)(given),
  })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    ...{ parseSearch, stringifySearch },
  })
  await router.load()
  const drawn = await render(
    <QueryClientProvider client={client}>
      <ConfigProvider value={{ ...pageConfig, hasTeam: true }}>
        <RouterProvider router={router as never /* the console's own router is another type */} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { ...drawn, router }
}
const table = () => page.getByRole('table', { name: 'Subscriptions' })
const rows = () => [...document.querySelectorAll('tbody tr')].map((one) => one.textContent)
const know = (subscriptionId: string, at?: number) =>
  ledgerWriter()((old) => noted(old, { subscriptionId, state: 'present' }, at))

let accounts = 0
beforeEach(async () => {
  accounts += 1
  asked.length = 0
  told.length = 0
  openAccount(['http://host.test'], null, null)
  await nextAccount(`account-${accounts}`)
})
afterEach(() => {
  clearLedger()
  vi.unstubAllGlobals()
})

it('has who and when, and more on a click', async () => {
  const all = [
    row(3, { since: '2026-01-01T00:00:03.000Z' }),
    row(2, { since: '2026-01-01T00:00:02.000Z', subscriptionId: null, state: 'accepted', isTold: true }),
    row(1, { by: null, isTold: true, sinceBy: null }),
  ]
  serve((query) => (query.get('limit') === '50' ? listed(all.slice(0, 2), 'more') : listed(all)))
  await open()
  await expect.element(table().getByRole('link', { name: 's-3' })).toHaveAttribute('href', '/subscriptions/s-3')
  expect(rows()[0]).toMatch(/s-3.*Present.*w-1.*u-3.*v-3.* · Bob.* · Ann/)
  expect(rows()[1]).toMatch(/ID unknown.*from Bob’s browser.*from Ann’s browser/)
  await expect.element(page.getByText('The team’s history: subscriptions created')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows()[2]).toMatch(/s-1.* · from a browser.* · from a browser/)
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  expect(asked).toEqual(['limit=50', 'limit=100'])
})
it('keeps what it has where more can’t be loaded, and says so', async () => {
  serve((query) => (query.get('limit') === '50' ? listed([row(2)], 'more') : refusal('STORE_UNAVAILABLE', 503)))
  await open()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load the team’s history. Why')
  await expect.element(table().getByRole('link', { name: 's-2' })).toBeVisible()
})
it('is filtered by the address, and writes what is chosen into it', async () => {
  serve((query) => listed(query.get('state') === 'removed' ? [] : [row(1)]))
  const { router } = await open('/subscriptions?filter[webhookId]=w-1&state=there&q=s')
  await expect.poll(() => asked).toEqual(['webhook=w-1&state=there&q=s&limit=50'])
  await expect.element(page.getByRole('list', { name: 'Active filters' })).toHaveTextContent('Accepted or present')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Removed')
  await expect.element(page.getByText('No subscription in the team’s history matches.')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ state: 'removed', q: 's', 'filter[webhookId]': 'w-1' })
  await page.getByRole('link', { name: /^Clear (all )?3 filters|^Clear filters/ }).click()
  await expect.poll(() => asked.at(-1)).toBe('limit=50')
})
it('is told once what this browser knew, for the account that knew it; another history is told again', async () => {
  let begunAt = 'first'
  const known: TeamSubscription[] = []
  serve(() => listed(known, null, begunAt))
  know('mine-1', 1000)
  know('mine-2', 2000)
  const first = await open()
  await expect.poll(() => told).toEqual([{ account: `account-${accounts}`, ids: ['mine-2', 'mine-1'] }])
  // What was told and is not there was removed since.
  await expect.element(page.getByText('No subscriptions yet.')).toBeVisible()
  await first.unmount()
  const second = await open()
  await expect.element(page.getByText('No subscriptions yet.')).toBeVisible()
  expect(told).toHaveLength(1)
  await second.unmount()
  begunAt = 'second'
  await open()
  await expect.poll(() => told.length).toBe(2)
})
it('shows at once what this tab finds out, and asks again', async () => {
  const known = [row(1)]
  serve(() => listed(known))
  await open()
  await expect.element(table()).toBeVisible()
  known.unshift(row(2, { by: 'Eve' }))
  know('s-2')
  await expect.poll(() => rows()[0]).toMatch(/s-2.*this browser/)
  await expect.poll(() => rows()[0]).toMatch(/s-2.* · Eve/)
  expect(rows()).toHaveLength(2)
})
it.each([
  ['NOT_TEAM_ACCOUNT', 404, 'your token is for another account.'],
  ['STORE_UNAVAILABLE', 503, 'the server’s store is unavailable.'],
])('that can’t be had (%s) leaves this browser’s, and says so', async (code, status, why) => {
  let isThere = false
  serve(() => (isThere ? listed([row(1)]) : refusal(code, status)))
  know('mine-1')
  await open()
  await expect.element(page.getByText(`This browser’s history instead of the team’s: ${why}`)).toBeVisible()
  await expect.element(table().getByRole('link', { name: 'mine-1' })).toBeVisible()
  expect([told, asked.length]).toEqual([[], 1])
  isThere = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table().getByRole('link', { name: 's-1' })).toBeVisible()
})
it('of another account is never told to this one’s', async () => {
  serve(() => listed([]))
  know('secret')
  await nextAccount(`other-${accounts}`)
  await open()
  await expect.element(page.getByText('No subscriptions yet.')).toBeVisible()
  expect(told).toEqual([])
  expect(document.body.textContent).not.toContain('secret')
})
