/** Attacks by answers that stay open: slow hosts, clients that do not read, and what was never sent. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startSocketHost, startTestGateway, type TestGateway } from '../harness'
import { rawRequest } from './attack-harness'

const READ_MS = 3000
/** Each of these waits for what may take so long. */
const SLOW_MS = 40_000
vi.setConfig({ testTimeout: SLOW_MS })
const connections = '/api/vehicle/v3/connections'
const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'
const env = {
  ACCESS_TOKEN: 't',
  VEHICLE_DATA_TOKEN: 't',
  READ_TIMEOUT_MS: `${READ_MS}`,
  VEHICLE_READ_TIMEOUT_MS: '60000',
  TRUSTED_PROXY: '127.0.0.1',
  TRUSTED_USER_HEADER: 'x-remote-user',
  ROLE_CLAIM: 'none',
}
/** More than every buffer between two processes holds. */
const large = () => Readable.from(Array(1000).fill(Buffer.alloc(64 * 1024, 'x')))

function reply({ url = '' }: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' })
  if (url.includes('hang')) res.write('{')
  else if (url.includes('large')) large().pipe(res)
  else if (url.includes('drip')) {
    const timer = setInterval(() => res.write(' '), 50)
    res.once('close', () => clearInterval(timer))
  } else res.end('{"data":[]}')
}

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
const closers: (() => unknown)[] = []

