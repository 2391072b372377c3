/** The fleet on the overview from the team's directory: its numbers and age, and this tab's own where it cannot be had. */
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
import { Fleet } from './fleet'
import { someDirectory } from './directory-fixtures'

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
    const answer = address === '/team/fleet' ? counted : directory
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
}
const away = () =>
  Response.json({ errors: [{ type: 'GATEWAY', code: 'STORE_UNAVAILABLE', title: 'Away' }] }, { status: 503 })
const see = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, hasTeam: true }}>
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
const load = () => page.getByRole('button', { name: 'Load newest connections (1 request)' })

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
  expect(new Set(asked)).toEqual(new Set(['/team/directory', '/team/fleet']))
})
it('says what is there before all of it is loaded', async () => {
  serve(someDirectory({ asOf: null, crawl: { phase: 'paused', read: 1, left: 9 } }), { ...fleet, asOf: null })
  await see()
  await expect.element(page.getByText('Not all connections are loaded yet.')).toBeVisible()
})
it.each<[string, TeamDirectory | Response, TeamFleet | Response]>([
  ['the store is away', away(), fleet],
  ['its numbers are', someDirectory(), away()],
  [
    'it has nothing yet',
    someDirectory({ asOf: null }),
    { ...fleet, makes: [], otherMakes: { count: 0, live: 0, simulated: 0 } },
  ],
])('where %s, this tab’s own is offered', async (_, directory, counted) => {
  serve(directory, counted)
  await see()
  await expect.element(load()).toBeVisible()
})
