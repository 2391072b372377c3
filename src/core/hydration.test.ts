/** Hydration waits for the queries that the server has rendered and for no other; it leaves clicks to the browser. */
import { hashKey, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Dehydrated } from '../api/server-rendered'
import { opensAddress, startHydration } from './hydration'

const dehydrated: Dehydrated = { at: 0, timeZone: 'UTC', preferences: undefined, responses: [], queries: [] }
const buttonFor = (address: string) => ({ getAttribute: () => address }) as Partial<Element> as Element
const response = { at: 0, receivedAt: 0, status: 200, headers: [], text: '{}' }
const start = (queries: string[][], addresses: string[] = []) =>
  startHydration({
    ...dehydrated,
    queries: queries.map((key) => hashKey(key)),
    responses: addresses.map((address) => ({ ...response, address })),
  })

function deferred() {
  let resolve = (_: string) => {}
  const promise = new Promise<string>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (data: string) => resolve(data) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('opensAddress', () => {
  it('is true for a click before the page is hydrated, and then for the button that had the focus', async () => {
    const [first, second] = [buttonFor('/first'), buttonFor('/second')]
    vi.stubGlobal('document', { activeElement: first })
    const click = (currentTarget: Element) => opensAddress({ timeStamp: performance.now(), currentTarget })
    expect(click(first)).toBe(false) // a page that the browser rendered

    const hydration = startHydration(dehydrated)
    hydration.begin()
    const early = { timeStamp: performance.now() - 1, currentTarget: second }
    expect(opensAddress(early)).toBe(true)
    hydration.end()
    expect(opensAddress(early)).toBe(true)
    expect(click(second)).toBe(false)
    expect(click(first)).toBe(true)
  })
})

describe('hydration', () => {
  it('waits for a query that the response of another one starts', async () => {
    const client = new QueryClient()
    const first = deferred()
    const second = deferred()
    const hydration = start([['first'], ['second']])
    void client.prefetchQuery({
      queryKey: ['first'],
      queryFn: async () => {
        const data = await first.promise
        void client.prefetchQuery({ queryKey: ['second'], queryFn: () => second.promise })
        return data
      },
    })
    const isLoaded = vi.fn()
    const loading = hydration.loadQueries(client).then(isLoaded)
    first.resolve('data')
    await vi.waitFor(() => expect(client.getQueryData(['first'])).toBe('data'))
    expect(isLoaded).not.toHaveBeenCalled()
    second.resolve('data')
    await loading
    expect(client.getQueryData(['second'])).toBe('data')
  })
  it('is not held up by a rendered query whose response is missing, and holds those of other queries', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      Response.json({}, { headers: { 'x-forecourt-request-id': 'r' } }),
    )
    const hydration = start([['rendered']], ['/late'])
    expect((await hydration.fetchFor(['rendered'])('/missing', {})).status).toBe(200)
    const isReceived = vi.fn()
    const late = hydration.fetchFor(['other'])('/late', {}).then(isReceived)
    await hydration.loadQueries(new QueryClient())
    expect(isReceived).not.toHaveBeenCalled()
    hydration.end()
    await late
  })
})
