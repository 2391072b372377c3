/** The gateway with a bucket: what waits, what is refused with 429, what a 429 of the service does to the others. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, startHost, startTestGateway } from '../harness'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
const ok = (_: IncomingMessage, res: ServerResponse) => res.writeHead(200).end('{}')

async function start(reply: Parameters<typeof startHost>[0] = ok, env = {}, capacity = 2) {
  const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
  writeFileSync(CONFIG, JSON.stringify({ bucket: { capacity, refillPerMinute: 0.5 } }))
  const host = await startHost(reply)
  const { address } = host
  const gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't', READ_TIMEOUT_MS: '5000', CONFIG, ...env },
  )
  closers.push(gateway.close, host.close)
  return { host, gateway }
}
const connections = '/api/vehicle/v3/connections'
const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'

describe('a bucket', () => {
  it('tells its state, is one for both hosts of version 3, and refuses after the read timeout without sending', async () => {
    const { host, gateway } = await start(ok, { READ_TIMEOUT_MS: '1000' })
    const states: (string | null)[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const { headers } = await gateway.ask(`${connections}/${turn}`, { headers: { 'x-forecourt-priority': 'job' } })
      states.push(headers.get('x-forecourt-bucket'))
    }
    expect(states).toEqual(['remaining=1, capacity=2, refill=0.5/min', 'remaining=0, capacity=2, refill=0.5/min'])
    expect(host.requests.map(({ headers }) => headers['x-forecourt-priority'])).toEqual([undefined, undefined])
    const refused = await gateway.ask(`${connections}/x`, { method: 'DELETE' })
    expect(refused.headers.get('x-forecourt-bucket')).toBe('remaining=0, capacity=2, refill=0.5/min')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100)
    expect(await codeOf(refused)).toBe('429 GATEWAY LIMIT')
    expect([host.requests.length, gateway.lines]).toEqual([2, []]) // no attempt at a change that was not sent
    expect(await codeOf(await gateway.ask('/api/management/v3/webhooks'))).toBe('429 GATEWAY LIMIT')
    expect((await gateway.ask(vin)).status).toBe(200)
  })
  it('says how long a request may wait before it is sent, so that the page waits longer', async () => {
    const told = async (env: Record<string, string>) => {
      const { gateway } = await start(ok, env)
      return (await (await gateway.ask('/config.json')).json()).beforeSendMs
    }
    const credentials = { TOKEN_URL: 'http://127.0.0.1:9/token', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
    expect(await told({ READ_TIMEOUT_MS: '7000' })).toBe(7000)
    expect(await told({ READ_TIMEOUT_MS: '7000', ACCESS_TOKEN: '', ...credentials })).toBe(17_000)
    expect(await told({ CONFIG: '' })).toBe(0)
  })
  it('gives a waiting read up as soon as its browser leaves', async () => {
    const { host, gateway } = await start(ok, { READ_TIMEOUT_MS: '60000' }, 1)
    await gateway.ask(connections)
    const browser = new AbortController()
    const asked = gateway.ask(`${connections}/other`, { signal: browser.signal })
    await gateway.ask('/healthz') // by now the request before it waits
    browser.abort()
    await expect(asked).rejects.toThrow()
    await vi.waitFor(() => expect(gateway.log).toHaveLength(2)) // long before its time
    expect(JSON.parse(gateway.log[1] ?? '')).toMatchObject({ status: 499 })
    expect(host.requests).toHaveLength(1)
  })
  it('is not there where CONFIG has none', async () => {
    const { gateway } = await start(ok, { CONFIG: '' })
    const responses = await Promise.all(Array.from({ length: 10 }, (_, nth) => gateway.ask(`${connections}/${nth}`)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(responses[0]?.headers.get('x-forecourt-bucket')).toBeNull()
  })
})

describe('a 429 of the service', () => {
  const limited =
    (body: object, retryAfter = '30') =>
    (_: IncomingMessage, res: ServerResponse) =>
      res.writeHead(429, { 'retry-after': retryAfter, 'content-type': 'application/json' }).end(JSON.stringify(body))

  it.each([
    ['seconds', '30', vin, connections],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString(), connections, vin],
  ])('with %s to wait pauses the hosts of its token for everyone', async (_, retryAfter, path, other) => {
    const body = { type: 'RATE_LIMIT', code: 'SMARTCAR_API' }
    const { host, gateway } = await start(limited(body, retryAfter), {}, 10)
    const first = await gateway.ask(path)
    expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([429, retryAfter, body])
    const second = await gateway.ask(path)
    expect(await codeOf(second.clone())).toBe('429 GATEWAY LIMIT')
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(20)
    expect(host.requests).toHaveLength(1)
    expect((await gateway.ask(other)).headers.get('retry-after')).toBe(retryAfter) // the service's own word
  })
  it.each([
    ['2.0', { type: 'RATE_LIMIT', code: 'VEHICLE', statusCode: 429 }, vin],
    ['3', { errors: [{ type: 'RATE_LIMIT', code: 'vehicle' }] }, '/api/vehicle/v3/vehicles/v/signals/s/values'],
  ])('about one vehicle, in the shape of version %s, holds up no other', async (_, body, path) => {
    const { host, gateway } = await start(limited(body), {}, 10)
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await gateway.ask(path)
      expect([response.status, await response.json()]).toEqual([429, body])
    }
    expect(host.requests).toHaveLength(2)
  })
  it('that breaks off while it is looked into breaks off here too', async () => {
    const { gateway } = await start((_, res) => {
      res.writeHead(429, { 'retry-after': '1', 'content-length': '100' })
      res.write('{"code":', () => res.destroy())
    })
    await expect(gateway.ask(vin).then((response) => response.text())).rejects.toThrow()
  })
})
