/** Awkward hosts and browsers: each request reaches its host once, and each failure is told as what it is. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startSocketHost, startTestGateway, type TestGateway } from '../harness'

const canary = 'canary-token-4711'
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) await close()
})

type Act = Parameters<typeof startSocketHost>[0]
async function over(act: Act, env: Record<string, string> = {}, base = '') {
  const host = await startSocketHost(act)
  const address = host.address + base
  const gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    { ACCESS_TOKEN: canary, VEHICLE_DATA_TOKEN: canary, ...env },
  )
  closers.push(gateway.close, host.close)
  return { host, gateway }
}
const connections = '/api/vehicle/v3/connections'
const batch = '/api/vehicle-data/v2.0/vehicles/v/batch'
const values = '/api/vehicle/v3/vehicles/v/signals/s/values'
const subscribe = (gateway: TestGateway, more = '') =>
  `POST /api/management/v3/subscriptions HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nOrigin: ${gateway.origin}\r\n${more}`
const answer = (body: string, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`

describe('a base path', () => {
  it('stands before the path, which stays as it is', async () => {
    const { host, gateway } = await over((socket) => socket.end(answer('{}')), {}, '/tenant/a%2Fb')
    await gateway.ask(`${connections}/x%2Fy?q=%22+`)
    expect(host.seen[0]).toMatch(/^GET \/tenant\/a%2Fb\/v3\/connections\/x%2Fy\?q=%22\+ HTTP\/1\.1\r\n/)
  })
})

describe('an extension', () => {
  it('is an operation where CONFIG switches it on', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(file, '{"extensions":["subscriptions.list"]}')
    const { host, gateway } = await over((socket) => socket.end(answer('{}')), { CONFIG: file })
    expect((await gateway.ask('/api/management/v3/subscriptions?page[size]=1')).status).toBe(200)
    expect(host.seen[0]).toMatch(/^GET \/v3\/subscriptions\?page\[size\]=1 /)
  })
})

describe('a connection that was kept alive', () => {
  it('is never used for a change: one that its host has closed would lose it, or send it twice', async () => {
    const heard = new Map<object, number>()
    const { host, gateway } = await over((socket) => {
      const count = (heard.get(socket) ?? 0) + 1
      heard.set(socket, count)
      if (count > 1)
        socket.destroy() // the host has tired of it
      else socket.write(answer('{}'))
    })
    await (await gateway.ask(connections)).text()
    expect((await gateway.ask(`${connections}/x`, { method: 'DELETE' })).status).toBe(200)
    expect(host.seen.filter((text) => text.startsWith('DELETE'))).toHaveLength(1)
    expect(host.seen.at(-1)).toMatch(/connection: close/i)
  })
  it('that breaks under a batch is told, and the batch is not sent again', async () => {
    let requests = 0
    const { host, gateway } = await over((socket) => {
      requests += 1
      if (requests > 1) socket.destroy()
      else socket.write(answer('{"responses":[]}'))
    })
    const send = () => gateway.ask(batch, { method: 'POST', body: '{"requests":[]}' })
    await (await send()).text()
    expect(await codeOf(await send())).toBe('502 GATEWAY UPSTREAM_UNREACHABLE')
    expect(host.seen.filter((text) => text.startsWith('POST'))).toHaveLength(2)
  })
})

describe('a browser that leaves', () => {
  it('ends a batch at its host: it only reads', async () => {
    const { host, gateway } = await over(() => {})
    const browser = new AbortController()
    const asked = gateway.ask(batch, { method: 'POST', body: '{"requests":[]}', signal: browser.signal })
    const [socket] = await host.arrived
    const closed = once(socket, 'close')
    browser.abort()
    await Promise.all([expect(asked).rejects.toThrow(), closed])
  })
  it('ends a read whose answer has begun', async () => {
    const { host, gateway } = await over((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'),
    )
    const browser = new AbortController()
    const response = await gateway.ask(connections, { signal: browser.signal })
    const [socket] = await host.arrived
    const closed = once(socket, 'close')
    browser.abort()
    await Promise.all([expect(response.text()).rejects.toThrow(), closed])
  })
  it('while it still sends a body changes nothing, and is no failure of the server', async () => {
    const { host, gateway } = await over(() => {})
    const browser = connect(gateway.port, '127.0.0.1')
    browser.write(`${subscribe(gateway, 'Content-Length: 100\r\nExpect: 100-continue\r\n')}\r\n`)
    await once(browser, 'data') // "100 Continue": the server has begun to read
    browser.write('{"data":')
    browser.destroy()
    const open = () => new Promise<number>((resolve) => gateway.server.getConnections((_, count) => resolve(count)))
    await vi.waitFor(async () => expect(await open()).toBe(0))
    await gateway.ask('/healthz')
    const faults = gateway.faults.filter((line) => JSON.parse(line).level !== 'info')
    expect([host.seen, gateway.lines, faults]).toEqual([[], [], []])
  })
})

describe('answers', () => {
  it.each([
    ['a redirect with a long body', 'HTTP/1.1 302 Found\r\nLocation: http://x/\r\nContent-Length: 99999\r\n\r\nabc'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ])('%s is an error of its own, and the next request is answered', async (_, text) => {
    const { gateway } = await over((socket) => socket.write(text))
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await codeOf(await gateway.ask(connections))).toBe('502 GATEWAY UPSTREAM_UNREACHABLE')
    }
    const response = await gateway.ask(`${connections}/x`, { method: 'DELETE' })
    expect([response.status, response.headers.get('location')]).toEqual([502, null])
    const told = gateway.lines.map((line) => JSON.parse(line))
    expect(told.map(({ event, status }) => [event, status])).toEqual([
      ['attempt', undefined],
      ['outcome', text.includes('302') ? 302 : 'unknown'],
    ])
  })
  it('that stall in the body are broken, never quietly complete', async () => {
    const { gateway } = await over(
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"data":['),
      { READ_TIMEOUT_MS: '1000' }, // its head arrives long before
    )
    const response = await gateway.ask(connections)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })
  it('of a vehicle may take as long as vehicle reads may', async () => {
    const { gateway } = await over(() => {}, { READ_TIMEOUT_MS: '60000', VEHICLE_READ_TIMEOUT_MS: '50' })
    const late = [gateway.ask(values), gateway.ask('/api/vehicle-data/v2.0/vehicles/v/vin')]
    for (const response of await Promise.all(late)) expect(await codeOf(response)).toBe('504 GATEWAY UPSTREAM_TIMEOUT')
  })
  it('are passed while they arrive, compressed as they are', async () => {
    const { host, gateway } = await over((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nX-RateLimit-Remaining: 4\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n'),
    )
    const response = await gateway.ask(connections)
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('[')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('4')
    const [socket] = await host.arrived
    socket.end('1\r\n]\r\n0\r\n\r\n')
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(']')
  })
  it('of errors keep their status and body', async () => {
    const body = '{"errors":[{"code":"RATE_LIMIT"}]}'
    const { gateway } = await over((socket) =>
      socket.end(`HTTP/1.1 430 Limit\r\nRetry-After: 7\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    )
    const response = await gateway.ask(connections)
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([430, '7', body])
  })
})

describe('the user a reading is asked for', () => {
  it('is one that a header carries as it is, or nothing is asked', async () => {
    const { host, gateway } = await over((socket) => socket.end(answer('{}')), { HEADER_PREFIX: 'xy' })
    for (const user of ['', 'jürgen', 'a\tb']) {
      const refused = await gateway.raw(
        `GET ${values} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nX-Forecourt: 1\r\nX-Forecourt-User: ${user}\r\nConnection: close\r\n\r\n`,
      )
      expect(refused).toContain('BAD_REQUEST')
    }
    expect(host.seen).toEqual([])
    await gateway.ask(values, { headers: { 'x-forecourt-user': 'auth0|7 b' } })
    expect(host.seen[0]).toContain('\r\nxy-user-id: auth0|7 b\r\n')
  })
  it('is not named where no prefix is set', async () => {
    const { host, gateway } = await over((socket) => socket.end(answer('{}')))
    await gateway.ask(values, { headers: { 'x-forecourt-user': 'u' } })
    expect(host.seen[0]).not.toContain('user')
  })
})

describe('a body past the limit', () => {
  it.each([
    ['by its length, before it is sent', 'Content-Length: 2000000\r\n\r\n'],
    ['in chunks that never end', `Transfer-Encoding: chunked\r\n\r\n800\r\n${'x'.repeat(0x800)}\r\n`],
  ])('%s: answered, then the connection is closed', async (_, rest) => {
    const host = await startHost()
    const { address } = host
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: canary, BODY_LIMIT_KB: '1' })
    closers.push(gateway.close, host.close)
    const received = await gateway.raw(subscribe(gateway) + rest) // resolves when the connection has ended
    expect(received).toContain('413 Payload Too Large')
    expect(received).toContain('BODY_TOO_LARGE')
    expect([host.requests, gateway.lines]).toEqual([[], []])
  })
})

describe('a browser that left before its request was looked at', () => {
  it('is billed for no read; its change is carried all the same', async () => {
    const { host, gateway } = await over((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
    const ask = (method: string, url: string) => {
      const incoming = Object.assign(new IncomingMessage(new Socket()), { method, url })
      Object.assign(incoming.headers, { host: `localhost:${gateway.port}`, 'sec-fetch-site': 'same-origin' })
      const outgoing = new ServerResponse(incoming)
      outgoing.destroy() // closed: it is not heard any more
      return gateway.app.app.fetch(new Request(gateway.origin + url, { method }), { incoming, outgoing })
    }
    await ask('GET', values)
    expect([host.seen, gateway.lines]).toEqual([[], []])
    expect(JSON.parse(gateway.log[0] ?? '')).toMatchObject({ status: 499 })
    await ask('DELETE', `${connections}/x`)
    expect(host.seen).toHaveLength(1)
    expect(JSON.parse(gateway.lines[1] ?? '')).toMatchObject({ event: 'outcome', status: 204 })
  })
})

describe('what is written down', () => {
  it('holds no token, whatever happens', async () => {
    const written: string[] = []
    for (const stream of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((...all) => written.push(all.map(String).join(' ')))
    const { gateway } = await over((socket, text) =>
      text.startsWith('DELETE') ? socket.destroy() : socket.end(answer('{}')),
    )
    const { cookies } = await gateway.session({ version3: `${canary}-handed-over` })
    const headers = { cookie: cookies.map((line) => line.split(';')[0]).join('; ') }
    const responses = [
      await gateway.ask(`${connections}/x`, { method: 'DELETE' }),
      await gateway.ask(`${connections}/x`, { method: 'DELETE', headers }),
      await gateway.ask(connections, { headers }),
      await gateway.ask(`${connections}/%2e`, { headers }),
      await gateway.ask('/config.json', { headers }),
      await gateway.ask('/session', { headers }),
    ]
    for (const response of responses) {
      written.push(await response.text(), JSON.stringify([...response.headers]))
    }
    expect(gateway.lines).toHaveLength(4)
    expect(
      [...gateway.lines, ...gateway.events, ...gateway.log, ...gateway.faults, ...written].join('\n'),
    ).not.toContain(canary)
  })
})
