/** Deliveries on screen: rows and their notes, what the address asks for, one that is refused a role, and without any of it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeliverySearch } from '../../api/delivery-search'
import type { Search } from '../../api/search'
import type { TeamDelivery, TeamDeliveryDetail } from '../../api/team-deliveries'
import { refusal } from '../../changes/jobs/job-fixtures'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { Deliveries } from './deliveries-page'
import { Delivery } from './delivery-page'

const delivery = (id: number, more: Partial<TeamDelivery> = {}): TeamDelivery => ({
  ...{ id, eventId: `event-${id}`, kind: 'state', eventType: 'VEHICLE_STATE', mode: 'LIVE' },
  ...{ webhookId: 'webhook', webhookName: 'Forecourt', vehicleId: 'vehicle-1', userId: 'user-1', externalId: null },
  vehicle: { make: 'Nissan', model: 'Leaf', year: 2020 },
  ...{ triggers: ['charge-ischarging', 'x-y'], signals: ['charge-ischarging'], flags: [], attempts: 1, bytes: 5_000 },
  ...{ at: '2026-11-20T08:00:01Z', lastAt: '2026-11-20T08:00:01Z', sentAt: '2026-11-20T08:00:00.750Z' },
  ...{ signedWith: 'current', hasBody: true, isSealed: false, pinned: null },
  ...more,
})
const detail = (id: number, more: Partial<TeamDeliveryDetail> = {}): TeamDeliveryDetail => ({
  ...delivery(id),
  ...{ deliveryId: 'delivery', version: '4.0', sequence: null, signature: 'ab'.repeat(32), unread: [], errors: [] },
  tries: [{ at: '2026-11-20T08:00:01Z', sentAt: null, status: 200, address: '192.0.2.1' }],
  ...{ values: [], previous: null },
  ...more,
})

const asked: string[] = []
interface Served {
  rows?: readonly TeamDelivery[]
  one?: TeamDeliveryDetail
  next?: number | null
  unreadable?: number
  instead?: (path: string) => Response | undefined
}
function serve({ rows = [], one, next = null, unreadable = 0, instead = () => undefined }: Served): void {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const { pathname } = new URL(address, 'http://console.test')
    const given = instead(pathname)
    if (given) return given
    if (pathname === '/deliveries.json')
      return Response.json({ rows, next, count: { value: rows.length, isExact: true }, unreadable })
    if (pathname === '/deliveries/refused.json') return Response.json({ rows: [] })
    if (pathname === '/deliveries/receiver.json')
      return Response.json({
        path: '/deliveries/s',
        url: 'https://x.example/deliveries/s',
        destinations: ['archive'],
        header: 'h',
      })
    return one ? Response.json(one) : refusal('NO_DELIVERY', 404)
  })
}

const onGo = vi.fn()
const within = (part: React.ReactNode, at: string) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, hasReceiver: true }}>{part}</ConfigProvider>
    </QueryClientProvider>,
    at,
  )
const list = (search: Search = {}) => within(<Deliveries search={DeliverySearch(search)} onGo={onGo} />, '/deliveries')
const open = (id: string) => within(<Delivery deliveryId={id} />, `/deliveries/${id}`)
const cells = () => [...document.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) => row.textContent)

beforeEach(() => {
  asked.length = 0
  onGo.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

it('lists what came, with its delay, its attempts and what is to be known of it', async () => {
  serve({
    rows: [
      delivery(3, { flags: ['late', 'unknown webhook'], attempts: 2 }),
      delivery(2, { kind: 'verify', eventType: null, vehicleId: null, signedWith: 'none', sentAt: null, triggers: [] }),
      delivery(1, { isSealed: true, vehicleId: null, pinned: { at: '2026-11-20T09:00:00Z', by: null } }),
    ],
  })
  await list()
  await expect.poll(cells).toHaveLength(3)
  const [first, second, third] = cells()
  expect(first).toMatch(
    /Vehicle state.*Leaf.*Forecourt.*\+1.*1.*2.*250 ms.*Accepted · Webhook not in the list · Arrived late$/,
  )
  expect(second).toMatch(/Verification.*None.*Unknown.*Answered$/)
  expect(third).toMatch(/Encrypted with another key.*Accepted · Pinned$/)
})

it('says how many entries no key of the server opens', async () => {
  serve({ rows: [delivery(1)], unreadable: 1200 })
  await list()
  await expect.element(page.getByText(/^1,200 entries can’t be read or found.* DELIVERIES_KEY_OLD\.$/)).toBeVisible()
})

it('asks for what its address says, and leaves out what it doesn’t know', async () => {
  serve({ rows: [delivery(1)], next: 7 })
  await list({ kind: 'error', flag: 'nothing', vehicle: 'v 1', limit: '25', before: '12', group: 'wheel' })
  await expect.poll(() => cells().length).toBe(1)
  expect(asked).toContain('/deliveries.json?vehicle=v+1&kind=error&limit=25&before=12')
  await expect.element(page.getByRole('switch', { name: 'Live' })).toBeDisabled()
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', expect.stringContaining('before=7'))
  await expect.element(page.getByRole('link', { name: /Clear filter Vehicle ID/ })).toBeVisible()
})

it('asks for a time, kept in UTC whatever zone it is typed in', async () => {
  serve({ rows: [delivery(1)] })
  await list({ since: 'yesterday', before: '12' })
  await expect.poll(() => asked).toContain('/deliveries.json?limit=50&before=12')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabelText(/^Until/).fill('2026-11-20T08:00')
  await userEvent.keyboard('{Enter}')
  const [[search] = []] = onGo.mock.calls
  expect(Date.parse(search?.until)).toBe(new Date('2026-11-20T08:00').getTime())
  expect(search.before).toBeUndefined()
  await list({ until: '2026-11-20T08:00Z' })
  await expect.poll(() => asked).toContain('/deliveries.json?until=2026-11-20T08%3A00%3A00.000Z&limit=50')
  await expect.element(page.getByRole('link', { name: /^Clear filter Until/ })).toBeVisible()
  await expect.element(page.getByLabelText(/^Until/).last()).toBeVisible()
})

it('says how to have some where none came, and what doesn’t match', async () => {
  serve({})
  await list()
  await expect.element(page.getByText('No deliveries yet.')).toBeVisible()
  await expect.element(page.getByText('https://x.example/deliveries/s')).toBeVisible()
  await list({ flag: 'test' })
  await expect.element(page.getByText('No delivery matches Note “Test”.')).toBeVisible()
})

it.each([
  ['STORE_UNAVAILABLE', 503, /store can’t be reached/],
  ['NOT_OWN_ACCOUNT', 404, /token of another account/],
])('says why there are none: %s', async (code, status, words) => {
  serve({ instead: () => refusal(code, status) })
  await list()
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it('shows one with its notes, its legs and where it can be sent again', async () => {
  const value = {
    ...{ code: 'charge-ischarging', name: null, group: null, body: { value: true }, status: 'SUCCESS', error: null },
    ...{ recordedAt: '2026-11-20T07:59:30Z', fetchedAt: null, isPrivate: false },
  }
  const previous = { id: 4, at: '2026-11-20T07:00:00Z', values: [value] }
  serve({ one: detail(5, { flags: ['clock'], values: [value], previous }) })
  await open('5')
  await expect.element(page.getByText('differs from this server’s clock')).toBeVisible()
  await expect.element(page.getByText('1 unchanged. The trigger names')).toBeVisible()
  const times = [...document.querySelectorAll('[aria-label="Times"] tbody tr')].map((row) => row.textContent)
  expect(times).toHaveLength(4)
  expect(times[2]).toMatch(/30\.8 s$/)
  expect(times[3]).toMatch(/250 ms$/)
  await expect.element(page.getByRole('button', { name: 'Replay to archive' })).toBeVisible()
})

it.each(['0', '1.5', 'x', '9'])('has none called %s', async (id) => {
  serve({})
  await open(id)
  await expect.element(page.getByRole('heading', { name: 'No such delivery' })).toBeVisible()
})

it('pins a delivery and reads it again; a failure of one action goes with the next', async () => {
  let pinned: TeamDelivery['pinned'] = null
  serve({
    instead(path) {
      if (path === '/deliveries/5.json') return Response.json(detail(5, { pinned }))
      if (path === '/deliveries/5/replay') return refusal('BAD_REQUEST', 400, 'There is no such destination.')
      if (path !== '/deliveries/5/pin') return undefined
      pinned = { at: '2026-11-20T09:00:00Z', by: null }
      return Response.json({ pinned: true })
    },
  })
  await open('5')
  await page.getByRole('button', { name: 'Replay to archive' }).click()
  await expect.element(page.getByText('Couldn’t replay the delivery')).toBeVisible()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await expect.element(page.getByText('Couldn’t replay the delivery')).not.toBeInTheDocument()
})
