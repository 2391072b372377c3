/** How long both listeners keep a connection without a request: longer than a load balancer reuses it. */
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepConnections } from '../receiver/keep-alive'
import { startHost, startSocketHost, startTestGateway } from './harness'
import { endStalled, serverOptions } from './server-limits'
import { readEnvironment } from './settings/environment'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const behindProxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'none' }
const AWS_MS = 60_000
const GOOGLE_MS = 600_000
const soon = { interval: 5, timeout: 10_000 }

async function start(env: Record<string, string> = {}) {
  const host = await startHost()
  closers.push(host.close)
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const gateway = await startTestGateway(hosts, env)
  closers.push(gateway.close)
  const sockets: Socket[] = []
  gateway.server.on('connection', (socket: Socket) => sockets.push(socket))
  return { ...gateway, sockets }
}

/** A connection on which requests follow one another. */
function open(port: number) {
  const client = connect(port, '127.0.0.1')
  closers.push(() => client.destroy())
  let received = ''
  let responses = 0
  client.on('data', (chunk) => {
    received += chunk
  })
  client.on('error', () => undefined)
  return {
    isOpen: () => !client.destroyed,
    received: () => received,
    async request() {
      responses += 1
      client.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await vi.waitFor(() => expect(received.split('{"status":"ok"}')).toHaveLength(responses + 1), soon)
    },
  }
}
const advertised = (text: string) => Number(/^keep-alive: timeout=(\d+)$/im.exec(text)?.[1]) * 1000

describe('a connection without a request', () => {
  it('outlasts the idle time of AWS and Google if a proxy is trusted', async () => {
    const { port, sockets } = await start(behindProxy)
    const proxy = open(port)
    await proxy.request()
    expect(advertised(proxy.received())).toBeGreaterThan(GOOGLE_MS)
    await vi.waitFor(() => expect(sockets[0]?.timeout).toBeGreaterThan(GOOGLE_MS))
  })

  it('is five seconds without a trusted proxy, and for those who connect past it', async () => {
    const { port } = await start()
    const direct = open(port)
    await direct.request()
    expect(advertised(direct.received())).toBe(5_000)
    const other = await start({ ...behindProxy, TRUSTED_PROXY: '192.0.2.1' })
    const stranger = open(other.port)
    await stranger.request()
    expect(advertised(stranger.received())).toBe(5_000)
    await vi.waitFor(() => expect(other.sockets[0]?.timeout).toBeLessThan(AWS_MS))
  })

  it('is kept as long as KEEP_ALIVE_MS says', async () => {
    const of = (env: Record<string, string>) => readEnvironment({ SESSION_SECRET: 's'.repeat(32), ...env }).keepAlive
    expect(of({})).toEqual({ proxyMs: 5_000, directMs: 5_000 })
    expect(of({ KEEP_ALIVE_MS: '4100000' })).toEqual({ proxyMs: 4_100_000, directMs: 4_100_000 })
    expect(of(behindProxy)).toEqual({ proxyMs: 620_000, directMs: 5_000 })
    expect(of({ ...behindProxy, KEEP_ALIVE_MS: '2000' })).toEqual({ proxyMs: 2_000, directMs: 2_000 })
    for (const value of ['0', '999', '-1', '1e9', '86400001'])
      expect(() => of({ KEEP_ALIVE_MS: value })).toThrow('KEEP_ALIVE_MS: got')
    const { port } = await start({ KEEP_ALIVE_MS: '70000' })
    const direct = open(port)
    await direct.request()
    expect(advertised(direct.received())).toBe(70_000)
  })

  it('takes another one after it was idle for longer than headers may take, and the stranger’s is closed by then', async () => {
    const limits = { headersMs: 200, requestMs: 400, stallMs: 300 }
    const server = createServer(serverOptions(limits), (_, response) => response.end('{"status":"ok"}'))
    endStalled(server, limits)
    let isTrusted = true
    keepConnections(server, { proxyMs: 60_000, directMs: 50 }, () => isTrusted)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo // listening on TCP
    const proxy = open(port)
    await proxy.request()
    isTrusted = false
    const stranger = open(port)
    await stranger.request()
    await vi.waitFor(() => expect(stranger.isOpen()).toBe(false), soon)
    await setTimeout(limits.headersMs)
    await proxy.request()
    expect(proxy.isOpen()).toBe(true)
  })
})

describe('a server that stops', () => {
  it('closes each connection with its response, so that a proxy sends nothing on one that is about to close', async () => {
    const host = await startSocketHost(() => undefined)
    closers.push(host.close)
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't' })
    closers.push(gateway.close)
    const inProgress = gateway.ask('/api/vehicle/v3/connections')
    const [upstream] = await host.arrived
    gateway.app.stopping()
    upstream.end('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"data":[]}')
    expect((await inProgress).headers.get('connection')).toBe('close')
    const late = open(gateway.port)
    await late.request()
    expect(late.received()).toMatch(/^connection: close$/im)
    await vi.waitFor(() => expect(late.isOpen()).toBe(false), soon)
  })
})
