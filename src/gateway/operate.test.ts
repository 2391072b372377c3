/** What whoever runs the server sees: readiness, metrics, a line and an id for each request, and no secret in any. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startHost, startSocketHost, startTestGateway } from './harness'
import { serveMetrics } from './metrics'
import { createLooks, reach } from './reach'
import { createReadiness, LOOK_EVERY_MS } from './ready'

const canary = 'canary-token-12'
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) await close()
})
const all = (address: string) => ({ vehicleData: address, vehicle: address, management: address })
async function hostThat(...reply: Parameters<typeof startHost>) {
  const host = await startHost(...reply)
  closers.push(host.close)
  return host
}
async function gatewayFor(hosts: ReturnType<typeof all>, env = {}) {
  const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: canary, VEHICLE_DATA_TOKEN: canary, ...env })
  closers.push(gateway.close)
  await gateway.app.team.opened()
  return gateway
}
const gone = async () => {
  const host = await startHost()
  host.close()
  return host.address
}

describe('reach', () => {
  it('is any answer of the root, without a token and without following', async () => {
    const host = await hostThat((_, res) => res.writeHead(302, { location: 'http://elsewhere.example/' }).end('x'))
    expect(await reach(`${host.address}/base`)).toEqual({
      reachable: true,
      status: 302,
      durationMs: expect.any(Number),
    })
    expect(host.requests).toMatchObject([{ method: 'GET', target: '/base/', body: '' }])
    expect(host.requests[0]?.headers.authorization).toBeUndefined()
  })
  it('says why there is none', async () => {
    expect(await reach(await gone())).toEqual({ reachable: false, error: 'the connection was refused' })
    const silent = await startSocketHost(() => {})
    closers.push(silent.close)
    expect(await reach(silent.address, 50)).toEqual({ reachable: false, error: 'no response within 50 ms' })
  })
})

describe('/readyz', () => {
  it('speaks of this process alone, and asks no host', async () => {
    const gateway = await gatewayFor(all(await gone()))
    const response = await gateway.ask('/readyz')
    expect([response.status, await response.json()]).toEqual([200, { ready: true, store: 'ready' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
  it('is 503 once the process is about to stop, while everything is still served', async () => {
    const host = await hostThat()
    const gateway = await gatewayFor(all(host.address))
    gateway.app.stopping()
    const response = await gateway.ask('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ ready: false, reason: 'stopping', store: 'ready' })
    expect((await gateway.ask('/healthz')).status).toBe(200)
    expect((await gateway.ask('/api/vehicle/v3/connections')).status).toBe(200)
  })
})

describe('/hostz', () => {
  async function hostzOf(gateway: Awaited<ReturnType<typeof gatewayFor>>) {
    const server = await serveMetrics(gateway.app, 0, '127.0.0.1')
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo // listening on TCP
    return () => fetch(`http://127.0.0.1:${port}/hostz`)
  }
  it('is 200 while every host answers, whatever it answers', async () => {
    const host = await hostThat((_, res) => res.writeHead(404).end())
    const hostz = await hostzOf(await gatewayFor(all(host.address)))
    const answered = { reachable: true, status: 404, durationMs: expect.any(Number) }
    const response = await hostz()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      reachable: true,
      hosts: { vehicleData: answered, vehicle: answered, management: answered },
    })
    expect(host.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(Array(3).fill('GET /'))
    for (const { headers } of host.requests) expect(headers.authorization).toBeUndefined()
  })
  it('is 503 and names the host that does not', async () => {
    const host = await hostThat()
    const hostz = await hostzOf(await gatewayFor({ ...all(host.address), management: await gone() }))
    const response = await hostz()
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      reachable: false,
      hosts: { vehicle: { reachable: true }, management: { reachable: false, error: 'the connection was refused' } },
    })
  })
  it('is not on the console’s port', async () => {
    const gateway = await gatewayFor(all(await gone()))
    expect(await (await gateway.ask('/hostz')).text()).not.toContain('reachable')
  })
  it('looks once for all who ask, and again only when the look is old', async () => {
    const host = await hostThat()
    let time = 0
    const hosts = all(host.address)
    const store = { state: () => 'ready' as const, reason: () => undefined }
    const { report } = createReadiness({ hosts, look: createLooks(hosts, () => time), serviceToken: undefined, store })
    await Promise.all([report(), report(), report()])
    time = LOOK_EVERY_MS - 1
    await report()
    expect(host.requests).toHaveLength(3)
    time = LOOK_EVERY_MS
    await report()
    expect(host.requests).toHaveLength(6)
  })
})

describe('the look at the start', () => {
  it('reports each host, and whether a token can be had', async () => {
    const host = await hostThat()
    const tokens = await hostThat((_, res) => res.writeHead(401).end('{"error":"invalid_client"}'))
    const TOKEN_URL = `${tokens.address}/token`
    const client = { ACCESS_TOKEN: '', TOKEN_URL, CLIENT_ID: 'a', CLIENT_SECRET: canary }
    const nowhere = await gone()
    const gateway = await gatewayFor({ ...all(host.address), management: nowhere }, client)
    expect(await gateway.app.report()).toEqual([
      `${host.address} responds (200); its token wasn’t tried, because every request is billed.`,
      `${host.address} responds (200); no token is set for it.`,
      `${nowhere} can’t be reached: the connection was refused.`,
      expect.stringMatching(`^${TOKEN_URL} returned no token: it returned 401`),
    ])
    expect(host.requests.map(({ target }) => target)).toEqual(['/', '/'])
  })
  it('tries each token on a list of one row, and spends no vehicle read for it', async () => {
    const taken = await hostThat()
    const refusing = await hostThat((req, res) => res.writeHead(req.url === '/' ? 200 : 401).end('{}'))
    const gateway = await gatewayFor(
      { vehicleData: taken.address, vehicle: taken.address, management: refusing.address },
      { ACCESS_TOKEN: canary, VEHICLE_DATA_TOKEN: canary },
    )
    const lines = await gateway.app.report()
    expect(lines).toEqual([
      `${taken.address} responds (200); its token wasn’t tried, because every request is billed.`,
      `${taken.address} responds (200); it accepted the token.`,
      `${refusing.address} responds (200); it rejected the token (401).`,
    ])
    expect(lines.join()).not.toContain(canary)
    const asked = taken.requests.filter(({ target }) => target !== '/')
    expect(asked.map(({ target }) => target)).toEqual(['/v3/connections?page[size]=1'])
  })
})

const secretPath = '/api/vehicle/v3/connections/id-4711'

describe('a request', () => {
  it('has one line: its template, never an id, a query or a token', async () => {
    const host = await hostThat()
    const gateway = await gatewayFor(all(host.address))
    const response = await gateway.ask(`${secretPath}?secret=1`)
    await response.text()
    await vi.waitFor(() => expect(gateway.log).toHaveLength(1))
    expect(JSON.parse(gateway.log[0] ?? '')).toEqual({
      level: 'info',
      event: 'request',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: response.headers.get('x-forecourt-request-id'),
      host: 'vehicle',
      operation: 'GET /v3/connections/{connectionId}',
      status: 200,
      durationMs: expect.any(Number),
    })
    expect(gateway.log.join()).not.toMatch(/4711|secret|canary/)
  })
  it('that is refused at the door has one with its code, and its count', async () => {
    const gateway = await gatewayFor(all((await hostThat()).address), { READ_ONLY: '1' })
    const ids = []
    for (const [path, init] of [
      ['/api/vehicle/v3/id-4711?secret=1', {}],
      ['/session', { headers: { 'sec-fetch-site': 'cross-site' } }],
      [secretPath, { method: 'DELETE' }],
      ['/auth/sign-in', {}],
      ['/nothing-4711', { method: 'POST' }],
    ] as const) {
      const { headers } = await gateway.ask(path, init)
      ids.push(headers.get('x-forecourt-request-id'))
      expect(headers.has('x-forecourt-code')).toBe(false)
    }
    await vi.waitFor(() => expect(gateway.log).toHaveLength(5))
    const lines = gateway.log.map((line) => JSON.parse(line))
    expect(lines.map(({ requestId }) => requestId)).toEqual(ids)
    const operation = 'DELETE /v3/connections/{connectionId}'
    expect(lines).toMatchObject([
      { level: 'warn', method: 'GET', route: '/api', code: 'NOT_AN_OPERATION', status: 404 },
      { level: 'warn', method: 'GET', route: '/session', code: 'FOREIGN_ORIGIN', status: 403 },
      { level: 'warn', host: 'vehicle', operation, code: 'READ_ONLY', status: 403 },
      { level: 'warn', method: 'GET', route: '/auth', code: 'NOT_AN_OPERATION', status: 404 },
      { level: 'warn', method: 'POST', route: 'page', code: 'NOT_AN_OPERATION', status: 404 },
    ])
    expect(gateway.log.join()).not.toMatch(/4711|secret|canary/)
    const text = await gateway.app.metrics.text()
    expect(text).toContain('forecourt_gateway_errors_total{code="NOT_AN_OPERATION"} 3\n')
    expect(text).toContain('forecourt_gateway_errors_total{code="FOREIGN_ORIGIN"} 1\n')
    expect(text).not.toMatch(/4711|secret/)
  })
  it('that is refused for want of a role is on the record, with who and what', async () => {
    const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
    const gateway = await gatewayFor(all((await hostThat()).address), proxy)
    const as = (roles: string) => ({ 'x-remote-user': 'eve', 'x-remote-roles': roles })
    await gateway.ask(secretPath, { method: 'DELETE', headers: as('viewer') })
    await gateway.ask(secretPath, { headers: as('none') })
    await gateway.ask(secretPath) // nobody: in the log alone, which anybody could fill
    await vi.waitFor(() => expect(gateway.log).toHaveLength(3))
    const who = { event: 'refused', operator: 'eve', subject: 'eve', client: '127.0.0.1' }
    expect(gateway.events.map((line) => JSON.parse(line))).toMatchObject([
      {
        ...who,
        code: 'ROLE',
        operation: 'DELETE /v3/connections/{connectionId}',
        parameters: { connectionId: 'id-4711' },
      },
      { ...who, code: 'NO_ROLE' },
    ])
    expect(gateway.log.map((line) => JSON.parse(line).code)).toEqual(['ROLE', 'NO_ROLE', 'SIGN_IN_REQUIRED'])
  })
  it('for a page, a file or health has none while it is well', async () => {
    const gateway = await gatewayFor(all((await hostThat()).address))
    for (const path of ['/', '/healthz', '/readyz', '/config.json', '/favicon.ico']) await gateway.ask(path)
    await gateway.ask(secretPath)
    await vi.waitFor(() => expect(gateway.log).toHaveLength(1))
  })
  it('is left out below the level that was asked for, the record is not', async () => {
    const gateway = await gatewayFor(all((await hostThat()).address), { LOG_LEVEL: 'warn' })
    await gateway.ask(secretPath)
    await gateway.ask(secretPath, { method: 'DELETE' })
    await gateway.ask('/api/nothing')
    await vi.waitFor(() => expect(gateway.log).toHaveLength(1))
    expect(JSON.parse(gateway.log[0] ?? '')).toMatchObject({ code: 'NOT_AN_OPERATION' })
    expect(gateway.lines).toHaveLength(2)
  })
  it('has its id in the errors of this server and on the record of a change', async () => {
    const gateway = await gatewayFor(all(await gone()))
    const failed = await gateway.ask(secretPath, { method: 'DELETE' })
    const id = failed.headers.get('x-forecourt-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect((await failed.json()).errors).toMatchObject([{ id, type: 'GATEWAY', code: 'UPSTREAM_UNREACHABLE' }])
    expect(gateway.lines.map((line) => JSON.parse(line).id)).toEqual([id, id])
    const other = await gateway.ask('/api/nothing')
    expect((await other.json()).errors[0].id).toBe(other.headers.get('x-forecourt-request-id'))
    expect(other.headers.get('x-forecourt-request-id')).not.toBe(id)
  })
  it('whose browser left is no failure of anyone', async () => {
    const host = await startSocketHost(() => {})
    closers.push(host.close)
    const gateway = await gatewayFor(all(host.address))
    const browser = new AbortController()
    const asked = gateway.ask(secretPath, { signal: browser.signal })
    await host.arrived
    browser.abort()
    await expect(asked).rejects.toThrow()
    await vi.waitFor(() => expect(gateway.log).toHaveLength(1))
    expect(JSON.parse(gateway.log[0] ?? '')).toMatchObject({ status: 499 })
  })
  it('whose answer broke off says so', async () => {
    const host = await hostThat((_, res) => {
      res.writeHead(200, { 'content-length': '10' })
      res.write('{', () => res.destroy())
    })
    const gateway = await gatewayFor(all(host.address))
    await expect(gateway.ask(secretPath).then((response) => response.text())).rejects.toThrow()
    await vi.waitFor(() => expect(gateway.log).toHaveLength(1))
    expect(JSON.parse(gateway.log[0] ?? '')).toMatchObject({ status: 200, cut: true })
  })
})

describe('metrics', () => {
  it('count by template, and hold no id', async () => {
    const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(CONFIG, '{"bucket":{"capacity":10,"refillPerMinute":1}}')
    const host = await hostThat((req, res) => {
      if (req.url === '/token') res.writeHead(200, { 'content-type': 'application/json' })
      res.end(req.url === '/token' ? `{"access_token":"${canary}","token_type":"bearer","expires_in":60}` : '{}')
    })
    const client = { ACCESS_TOKEN: '', TOKEN_URL: `${host.address}/token`, CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
    const gateway = await gatewayFor(all(host.address), { ...client, CONFIG })
    for (const id of ['id-1', 'id-2']) await (await gateway.ask(`/api/vehicle/v3/connections/${id}?q=1`)).text()
    await vi.waitFor(() => expect(gateway.log).toHaveLength(2))
    const text = await gateway.app.metrics.text()
    const labels = 'host="vehicle",operation="GET /v3/connections/{connectionId}"'
    expect(text).toContain(`forecourt_requests_total{${labels},status="200"} 2\n`)
    expect(text).toContain(`forecourt_request_duration_seconds_count{${labels}} 2\n`)
    expect(text).toContain('forecourt_bucket_remaining{host="vehicle"} 8\n')
    expect(text).toContain('forecourt_bucket_remaining{host="vehicleData"} 10\n')
    expect(text).toContain('forecourt_bucket_remaining{host="management"} 8\n')
    expect(text).toContain('forecourt_tokens_fetched_total 1\n')
    expect(text).not.toMatch(/id-\d|canary|q=1/)
  })
  it('say how many wait, for how long, for what, and what is open', async () => {
    const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(CONFIG, '{"bucket":{"capacity":1,"refillPerMinute":0.01}}')
    const host = await startSocketHost(() => {})
    closers.push(host.close)
    const gateway = await gatewayFor(all(host.address), { CONFIG })
    const browser = new AbortController()
    const asked = ['a', 'b'].map((id) =>
      gateway.ask(`/api/vehicle/v3/connections/${id}`, { signal: browser.signal }).catch(() => undefined),
    )
    await host.arrived
    const text = () => gateway.app.metrics.text()
    await vi.waitFor(async () => expect(await text()).toContain('forecourt_waiting_turns 1\n'))
    expect(await text()).toContain('forecourt_open_requests{host="vehicle",effect="free"} 1\n')
    expect(await text()).toContain('forecourt_waiting_for_room{host="vehicle",effect="free"} 0\n')
    expect(await text()).toContain('forecourt_wait_seconds_count{host="vehicle"} 1\n')
    expect(await text()).toContain('forecourt_buckets_paused 0\n')
    browser.abort()
    await Promise.all(asked)
    await vi.waitFor(async () =>
      expect(await text()).toContain('forecourt_open_requests{host="vehicle",effect="free"} 0\n'),
    )
  })
  it('say for how long the service has asked to wait', async () => {
    const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(CONFIG, '{"bucket":{"capacity":9,"refillPerMinute":1}}')
    const host = await hostThat((_, res) => res.writeHead(429, { 'retry-after': '300' }).end('{}'))
    const gateway = await gatewayFor(all(host.address), { CONFIG })
    await gateway.ask(secretPath)
    const text = await gateway.app.metrics.text()
    expect(text).toContain('forecourt_buckets_paused 1\n')
    expect(Number(/forecourt_pause_seconds\{host="management"\} (.*)/.exec(text)?.[1])).toBeGreaterThan(290)
  })
  it('are served on a port of their own, and not on the console’s', async () => {
    const gateway = await gatewayFor(all((await hostThat()).address))
    const server = await serveMetrics(gateway.app, 0, '127.0.0.1')
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo // listening on TCP
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(await answer.text()).toContain('# TYPE forecourt_requests_total counter')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect(await (await gateway.ask('/metrics')).text()).not.toContain('forecourt_requests_total')
    await expect(serveMetrics(gateway.app, port, '127.0.0.1')).rejects.toThrow('EADDRINUSE')
  })
})
