/** Forwarding: byte for byte, only the interface's operations, each request once, every failure told. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../api/api'
import { hosts as prefixes } from '../../api/endpoint'
import { untilEnded } from '../../api/pending-harness'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
const canary = 'canary-token-0815'
const all = (address: string) => ({ vehicleData: address, vehicle: address, management: address })

beforeAll(async () => {
  host = await startHost((req, res) => {
    if (req.url?.includes('redirect')) res.writeHead(302, { location: 'http://elsewhere.example/' }).end()
    else if (req.url?.includes('headers')) {
      res.writeHead(200, {
        'content-type': 'application/json',
        'sc-data-age': '2026-01-01T00:00:00Z',
        'sc-request-id': 'r-1',
        'retry-after': '3',
        'set-cookie': 'stolen=1',
        'www-authenticate': 'Basic',
        'access-control-allow-origin': '*',
        'content-security-policy': 'default-src *',
      })
      res.end('{"data":{}}')
    } else if (req.method === 'DELETE') res.writeHead(204).end()
    else res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  gateway = await startTestGateway(all(host.address), {
    ACCESS_TOKEN: canary,
    VEHICLE_DATA_TOKEN: 'version-2',
    MANAGEMENT_TOKEN: 'management',
    HEADER_PREFIX: 'xy',
  })
})
beforeEach(() => {
  host.requests.length = 0
  gateway.lines.length = 0
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

const raw = (target: string, method = 'GET', extra = '') =>
  gateway.raw(
    `${method} ${target} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nOrigin: ${gateway.origin}\r\n${extra}Connection: close\r\n\r\n`,
  )

/** What an operation takes, in the spelling of the gateway. */
function bodyFor({ body, host: name }: (typeof endpoints)[number]): string {
  if (!body) return ''
  if (name === 'vehicleData') return '{"requests":[{"path":"/odometer"}]}'
  return '{"data":{"attributes":{"webhookId":"w","userId":"u","vehicleId":"v"}}}'
}

