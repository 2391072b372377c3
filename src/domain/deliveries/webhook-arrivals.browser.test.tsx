/** How a webhook's deliveries arrive: what came, that they have stopped, that none came, and where it can't be read. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { STREAM_CHECK } from '../../api/own-response-harness'
import type { Refusal, TeamArrivals } from '../../api/team-deliveries'
import type { WebhookRow } from '../../api/webhooks'
import { refusal } from '../../changes/jobs/job-fixtures'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { ReceiverLamp } from './receiver-row-lamp'
import { WebhookArrivals } from './webhook-arrivals'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const none: TeamArrivals = { last: null, day: { value: 0, isExact: true }, hours: Array(24).fill(0), usualGap: null }
const some = (more: Partial<TeamArrivals> = {}): TeamArrivals => ({
  last: ago(2 * MINUTE),
  day: { value: 1208, isExact: true },
  hours: [...Array(20).fill(0), 4, 1200, 0, 4],
  usualGap: 4 * MINUTE,
  ...more,
})
const refused: Refusal = {
  ...{ id: 'r', at: ago(HOUR), status: 401, reason: 'wrong signature', address: '192.0.2.1', bytes: 9 },
}

const asked: string[] = []
interface Served {
  arrivals?: TeamArrivals
  rows?: readonly Refusal[]
  instead?: (path: string) => Response | undefined
}
function serve({ arrivals = none, rows = [], instead = () => undefined }: Served): void {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== STREAM_CHECK) asked.push(address)
    const { pathname } = new URL(address, 'http://console.test')
    const given = instead(pathname)
    if (given) return given
    if (pathname === '/arrivals.json') return Response.json(arrivals)
    if (pathname === '/deliveries/refused.json') return Response.json({ rows })
    if (pathname === '/deliveries/receiver.json')
      return Response.json({ path: '/deliveries/slug', url: null, destinations: [], header: 'sc-signature' })
    return new Response(null, { status: 404 })
  })
}

const within = (part: React.ReactNode) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, hasReceiver: true }}>{part}</ConfigProvider>
    </QueryClientProvider>,
  )
const show = (attributes: WebhookRow['attributes'] = { callbackUri: 'https://here.example/deliveries/slug' }) =>
  within(<WebhookArrivals webhook={{ id: 'w 1', attributes }} />)
const section = () => page.getByRole('region', { name: 'Deliveries' })
const facts = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
const elsewhere = { callbackUri: 'https://elsewhere.example/deliveries/other' }

beforeEach(() => {
  asked.length = 0
})
afterEach(() => vi.unstubAllGlobals())

it('says when the last came, how many a day, how often, and what was refused', async () => {
  serve({ arrivals: some(), rows: [refused, { ...refused, id: 's' }] })
  await show()
  await expect
    .element(section().getByRole('link', { name: '2 refused' }))
    .toHaveAttribute('href', '/deliveries#refused')
  const [last, day, gap, refusals] = facts()
  expect(last).toMatch(/^Last delivery2m ago/)
  expect(day).toBe('Last 24 hours1,208')
  expect(gap).toBe('Usual gapevery 4 min')
  expect(refusals).toContain('it can’t be traced to a webhook')
  await expect
    .element(section().getByRole('link', { name: 'All deliveries of this webhook' }))
    .toHaveAttribute('href', '/deliveries?webhook=w+1')
  expect(asked.toSorted()).toEqual([
    '/arrivals.json?webhookId=w+1',
    '/deliveries/receiver.json',
    '/deliveries/refused.json',
  ])
  expect(document.querySelector('[data-tone]')).toBeNull()
})
it('draws the hours, and says them', async () => {
  serve({ arrivals: some() })
  await show()
  const drawing = page.getByRole('img')
  await expect
    .element(drawing)
    .toHaveAccessibleName('Deliveries by the hour: 1,208 in 24 hours, most (1,200) 2 h ago, none in 21 of 24')
  const heights = [...drawing.element().querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))
  expect(heights).toHaveLength(24)
  expect(heights.slice(19)).toEqual([0, 2, 48, 0, 2])
})
it('warns where they have stopped, by their own habit; not where the webhook is disabled', async () => {
  serve({ arrivals: some({ last: ago(3 * HOUR) }) })
  const { unmount } = await show()
  await expect.element(page.getByText('Quiet for 3 h, usually every 4 min.')).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveAttribute('data-tone', 'amber')
  await expect.element(page.getByRole('link', { name: 'Troubleshoot delivery' })).toHaveAttribute('href', '#delivery')
  await unmount()
  await show({ callbackUri: 'https://here.example/deliveries/slug', isEnabled: false })
  await expect.element(page.getByText('1,208')).toBeVisible()
  expect(document.querySelector('[data-tone]')).toBeNull()
})
it('warns of nothing while too few have come to know their habit', async () => {
  serve({ arrivals: some({ last: ago(30 * HOUR), usualGap: null, day: { value: 0, isExact: true } }) })
  await show()
  await expect.element(page.getByText('Too few deliveries to tell')).toBeVisible()
  expect(document.querySelector('[data-tone], svg')).toBeNull()
})
it('that nothing has arrived is said with the next step', async () => {
  serve({})
  await show({ ...elsewhere, errorCallbackUri: 'https://here.example/deliveries/slug' })
  await expect.element(page.getByText('Nothing has arrived yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Troubleshoot delivery' })).toBeVisible()
  await expect.poll(facts).toEqual(['RefusedNone'])
})
it('has nothing for a webhook that delivers elsewhere, unless something of it came', async () => {
  serve({})
  const { unmount } = await show(elsewhere)
  await expect.poll(() => asked).toHaveLength(2)
  await expect.element(section()).not.toBeInTheDocument()
  await unmount()
  serve({ arrivals: some() })
  await show(elsewhere)
  await expect.element(section()).toBeVisible()
})
it.each([
  ['STORE_UNAVAILABLE', 503],
  ['INTERNAL', 500],
])('that can’t be read (%s) says so, and is asked again on a click', async (code, status) => {
  let isThere = false
  serve({ arrivals: some(), instead: () => (isThere ? undefined : refusal(code, status)) })
  await show()
  await expect.element(section()).toBeVisible()
  const again = section().getByRole('button').first()
  await expect.element(again).toBeVisible()
  isThere = true
  await again.click()
  await expect.element(page.getByText('1,208')).toBeVisible()
})
it('of another account is nothing', async () => {
  serve({ instead: () => refusal('NOT_OWN_ACCOUNT', 404) })
  await show()
  await expect.poll(() => asked).toHaveLength(2)
  await expect.element(section()).not.toBeInTheDocument()
})
it('is a lamp, too, with what is to be known of it', async () => {
  serve({ arrivals: some({ last: ago(3 * HOUR) }) })
  await within(
    <ul>
      <ReceiverLamp className="" wordClassName="" />
    </ul>,
  )
  const lamp = page.getByRole('listitem')
  await expect.element(lamp).toHaveAttribute('data-state', 'quiet')
  await expect.element(lamp).toHaveTextContent('ReceiverQuiet')
  await expect.element(page.getByTitle('Quiet for 3 h, usually every 4 min')).toBeVisible()
  await expect.element(lamp.getByRole('link')).toHaveAttribute('href', '/deliveries')
})
