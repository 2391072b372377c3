/** A page of connections as the crawler gets it: how it is asked for, and what becomes of what hosts can send. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from '../../api/errors'
import type { ReadPage } from '../../team/page-reader'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from './team-harness'

const row = (id: string) => ({
  id,
  type: 'connection',
  attributes: {
    permissions: ['read_odometer'],
    vehicle: { make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live', powertrainType: 'BEV' },
    user: { id: 'u-1', externalId: 'canary-customer' },
  },
  relationships: {
    vehicle: { data: { id: 'v-1', type: 'vehicle' } },
    user: { data: { id: 'u-1', type: 'user' } },
  },
  meta: { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  links: { self: '' },
})
const pageOf = (data: unknown[], next: string | null = null) => ({
  data,
  meta: { pageNumber: 1, pageSize: 2, totalCount: 5 },
  links: { self: '', first: '', prev: null, next, last: '' },
})
let reply: (req: IncomingMessage, res: ServerResponse) => void
const sends = (status: number, body: unknown, headers = {}) => {
  reply = (_, res) => res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const { signal } = new AbortController()
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
let readPage: ReadPage

async function start(env: Record<string, string> = {}) {
  const { source, keepings } = createDouble()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const started = await startTestGateway(hosts, { ACCESS_TOKEN: 'canary-own', ...env }, undefined, { store: source })
  await vi.waitFor(() => expect(keepings).toHaveLength(1))
  return { gateway: started, readPage: keepings[0]?.readPage ?? expect.fail('nothing was kept') }
}
beforeAll(async () => {
  host = await startHost((req, res) => reply(req, res))
  ;({ gateway, readPage } = await start())
})
beforeEach(() => {
  host.requests.length = 0
})
afterAll(async () => {
  await gateway.close()
  host.close()
})
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.fail('a page came'),
    (error: ApiError) => error,
  )

describe('a page', () => {
  it('is asked for with the server’s own token, and with nobody’s name', async () => {
    sends(200, pageOf([row('c-1'), row('c-2')], 'next'))
    expect(await readPage({ 'filter[vehicle.mode]': 'live' }, 2, 100, signal)).toMatchObject({
      rows: [{ id: 'c-1', attributes: { user: { externalId: 'canary-customer' } } }, { id: 'c-2' }],
      ...{ broken: 0, total: 5, size: 2, hasNext: true },
    })
    const [{ method, target, headers } = expect.fail('nothing came')] = host.requests
    expect([method, target]).toEqual(['GET', '/v3/connections?filter[vehicle.mode]=live&page[number]=2&page[size]=100'])
    expect(headers).toMatchObject({ authorization: 'Bearer canary-own', accept: 'application/json' })
  })
  it('counts the rows that can’t be read', async () => {
    sends(200, pageOf([row('c-1'), null, { ...row('x'), id: '..' }, 7, { ...row('c-2'), attributes: null }]))
    const { rows, broken, hasNext } = await readPage({}, 1, 100, signal)
    expect([rows.map(({ id }) => id), broken, hasNext]).toEqual([['c-1', 'c-2'], 3, false])
  })
  it('uses the names of CONFIG, which no other server of this process is given', async () => {
    const { mkdtempSync, writeFileSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const path = `${mkdtempSync(`${tmpdir()}/forecourt-`)}/config.json`
    writeFileSync(path, '{"parameters":{"filter[vehicle.mode]":"mode"}}')
    const named = await start({ CONFIG: path })
    sends(200, pageOf([]))
    await named.readPage({ 'filter[vehicle.mode]': 'live' }, 1, 10, signal)
    await readPage({ 'filter[vehicle.mode]': 'live' }, 1, 10, signal)
    expect(host.requests.map(({ target }) => target.split('?')[1]?.split('=')[0])).toEqual([
      'mode',
      'filter[vehicle.mode]',
    ])
    await named.gateway.close()
  })
  it('is counted, and its ids are in no line', async () => {
    const before = gateway.log.length + gateway.faults.length
    sends(200, pageOf([row('canary-id')]))
    await readPage({}, 1, 100, signal)
    expect(await gateway.app.metrics.text()).toMatch(/forecourt_crawl_pages_total [1-9]/)
    expect(gateway.log.length + gateway.faults.length).toBe(before)
    expect([...gateway.lines, ...gateway.events, ...gateway.log, ...gateway.faults].join()).not.toContain('canary')
  })
})

describe('a page that does not come', () => {
  it('says what the provider says, and for how long', async () => {
    sends(429, { errors: [{ code: 'RATE_LIMIT' }] }, { 'retry-after': '7' })
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({
      ...{ name: 'ApiError', kind: 'http', status: 429 },
      facts: { retryAfter: 7 },
    })
    sends(503, 'down', { 'retry-after': '3' })
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({ kind: 'not-json', status: 503 })
    sends(401, { errors: [] })
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({ kind: 'http', status: 401 })
  })
  it.each([
    ['a web page', '<!doctype html>', 'not-json'],
    ['nothing', '', 'not-json'],
    ['no list', '{"error":"x"}', 'unreadable'],
    ['no data', '{"data":null}', 'unreadable'],
  ])('is none where the host sends %s', async (_, body, kind) => {
    sends(200, body)
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({ name: 'ApiError', kind, status: 200 })
  })
  it('is none where it breaks off, or has no end', async () => {
    reply = (_, res) => res.writeHead(200, { 'content-length': '100' }).write('{', () => res.destroy())
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({ kind: 'unreachable' })
    reply = (_, res) => {
      res.writeHead(200)
      const more = () => !res.destroyed && res.write(' '.repeat(1024 * 1024), more)
      more()
    }
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({ kind: 'unreadable' })
  })
  it('ends when the crawl does, for its reason', async () => {
    const ending = new AbortController()
    reply = () => ending.abort(new Error('The crawl ends.'))
    await expect(readPage({}, 1, 100, ending.signal)).rejects.toThrow('The crawl ends.')
  })
  it('says that a host can’t be reached, or takes too long', async () => {
    const late = await start({ READ_TIMEOUT_MS: '50' })
    reply = () => undefined
    expect(await failureOf(late.readPage({}, 1, 100, signal))).toMatchObject({ kind: 'timeout', status: 504 })
    await late.gateway.close()
    reply = (req) => req.socket.destroy()
    expect(await failureOf(readPage({}, 1, 100, signal))).toMatchObject({ kind: 'unreachable' })
  })
  it('says that no token can be had, which is no host that can’t be reached', async () => {
    const client = { ACCESS_TOKEN: '', TOKEN_URL: 'http://127.0.0.1:1/token', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
    const without = await start(client)
    expect(await failureOf(without.readPage({}, 1, 100, signal))).toMatchObject({ kind: 'http', status: 502 })
    expect(host.requests).toEqual([])
    await without.gateway.close()
  })
  it('waits behind people for its turn in the bucket, and no longer than a request does', async () => {
    const { mkdtempSync, writeFileSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const path = `${mkdtempSync(`${tmpdir()}/forecourt-`)}/config.json`
    writeFileSync(path, '{"bucket":{"capacity":4,"refillPerMinute":1}}')
    const limited = await start({ CONFIG: path, READ_TIMEOUT_MS: '200' })
    sends(200, pageOf([]))
    for (let page = 1; page <= 3; page += 1) await limited.readPage({}, page, 100, signal)
    const refused = await failureOf(limited.readPage({}, 4, 100, signal))
    expect(refused).toMatchObject({ kind: 'http', status: 429, facts: { retryAfter: expect.any(Number) } })
    expect((await limited.gateway.ask('/api/vehicle/v3/connections')).status).toBe(200) // what is left is people’s
    await limited.gateway.close()
  })
})
