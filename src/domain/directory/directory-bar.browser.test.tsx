/** The state of the directory in one line, and what an operator may do about it. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PageConfig, Session } from '../../api/config'
import { ofServer } from '../../api/own-response-harness'
import type { TeamDirectory } from '../../api/team'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { sessionQuery } from '../../core/session'
import { draw } from '../../ui/browser-harness'
import { ZoneProvider } from '../../ui/time'
import { setPageSizes } from '../connections/load-connection-page'
import { DirectoryBar } from './directory-bar'
import { someDirectory } from './directory-fixtures'

const NOW = Date.UTC(2026, 0, 2, 12)
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

interface Seen extends Partial<PageConfig> {
  mayStopChecks?: boolean
  isOld?: boolean
  total?: number
  newest?: number
  isWaiting?: boolean
  session?: Partial<Session>
}
function see(
  state: TeamDirectory,
  { isOld = false, isWaiting = false, mayStopChecks = false, total, newest, session, ...config }: Seen = {},
) {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, {
    account: 'a',
    version3: false,
    version2: false,
    vehicles: {},
    ...session,
  })
  return draw(
    <QueryClientProvider client={client}>
      <ConfigProvider value={{ ...pageConfig, ...config }}>
        <ZoneProvider value="utc">
          <DirectoryBar
            directory={{ state, isOld, error: undefined, retry: () => undefined }}
            what="user"
            total={total}
            newest={newest}
            isWaiting={isWaiting}
            mayStopChecks={mayStopChecks}
          />
        </ZoneProvider>
      </ConfigProvider>
    </QueryClientProvider>,
  )
}
const bar = () => page.getByRole('region', { name: 'Where this list comes from' })
/** Its text, with the date that a time has for screen readers. */
const words = () => bar().element().textContent.replace(/\s+/g, ' ').trim()
const buttons = () =>
  page
    .getByRole('button')
    .elements()
    .map((button) => button.textContent)
    .filter((name) => !name.startsWith('?'))

setPageSizes([10, 100])
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.style.width = ''
  await page.viewport(1280, 800)
})

describe('it says', () => {
  it('as of when, when the next check is, and what loading all costs', async () => {
    await see(someDirectory({ asOf: inMinutes(-3), nextCheckAt: inMinutes(140) }))
    expect(words()).toMatch(/^As of 3m ago.* · next check at 14:20/)
    expect(buttons()).toEqual(['Reload all (25 requests)'])
    await page.getByRole('button', { name: 'About the directory' }).click()
    expect(words()).toContain('Checks take about 10 requests a day.')
    expect(words()).toContain('25 requests; about 12 seconds')
  })
  it('before the first load, its price and what keeping it fresh costs', async () => {
    const state = someDirectory({ asOf: null, estimate: { requests: 1000, seconds: 26_400, requestsADay: 10 } })
    const { unmount } = await see(state, { total: 99_700, newest: 100, store: { kind: 'folder' } })
    expect(words()).toMatch(/^From the newest 100 of 99,700 connections/)
    expect(words()).toMatch(/About 7 h 20 min\. Kept fresh, also after a restart: about 10 requests a day\.$/)
    expect(buttons()).toEqual(['Load the rest (1,000 requests)'])
    await unmount()
    await see(state, { store: { kind: 'memory' } })
    expect(words()).toContain('Kept fresh and kept until the server stops: about 10 requests a day.')
  })
  it('of a token that was added here, that the directory ends with it', async () => {
    await see(someDirectory({ asOf: null, estimate: { requests: null, seconds: null, requestsADay: null } }), {
      total: 2500,
      newest: 100,
      session: { version3: true, version3EndsAt: inMinutes(610) },
    })
    expect(words()).toMatch(/Not kept fresh. It ends with the added token, by 22:10\.$/)
    expect(buttons()).toEqual(['Load the rest (28 requests)']) // 25 pages, and 3 requests that count
  })
  it('in as much room while it loads as before and after, beside the title of a page', async () => {
    document.body.style.width = '529px'
    const counted = { total: 2500, newest: 100 }
    const estimate = { requests: 28, seconds: 12, requestsADay: 720 }
    const crawl = { kind: 'whole', left: 21, endsAt: inMinutes(1) } as const
    const heights = new Set<number>()
    for (const state of [
      someDirectory({ asOf: null, estimate }),
      someDirectory({ asOf: null, estimate, crawl: { phase: 'crawling', kind: 'whole' } }),
      someDirectory({ asOf: null, estimate, crawl: { phase: 'crawling', read: 7, ...crawl } }),
      someDirectory({ asOf: null, estimate, crawl: { phase: 'paused', read: 7, ...crawl } }),
      someDirectory({ asOf: inMinutes(0), nextCheckAt: inMinutes(2), estimate }),
    ])
      for (const store of [{ kind: 'folder' }, { kind: 'memory' }] as const) {
        const { unmount } = await see(state, { ...counted, store })
        heights.add(bar().element().clientHeight)
        await unmount()
      }
    const session = { version3: true, version3EndsAt: inMinutes(610) }
    await see(someDirectory({ asOf: null, estimate }), { ...counted, session })
    heights.add(bar().element().clientHeight)
    expect([...heights]).toEqual([50])
  })
  it('that the price is unknown if the API counts nothing', async () => {
    await see(someDirectory({ asOf: null, estimate: { requests: null, seconds: null, requestsADay: null } }))
    expect(words()).toMatch(/^Not all connections are loaded yet/)
    expect(buttons()).toEqual(['Load the rest (unknown number of requests)'])
  })
  it('how far a load is, when it ends, and who began it', async () => {
    await see(
      someDirectory({
        crawl: { phase: 'crawling', kind: 'whole', read: 312, left: 688, endsAt: inMinutes(290), begunBy: 'Ann' },
      }),
    )
    expect(words()).toContain('Loading all connections: 312 of 1,000 requests · ends at 16:50 · started by Ann')
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('max', '1000')
    expect(buttons()).toEqual(['Pause', 'Cancel'])
  })
  it('that it waits, that it is paused, and that it has failed', async () => {
    const { unmount } = await see(
      someDirectory({ crawl: { phase: 'waiting', kind: 'seek', read: 3, waitingUntil: inMinutes(5) } }),
    )
    expect(words()).toMatch(/Checking for removals: 3 requests · Rate limit reached \(429\)\. Resumes in 5m/)
    await unmount()
    const paused = await see(someDirectory({ crawl: { phase: 'paused', kind: 'whole', read: 1, left: 24 } }))
    expect(words()).toContain('Paused: 1 of 25 requests')
    expect(buttons()).toEqual(['Resume (24 requests)', 'Cancel'])
    await paused.unmount()
    await see(someDirectory({ crawl: { phase: 'failed', error: 'Every known ID returned 404.' } }), { isOld: true })
    expect(words()).toContain('The last load failed: Every known ID returned 404.')
    expect(words()).toContain('Couldn’t refresh the directory.')
    expect(buttons()).toEqual(['Reload all (25 requests)'])
  })
})