beforeAll(async () => {
  host = await startHost(reply)
  const { address } = host
  gateway = await startTestGateway({ vehicleData: address, vehicle: address, management: address }, env, undefined, {
    limits: { stallMs: 300 },
  })
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  host.requests.length = 0
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

const as = (operator: string, more: RequestInit = {}) => ({ ...more, headers: { 'x-remote-user': operator } })
/** Asks so often at once, until the test is over; nobody reads what comes. */
function flood(path: string, operator: string, times: number): Promise<Response | undefined>[] {
  const browser = new AbortController()
  closers.push(() => browser.abort())
  return Array.from({ length: times }, (_, nth) =>
    gateway.ask(`${path}&${nth}`, as(operator, { signal: browser.signal })).catch(() => undefined),
  )
}
async function timed<T>(act: () => Promise<T>): Promise<{ done: T; ms: number }> {
  const began = performance.now()
  return { done: await act(), ms: performance.now() - began }
}

describe('answers that never end', () => {
  it.each([
    ['a list', connections, '/api/vehicle/v3/connections/x'],
    ['a vehicle read', vin, '/api/vehicle-data/v2.0/vehicles/other/vin'],
  ])('of %s, 100 at once by one operator, hold up no other', async (_, path, other) => {
    flood(`${path}?hang`, 'many', 100)
    await expect.poll(() => host.requests.length, { timeout: SLOW_MS }).toBeGreaterThanOrEqual(8)
    const { done, ms } = await timed(() => gateway.ask(other, as('other')))
    expect(done.status).toBe(200)
    expect(ms).toBeLessThan(READ_MS)
  })
  it('of vehicle reads hold up no list at the same host, nor a change', async () => {
    flood('/api/vehicle/v3/vehicles/v/signals/s/values?hang', 'many', 100)
    await expect.poll(() => host.requests.length, { timeout: SLOW_MS }).toBeGreaterThanOrEqual(8)
    const { done, ms } = await timed(() => gateway.ask(connections, as('many')))
    const removed = await timed(() => gateway.ask(`${connections}/x`, as('many', { method: 'DELETE' })))
    expect([done.status, removed.done.status]).toEqual([200, 200])
    expect(Math.max(ms, removed.ms)).toBeLessThan(READ_MS)
  })
  it('leave the operator’s own requests an answer within the time that a read may take', async () => {
    const all = flood(`${connections}?hang`, 'many', 100)
    await expect.poll(() => host.requests.length, { timeout: SLOW_MS }).toBeGreaterThanOrEqual(8)
    const { done, ms } = await timed(() => gateway.ask(connections, as('many')))
    expect(ms).toBeLessThan(READ_MS)
    expect(done.headers.get('retry-after')).toBe('1')
    expect(await codeOf(done)).toBe('503 GATEWAY BUSY')
    await Promise.all(all) // and so have all the others
  })
  it('are ended, however little of them keeps coming', async () => {
    const answer = await gateway.ask(`${connections}?drip`, as('one'))
    const { ms } = await timed(() => expect(answer.text()).rejects.toThrow())
    expect(ms).toBeLessThan(2 * READ_MS)
  })
})

describe('clients that do not read', () => {
  it('are left after a while, and whoever waits behind them has their turn', async () => {
    const deaf = [`Host: localhost:${gateway.port}`, `Origin: ${gateway.origin}`, 'X-Remote-User: deaf']
    const sockets: Socket[] = []
    closers.push(() => sockets.map((socket) => socket.destroy()))
    for (let index = 0; index < 18; index += 1) {
      const socket = connect(gateway.port, '127.0.0.1', () =>
        socket.write(rawRequest(`GET ${vin}?large HTTP/1.1`, deaf)),
      )
      sockets.push(socket.on('error', () => undefined).pause())
    }
    const before = gateway.log.length
    const { done, ms } = await timed(() => gateway.ask('/api/vehicle-data/v2.0/vehicles/other/vin', as('other')))
    expect([done.status, await done.text()]).toEqual([200, '{"data":[]}'])
    expect(ms).toBeLessThan(READ_MS)
    const cut = () => gateway.log.slice(before).filter((line) => JSON.parse(line).cut).length
    // Long before their answers would have been ended for taking too long.
    await expect.poll(cut, { timeout: SLOW_MS }).toBe(18)
  })
})

describe('what never left', () => {
  /** A host that takes connections and never answers their greeting: nothing can be sent to it. */
  async function silent() {
    const { address, close } = await startSocketHost(() => {})
    return { address: address.replace('http:', 'https:'), close }
  }
  async function over({ address, close }: { address: string; close: () => unknown }, more = {}) {
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const own = await startTestGateway(hosts, { ...env, VEHICLE_READ_TIMEOUT_MS: `${READ_MS}`, ...more })
    closers.push(own.close, close)
    return own
  }
  const gone = async () => {
    const { address, close } = await startHost()
    close()
    return { address, close }
  }
  it.each([
    ['to a host that refuses', gone, '502 GATEWAY UPSTREAM_UNREACHABLE'],
    ['to a host that does not greet', silent, '504 GATEWAY UPSTREAM_TIMEOUT'],
  ])('%s is on the record as not sent, a vehicle read as a change', async (_, start, code) => {
    const own = await over(await start())
    const { done, ms } = await timed(() =>
      Promise.all([own.ask(vin, as('one')), own.ask(`${connections}/x`, as('one', { method: 'DELETE' }))]),
    )
    expect(ms).toBeLessThan(3 * READ_MS)
    for (const answer of done) {
      expect(await answer.clone().text()).toContain('Nothing was sent.')
      expect(await codeOf(answer)).toBe(code)
    }
    const told = own.lines.map((line) => JSON.parse(line))
    for (const kind of ['read', 'change'])
      expect(told.filter((one) => one.kind === kind).map(({ event, status }) => [event, status])).toEqual([
        ['attempt', undefined],
        ['outcome', 'not sent'],
      ])
  })
  it('is taken out of no bucket and no budget, however often it is tried', async () => {
    const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    const bucket = { capacity: 2, refillPerMinute: 0.01 }
    writeFileSync(CONFIG, JSON.stringify({ bucket, dailyVehicleReads: { perOperator: 1, perVehicle: 1 } }))
    const own = await over(await gone(), { CONFIG })
    for (let turn = 0; turn < 3; turn += 1)
      expect(await codeOf(await own.ask(vin, as('one')))).toBe('502 GATEWAY UPSTREAM_UNREACHABLE')
    expect(await own.app.metrics.text()).toContain('forecourt_bucket_remaining{host="vehicleData"} 2\n')
  })
})
