/** What is loaded before its page is opened: free, few, once, and nothing that the page would have to answer for. */
import { QueryClient, type QueryKey, QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CallRecord, call, observeCalls, query } from '../api/client'
import { connections } from '../api/connections'
import * as fixtures from '../api/fixtures'
import { signals } from '../api/signals'
import { vehicleData } from '../api/vehicle-data'
import { webhooks } from '../api/webhooks'
import { nextAccount } from '../core/account'
import { load } from './ahead'

const page = (number: number) => query(connections.list, { query: { 'page[number]': String(number) } })
/** As the connections of a vehicle: two requests, of which one may fail. */
const pair = queryOptions({
  queryKey: ['pair'],
  queryFn: ({ meta }) =>
    Promise.allSettled(
      ['live', 'simulated'].map((mode) =>
        call(connections.list, { query: { 'filter[vehicle.mode]': mode } }, { isAhead: meta?.isAhead }),
      ),
    ),
  meta: { free: { host: 'vehicle', requests: 2 } },
})
const bucket = (left: number) => ({ 'x-forecourt-bucket': `remaining=${left}, capacity=120, refill=2/min` })

let client: QueryClient
let reply: (address: string) => Response | Promise<Response>
let sent: string[]
let records: CallRecord[]
let stop: () => void

beforeEach(async () => {
  await nextAccount(null)
  client = new QueryClient()
  sent = []
  records = []
  reply = () => Response.json(fixtures.connectionList)
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return reply(address)
  })
  stop = observeCalls((record) => records.push(record))
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
async function ahead(...queries: { queryKey: QueryKey }[]) {
  for (const one of queries) load({ context: { queryClient: client }, preload: true, location: {} }, one as never) // of any answer
  await settled()
}
async function open(one: { queryKey: QueryKey }) {
  load({ context: { queryClient: client }, preload: false, location: {} }, one as never) // as above
  await settled()
}
const statusOf = ({ queryKey }: { queryKey: QueryKey }) => client.getQueryState(queryKey)?.status

describe('a page that a link leads to', () => {
  it('is loaded once, and its opening sends nothing more', async () => {
    await ahead(page(2))
    await ahead(page(2))
    await open(page(2))
    expect(sent).toHaveLength(1)
    expect(records.map(({ isAhead }) => isAhead)).toEqual([true])
  })
  it('is not loaded again where it has been, though it is no longer fresh: its opening asks', async () => {
    await open(page(2))
    await vi.advanceTimersByTimeAsync(60_000)
    await ahead(page(2))
    expect(sent).toHaveLength(1)
    await open(page(2))
    expect(records.map(({ isAhead }) => isAhead)).toEqual([undefined, undefined])
  })
  it('waits for nobody who opens it meanwhile', async () => {
    let answer = (_: Response) => {}
    reply = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await ahead(page(2))
    await open(page(2))
    answer(Response.json(fixtures.connectionList))
    await settled()
    expect(sent).toHaveLength(1)
    expect(statusOf(page(2))).toBe('success')
  })
})

describe('nothing is sent', () => {
  it('for what is billed', async () => {
    await ahead(
      query(signals.values, { path: { vehicleId: 'v', signalCode: 's' } }),
      query(vehicleData.vin, { path: { id: 'v' } }),
    )
    expect(sent).toEqual([])
  })
  it.each([
    [62, 1],
    [61, 1],
    [60, 0],
    [0, 0],
  ])('that would leave less than half: %i of 120', async (left, more) => {
    reply = () => Response.json(fixtures.connectionList, { headers: bucket(left) })
    await open(page(1))
    await ahead(page(2))
    expect(sent).toHaveLength(1 + more)
  })
  it('by a host whose bucket another host told to be low: they may be one', async () => {
    reply = () => Response.json(fixtures.connectionList, { headers: bucket(10) })
    await open(page(1))
    await ahead(query(webhooks.list, {}))
    expect(sent).toHaveLength(1)
  })
  it('that both would be too much, of two at once', async () => {
    reply = () => Response.json(fixtures.connectionList, { headers: bucket(61) })
    await open(page(1))
    await ahead(page(2), page(3))
    expect(sent).toHaveLength(2)
  })
  it('while a refusal asks to wait', async () => {
    reply = () => Response.json({}, { status: 429, headers: { 'retry-after': '20' } })
    await open(page(1))
    reply = () => Response.json(fixtures.connectionList)
    await vi.advanceTimersByTimeAsync(19_000)
    await ahead(page(2))
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await ahead(page(2))
    expect(sent).toHaveLength(2)
  })
  it('for whom the browser asks to save data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    await ahead(page(2))
    expect(sent).toEqual([])
    vi.stubGlobal('navigator', { connection: { saveData: false } })
    await ahead(page(2))
    expect(sent).toHaveLength(1)
  })
  it('beyond two at a time', async () => {
    const waiting: ((response: Response) => void)[] = []
    reply = () => new Promise((resolve) => waiting.push(resolve))
    await ahead(page(2), pair, page(3), page(4))
    expect(sent).toHaveLength(2)
    for (const answer of waiting) answer(Response.json(fixtures.connectionList))
    await settled()
    await ahead(page(4))
    expect(sent).toHaveLength(3)
  })
})

describe('a load ahead that fails', () => {
  it('is sent once, leaves nothing, and holds others back for a while; the page asks anew', async () => {
    reply = () => Response.json({}, { status: 503 })
    await ahead(page(2))
    await vi.advanceTimersByTimeAsync(5_000)
    await ahead(page(2), page(3))
    expect(sent).toHaveLength(1)
    expect(statusOf(page(2))).toBeUndefined()
    reply = () => Response.json(fixtures.connectionList)
    await open(page(2))
    expect([sent.length, statusOf(page(2))]).toEqual([2, 'success'])
    await vi.advanceTimersByTimeAsync(6_000)
    await ahead(page(3))
    expect(sent).toHaveLength(3)
  })
  it('is tried once more, like every other, where its page is open by then', async () => {
    let answer = (_: Response) => {}
    reply = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await ahead(page(2))
    const leave = new QueryObserver(client, page(2)).subscribe(() => {})
    reply = () => Response.json(fixtures.connectionList)
    answer(Response.json({}, { status: 503 }))
    await vi.advanceTimersByTimeAsync(2_000)
    expect([sent.length, statusOf(page(2))]).toEqual([2, 'success'])
    leave()
  })
  it('is not kept by its other half', async () => {
    reply = (address) =>
      address.includes('simulated') ? Response.json({}, { status: 500 }) : Response.json(fixtures.connectionList)
    await ahead(pair)
    expect([sent.length, statusOf(pair)]).toEqual([2, undefined])
  })
})