describe('its room', () => {
  it.each([320, 640, 780, 1280])('is the same while the newest connections load, in %i px', async (width) => {
    await page.viewport(width, 800)
    const state = someDirectory({ asOf: null, estimate: { requests: 28, seconds: 12, requestsADay: 720 } })
    const waiting = await see(state, { isWaiting: true })
    await expect.element(page.getByRole('status')).toHaveTextContent('Loading the directory…')
    expect([bar().elements(), page.getByRole('button').elements()]).toEqual([[], []])
    const before = waiting.container.getBoundingClientRect().height
    await waiting.unmount()
    const { container } = await see(state, { total: 2500, newest: 100 })
    expect(buttons()).toEqual(['Load the rest (28 requests)'])
    expect(container.getBoundingClientRect().height).toBe(before)
  })
})

describe('an order', () => {
  it('is sent once, and the directory is requested again', async () => {
    const asked = vi.fn(async (_address: string, _init: RequestInit) => Response.json(someDirectory()))
    vi.stubGlobal('fetch', asked)
    await see(someDirectory({ crawl: { phase: 'crawling', kind: 'whole', read: 1, left: 24 } }))
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect
      .poll(() => asked.mock.calls.map(([address, { body }]) => [address, body]))
      .toEqual([['/team/crawl', '{"action":"pause"}']])
  })
  it('stops the checks for changes in Settings, and resumes them', async () => {
    const sent: string[] = []
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      sent.push(String(body))
      return Response.json(someDirectory())
    })
    const { unmount } = await see(someDirectory({ nextCheckAt: inMinutes(5) }), { mayStopChecks: true })
    expect(buttons()).toEqual(['Reload all (25 requests)', 'Stop checks'])
    await page.getByRole('button', { name: 'Stop checks' }).click()
    await expect.poll(() => sent).toEqual(['{"action":"stop"}'])
    await unmount()
    await see(someDirectory({ crawl: { kind: 'head' } }), { mayStopChecks: true })
    expect(words()).toContain('not checked for changes')
    expect(buttons()).toEqual(['Resume checks'])
  })
  it('that is refused says why beside its button', async () => {
    const refusal = { errors: [{ type: 'GATEWAY', code: 'ROLE', title: 'Role not sufficient' }] }
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403, headers: ofServer }))
    await see(someDirectory())
    await page.getByRole('button', { name: 'Reload all' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t change the load: Role not sufficient')
  })
  it('is disabled if the server is read-only', async () => {
    await see(someDirectory(), { readOnly: true })
    await expect.element(page.getByRole('button', { name: 'Reload all' })).toHaveAttribute('aria-disabled', 'true')
  })
})

it('hostile words and numbers past all sense stay words, within a narrow view', async () => {
  await page.viewport(320, 800)
  const long = '<img src=x onerror=alert(1)>‮'.repeat(40)
  await see(
    someDirectory({
      asOf: 'no time',
      crawl: { phase: 'paused', kind: 'whole', read: 1e15, left: 1e15, begunBy: long, error: long },
    }),
  )
  expect(document.querySelector('img')).toBeNull()
  expect(words().length).toBeLessThan(600)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