describe('what is forwarded', () => {
  it.each([
    '/v3/connections?filter[user.externalId]=007&page[number]=2',
    '/v3/connections?filter%5BuserId%5D=a%26b%3Dc%23d&x=%zz&y=+&z="q"',
    '/v3/connections/a%2Fb',
    '/v3/connections/%22%C3%BC%F0%9F%9A%97',
    '/v3/connections/"quoted"',
    "/v3/connections/!*'();:@,$~",
    '/v3/connections?',
  ])('%s, byte for byte', async (target) => {
    expect(await raw(`/api/vehicle${target}`)).toContain('200 OK')
    expect(host.requests.map((request) => request.target)).toEqual([target])
  })
  it('every operation of the table reaches its host with its bearer, and no other header', async () => {
    for (const endpoint of endpoints) {
      if (endpoint.extension) continue
      host.requests.length = 0
      const target = endpoint.path.replace(/\{\w+\}/g, 'some-id')
      const response = await gateway.ask(prefixes[endpoint.host] + target, {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          cookie: 'a=b',
          'x-forwarded-for': '1.2.3.4',
          'x-http-method-override': 'DELETE',
          authorization: 'Bearer forged',
          'accept-language': 'de',
        },
        ...(endpoint.method === 'POST' && { body: bodyFor(endpoint) }),
      })
      expect(response.status).toBeLessThan(300)
      const [request] = host.requests
      expect([request?.method, request?.target]).toEqual([endpoint.method, target])
      const token = { vehicleData: 'version-2', vehicle: canary, management: 'management' }[endpoint.host]
      const { host: _, connection: __, 'content-length': ___, ...sent } = request?.headers ?? {}
      expect(sent).toEqual({
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(endpoint.method === 'POST' && { 'content-type': 'application/json' }),
      })
      expect(request?.body).toBe(bodyFor(endpoint))
    }
  })
  it('names the user by the prefix, where the endpoint does', async () => {
    await gateway.ask('/api/vehicle/v3/vehicles/v/signals/s/values', { headers: { 'x-forecourt-user': 'user-7' } })
    await gateway.ask('/api/vehicle/v3/connections', { headers: { 'x-forecourt-user': 'user-7' } })
    expect(host.requests.map(({ headers }) => headers['xy-user-id'])).toEqual(['user-7', undefined])
  })
  it('keeps the facts of an answer’s headers and nothing that could act', async () => {
    const { headers } = await gateway.ask('/api/vehicle/v3/connections/headers')
    expect(headers.get('sc-data-age')).toBe('2026-01-01T00:00:00Z')
    expect(headers.get('retry-after')).toBe('3')
    for (const name of ['set-cookie', 'www-authenticate', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })
  it('follows no redirect', async () => {
    const response = await gateway.ask('/api/vehicle/v3/connections/redirect')
    expect(response.headers.get('location')).toBeNull()
    expect(await codeOf(response)).toBe('502 GATEWAY UPSTREAM_UNREACHABLE')
    expect(host.requests).toHaveLength(1)
  })
})

describe('what is not an operation', () => {
  it.each([
    ['encoded slash in a literal', '/api/vehicle/v3%2Fconnections'],
    ['parent segment', '/api/vehicle/v3/connections/../users/x'],
    ['encoded parent segment', '/api/vehicle/v3/connections/%2e%2e'],
    ['dot segment', '/api/vehicle/v3/connections/.'],
    ['empty segment', '/api/vehicle/v3//connections'],
    ['trailing slash', '/api/vehicle/v3/connections/'],
    ['another host’s operation', '/api/management/v3/connections'],
    ['an extension that is not switched on', '/api/management/v3/subscriptions'],
    ['another version', '/api/vehicle/v2.0/connections'],
    ['a host that does not exist', '/api/admin/v3/connections'],
    ['the prefix alone', '/api/'],
  ])('%s', async (_, target) => {
    const answer = await raw(target)
    expect(answer).toContain('404 Not Found')
    expect(answer).toContain('NOT_AN_OPERATION')
    expect(host.requests).toEqual([])
  })
  it.each(['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'POST'])('%s on a GET', async (method) => {
    expect(await raw('/api/vehicle/v3/connections', method, 'Content-Length: 0\r\n')).toContain('404 Not Found')
    expect(host.requests).toEqual([])
  })
  it('a raw backslash is refused before anything looks at it', async () => {
    expect(await raw('/api/vehicle/v3/connections/..\\..\\x')).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(host.requests).toEqual([])
  })
  it('an absolute target names nothing', async () => {
    const answer = await raw(`http://localhost:${gateway.port}/api/vehicle/v3/connections`)
    expect(answer).toContain('NOT_AN_OPERATION')
    expect(host.requests).toEqual([])
  })
})

describe('changes', () => {
  it('write an attempt and an outcome with one id, and never a token', async () => {
    await gateway.ask('/api/vehicle/v3/connections/a%2Fb', { method: 'DELETE' })
    const [attempt, outcome] = gateway.lines.map((line) => JSON.parse(line))
    expect(attempt).toMatchObject({
      event: 'attempt',
      host: 'vehicle',
      operation: 'DELETE /v3/connections/{connectionId}',
      parameters: { connectionId: 'a/b' },
    })
    expect(outcome).toMatchObject({ event: 'outcome', id: attempt.id, status: 204 })
    expect(gateway.lines.join()).not.toContain(canary)
    await gateway.ask('/api/vehicle/v3/connections')
    expect(gateway.lines).toHaveLength(2)
  })
})

describe('a UUID with what was pasted with it', () => {
  const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  it.each(['DELETE', 'GET'])(
    'is refused as the ID of a %s, because a 404 would say that there is none',
    async (method) => {
      const answer = await gateway.ask(`/api/vehicle/v3/connections/%E2%80%8B${uuid}`, { method })
      expect(await codeOf(answer.clone())).toBe('400 GATEWAY BAD_REQUEST')
      expect(await answer.text()).toContain(`Use ${uuid}.`)
    },
  )
  it('is refused in the body of a subscription', async () => {
    const attributes = { webhookId: 'w', userId: `${uuid}\u2060`, vehicleId: 'v' }
    const init = { method: 'POST', body: JSON.stringify({ data: { attributes } }) }
    const answer = await gateway.ask('/api/management/v3/subscriptions', init)
    expect(await codeOf(answer.clone())).toBe('400 GATEWAY BAD_REQUEST')
    expect(await answer.text()).toContain(`userId can’t be`)
  })
  afterEach(() => expect([host.requests, gateway.lines]).toEqual([[], []]))
})

describe('bodies', () => {
  it('past the limit are refused, by their length or while they are read', async () => {
    const big = 'x'.repeat(256 * 1024 + 1)
    expect(await codeOf(await gateway.ask('/api/management/v3/subscriptions', { method: 'POST', body: big }))).toBe(
      '413 GATEWAY BODY_TOO_LARGE',
    )
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(big))
        controller.close()
      },
    })
    const init = { method: 'POST', body: chunked, duplex: 'half' } as RequestInit
    expect(await codeOf(await gateway.ask('/api/management/v3/subscriptions', init))).toBe('413 GATEWAY BODY_TOO_LARGE')
    expect(host.requests).toEqual([])
    expect(gateway.lines).toEqual([])
  })
})

