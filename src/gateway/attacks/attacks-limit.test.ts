/** Attacks on the allowance of requests: by another token, by another host of the same one, by a restart. */
import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, cookieOf, startHost, startTestGateway } from '../harness'

const connections = '/api/vehicle/v3/connections'
const webhooks = '/api/management/v3/webhooks'
const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0).toReversed()) await close()
})

const folder = () => mkdtempSync(join(tmpdir(), 'forecourt-'))
function configOf(bucket: { capacity: number; refillPerMinute: number }): string {
  const path = join(folder(), 'config.json')
  writeFileSync(path, JSON.stringify({ bucket }))
  return path
}
/** Refuses for the token `limited`, once for all that it asks. */
function reply({ headers }: IncomingMessage, res: ServerResponse): void {
  if (headers.authorization !== 'Bearer limited') res.writeHead(200).end('{"data":[]}')
  else res.writeHead(429, { 'retry-after': '60' }).end('{"errors":[{"code":"RATE_LIMIT"}]}')
}
const slow = { capacity: 3, refillPerMinute: 0.5 }

async function start(env: Record<string, string> = {}, bucketFile?: string, bucket = slow) {
  const host = await startHost(reply)
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't', READ_TIMEOUT_MS: '1000', CONFIG: configOf(bucket) }
  const gateway = await startTestGateway(hosts, { ...tokens, ...env }, undefined, { bucketFile })
  closers.push(host.close, gateway.close)
  let asked = 0
  /** What is left after a request that is like no other. */
  const left = async (path: string, headers = {}) => {
    asked += 1
    const answer = await gateway.ask(`${path}?${asked}`, { headers })
    return /remaining=(\d+)/.exec(answer.headers.get('x-forecourt-bucket') ?? '')?.[1]
  }
  const handOver = async (tokens: object) => ({ cookie: cookieOf((await gateway.session(tokens)).cookies) })
  return { host, gateway, left, handOver, hosts }
}

describe('a bucket', () => {
  it('is emptied by no other token, and paused by no other token’s 429', async () => {
    const { gateway, left, handOver } = await start()
    const other = await handOver({ version3: 'other' })
    for (const remaining of ['2', '1', '0']) expect(await left(connections, other)).toBe(remaining)
    expect(await codeOf(await gateway.ask(`${connections}/x`, { headers: other }))).toBe('429 GATEWAY LIMIT')
    const limited = await handOver({ version3: 'limited' })
    expect((await gateway.ask(connections, { headers: limited })).status).toBe(429)
    expect(await codeOf(await gateway.ask(webhooks, { headers: limited }))).toBe('429 GATEWAY LIMIT')
    expect(await left(connections)).toBe('2')
  })
  it('is one for the hosts that a token serves, and version 2.0 has its own', async () => {
    const { gateway, left } = await start()
    expect([await left(connections), await left(webhooks), await left(connections)]).toEqual(['2', '1', '0'])
    expect(await codeOf(await gateway.ask(webhooks))).toBe('429 GATEWAY LIMIT')
    expect(await left(vin)).toBe('2')
    const text = await gateway.app.metrics.text()
    for (const [host, remaining] of Object.entries({ vehicle: 0, management: 0, vehicleData: 2 }))
      expect(text).toContain(`forecourt_bucket_remaining{host="${host}"} ${remaining}\n`)
  })
  it('of a host with a token of its own is its own', async () => {
    const { left } = await start({ MANAGEMENT_TOKEN: 'management' })
    expect([await left(connections), await left(webhooks)]).toEqual(['2', '2'])
  })
  it('of one vehicle’s token is its own', async () => {
    const { gateway, left } = await start()
    const { cookies } = await gateway.session({ vehicles: { v: 'of the owner'.replaceAll(' ', '-') } })
    expect([await left(vin, { cookie: cookieOf(cookies) }), await left(vin)]).toEqual(['2', '2'])
  })
})

describe('the server’s own look at its start', () => {
  it('comes out of the bucket, too', async () => {
    const { gateway, left } = await start()
    expect((await gateway.app.report()).slice(1)).toEqual([
      expect.stringContaining('it accepted the token.'),
      expect.stringContaining('it accepted the token.'),
    ])
    expect(await left(connections)).toBe('0') // one to each host of version 3 before it
  })
  it('is given up where nothing is left, and where it was told to wait', async () => {
    const { gateway, left, host } = await start()
    for (const remaining of ['2', '1', '0']) expect(await left(connections)).toBe(remaining)
    for (const line of (await gateway.app.report()).slice(1))
      expect(line).toContain('its token wasn’t tried, because its rate limit is used up')
    expect(host.requests.filter(({ target }) => target !== '/')).toHaveLength(3)
    const refused = await start({ ACCESS_TOKEN: 'limited' })
    const [, vehicle, management] = await refused.gateway.app.report()
    expect([vehicle, management].filter((line) => line?.includes('with the token it returned 429'))).not.toEqual([])
    expect(await codeOf(await refused.gateway.ask(connections))).toBe('429 GATEWAY LIMIT')
  })
})

