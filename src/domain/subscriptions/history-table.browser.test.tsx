/** The history of subscriptions on screen: who and when, filters, files, and a store that is away. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ofServer } from '../../api/own-response-harness'
import { parseSearch, stringifySearch } from '../../api/search'
import { subscriptionFilters } from '../../api/subscriptions'
import type { TeamSubscription } from '../../api/team-subscriptions'
import { nextAccount, openAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { HistoryTable } from './history-table'

const row = (n: number, more: Partial<TeamSubscription> = {}): TeamSubscription => ({
  ...{ n, webhookId: 'w-1', userId: `u-${n}`, vehicleId: `v-${n}`, subscriptionId: `s-${n}`, state: 'present' },
  ...{ at: '2026-01-02T00:00:00.000Z', by: 'Ann', since: '2026-01-01T00:00:00.000Z', sinceBy: 'Bob', isTold: false },
  ...more,
})
const listed = (rows: readonly TeamSubscription[], next: string | null = null) => ({
  ...{ rows, next, count: { value: rows.length, isExact: true } },
})
const refusal = (code: string, status: number) =>
  Response.json({ errors: [{ type: 'GATEWAY', code, title: 'Why' }] }, { status, headers: ofServer })

const asked: string[] = []
function serve(history: (query: URLSearchParams) => object | Response): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    if (pathname !== '/team/subscriptions') return new Response('', { status: 404 })
    asked.push(searchParams.toString())
    const answer = history(searchParams)
    return answer instanceof Response ? answer : Response.json(answer)
  })
}

async function open(address = '/subscriptions') {
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retryDelay: 1 } } })
  const root = createRootRoute()
  const route = createRoute({
    ...{ getParentRoute: () => root, path: '/subscriptions', component: () => <HistoryTable name="Subscriptions" /> },
    validateSearch: (given: Record<string, string>) => subscriptionFilters.search(given),
  })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    ...{ parseSearch, stringifySearch },
  })
  await router.load()
  const drawn = await render(
    <QueryClientProvider client={client}>
      <ConfigProvider value={pageConfig}>
        <RouterProvider router={router as never /* the console's own router is another type */} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { ...drawn, router }
}
const table = () => page.getByRole('table', { name: 'Subscriptions' })
const rows = () => [...document.querySelectorAll('tbody tr')].map((one) => one.textContent)

let accounts = 0
beforeEach(async () => {
  accounts += 1
  asked.length = 0
  openAccount(['http://host.test'], null, null)
  await nextAccount(`account-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

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
  expect(rows()[1]).toMatch(/ID unknown.*from Bob’s browser, not confirmed.*from Ann’s browser, not confirmed/)
  await expect.element(page.getByText('Subscriptions created, viewed and removed through this server')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows()[2]).toMatch(/s-1.* · from a browser.* · from a browser/)
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  expect(asked).toEqual(['limit=50', 'limit=100'])
})
it('keeps what it has where more can’t be loaded, and says so', async () => {
  serve((query) => (query.get('limit') === '50' ? listed([row(2)], 'more') : refusal('STORE_UNAVAILABLE', 503)))
  await open()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load the history. Why')
  await expect.element(table().getByRole('link', { name: 's-2' })).toBeVisible()
})
it('is filtered by the address, and writes what is chosen into it', async () => {
  serve((query) => listed(query.get('state') === 'removed' ? [] : [row(1)]))
  const { router } = await open('/subscriptions?filter[webhookId]=w-1&state=there&q=s')
  await expect.poll(() => asked).toEqual(['webhook=w-1&state=there&q=s&limit=50'])
  await expect.element(page.getByRole('list', { name: 'Active filters' })).toHaveTextContent('Accepted or present')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Removed')
  await expect.element(page.getByText('No subscription in the history matches.')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ state: 'removed', q: 's', 'filter[webhookId]': 'w-1' })
  await page.getByRole('link', { name: /^Clear (all )?3 filters|^Clear filters/ }).click()
  await expect.poll(() => asked.at(-1)).toBe('limit=50')
})
it('that can’t be read says why and what still works, and shows rows once the store is back', async () => {
  let isThere = false
  serve(() => (isThere ? listed([row(1)]) : refusal('STORE_UNAVAILABLE', 503)))
  await open()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'The history can’t be read now: Why' }))
    .toHaveTextContent('You can still create, find and remove subscriptions.')
  expect(asked).toHaveLength(1)
  isThere = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table().getByRole('link', { name: 's-1' })).toBeVisible()
})
it.each(['CSV', 'JSON', 'XLSX'])('is saved as the server’s %s of all that matches', async (kind) => {
  serve(() => listed([row(1)]))
  await open('/subscriptions?state=present&q=s')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${new URL(this.href).pathname}${new URL(this.href).search}`)
  })
  await page.getByRole('button', { name: `Export ${kind}` }).click()
  await expect.poll(() => saved).toEqual([`/team/subscriptions/file?state=present&q=s&format=${kind.toLowerCase()}`])
})
