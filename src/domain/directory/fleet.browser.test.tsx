/** The fleet on the overview: its numbers and age, what loading it costs, and what is said if it can't be read. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { TeamDirectory } from '../../api/team'
import type { TeamFleet } from '../../api/team-fleet'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { ZoneProvider } from '../../ui/time'
import { setPageSizes } from '../connections/load-connection-page'
import { someDirectory } from './directory-fixtures'
import { Fleet } from './fleet'

const NOW = Date.UTC(2026, 0, 2, 12)
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const fleet: TeamFleet = {
  makes: [
    { name: 'TESLA', live: 800_000, simulated: 20 },
    { name: 'KIA', live: 100_000, simulated: 0 },
  ],
  ...{ otherMakes: { count: 40, live: 90_000, simulated: 5 }, noMake: { live: 0, simulated: 0 } },
  months: [{ name: '2025-12', live: 990_000, simulated: 25 }],
  ...{ before: 7, undated: 3, asOf: inMinutes(-3) },
}
const asked: string[] = []
function serve(directory: TeamDirectory | Response, counted: TeamFleet | Response = fleet) {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const answer = address === '/team/fleet' ? counted : address.startsWith('/team/') ? directory : total()
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
}
/** Each mode has so many. */
const total = () => Response.json({ data: [], meta: { totalCount: 1250 } })
const away = () =>
  Response.json({ errors: [{ type: 'GATEWAY', code: 'STORE_UNAVAILABLE', title: 'Away' }] }, { status: 503 })
const see = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={pageConfig}>
        <ZoneProvider value="utc">
          <Fleet />
        </ZoneProvider>
      </ConfigProvider>
    </QueryClientProvider>,
  )
const rows = (name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.textContent)
const load = () => page.getByRole('button', { name: /^Load the rest/ })

setPageSizes([10, 100])
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await nextAccount(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is drawn at any size, with its age and the next check, and without a request of the API', async () => {
  serve(someDirectory({ asOf: inMinutes(-3), nextCheckAt: inMinutes(140) }))
  await see()
  await expect.element(page.getByText(/As of 3m ago.*, next check at 14:20/)).toBeVisible()
  expect(rows('Connections by make')).toEqual([
    'TESLA20 simulated800,020',
    'KIA100,000',
    '40 other makes5 simulated90,005',
  ])
  expect(rows('Connections by month')).toEqual(['Dec 202525 simulated990,025'])
  await expect.element(page.getByText(/^7 more before \w{3} \d{4}, 3 without a date$/)).toBeVisible()
  await expect.element(load()).not.toBeInTheDocument()
  expect(asked.filter((address) => address.startsWith('/team')).toSorted()).toEqual(['/team/directory', '/team/fleet'])
})
it('says what is there before all of it is loaded', async () => {
  serve(someDirectory({ asOf: null, crawl: { phase: 'paused', read: 1, left: 9 } }), { ...fleet, asOf: null })
  await see()
  await expect.element(page.getByText('Not all connections are loaded yet.')).toBeVisible()
})
it.each<[string, TeamDirectory | Response, TeamFleet | Response]>([
  ['the store is away', away(), fleet],
  ['its numbers are', someDirectory(), away()],
])('if %s, that is said, with what still works', async (_, directory, counted) => {
  serve(directory, counted)
  await see()
  await expect
    .element(page.getByText('Couldn’t read the directory: the server’s store is unavailable.'))
    .toHaveTextContent('enter a complete ID or external ID')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(load()).not.toBeInTheDocument()
})
it('before anything is loaded, offers to load it for its price', async () => {
  const counts = { live: 0, simulated: 0, users: 0, vehicles: 0, isExact: false }
  const estimate = { requests: null, seconds: null, requestsADay: null }
  serve(someDirectory({ asOf: null, counts, estimate }))
  await see()
  await expect.element(load()).toHaveTextContent('Load the rest (28 requests)')
  expect(asked).not.toContain('/team/fleet')
})
