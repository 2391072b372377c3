/** Attacks from other sites: none can read through the server, nor change through it. */
import { describe, expect, it } from 'vitest'
import { codeOf, startTestGateway } from '../harness'
import { startHostedGateway } from './hosted-harness'
import { foreignness, isKnownHost, knownOrigins } from './origin'

const { host, gateway } = await startHostedGateway({ ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' })

const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'
const ask = (method: string, target: string, headers: Record<string, string>) =>
  gateway.raw(
    `${method} ${target} HTTP/1.1\r\n${Object.entries({
      Host: `localhost:${gateway.port}`,
      ...headers,
      'Content-Length': '0',
      Connection: 'close',
    })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n`,
  )

/** Its name, the method, the target and the headers. */
type Attack = [string, string, string, Record<string, string>]
describe('attacks', () => {
  it.each<Attack>([
    ['an <img> on another site spends no billed read', 'GET', vin, { 'Sec-Fetch-Site': 'cross-site' }],
    ['nor does a page of the same site on another port', 'GET', vin, { 'Sec-Fetch-Site': 'same-site' }],
    ['nor an address typed or followed', 'GET', vin, { 'Sec-Fetch-Site': 'none' }],
    ['a cross-site fetch reads nothing', 'GET', '/api/vehicle/v3/connections', { Origin: 'https://evil.example' }],
    ['a sandboxed frame has no origin', 'GET', '/api/vehicle/v3/connections', { Origin: 'null' }],
    [
      'a cross-site POST',
      'POST',
      '/api/management/v3/subscriptions',
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    ],
    ['a cross-site DELETE', 'DELETE', '/api/vehicle/v3/connections/x', { Origin: 'https://evil.example' }],
    ['a change that carries neither header', 'DELETE', '/api/vehicle/v3/connections/x', {}],
    ['the same port on another scheme', 'GET', vin, { Origin: 'https://localhost' }],
    ['a rebound name', 'GET', vin, { Host: 'rebound.example' }],
    ['a rebound name with our port', 'GET', vin, { Host: 'rebound.example:4173', 'Sec-Fetch-Site': 'same-origin' }],
    ['a host that only begins like ours', 'GET', vin, { Host: 'localhost.evil.example' }],
    ['another port of ours', 'GET', vin, { Host: 'localhost:1' }],
    ['the session, read from elsewhere', 'GET', '/session', { 'Sec-Fetch-Site': 'cross-site' }],
    ['the session, forgotten from elsewhere', 'DELETE', '/session', {}],
    ['a token planted from elsewhere', 'POST', '/session', { Origin: 'https://evil.example' }],
    ['the batch, which is a POST', 'POST', '/api/vehicle-data/v2.0/vehicles/v/batch', {}],
    ...[vin, '/api/vehicle/v3/connections', '/session', '/reach/vehicle', '/activity.json', '/auth/session'].map(
      (path): Attack => [`a read of ${path} by a browser that does not say whose it is`, 'GET', path, {}],
    ),
    ['the header with another word', 'GET', vin, { 'X-Forecourt': 'true' }],
    ['the header without one', 'GET', vin, { 'X-Forecourt': ' ' }],
    ['the header of a page elsewhere', 'GET', vin, { 'X-Forecourt': '1', Origin: 'https://evil.example' }],
    ['the header of a frame elsewhere', 'GET', vin, { 'X-Forecourt': '1', 'Sec-Fetch-Site': 'same-site' }],
    ['the header under a rebound name', 'GET', vin, { 'X-Forecourt': '1', Host: 'rebound.example' }],
    ['a change with the header alone', 'DELETE', '/api/vehicle/v3/connections/x', { 'X-Forecourt': '1' }],
    ['a token planted with the header alone', 'POST', '/session', { 'X-Forecourt': '1' }],
    ['signing out with the header alone', 'POST', '/auth/sign-out', { 'X-Forecourt': '1' }],
    [
      'a preflight',
      'OPTIONS',
      vin,
      { Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'x-forecourt' },
    ],
    [
      'the prefix in another case is no way around',
      'GET',
      '/api/Vehicle/v3/connections',
      { 'Sec-Fetch-Site': 'cross-site' },
    ],
  ])('%s', async (_, method, target, headers) => {
    const answer = await ask(method, target, headers)
    expect(answer).toContain('403 Forbidden')
    expect(answer).toContain('FOREIGN_ORIGIN')
    expect(host.requests).toEqual([])
  })
  it('the refusal says which header a script sends', async () => {
    expect(await ask('GET', vin, {})).toContain('A script must send the header x-forecourt: 1')
  })
  it('a request without a Host is no request', async () => {
    expect(await ask('GET', vin, { Host: '' })).toMatch(/^HTTP\/1\.1 40[03] /)
    expect(host.requests).toEqual([])
  })
})

describe('the console’s own requests', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('pass under %s', async (name) => {
    const own = `${name}:${gateway.port}`
    expect(await ask('GET', vin, { Host: own, 'Sec-Fetch-Site': 'same-origin' })).toContain('200 OK')
    expect(await ask('DELETE', '/api/vehicle/v3/connections/x', { Host: own, Origin: `http://${own}` })).toContain(
      '200 OK',
    )
    expect(host.requests).toHaveLength(2)
  })
  it.each([vin, '/session', '/reach/vehicle', '/auth/session'])('a script reads %s with its header', async (path) => {
    const answer = await ask('GET', path, { 'X-Forecourt': '1' })
    expect(answer).toContain('200 OK')
    expect(host.requests.filter(({ headers }) => 'x-forecourt' in headers)).toEqual([])
  })
  it('health needs none of it', async () => {
    expect(await ask('GET', '/healthz', { Host: 'balancer' })).toContain('{"status":"ok"}')
  })
})

describe('PUBLIC_ORIGIN', () => {
  it('is the only one where it is set', () => {
    const known = knownOrigins('https://console.example', 4173)
    const why = (host: string, origin: string) => foreignness('POST', { host, origin }, known)
    expect(why('console.example', 'https://console.example')).toBeUndefined()
    expect(why('localhost:4173', 'http://localhost:4173')).toContain('Host')
    expect(why('console.example', 'http://console.example')).toContain('another origin')
  })
  it('knows the default port of http', () => {
    expect(isKnownHost('localhost', knownOrigins(undefined, 80))).toBe(true)
  })
})

describe('READ_ONLY and NO_TOKEN', () => {
  it('refuse before anything is forwarded; a batch of reads passes', async () => {
    const { address } = host
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const own = await startTestGateway(hosts, { READ_ONLY: '1', VEHICLE_DATA_TOKEN: 't' })
    expect(await codeOf(await own.ask('/api/vehicle/v3/connections/x', { method: 'DELETE' }))).toBe(
      '403 GATEWAY READ_ONLY',
    )
    expect(await codeOf(await own.ask('/api/management/v3/subscriptions', { method: 'POST', body: '{}' }))).toBe(
      '403 GATEWAY READ_ONLY',
    )
    expect(await codeOf(await own.ask('/api/vehicle/v3/connections'))).toBe('401 GATEWAY NO_TOKEN')
    expect(host.requests).toEqual([])
    expect(
      (await own.ask('/api/vehicle-data/v2.0/vehicles/v/batch', { method: 'POST', body: '{"requests":[]}' })).status,
    ).toBe(200)
    expect(host.requests).toHaveLength(1)
    expect(own.lines.map((line) => JSON.parse(line).event)).toEqual(['attempt', 'outcome']) // no change was attempted
    await own.close()
  })
})