describe('a restart', () => {
  it('refills nothing, and ends no pause', async () => {
    const path = join(folder(), 'buckets.json')
    const first = await start({}, path)
    const limited = await first.handOver({ version3: 'limited' })
    await first.gateway.ask(connections, { headers: limited })
    for (const remaining of ['2', '1']) expect(await first.left(connections)).toBe(remaining)
    await first.gateway.app.keep()
    const { left, gateway } = await start({}, path)
    expect([await left(webhooks), await left(vin)]).toEqual(['0', '2'])
    expect(await codeOf(await gateway.ask(connections, { headers: limited }))).toBe('429 GATEWAY LIMIT')
  })
  it('without a word loses a second at most', async () => {
    const path = join(folder(), 'buckets.json')
    const { left } = await start({}, path)
    await left(connections)
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('"level"'), 4000)
    const after = await start({}, path)
    expect(await after.left(connections)).toBe('1')
  })
  it('counts what has come back meanwhile', async () => {
    const path = join(folder(), 'buckets.json')
    const first = await start({}, path, { capacity: 3, refillPerMinute: 60 })
    for (let turn = 0; turn < 3; turn += 1) await first.left(connections)
    await first.gateway.app.keep()
    const written = JSON.parse(readFileSync(path, 'utf8'))
    for (const one of Object.values<{ at: number }>(written.buckets)) one.at -= 2000 // two requests ago
    writeFileSync(path, JSON.stringify(written))
    expect(await (await start({}, path, { capacity: 3, refillPerMinute: 60 })).left(connections)).toMatch(/^[12]$/)
  })
  it.each([
    ['no JSON', '{"buckets":'],
    ['another shape', '{"buckets":[1]}'],
    ['numbers that are none', '{"version":1,"buckets":{"x":{"level":"1","at":0,"pausedUntil":0}}}'],
    ['nothing', ''],
  ])('after a file of %s begins full, and says so', async (_, text) => {
    const path = join(folder(), 'buckets.json')
    writeFileSync(path, text)
    const { left, gateway } = await start({}, path)
    expect(await left(connections)).toBe('2')
    expect(gateway.faults.join()).toContain(path)
  })
  it('believes no level beyond the bucket, and no pause beyond the longest', async () => {
    const path = join(folder(), 'buckets.json')
    const first = await start({}, path)
    await first.left(connections)
    await first.gateway.app.keep()
    const [key] = Object.keys(JSON.parse(readFileSync(path, 'utf8')).buckets)
    const one = { level: 1e9, at: Date.now() + 1e9, pausedUntil: 0 }
    writeFileSync(path, JSON.stringify({ version: 1, buckets: { [key ?? '']: one } }))
    expect(await (await start({}, path)).left(connections)).toBe('2')
    writeFileSync(
      path,
      JSON.stringify({ version: 1, buckets: { [key ?? '']: { ...one, level: -1e9, pausedUntil: 9e15 } } }),
    )
    const refused = await (await start({}, path)).gateway.ask(connections)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  })
  it('writes what nobody else may read, whole, through no link, and no token', async () => {
    const own = folder()
    const path = join(own, 'buckets.json')
    const elsewhere = join(folder(), 'victim')
    writeFileSync(elsewhere, 'untouched')
    symlinkSync(elsewhere, path)
    const { left, gateway, handOver } = await start({ ACCESS_TOKEN: 'canary-1' }, path)
    await left(connections)
    await left(connections, await handOver({ version3: 'canary-2' }))
    await gateway.app.keep()
    expect(readFileSync(elsewhere, 'utf8')).toBe('untouched')
    expect(readdirSync(own)).toEqual(['buckets.json'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    expect(Object.keys(JSON.parse(text).buckets)).toHaveLength(2)
    expect(text).not.toContain('canary')
  })
})

describe('a job that takes all it can get', () => {
  const bucket = { capacity: 10, refillPerMinute: 0.01 }
  const job = { headers: { 'x-forecourt-priority': 'job' } }
  it('leaves a quarter to people, and they a tenth to changes', async () => {
    const { gateway, host } = await start({}, undefined, bucket)
    const ask = async (path: string, init?: RequestInit) => (await gateway.ask(path, init)).status
    const many = (start: number, init?: RequestInit) =>
      Promise.all(Array.from({ length: 12 }, (_, nth) => ask(`${connections}/${start + nth}`, init)))
    const sentOf = (statuses: number[]) => statuses.filter((status) => status === 200).length
    expect(sentOf(await many(0, job))).toBe(8)
    expect(sentOf(await many(100))).toBe(1)
    expect(await ask(`${connections}/x`, { method: 'DELETE', ...job })).toBe(429)
    expect(await ask(`${connections}/x`, { method: 'DELETE' })).toBe(200)
    expect(await ask(`${connections}/x`, { method: 'DELETE' })).toBe(429)
    expect(host.requests).toHaveLength(10)
  })
  it('is told what is kept from it', async () => {
    const { gateway } = await start({}, undefined, bucket)
    expect((await gateway.ask(connections, job)).headers.get('x-forecourt-bucket')).toBe(
      'remaining=9, capacity=10, refill=0.01/min, reserve=2',
    )
  })
})
