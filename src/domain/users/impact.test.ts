/** The impact sheet's numbers: exact where every count was answered, and said where not. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import { connections } from '../../api/connections'
import { ApiError } from '../../api/errors'
import { type ConnectionPage, setPageSizes } from '../connections/load-connection-page'
import { combine as combined, type Related, relatedConnections } from '../connections/related'
import { readAllRelated, requestsLeft } from '../connections/related-rest'
import { countsInWords, earlierInWords, manifestOf, othersOf, permissionsOf, vehiclesOf } from './impact'

const row = (id: string, vehicleId: string, mode: 'live' | 'simulated', permissions: string[] = []): ConnectionRow => ({
  id,
  attributes: {
    permissions,
    vehicle: { make: 'Kia', model: 'EV9', year: 2025, mode, powertrainType: 'BEV' },
    user: { id: 'u', externalId: '007' },
  },
  relationships: { vehicle: { data: { id: vehicleId, type: 'vehicle' } } },
})
const page = (rows: ConnectionRow[], totalCount?: number): PromiseSettledResult<ConnectionPage> => ({
  status: 'fulfilled',
  value: {
    value: { data: rows, ...(totalCount !== undefined && { meta: { totalCount } }) },
    raw: {},
    differences: [],
    status: 200,
    facts: {},
    receivedAt: 0,
  },
})
const ofOther = (one: ConnectionRow): ConnectionRow => ({
  ...one,
  attributes: { ...one.attributes, user: { id: 'other', externalId: '8' } },
})
const failed: PromiseSettledResult<ConnectionPage> = {
  status: 'rejected',
  reason: new ApiError('http', connections.list, { status: 500 }),
}
const owner = { 'filter[userId]': 'u' }
const combine = (pages: PromiseSettledResult<ConnectionPage>[]) => combined(pages, owner)
const live = [row('a', 'v1', 'live', ['read_vin']), row('b', 'v2', 'live', ['read_vin', 'read_odometer'])]
const simulated = [row('c', 'v3', 'simulated')]

afterEach(() => vi.unstubAllGlobals())

describe('the count', () => {
  it('is exact where both modes were counted', () => {
    const related = combine([page(live, 2), page(simulated, 1)])
    expect(related).toMatchObject({ total: 3, isComplete: true })
    expect(countsInWords(related)).toBe('3 connections, exact: 2 live, 1 simulated.')
  })
  it('that could not be made again is not said to be exact, nor is what is saved of it', () => {
    const related = { ...combine([page(live, 2), page(simulated, 1)]), receivedAt: Date.UTC(2026, 10, 20) }
    expect(earlierInWords(related)).toBe('3 connections (2 live, 1 simulated)')
    expect(earlierInWords(combine([page(live, 2), failed]))).toBe(
      'At least 2 connections (2 live, simulated ones could not be counted)',
    )
    const manifest = (isOutdated: boolean) => manifestOf('u', related, new Map(), '', [], isOutdated)
    expect(manifest(false)).toMatchObject({ counts: { isExact: true } })
    expect(manifest(true)).toMatchObject({ counts: { isExact: false, countedAt: '2026-11-20T00:00:00.000Z' } })
  })
  it('is a lower bound where one mode could not be counted', () => {
    const related = combine([page(live, 2), failed])
    expect(related).toMatchObject({
      total: undefined,
      isComplete: false,
      counts: { simulated: { error: expect.anything() } },
    })
    expect(countsInWords(related)).toBe('At least 2 connections: 2 live, simulated ones could not be counted.')
    expect(countsInWords(combine([page(live), page(simulated, 1)]))).toContain('live ones could not be counted')
  })
  it('is none where a page holds rows and none can be read', () => {
    const broken = page([])
    if (broken.status === 'fulfilled') broken.value.raw = { data: [{ id: null }], meta: { totalCount: 0 } }
    const related = combine([broken, page(simulated, 1)])
    expect(related).toMatchObject({ total: undefined, isComplete: false })
    expect(related.counts.live.error).toMatchObject({ kind: 'unreadable' })
  })
  it('says that not all were read where there are more than a page', () => {
    const related = combine([page(live, 5), page(simulated, 1)])
    expect(related).toMatchObject({ total: 6, isComplete: false })
    expect(countsInWords(related)).toBe('6 connections, exact: 5 live, 1 simulated.')
    expect(requestsLeft(combine([page(live, 250), page(simulated, 1)]))).toBeGreaterThan(0)
  })
  it('counts a connection that both modes list once', () => {
    const bare = [{ id: 'a' }, { id: 'b' }]
    const related = combine([page(bare, 2), page(bare, 2)])
    expect(related.rows).toHaveLength(2)
    expect(related.isComplete).toBe(false)
  })
  it('is none, and never exact, where the service seems not to know the user’s filter', () => {
    const others = [ofOther(row('x', 'v8', 'live')), ofOther(row('y', 'v9', 'live'))]
    const related = combine([page([...live, ...others], 2207), page(simulated, 1)])
    expect(related).toMatchObject({ total: undefined, isComplete: false, contradicted: { 'filter[userId]': 2 } })
    expect(related.rows.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
    expect(countsInWords(related)).toBe('At least 3 connections: live ones could not be counted, 1 simulated.')
    expect(manifestOf('u', related, new Map(), '', [])).toMatchObject({
      counts: { live: null, isExact: false },
      holdsAllConnections: false,
      vehicles: [{ id: 'v1' }, { id: 'v2' }, { id: 'v3' }],
    })
  })
  it('is none where it seems not to know the mode', () => {
    const all = [...live, ...simulated]
    const related = combine([page(all, 3), page(all, 3)])
    expect(related).toMatchObject({ total: undefined, contradicted: { 'filter[vehicle.mode]': 3 } })
    expect(related.rows).toHaveLength(3)
  })
})

describe('the rest of an owner’s connections', () => {
  /** A service that gives 50 rows whatever it is asked for; `others` stand on its second page. */
  const capped = (others: ConnectionRow[] = []) =>
    vi.fn(async (address: string) => {
      const asked = new URL(address, 'http://localhost').searchParams
      const number = Number(asked.get('page[number]'))
      const isLive = asked.get('filter[vehicle.mode]') === 'live'
      const all = isLive ? Array.from({ length: 80 }, (_, index) => row(`c${index}`, 'v', 'live')) : []
      const data = [...all.slice((number - 1) * 50, number * 50), ...(number === 2 ? others : [])]
      return Response.json({ data, meta: { pageNumber: number, pageSize: 50, totalCount: all.length } })
    })
  const client = new QueryClient()
  const read = async () => {
    client.clear()
    setPageSizes([10, 100])
    await client.fetchQuery(relatedConnections(owner))
    const { queryKey } = relatedConnections(owner)
    return () => client.getQueryData(queryKey)
  }
  it('is counted, and read, by the size that the service answered', async () => {
    const fetch = capped()
    vi.stubGlobal('fetch', fetch)
    const known = await read()
    const first = known()
    expect(first).toMatchObject({ total: 80, isComplete: false })
    expect(first && requestsLeft(first)).toBe(1)
    await readAllRelated(client, owner, new AbortController().signal)
    expect(known()).toMatchObject({ isComplete: true })
    expect(fetch).toHaveBeenCalledTimes(3)
    expect(String(fetch.mock.calls[2]?.[0])).toContain('page[number]=2&page[size]=50')
  })
  /** A service with 600 live connections in pages of 10; a page may be refused once. */
  const many = (refused?: number, onAsked?: (page: number) => void) => {
    const asked: number[] = []
    let refusals = 1
    vi.stubGlobal('fetch', async (address: string) => {
      const query = new URL(address, 'http://localhost').searchParams
      const number = Number(query.get('page[number]'))
      if (query.get('filter[vehicle.mode]') !== 'live') return Response.json({ data: [], meta: { totalCount: 0 } })
      asked.push(number)
      onAsked?.(number)
      if (number === refused && refusals-- > 0) return Response.json({ errors: [] }, { status: 500 })
      const data = Array.from({ length: 10 }, (_, index) => row(`c${(number - 1) * 10 + index}`, 'v', 'live'))
      return Response.json({ data, meta: { pageNumber: number, pageSize: 10, totalCount: 600 } })
    })
    return asked
  }
  const pages = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  it('takes the requests that were said, however many, and no page twice', async () => {
    const asked = many()
    const known = await read()
    const first = known()
    expect(first && requestsLeft(first)).toBe(59)
    await readAllRelated(client, owner, new AbortController().signal)
    expect(asked).toEqual(pages(60))
    expect(known()).toMatchObject({ isComplete: true })
  })
  it('goes on behind what was read, where a page failed, at the price of what is left', async () => {
    const asked = many(20)
    const known = await read()
    await expect(readAllRelated(client, owner, new AbortController().signal)).rejects.toThrow('500')
    const part = known()
    expect(part && requestsLeft(part)).toBe(41)
    await readAllRelated(client, owner, new AbortController().signal)
    expect(asked).toEqual([...pages(20), ...pages(60).slice(19)])
    expect(known()).toMatchObject({ isComplete: true })
  })
  it('counted anew meanwhile, is not put behind another first page', async () => {
    const { queryKey } = relatedConnections(owner)
    let first: ReturnType<typeof client.getQueryData<Related>>
    const asked = many(undefined, (page) => page === 5 && client.setQueryData(queryKey, first))
    const known = await read()
    first = known()
    await readAllRelated(client, owner, new AbortController().signal)
    const now = known()
    expect([asked, now?.rows.length, now && requestsLeft(now)]).toEqual([pages(5), 10, 59])
  })
  it('is no count any more where a later page holds rows of others', async () => {
    vi.stubGlobal('fetch', capped([ofOther(row('x', 'v', 'live'))]))
    const known = await read()
    await readAllRelated(client, owner, new AbortController().signal)
    expect(known()).toMatchObject({ total: undefined, isComplete: false, contradicted: { 'filter[userId]': 1 } })
    expect(known()?.rows).toHaveLength(80)
  })
})