describe('hosts that fail', () => {
  let server: Server | undefined
  let own: TestGateway | undefined
  afterEach(async () => {
    await own?.close()
    server?.close()
  })
  /** A host made of bare sockets: `act` gets each connection once its request has arrived. */
  async function failing(act: (socket: import('node:net').Socket, request: string) => void, env = {}) {
    const seen: string[] = []
    server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        seen.push(data.toString())
        act(socket, data.toString())
      })
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // listening on TCP
    own = await startTestGateway(all(`http://127.0.0.1:${port}`), {
      ACCESS_TOKEN: canary,
      READ_TIMEOUT_MS: '200',
      ...env,
    })
    return { own, seen }
  }
  it('that cannot be reached', async () => {
    const gone = await startHost()
    gone.close()
    const own = await startTestGateway(all(gone.address), { ACCESS_TOKEN: canary })
    const response = await own.ask('/api/vehicle/v3/connections')
    const text = await response.clone().text()
    expect(await codeOf(response)).toBe('502 GATEWAY UPSTREAM_UNREACHABLE')
    expect(text).toContain('refused')
    expect(text).not.toContain(canary)
    await own.close()
  })
  it('that reset before an answer: told, and a change is not sent again', async () => {
    const { own, seen } = await failing((socket) => socket.destroy())
    expect(await codeOf(await own.ask('/api/vehicle/v3/connections/x', { method: 'DELETE' }))).toBe(
      '502 GATEWAY UPSTREAM_UNREACHABLE',
    )
    expect(seen).toHaveLength(1)
    expect(JSON.parse(own.lines[1] ?? '')).toMatchObject({ event: 'outcome', status: 'unknown' })
  })
  it('that do not answer in time', async () => {
    const { own, seen } = await failing(() => {})
    expect(await codeOf(await own.ask('/api/vehicle/v3/connections'))).toBe('504 GATEWAY UPSTREAM_TIMEOUT')
    expect(await codeOf(await own.ask('/api/vehicle/v3/connections/x', { method: 'DELETE' }))).toBe(
      '504 GATEWAY UPSTREAM_TIMEOUT',
    )
    expect(seen).toHaveLength(2)
    expect(JSON.parse(own.lines[1] ?? '')).toMatchObject({ status: 'unknown' })
  })
  it.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"data":['],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"data":[\r\n',
    ],
  ])('that break off in the body %s: broken here too, never quietly complete', async (_, answer) => {
    const { own } = await failing((socket) => socket.write(answer, () => setImmediate(() => socket.destroy())))
    await expect(own.ask('/api/vehicle/v3/connections').then((response) => response.text())).rejects.toThrow()
  })
  it('reads end at the host when the browser goes away', async () => {
    const { end: closed, ended } = untilEnded()
    const { end: arrived, ended: begun } = untilEnded()
    const { own } = await failing(
      (socket) => {
        socket.once('close', closed)
        arrived()
      },
      { READ_TIMEOUT_MS: '60000' },
    )
    const browser = new AbortController()
    const asked = own.ask('/api/vehicle/v3/connections', { signal: browser.signal }).catch(() => undefined)
    await begun
    browser.abort()
    await Promise.all([asked, ended])
  })
  it('a change is carried to its end though the browser has gone', async () => {
    let answer = () => {}
    const { end: arrived, ended: begun } = untilEnded()
    let isCut = false
    const { own } = await failing(
      (socket) => {
        socket.once('close', () => {
          isCut = true
        })
        answer = () => socket.end('HTTP/1.1 204 No Content\r\n\r\n')
        arrived()
      },
      { READ_TIMEOUT_MS: '60000' },
    )
    const browser = new AbortController()
    const asked = own
      .ask('/api/vehicle/v3/connections/x', { method: 'DELETE', signal: browser.signal })
      .catch(() => undefined)
    await begun
    browser.abort()
    await asked
    await own.ask('/healthz') // by now the server knows that the browser has gone
    expect(isCut).toBe(false)
    answer()
    await vi.waitFor(() => expect(own.lines).toHaveLength(2))
    expect(JSON.parse(own.lines[1] ?? '')).toMatchObject({ event: 'outcome', status: 204 })
  })
})
