/** What needs somebody: a line for each kind with its link, and none where all is clear. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { WebhookRow } from '../../api/webhooks'
import { refusal } from '../../changes/jobs/job-fixtures'
import type { RemovalOutcome } from '../../changes/removal'
import { endedRemoval } from '../../changes/removal-harness'
import { nextAccount } from '../../core/account'
import type { Lamp } from '../../requests/host-status'
import { draw } from '../../ui/browser-harness'
import { AttentionList } from './attention'
import { ReceiverLine } from './attention-receiver'

const MINUTE = 60_000

type Facts = Parameters<typeof AttentionList>[0]

const quiet: Lamp = { state: 'not called yet' }
const clear: Facts = {
  lamps: { vehicleData: quiet, vehicle: { state: 'ok', status: 200 }, management: { state: 'reachable' } },
  removals: {},
  today: '2026-01-15',
  webhooks: [],
  isChecking: false,
  receiver: false,
  missing: [],
}
const removals = (...ended: [id: string, outcome: RemovalOutcome, operation?: string][]) =>
  Object.fromEntries(
    ended.map(([id, outcome, operation = 'DELETE /v3/connections/{connectionId}']) => [
      `${operation} ${id}`,
      endedRemoval(operation, id, outcome),
    ]),
  )
const webhook = (name: string | undefined, more: WebhookRow['attributes'] = {}): WebhookRow => ({
  id: `id of ${name}`,
  attributes: {
    ...(name && { name }),
    callbackUri: 'https://hooks.example.com/a',
    errorCallbackUri: 'https://hooks.example.com/b',
    triggers: [{ code: 'a' }],
    data: [{ code: 'a' }],
    ...more,
  },
})
const see = (facts: Partial<Facts>) => draw(<AttentionList {...clear} {...facts} />)
const lines = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent.replace(/\s+/g, ' ').trim())
const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).element().getAttribute('href')

afterEach(() => nextAccount(null))

describe('where nothing needs anybody', () => {
  it('all is clear', async () => {
    await see({
      removals: removals(['1', 'removed'], ['2', 'failed'], ['3', 'already gone']),
      webhooks: [webhook('Fine'), webhook('Without an error address', { errorCallbackUri: null })],
    })
    expect(lines()).toEqual(['All clear'])
  })
  it('is not said before the webhooks were looked through', async () => {
    await see({ isChecking: true })
    expect(lines()).toEqual(['Checking webhooks…'])
  })
})

describe('where this server receives deliveries', () => {
  const arrivals = (last: number) => ({
    last: new Date(Date.now() - last).toISOString(),
    day: { value: 8640, isExact: true },
    hours: Array(24).fill(360),
    usualGap: 4 * MINUTE,
  })
  const seeReceiver = (answer: () => Response | Promise<Response>, facts: Partial<Facts> = {}) => {
    vi.stubGlobal('fetch', async () => answer())
    return draw(
      <QueryClientProvider client={new QueryClient()}>
        <AttentionList {...clear} {...facts} receiver={<ReceiverLine />} />
      </QueryClientProvider>,
    )
  }
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['quiet', () => Response.json(arrivals(180 * MINUTE)), 'Receiver Quiet for 3 h, usually every 4 min'],
    [
      'without its store',
      () => refusal('STORE_UNAVAILABLE', 503),
      'Receiver Store unavailable: deliveries get a 503, and the provider sends them again',
    ],
    ['as usual', () => Response.json(arrivals(2 * MINUTE)), 'All clear'],
  ])('that is %s', async (_, answer, line) => {
    await seeReceiver(answer)
    await vi.waitFor(() => expect(lines()).toEqual([line]))
    if (line.startsWith('Receiver')) expect(hrefOf('Receiver')).toBe('/deliveries')
  })
  it('nothing is clear before that is known, and nothing moves then', async () => {
    let give = (_: Response) => {}
    const answer = new Promise<Response>((resolve) => {
      give = resolve
    })
    await seeReceiver(() => answer)
    expect(lines()).toEqual(['Checking deliveries…'])
    const { height } = page.getByRole('list').element().getBoundingClientRect()
    give(Response.json(arrivals(MINUTE)))
    await vi.waitFor(() => expect(lines()).toEqual(['All clear']))
    expect(page.getByRole('list').element().getBoundingClientRect().height).toBe(height)
  })
  it('it is a line of its own below others', async () => {
    await seeReceiver(() => Response.json(arrivals(180 * MINUTE)), { missing: ['version2'] })
    await vi.waitFor(() => expect(lines()).toHaveLength(2))
    expect(lines()[1]).toBe('Receiver Quiet for 3 h, usually every 4 min')
  })
})

describe('a line for', () => {
  it('a host that fails, to its last request; to its token where that is refused', async () => {
    await see({
      lamps: {
        vehicleData: { state: 'unreachable', failingSince: 1e12 },
        vehicle: { state: 'error', status: 401, failingSince: 1e12 },
        management: { state: 'error', status: 500, failingSince: 1e12 },
      },
    })
    expect(lines()).toEqual([
      expect.stringMatching(/^Vehicle data 2\.0 Unreachable since Sep 9, 2001/),
      expect.stringMatching(/^Vehicles 3 Check its token in Settings Error 401 since /),
      expect.stringMatching(/^Management 3 Error 500 since /),
    ])
    expect(hrefOf('Management 3')).toBe('#hosts')
    expect(hrefOf('Check its token in Settings')).toBe('/settings')
  })
  it('a removal that is not seen to be done, to what was to go; many in one', async () => {
    await see({
      removals: removals(
        ['u', 'unknown', 'DELETE /v3/users/{userId}'],
        ['s', 'accepted', 'DELETE /v3/subscriptions/{subscriptionId}'],
        ...['a', 'b', 'c', 'd', 'e'].map((id): [string, RemovalOutcome] => [id, 'accepted']),
      ),
    })
    expect(lines()).toEqual([
      'u Outcome unknown',
      's Accepted, not yet gone',
      'a Accepted, not yet gone',
      '4 more removals Not confirmed yet',
    ])
    expect([hrefOf('u'), hrefOf('s'), hrefOf('a')]).toEqual(['/users/u', '/subscriptions/s', '/connections/a'])
  })
  it('a webhook with a mistake: what delivers nothing first; many in one', async () => {
    const plain = { callbackUri: 'http://hooks.example.com' }
    await see({
      webhooks: [
        webhook('Plain', plain),
        webhook('Nowhere', { callbackUri: null }),
        webhook(undefined, { triggers: [] }),
        webhook('Plain too', plain),
        webhook('Off', { isEnabled: false, autoSubscribe: true }),
      ],
    })
    expect(lines()).toEqual([
      'Nowhere No callback URI that can be delivered to',
      'Unnamed webhook No triggers, so nothing is delivered',
      'Plain Uses http, which can be read in transit',
      '2 more webhooks Configuration to check',
    ])
    expect(hrefOf('Nowhere')).toBe('/webhooks/id%20of%20Nowhere')
  })
  it('reads that end within a month, a line for each day', async () => {
    const { drawAgain } = await see({ today: '2026-11-23' })
    expect(lines()).toEqual(['3 reads end in 8 days Battery capacity, Service history, Trouble codes'])
    expect(hrefOf('3 reads end in 8 days')).toBe('/deprecations')
    await drawAgain(<AttentionList {...clear} today="2026-12-01" />)
    expect(lines()).toEqual([
      '3 reads end today Battery capacity, Service history, Trouble codes',
      '2 reads end within 30 days VIN, Batch',
    ])
  })
  it('a token that nobody has', async () => {
    await see({ missing: ['version2'] })
    expect(lines()).toEqual(['Access tokens None for version 2.0: vehicles can’t be read'])
    expect(hrefOf('Access tokens')).toBe('/settings')
  })
})
