/** Attacks on the wire: requests that two readers would read differently, too much, too slowly, and too many at once. */
import { execSync, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { SERVER_LIMITS, serverOptions } from '../server-limits'
import { answersIn, rawRequest } from './attack-harness'

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
/** The same with little patience. */
let strict: TestGateway
const limits = { headersMs: 300, requestMs: 600 }

beforeAll(async () => {
  host = await startHost()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't', BODY_LIMIT_KB: '4' }
  // Patient enough that nothing here ends because a busy machine was slow to open ten thousand sockets.
  const env = { ...tokens, CONNECTION_LIMIT: '20000' }
  gateway = await startTestGateway(hosts, env, undefined, { limits: { headersMs: 60_000, requestMs: 60_000 } })
  strict = await startTestGateway(hosts, tokens, undefined, { limits })
})
beforeEach(() => {
  host.requests.length = 0
})
afterEach(async () => {
  expect(host.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([])
  // On a connection of its own: one that was kept may have made room for another.
  const ask = rawRequest('GET /api/vehicle/v3/connections HTTP/1.1', [...own(gateway), 'Connection: close'])
  expect(answersIn(await gateway.raw(ask))).toEqual({ status: 200, count: 1 })
})
afterAll(async () => {
  await gateway.close()
  await strict.close()
  host.close()
})

const create = 'POST /api/management/v3/subscriptions HTTP/1.1'
/** An operation that takes a body, and two that take none. */
const starts = [create, ...['DELETE', 'GET'].map((method) => `${method} /api/vehicle/v3/connections/c HTTP/1.1`)]
const own = ({ port, origin }: TestGateway) => [`Host: localhost:${port}`, `Origin: ${origin}`]
const remove = () => rawRequest('DELETE /api/vehicle/v3/connections/c HTTP/1.1', [...own(gateway), 'Content-Length: 0'])

describe('a request that two readers would read differently (smuggling)', () => {
  it.each<[string, string[], string]>([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 5'], ''],
    ['two lengths in one line', ['Content-Length: 0, 5'], ''],
    ['a length with a sign', ['Content-Length: +5'], ''],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a hexadecimal length', ['Content-Length: 0x0'], ''],
    ['a length past every number', ['Content-Length: 99999999999999999999'], ''],
    ['an empty length', ['Content-Length:'], ''],
    ['chunks in disguise', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunks in disguise beside an upgrade', ['Connection: upgrade', 'Upgrade: x', 'Transfer-Encoding: xchunked'], ''],
    ['chunks, then not', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: cow'], '0\r\n\r\n'],
    ['chunks after a vertical tab', ['Transfer-Encoding:\u000bchunked'], '0\r\n\r\n'],
    ['chunks and a space before the colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['chunks on a folded line', ['Transfer-Encoding:\r\n chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['a folded header', ['X-Folded: a\r\n b', 'Content-Length: 0'], ''],
    ['a header without a colon', ['Content-Length 0'], ''],
    ['a line break of another kind', ['X-A: b\rContent-Length: 0'], ''],
    ['a chunk whose size is no number', ['Transfer-Encoding: chunked'], 'zz\r\n\r\n'],
    ['a chunk whose size has a sign', ['Transfer-Encoding: chunked'], '-1\r\n\r\n'],
    ['a chunk past every number', ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\n'],
    ['a chunk that does not end where it says', ['Transfer-Encoding: chunked'], '2\r\nabcdef\r\n0\r\n\r\n'],
  ])('%s is refused, and nothing behind it is read', async (_, headers, body) => {
    for (const start of starts) {
      const received = await gateway.raw(rawRequest(start, [...own(gateway), ...headers], body) + remove())
      expect(answersIn(received)).toEqual({ status: 400, count: 1 })
      expect(host.requests).toEqual([])
    }
  })
  it('a body where none belongs is not passed on, and the request behind it is one of its own', async () => {
    const inner = remove()
    const headers = [...own(gateway), `Content-Length: ${inner.length}`, 'Connection: close']
    const received = await gateway.raw(rawRequest('GET /api/vehicle/v3/connections/x HTTP/1.1', headers, inner))
    expect(answersIn(received)).toEqual({ status: 200, count: 1 })
    expect(host.requests.splice(0).map(({ method, body }) => [method, body])).toEqual([['GET', '']])
  })
  it('headers past the limit are refused', async () => {
    const lines = Array.from({ length: 800 }, (_, index) => `X-${index}: ${'x'.repeat(50)}`)
    const received = await gateway.raw(
      rawRequest('GET /api/vehicle/v3/connections HTTP/1.1', [...own(gateway), ...lines]),
    )
    expect(answersIn(received)).toEqual({ status: 431, count: 1 })
  })
})

describe('a body past the limit', () => {
  const large = 'x'.repeat(5000)
  it.each([
    ['announced', [`Content-Length: ${large.length}`], large],
    ['announced and never sent', ['Content-Length: 1000000000'], ''],
    ['in chunks', ['Transfer-Encoding: chunked'], `1388\r\n${large}\r\n0\r\n\r\n`],
    ['in chunks that never end', ['Transfer-Encoding: chunked'], `1388\r\n${large}\r\n1388\r\n`],
  ])('%s is refused', async (_, headers, body) => {
    const received = await gateway.raw(rawRequest(create, [...own(gateway), ...headers], body))
    expect(answersIn(received)).toEqual({ status: 413, count: 1 })
    expect(received).toContain('BODY_TOO_LARGE')
  })
})

/** Sends a text, then single bytes for as long as they are taken. Resolves to what came back, and after how long. */
async function drip(target: TestGateway, text: string, everyMs: number): Promise<{ received: string; ms: number }> {
  const began = performance.now()
  return new Promise((resolve) => {
    let received = ''
    let timer: NodeJS.Timeout | undefined
    // Once it is connected: on a busy machine a single byte would come first, which is no request at all.
    const socket: Socket = connect(target.port, '127.0.0.1', () => {
      socket.write(text)
      timer = setInterval(() => socket.writable && socket.write('x'), everyMs)
    })
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', () => undefined) // the reset, where a byte came after the end
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ received, ms: performance.now() - began })
    })
  })
}

describe('a sender that takes its time (slowloris)', () => {
  it('has limits that hold for the real server', () => {
    expect(serverOptions()).toMatchObject({ headersTimeout: 10_000, requestTimeout: 60_000, insecureHTTPParser: false })
    expect(serverOptions().connectionsCheckingInterval).toBeLessThan(SERVER_LIMITS.headersMs)
    expect(strict.server.headersTimeout).toBe(limits.headersMs)
  })
  it('over headers is cut off, and holds nobody up', async () => {
    const many = Array.from({ length: 50 }, () =>
      drip(strict, `GET /api/vehicle/v3/connections HTTP/1.1\r\nHost: localhost:${strict.port}\r\nX: `, 40),
    )
    expect((await strict.ask('/healthz')).status).toBe(200)
    for (const { received, ms } of await Promise.all(many)) {
      expect([answersIn(received).status, ms > limits.headersMs - 50, ms < 5000]).toEqual([408, true, true])
    }
  })
  it('over nothing at all is cut off', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => drip(strict, '', 60_000)))
    for (const { ms } of many) expect(ms).toBeLessThan(5000)
  })
  it('over a body is cut off, and nothing is forwarded', async () => {
    const texts = starts.map((start) => rawRequest(start, [...own(strict), 'Content-Length: 1000'], '{'))
    const many = Array.from({ length: 7 }, () => texts.map((text) => drip(strict, text, 40))).flat()
    expect((await strict.ask('/healthz')).status).toBe(200)
    for (const { received, ms } of await Promise.all(many)) {
      expect(answersIn(received).status).not.toBe(200)
      expect(ms).toBeLessThan(5000)
    }
  })
})

