/** Attacks on the guard itself: other spellings of a guarded path, games with the Host, forged words of a proxy. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR_COOKIE } from '../auth/operator-session'
import { createBrowser, oidcEnv, startProvider } from '../auth/provider-harness'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { answersIn, rawRequest } from './attack-harness'

type Hosts = Record<'vehicleData' | 'vehicle' | 'management', string>
let host: Awaited<ReturnType<typeof startHost>>
let hosts: Hosts
const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
const connections = '/api/vehicle/v3/connections'

/** As it is where it holds no UTF-8. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

beforeAll(async () => {
  host = await startHost()
  hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
})
beforeEach(() => {
  host.requests.length = 0
})
afterAll(() => host.close())

describe('with sign-in by a provider', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  let gateway: TestGateway
  let cookie: string
  beforeAll(async () => {
    provider = await startProvider()
    gateway = await startTestGateway(hosts, { ...oidcEnv(provider.issuer), ...tokens })
    provider.open([gateway.origin])
    const browser = createBrowser()
    await browser.go(`${gateway.origin}/auth/sign-in`)
    cookie = browser.pair(OPERATOR_COOKIE)
  })
  afterEach(async () => {
    expect(host.requests).toEqual([])
    expect((await gateway.ask(connections, { headers: { cookie } })).status).toBe(200)
  })
  afterAll(async () => {
    await gateway.close()
    provider.close()
  })
  const own = () => [`Host: localhost:${gateway.port}`, `Origin: ${gateway.origin}`, 'Accept: application/json']
  const send = async (start: string, headers: string[]) =>
    gateway.raw(rawRequest(`${start} HTTP/1.1`, [...headers, 'Connection: close']))

  const spellings = [
    '/%61pi/vehicle/v3/connections',
    '/api%2fvehicle/v3/connections',
    '/API/vehicle/v3/connections',
    '//api/vehicle/v3/connections',
    '/./api/vehicle/v3/connections',
    '/x/../api/vehicle/v3/connections',
    '/x/%2e%2e/api/vehicle/v3/connections',
    '/assets/..%2fapi/vehicle/v3/connections',
    '/healthz/../api/vehicle/v3/connections',
    '/healthz/..;/api/vehicle/v3/connections',
    '/api;x=y/vehicle/v3/connections',
    '/api/./vehicle/v3/connections',
    '/api//vehicle/v3/connections',
    '/api/vehicle/v3/../v3/connections',
    '/api/vehicle\\v3\\connections',
    '/api/vehicle/v3/connections/',
    '/api/vehicle/v3/connections/..',
    '/api/vehicle/v3/connections/%2e%2E',
    '/api/vehicle/v3/connections/.',
    '/api/vehicle/v3/connections#/x',
    '/api/vehicle/v3/%63onnections',
    '/api/vehicle-data/v2.0/vehicles/../vin',
    '/api/vehicle-data/v2.0/vehicles//vin',
    '/api/vehicle-data/v2.0/vehicles/%2e/vin',
    '/api/vehicle/v3/connections%00',
    '*',
    'api/vehicle/v3/connections',
  ]
  it.each(spellings)('%s is no way past the guard, nor to another operation', async (target) => {
    for (const headers of [own(), [...own(), `Cookie: ${cookie}`]]) {
      const received = await send(`GET ${target}`, headers)
      expect([400, 401, 404]).toContain(answersIn(received).status)
      expect(received).not.toContain('"data"')
    }
  })
  const climbs = [
    ...['..%2f..%2fusers', '..%2F', '%2f..', '%2e%2e', '%2e%2e%2fx', 'a%2F..%2Fb', 'a%2f.', '..%5c..', '.%2e%5Cx'],
    ...['%252e%252e', '..%252fx', '%25252e%25252e', `%${'25'.repeat(20)}2e.`, '..;x', '..%3Bx', '..%3f', '..%23'],
    ...['%c0%ae%c0%ae', '%e0%80%ae.%2f', '..%c0%af'],
    ...['%00', 'c%00', 'c%2500.json', 'c%0d%0aX:y', 'c%0A', 'c%09', 'c%1b', 'c%7f', 'c%C2%85'],
  ]
  it.each(climbs)(
    'an id that a host could take for a climb, or that holds a control character, is none: %s',
    async (id) => {
      for (const target of [
        `GET ${connections}/${id}`,
        `DELETE ${connections}/${id}`,
        `DELETE /api/vehicle/v3/users/${id}`,
        `GET /api/vehicle/v3/vehicles/v/signals/${id}/values`,
        `GET /api/vehicle-data/v2.0/vehicles/${id}/vin`,
      ]) {
        const received = await send(target, [...own(), `Cookie: ${cookie}`])
        expect([target, answersIn(received).status]).toEqual([target, 404])
        expect(received).toContain('NOT_AN_OPERATION')
      }
    },
  )
  it('a token is kept for no vehicle with such an id', async () => {
    for (const id of climbs.map(decoded)) {
      const answer = await gateway.ask('/session', {
        method: 'POST',
        headers: { cookie },
        body: JSON.stringify({ vehicles: { [id]: 'token' } }),
      })
      expect([id, answer.status, answer.headers.getSetCookie()]).toEqual([id, 400, []])
      const index = Buffer.from(JSON.stringify({ [id]: 9e9 })).toString('base64url')
      const forged = { cookie: `${cookie}; ${gateway.named('forecourt-vehicles')}=${index}~x` }
      expect((await gateway.ask('/session', { method: 'DELETE', headers: forged })).status).toBe(200)
    }
  })
  it('an id that holds a separator, a space or a colon stays one segment', async () => {
    for (const id of [
      'a%2Fb',
      'a%2F%2Fb',
      '%2fa',
      'a%20b',
      'a%3Ab',
      'a:b',
      'a%5cb',
      'a%3fb',
      'a%23b',
      '...',
      '..a',
      'a..%2Fb',
      '%252F',
      '%E9',
    ]) {
      expect([
        id,
        answersIn(await send(`DELETE ${connections}/${id}`, [...own(), `Cookie: ${cookie}`])).status,
      ]).toEqual([id, 200])
      expect(host.requests.splice(0)).toMatchObject([{ method: 'DELETE', target: `/v3/connections/${id}` }])
    }
  })

  it.each([
    ['another name', (port: number) => [`Host: evil.example:${port}`]],
    ['the name as a user of another', (port: number) => [`Host: localhost:${port}@evil.example`]],
    ['another as a user of the name', (port: number) => [`Host: evil.example@localhost:${port}`]],
    ['a trailing dot', (port: number) => [`Host: localhost.:${port}`]],
    ['no port', () => ['Host: localhost']],
    ['the port with a nought', (port: number) => [`Host: localhost:0${port}`]],
    ['the port and a word', (port: number) => [`Host: localhost:${port}.evil.example`]],
    ['two ports', (port: number) => [`Host: localhost:${port}:80`]],
    ['a list', (port: number) => [`Host: localhost:${port}, evil.example`]],
    ['a path', (port: number) => [`Host: localhost:${port}/x`]],
    ['nothing', () => ['Host:']],
    ['two Hosts', (port: number) => [`Host: localhost:${port}`, 'Host: evil.example']],
    ['two Hosts, the other way round', (port: number) => ['Host: evil.example', `Host: localhost:${port}`]],
    ['a forwarded name', (port: number) => ['Host: evil.example', `X-Forwarded-Host: localhost:${port}`]],
    ['a forwarded name by the standard', (port: number) => ['Host: evil.example', `Forwarded: host=localhost:${port}`]],
    ['a space before the colon', (port: number) => [`Host : localhost:${port}`]],
  ])('a Host that is %s is foreign', async (_, hostLines) => {
    for (const target of [connections, '/session', '/auth/session', '/auth/sign-in', '/auth/callback?state=x']) {
      const headers = [...hostLines(gateway.port), `Cookie: ${cookie}`, 'Sec-Fetch-Mode: navigate']
      const received = await send(`GET ${target}`, headers)
      expect([target, [400, 403].includes(answersIn(received).status)]).toEqual([target, true])
      expect(received.toLowerCase()).not.toMatch(/set-cookie|location/)
    }
  })
  it('an absolute target names no other host and no operation', async () => {
    for (const target of [
      `http://evil.example${connections}`,
      `${gateway.origin}${connections}`,
      `https://u:p@evil.example/session`,
    ]) {
      const received = await send(`GET ${target}`, [...own(), `Cookie: ${cookie}`])
      expect(received).not.toContain('"data"')
      expect(received).not.toContain('evil.example')
    }
  })
  it('a forwarded name does not choose where the provider sends people back to', async () => {
    const headers = [
      ...own(),
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'Forwarded: host=evil.example',
    ]
    const received = await send('GET /auth/sign-in', headers)
    expect(received).toContain(`redirect_uri=${encodeURIComponent(`${gateway.origin}/auth/callback`)}`)
    expect(received).not.toContain('evil')
  })
  it('a header that a proxy would set means nothing here', async () => {
    for (const name of ['x-remote-user', 'x-forwarded-user', 'remote-user', 'authorization'])
      expect(await codeOf(await gateway.ask(connections, { headers: { [name]: 'operator-1' } }))).toBe(
        '401 GATEWAY SIGN_IN_REQUIRED',
      )
  })
})

describe('with a trusted proxy', () => {
  const proxy = { TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles', ...tokens }
  const claims = { 'x-remote-user': 'operator-1', 'x-remote-roles': 'operator' }
  const own = ({ port }: TestGateway) => [`Host: localhost:${port}`, 'X-Forecourt: 1', 'Connection: close']
  let far: TestGateway
  let near: TestGateway
  beforeAll(async () => {
    far = await startTestGateway(hosts, { ...proxy, TRUSTED_PROXY: '10.9.9.9,::1,127.0.0.2' })
    near = await startTestGateway(hosts, { ...proxy, TRUSTED_PROXY: '127.0.0.1' })
  })
  afterEach(async () => {
    expect(host.requests).toEqual([])
    expect((await near.ask(connections, { headers: claims })).status).toBe(200)
  })
  afterAll(async () => {
    await far.close()
    await near.close()
  })
  it.each<[string, Record<string, string>]>([
    ['its header', {}],
    [
      'its address as forwarded for',
      { 'x-forwarded-for': '10.9.9.9', 'x-real-ip': '10.9.9.9', forwarded: 'for=10.9.9.9' },
    ],
  ])('%s from elsewhere is never believed', async (_, more) => {
    for (const path of [connections, '/session'])
      expect(await codeOf(await far.ask(path, { headers: { ...claims, ...more } }))).toBe(
        '401 GATEWAY SIGN_IN_REQUIRED',
      )
    const answer = await far.ask('/auth/session', { headers: { ...claims, ...more } })
    expect(await answer.json()).toMatchObject({ operator: null })
    const page = await (await far.ask('/', { headers: { ...claims, ...more, accept: 'text/html' } })).text()
    expect(page).toContain('"operator":null')
  })
  it.each([
    ['twice', ['x-remote-user: evil', 'x-remote-user: operator-1']],
    ['empty', ['x-remote-user:']],
    ['too long', [`x-remote-user: ${'x'.repeat(257)}`]],
    ['of a control character', ['x-remote-user: op\u0085rator']],
    ['of an encoded line break', ['x-remote-user: operator%0a1']],
    ['in another spelling', ['x_remote_user: operator-1']],
    ['not there', []],
  ])('a name that is %s is none', async (_, lines) => {
    const headers = [...own(near), 'x-remote-roles: operator', ...lines]
    const received = await near.raw(rawRequest(`GET ${connections} HTTP/1.1`, headers))
    expect(received).toContain('"SIGN_IN_REQUIRED"')
  })
  it.each([
    ['with a space', 'night shift', 'night shift'],
    ['of a certificate', 'CN=night shift,O=Team', 'CN=night shift,O=Team'],
    ['beyond ASCII', 'J\u00fcrgen', 'J\u00fcrgen'],
  ])('a name %s is one', async (_, sent, name) => {
    const headers = [...own(near), 'x-remote-roles: operator', `x-remote-user: ${sent}`]
    expect(await near.raw(rawRequest('GET /auth/session HTTP/1.1', headers))).toContain(`"name":"${name}"`)
    expect(answersIn(await near.raw(rawRequest(`GET ${connections} HTTP/1.1`, headers))).status).toBe(200)
    host.requests.length = 0
  })
  it('a name that stands twice is none, also in a header of which Node keeps the first', async () => {
    const env = { ...tokens, TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'from', ROLE_CLAIM: 'none' }
    const other = await startTestGateway(hosts, env)
    const ask = (...lines: string[]) => other.raw(rawRequest('GET /auth/session HTTP/1.1', [...own(other), ...lines]))
    expect(await ask('From: operator-1')).toContain('"name":"operator-1"')
    expect(await ask('From: evil', 'From: operator-1')).toContain('"operator":null')
    await other.close()
  })
  it('a role that is named twice is none', async () => {
    const lines = ['x-remote-user: operator-1', 'x-remote-roles: operator', 'x-remote-roles: viewer']
    const received = await near.raw(rawRequest(`GET ${connections} HTTP/1.1`, [...own(near), ...lines]))
    expect(received).toContain('"NO_ROLE"')
  })
})