describe('what goes', () => {
  it('vehicles each once, with the user’s own connections to them', () => {
    expect(vehiclesOf([...live, row('d', 'v1', 'live')])).toMatchObject([
      { id: 'v1', own: 2, mode: 'live', car: '2025 Kia EV9' },
      { id: 'v2', own: 1 },
    ])
    expect(vehiclesOf([{ id: 'bare' }])).toEqual([])
  })
  it('permissions with the number of connections that grant them', () => {
    expect(permissionsOf([...live, row('d', 'v', 'live', ['read_vin', 'read_vin']), { id: 'bare' }])).toEqual([
      ['read_odometer', 1],
      ['read_vin', 3],
    ])
  })
  it.each([
    [3, 2],
    [1, 0],
    [0, 0],
  ])('a vehicle with %i connections, one of them the user’s, has %i others', async (totalCount, others) => {
    const fetch = vi.fn(async (_address: string) => Response.json({ data: [], meta: { totalCount } }))
    vi.stubGlobal('fetch', fetch)
    const vehicle = { id: 'v1', car: '', own: 1, mode: 'simulated' } as const
    expect(await othersOf(new QueryClient(), vehicle)).toBe(others)
    expect(String(fetch.mock.calls[0]?.[0])).toContain(
      'filter[vehicleId]=v1&filter[vehicle.mode]=simulated&page[size]=1',
    )
  })
  it('a vehicle that the service does not count is unknown', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const vehicle = { id: 'v1', car: '', own: 1, mode: 'live' } as const
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
    expect(await othersOf(client, vehicle)).toBe('unknown')
    vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
    expect(await othersOf(client, vehicle)).toBe('unknown')
    vi.stubGlobal('fetch', async () => Response.json({ data: [row('x', 'v9', 'live')], meta: { totalCount: 2207 } }))
    expect(await othersOf(client, vehicle)).toBe('unknown')
  })
})

