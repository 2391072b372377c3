/** The receiver among the overview's hosts: only where there is one, and in each of its states. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Session } from '../../api/config'
import { refusal } from '../../changes/jobs/job-fixtures'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { sessionQuery } from '../../core/session'
import { draw } from '../../ui/browser-harness'
import { Hosts } from './hosts'

const MINUTE = 60_000
const arrivals = (last: number | null, usualGap: number | null = 4 * MINUTE) => ({
  last: last === null ? null : new Date(Date.now() - last).toISOString(),
  day: { value: 8640, isExact: true },
  hours: Array(24).fill(360),
  usualGap,
})
const refused = { at: '2026-01-01T00:00:00.000Z', status: 401, reason: 'no signature', address: '192.0.2.1', bytes: 9 }

const asked: string[] = []
const show = (answer: () => Response, { hasReceiver = true, version3 = false } = {}) => {
  asked.length = 0
  const client = new QueryClient()
  const session: Session = { account: 'a', version3, version2: false, vehicles: {} }
  client.setQueryData(sessionQuery.queryKey, session)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return address === '/arrivals.json'
      ? answer()
      : Response.json({ rows: ['a', 'b', 'c'].map((id) => ({ id, ...refused })) })
  })
  return draw(
    <QueryClientProvider client={client}>
      <ConfigProvider value={{ ...pageConfig, hasReceiver }}>
        <Hosts />
      </ConfigProvider>
    </QueryClientProvider>,
  )
}
const row = () => page.getByRole('listitem').nth(3)
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['ok', arrivals(2 * MINUTE), /^Receiver OK Last delivery 2m ago .* · 8,640 in 24 h · 3 refused$/],
  [
    'quiet',
    arrivals(180 * MINUTE),
    /^Receiver Quiet Last delivery 3h ago .* · 8,640 in 24 h · 3 refusedQuiet for 3 h, usually every 4 min$/,
  ],
  ['nothing yet', arrivals(null, null), /^Receiver Nothing yet No deliveries have arrived yet$/],
])('is %s', async (state, answer, words) => {
  await show(() => Response.json(answer))
  await expect.element(row()).toHaveTextContent(words)
  expect(row().element().querySelector('[data-state]')?.getAttribute('data-state')).toBe(state)
  await expect.element(row().getByRole('link', { name: 'Receiver' })).toHaveAttribute('href', '/deliveries')
})
it.each([
  [
    'STORE_UNAVAILABLE',
    503,
    'Receiver Error Store unavailable: deliveries get a 503, and the provider sends them again',
  ],
  ['FORBIDDEN', 403, 'Receiver Unknown Couldn’t load deliveries'],
])('says what is wrong (%s)', async (code, status, words) => {
  await show(() => refusal(code, status))
  await expect.element(row()).toHaveTextContent(words)
})
it('is as tall before it is read', async () => {
  let give = (_: Response) => {}
  const answer = new Promise<Response>((resolve) => {
    give = resolve
  })
  await show(() => answer as never) // a fetch that waits may return a promise
  await expect.element(row()).toHaveTextContent('Loading…')
  const { height } = row().element().getBoundingClientRect()
  give(Response.json(arrivals(2 * MINUTE)))
  await expect.element(row()).toHaveTextContent('OK')
  expect(row().element().getBoundingClientRect().height).toBe(height)
})
it.each([
  ['on a server that receives nothing', { hasReceiver: false }],
  ['with a token added in the browser', { version3: true }],
])('isn’t there and requests nothing %s', async (_, given) => {
  await show(() => Response.json(arrivals(MINUTE)), given)
  await expect.element(page.getByRole('listitem').nth(2)).toBeVisible()
  await expect.element(row()).not.toBeInTheDocument()
  expect(asked).toEqual([])
})
