/** The bound of connections: idle ones make room, one address has half, and the health check gets through. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { type ConnectionLimits, createConnectionLimits } from './connection-limits'
import { startHost, startTestGateway, type TestGateway } from './harness'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const MOST = 8
const soon = { interval: 5, timeout: 10_000 }
/** From a client's address, as the server's end of the connection has it. */
const from = (address: string, socket: Socket) => Object.defineProperty(socket, 'remoteAddress', { value: address })

/** A server that holds its responses. @param addressOf the address of each connection, by its number from 0 */
async function start(addressOf = (nth: number) => `192.0.2.${nth}`) {
  const warnings: string[] = []
  let time = 0
  const limits: ConnectionLimits = createConnectionLimits(
    {
      connectionLimit: MOST,
      keepAlive: { proxyMs: 5_000, directMs: 5_000 },
      trusts: (address) => address === '198.51.100.1',
    },
    { warn: (line: unknown) => warnings.push(String(line)) },
    () => time,
  )
  const responses: ServerResponse[] = []
  const server: Server = createServer((_, response) => void responses.push(response))
  let accepted = 0
  server.on('connection', (socket) => from(addressOf(accepted++), socket))
  limits.watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const clients: Socket[] = []
  closers.push(() => {
    for (const client of clients) client.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  /** @param isBusy sends a request, which gets no response */
  async function open(isBusy = false): Promise<Socket> {
    const count = accepted
    const inProgress = responses.length
    const client = connect(port, '127.0.0.1', () => isBusy && client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    clients.push(client)
    client.on('error', () => undefined).resume()
    await vi.waitFor(() => expect(accepted).toBe(count + 1), soon)
    if (isBusy) await vi.waitFor(() => expect([client.destroyed, responses.length > inProgress]).toContain(true), soon)
    return client
  }
  const isOpen = (client: Socket | undefined) => client !== undefined && !client.destroyed
  return {
    ...{ open, limits, responses, warnings, isOpen },
    wait: (seconds: number) => {
      time += seconds * 1_000
    },
  }
}

it('closes the connection that has carried no request for the longest', async () => {
  const { open, isOpen, warnings } = await start()
  const busy = await open(true)
  const idle = await open()
  const others: Socket[] = []
  for (let nth = 2; nth <= MOST; nth += 1) others.push(await open())
  await vi.waitFor(() => expect(isOpen(idle)).toBe(false), soon)
  expect([busy, ...others].map(isOpen)).toEqual(Array(MOST).fill(true))
  expect(warnings).toEqual([])
})

it('closes a stranger’s connection before one of a proxy, which may send on it', async () => {
  const { open, isOpen } = await start((nth) => (nth === 0 ? '198.51.100.1' : `192.0.2.${nth}`))
  const proxy = await open()
  const stranger = await open()
  for (let nth = 2; nth <= MOST; nth += 1) await open()
  await vi.waitFor(() => expect(isOpen(stranger)).toBe(false), soon)
  expect(isOpen(proxy)).toBe(true)
})

it('is spare past the bound if all carry requests, and says so once a minute', async () => {
  const { open, limits, responses, warnings, wait } = await start()
  for (let nth = 0; nth <= MOST; nth += 1) await open(true)
  const spare = () => responses.map(({ req }) => limits.isSpare(req.socket))
  expect(spare()).toEqual([...Array(MOST).fill(false), true])
  await open(true)
  expect(warnings).toEqual([`The limit of connections is reached (CONNECTION_LIMIT, ${MOST}). New ones are refused.`])
  wait(60)
  await open(true)
  expect(warnings).toHaveLength(2)
})

it('lets one address have half, of which an idle one makes room for another of its own', async () => {
  const { open, isOpen } = await start((nth) => (nth < MOST ? `2001:db8::${nth}` : '192.0.2.1'))
  const idle = await open()
  for (let nth = 1; nth < MOST / 2; nth += 1) await open(true)
  const next = await open(true)
  await vi.waitFor(() => expect(isOpen(idle)).toBe(false), soon)
  expect(isOpen(next)).toBe(true)
  const refused = await open(true)
  await vi.waitFor(() => expect(isOpen(refused)).toBe(false), soon)
})

it.each(['198.51.100.1', '127.0.0.1', '::1', '::ffff:127.0.0.1'])('lets %s, a proxy, have all', async (address) => {
  const { open, isOpen } = await start(() => address)
  const clients: Socket[] = []
  for (let nth = 0; nth < MOST; nth += 1) clients.push(await open(true))
  expect(clients.map(isOpen)).toEqual(Array(MOST).fill(true))
})

it('a connection whose request has ended is idle again', async () => {
  const { open, isOpen, responses } = await start()
  const first = await open(true)
  responses[0]?.end()
  await vi.waitFor(() => expect(responses[0]?.closed).toBe(true), soon)
  for (let nth = 1; nth <= MOST; nth += 1) await open(true)
  await vi.waitFor(() => expect(isOpen(first)).toBe(false), soon)
})

it('serves the health check alone past the bound', async () => {
  const held: ServerResponse[] = []
  const host = await startHost((_, res) => void held.push(res))
  closers.push(host.close)
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const gateway: TestGateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', CONNECTION_LIMIT: '64' })
  closers.push(gateway.close)
  let started = 0
  gateway.server.on('request', () => {
    started += 1
  })
  const clients = Array.from({ length: 64 }, (_, nth) => {
    const client = connect(gateway.port, '127.0.0.1', () =>
      client.write(
        `POST /session HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nOrigin: ${gateway.origin}\r\nContent-Length: 9${nth}\r\n\r\n{`,
      ),
    )
    return client.on('error', () => undefined)
  })
  closers.push(() => clients.map((client) => client.destroy()))
  await vi.waitFor(() => expect(started).toBe(64), soon)
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: got } = await gateway.ask(path, { headers: { connection: 'close', ...headers } })
    return [status, got.get('connection'), got.get('content-type')?.split(';')[0]]
  }
  expect(await ask('/config.json')).toEqual([503, 'close', 'application/json'])
  expect(await ask('/', { accept: 'text/html' })).toEqual([503, 'close', 'text/html'])
  expect((await ask('/healthz'))[0]).toBe(200)
  expect((await ask('/readyz'))[0]).toBe(200)
  for (const client of clients) client.destroy()
  await vi.waitFor(async () => expect((await ask('/config.json'))[0]).toBe(200), soon)
})
