/** Answers of operations are compressed where that is asked for, without holding back what has come. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { brotliDecompressSync, createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startHost, startTestGateway } from '../../../gateway/harness'

const json = { 'content-type': 'application/json' }
const text = JSON.stringify({ data: Array.from({ length: 500 }, (_, nth) => ({ id: `connection-${nth}` })) })
const path = '/api/vehicle/v3/connections'
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function start(reply: (req: IncomingMessage, res: ServerResponse) => void) {
  const host = await startHost(reply)
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't' })
  closers.push(host.close, gateway.close)
  /** As it is on the wire. */
  async function open(accepted: string | undefined, at = path): Promise<IncomingMessage> {
    const headers = {
      origin: gateway.origin,
      host: `localhost:${gateway.port}`,
      ...(accepted && { 'accept-encoding': accepted }),
    }
    const asked = request({ port: gateway.port, host: '127.0.0.1', path: at, headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // the event's one argument
    return answer
  }
  async function get(accepted: string | undefined, at = path) {
    const answer = await open(accepted, at)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    return { headers: answer.headers, body: Buffer.concat(chunks) }
  }
  return { host, gateway, open, get }
}

describe('an answer of an operation', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('is compressed for %j with %s, with its length and without', async (accepted, encoding, decode) => {
    const { get } = await start((req, res) => {
      res.writeHead(200, req.url?.includes('known') ? { ...json, 'content-length': text.length } : json)
      res.end(text)
    })
    for (const at of [`${path}?known`, `${path}?unknown`]) {
      const { headers, body } = await get(accepted, at)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
      expect([undefined, String(body.length)]).toContain(headers['content-length']) // never that of what came
      expect(body.length).toBeLessThan(text.length / 4)
      expect(decode(body).toString()).toBe(text)
    }
  })
  it('that is there at once has its length, compressed or not', async () => {
    const { get } = await start((_, res) => res.writeHead(200, json).end(text))
    await get(undefined)
    for (const accepted of [undefined, 'gzip', 'br']) {
      const { headers, body } = await get(accepted)
      expect(headers).toMatchObject({ 'x-forecourt-reused': 'memory', 'content-length': String(body.length) })
    }
  })
  it('is left as it is where nobody asks, or it is small, no text, nothing or encoded already', async () => {
    const bodies: Record<string, [object, Buffer | string]> = {
      small: [json, '{"data":[]}'],
      image: [{ 'content-type': 'image/png' }, randomBytes(5000)],
      events: [{ 'content-type': 'text/event-stream' }, 'x'.repeat(5000)],
      encoded: [{ ...json, 'content-encoding': 'gzip' }, gzipSync(randomBytes(5000))],
      plain: [json, text],
      empty: [json, ''],
    }
    const { get } = await start((req, res) => {
      const [headers, body] = bodies[req.url?.split('?')[1] ?? ''] ?? [{}, '']
      res.writeHead(200, { ...headers }).end(body)
    })
    for (const [name, [more, body]] of Object.entries(bodies)) {
      const answer = await get(name === 'plain' ? undefined : 'gzip, br', `${path}?${name}`)
      expect([name, answer.body]).toEqual([name, Buffer.from(body)])
      expect(answer.headers.vary).toBe('Accept-Encoding')
      expect(answer.headers['content-encoding']).toBe((more as Record<string, string>)['content-encoding'])
    }
  })
  it('shared or from memory is compressed for each as they asked', async () => {
    const { host, get } = await start((_, res) => res.writeHead(200, json).end(text))
    const [one, two] = await Promise.all([get('gzip'), get(undefined)])
    const three = await get('br')
    expect([gunzipSync(one.body), two.body, brotliDecompressSync(three.body)].map(String)).toEqual([text, text, text])
    expect(three.headers['x-forecourt-reused']).toBe('memory')
    expect(host.requests).toHaveLength(1)
  })
  it('without an end arrives as it comes', async () => {
    let go = () => {}
    const { open } = await start((_, res) => {
      res.writeHead(200, json).write(text)
      go = () => res.write('second')
    })
    const unzip = createGunzip()
    let received = ''
    unzip.on('data', (chunk) => {
      received += chunk
    })
    unzip.on('error', () => {})
    const answer = await open('gzip')
    answer.on('error', () => {})
    answer.pipe(unzip)
    await vi.waitFor(() => expect(received).toBe(text))
    go()
    await vi.waitFor(() => expect(received).toBe(`${text}second`))
    answer.destroy()
  })
  it('that breaks off, breaks off', async () => {
    const { get } = await start((_, res) => {
      res.writeHead(200, json)
      res.write(text, () => res.destroy())
    })
    await expect(get('gzip')).rejects.toThrow(/aborted|hang up/)
  })
  it('whose browser leaves before anything of it has come is given up at the host', async () => {
    let closed = false
    const { gateway, host } = await start((_, res) => {
      res.on('close', () => {
        closed = true
      })
      res.writeHead(200, json).flushHeaders()
    })
    const headers = { origin: gateway.origin, host: `localhost:${gateway.port}`, 'accept-encoding': 'gzip' }
    const asked = request({ port: gateway.port, host: '127.0.0.1', path, headers }).end()
    asked.on('error', () => {})
    await vi.waitFor(() => expect(host.requests).toHaveLength(1))
    asked.destroy()
    await vi.waitFor(() => expect(closed).toBe(true))
  })
})