/** Each end of a connection is a file of its process; a thousand are left for everything else. Ten thousand in the long run. */
const files = execSync('ulimit -Hn', { encoding: 'utf8' }).trim()
const WANTED = process.env.SOAK ? 10_000 : 2_000
const MOST = files === 'unlimited' ? WANTED : Math.min(WANTED, Number(files) - 1000)

/** Opens connections in a process of its own and holds them until its input ends. */
const holder = `
const { connect } = require('node:net')
const [port, count] = process.argv.slice(1).map(Number)
let open = 0, asked = 0
const next = () => {
  if (asked === count) return
  asked += 1
  const socket = connect(port, '127.0.0.1', () => { open += 1; if (open === count) console.log('open'); next() })
  socket.on('error', (error) => { console.log(error.code); process.exit(1) })
}
for (let lane = 0; lane < 100; lane += 1) next()
process.stdin.on('end', () => process.exit(0)).resume()
`

describe('connections that say nothing', () => {
  it(`${MOST} at once (this machine allows ${files} files) leave a request answered`, async () => {
    const child = spawn('sh', [
      '-c',
      'ulimit -n $(ulimit -Hn); exec "$0" "$@"',
      process.execPath,
      '-e',
      holder,
      `${gateway.port}`,
      `${MOST}`,
    ])
    const ended = new Promise((resolve) => child.once('close', resolve))
    try {
      const said = await new Promise<string>((resolve) =>
        child.stdout.once('data', (data) => resolve(`${data}`.trim())),
      )
      expect(said).toBe('open')
      // Opened at their end; at ours they are once they have been accepted.
      const accepted = () =>
        new Promise<number>((resolve, reject) =>
          gateway.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
        )
      await expect.poll(accepted, { timeout: 10_000 }).toBeGreaterThanOrEqual(MOST)
      // Of its own: what was asked for a moment ago is answered from memory.
      expect((await gateway.ask('/api/vehicle/v3/connections/beside')).status).toBe(200)
      const began = performance.now()
      for (let turn = 0; turn < 20; turn += 1) expect((await gateway.ask('/healthz')).status).toBe(200)
      expect((performance.now() - began) / 20).toBeLessThan(500)
      expect(host.requests.splice(0)).toHaveLength(1)
    } finally {
      child.stdin.end()
      await ended
    }
  }, 30_000)
})
