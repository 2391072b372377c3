/** Attacks by small requests that would cost much to read: nobody else may wait for them. */
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_PARAMETERS } from '../../api/search'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { answersIn, rawRequest } from './attack-harness'

/** A request that is read in time is read in a few milliseconds; those below took seconds. */
const MOST_MS = 250

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway

beforeAll(async () => {
  host = await startHost()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' })
  await gateway.ask('/connections', { headers: { accept: 'text/html' } }) // what is compiled once is not measured
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

/** How long this thread was at work for a request: the least of three, for a busy machine adds its own. */
async function heldUp(request: string): Promise<{ received: string; ms: number }> {
  let received = ''
  let ms = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn += 1) {
    const before = performance.eventLoopUtilization()
    received = await gateway.raw(request)
    ms = Math.min(ms, performance.eventLoopUtilization(before).active)
  }
  return { received, ms }
}
const own = () => [`Host: localhost:${gateway.port}`, 'Accept: text/html', 'Connection: close']

describe('an address of very many parameters', () => {
  const many = `?${Array(8000).fill('a').join('&')}`
  it('holds nobody up: an image on any page can ask for it', async () => {
    const foreign = [...own(), 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Dest: image']
    const { received, ms } = await heldUp(rawRequest(`GET /connections${many} HTTP/1.1`, foreign))
    expect(answersIn(received)).toEqual({ status: 400, count: 1 })
    expect(ms).toBeLessThan(MOST_MS)
  })
  it('is refused in words, as a page and as data, and nothing is forwarded', async () => {
    const page = await gateway.ask(`/connections${many}`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('at most 1,000 parameters')
    for (const path of ['/api/vehicle/v3/connections', '/activity.json', '/session'])
      expect(await codeOf(await gateway.ask(`${path}${many}`))).toBe('400 GATEWAY BAD_REQUEST')
    expect(host.requests).toEqual([])
  })
  it('is one past the most: the most itself is read', async () => {
    const most = `?${Array(MOST_PARAMETERS).fill('a').join('&')}`
    const statusOf = async (query: string) =>
      (await gateway.ask(`/connections${query}`, { headers: { accept: 'text/html' } })).status
    expect([await statusOf(most), await statusOf(`${most}&a`)]).toEqual([200, 400])
  })
})

describe('an Accept-Encoding that is slow to read', () => {
  const long = 15_500
  it.each([
    ['spaces between two letters', `a${' '.repeat(long)}a`],
    ['spaces before a weight', `br${' '.repeat(long)};q`],
    ['tabs', `br;${'\t'.repeat(long)}q=x`],
    ['weights', ';q=0'.repeat(long / 4)],
    ['names', 'a,'.repeat(long / 2)],
    ['weighed names, the least first', Array.from({ length: 1400 }, (_, at) => `a;q=.${at}`).join(',')],
    ['quotes', 'a;"'.repeat(long / 3)],
    ['backslashes', `a;b="${'\\'.repeat(long)}`],
    ['signs of equality', `a;${'='.repeat(long)}`],
  ])('for its %s holds nobody up', async (_, value) => {
    const headers = [`Host: localhost:${gateway.port}`, 'Accept: text/html', `Accept-Encoding: ${value}`]
    const { received, ms } = await heldUp(rawRequest('GET /connections HTTP/1.1', [...headers, 'Connection: close']))
    expect(answersIn(received)).toEqual({ status: 200, count: 1 })
    expect(ms).toBeLessThan(MOST_MS)
  })
})