describe('the manifest', () => {
  it('holds what was counted, and says what was not', () => {
    const related = combine([page(live, 2), page(simulated, 1)])
    const others = new Map<string, number | 'unknown'>([
      ['v1', 0],
      ['v2', 'unknown'],
    ])
    const by = { name: 'Ann', isTold: false }
    const ids = { webhookId: 'w', userId: 'u', vehicleId: 'v1' }
    const entry = { ...ids, state: 'accepted' as const, at: 1, by, since: 1, sinceBy: by }
    expect(manifestOf('u', related, others, 'https://vehicle.example', [{ key: '1', ...entry }])).toMatchObject({
      operation: 'DELETE /v3/users/u',
      user: { id: 'u', externalIds: ['007'] },
      counts: { live: 2, simulated: 1, isExact: true },
      holdsAllConnections: true,
      vehicles: [
        { id: 'v1', otherConnections: 0 },
        { id: 'v2', otherConnections: null },
        { id: 'v3', otherConnections: null },
      ],
      permissions: { read_vin: 2, read_odometer: 1 },
      subscriptionsInHistory: [entry],
    })
    expect(manifestOf('u', undefined, others, '', [])).toMatchObject({
      counts: { live: null, simulated: null, isExact: false },
      holdsAllConnections: false,
      connections: [],
    })
  })
})
