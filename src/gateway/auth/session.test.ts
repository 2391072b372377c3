/** Tokens handed over: sealed, for this browser and their purpose only, and never readable again. */
import { describe, expect, it, vi } from 'vitest'
import { codeOf, cookieOf, startTestGateway } from '../harness'
import { unhashed } from './cookie-harness'
import { startHostedGateway } from './hosted-harness'
import { createSeal } from './seal'
import { COOKIE_S, HANDED_OVER_S, MOST_VEHICLES } from './vehicle-index'

const { host, gateway } = await startHostedGateway({
  ACCESS_TOKEN: 'configured',
  MANAGEMENT_TOKEN: 'configured-management',
})

let asked = 0
/** What a request that is like no other was sent with. */
const bearer = async (path: string, cookie: string) => {
  host.requests.length = 0
  asked += 1
  const response = await gateway.ask(`${path}?${asked}`, { headers: { cookie } })
  return host.requests[0]?.headers.authorization ?? (await codeOf(response))
}
/** The paths whose cookies are taken back where a browser forgets. */
const forgotten = async (cookie: string) => {
  const { headers } = await gateway.ask('/session', { method: 'DELETE', headers: { cookie } })
  return headers.getSetCookie().map((line) => /Max-Age=0; Path=([^;]+)/.exec(line)?.[1])
}
const connections = '/api/vehicle/v3/connections'
/** Which account it is, is tested beside `account.ts`. */
const account = expect.stringMatching(/^[\w-]{16}$/)
const vinOf = (id: string) => `/api/vehicle-data/v2.0/vehicles/${id}/vin`

describe('/session', () => {
  it('says what this browser has handed over, in booleans', async () => {
    expect(await (await gateway.ask('/session')).json()).toEqual({
      account,
      version3: false,
      version2: false,
      vehicles: {},
    })
    const { response, session, cookies } = await gateway.session({ version3: ' Bearer canary-three\n' })
    const { version3EndsAt = '', ...rest } = session
    expect([response.status, rest]).toEqual([200, { account, version3: true, version2: false, vehicles: {} }])
    const hours = (Date.parse(version3EndsAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12)
    const later = await gateway.ask('/session', { headers: { cookie: cookieOf(cookies) } })
    expect(Math.abs(Date.parse((await later.json()).version3EndsAt) - Date.parse(version3EndsAt))).toBeLessThan(2_000)
    // The browser keeps the token for as long as it opens, and for longer that one was added.
    expect(cookies.map((line) => `${unhashed(line.split('=')[0] ?? '')} ${/;.*/.exec(line)?.[0]}`)).toEqual([
      'forecourt-version3 ; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict',
      'forecourt-version3-added ; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict',
    ])
    expect(cookies.join() + (await response.text())).not.toContain('canary')
    const again = await gateway.ask('/session', { headers: { cookie: cookieOf(cookies) } })
    expect(await again.json()).toEqual(session)
    expect(await bearer(connections, cookieOf(cookies))).toBe('Bearer canary-three')
    expect(await bearer('/api/management/v3/webhooks', cookieOf(cookies))).toBe('Bearer canary-three')
    expect(await bearer(connections, '')).toBe('Bearer configured')
    expect(await bearer('/api/management/v3/webhooks', '')).toBe('Bearer configured-management')
    expect(await bearer(vinOf('v'), cookieOf(cookies))).toBe('401 GATEWAY NO_TOKEN')
  })
  it('says the end that the token is sealed with, whatever the clock says a moment later', async () => {
    const now = Date.now() + 1_000 // what is sealed takes the time from no such call
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const { session, cookies } = await gateway.session({ version3: 'canary-end' }).finally(() => clock.mockRestore())
    const later = await gateway.ask('/session', { headers: { cookie: cookieOf(cookies) } })
    expect(await later.json()).toEqual(session)
  })
  it('keeps one cookie for each vehicle, at that vehicle’s path, for that vehicle only', async () => {
    const first = await gateway.session({ version2: 'two', vehicles: { 'car/1': 'of-car-1' } })
    expect(first.session).toEqual({ account, version3: false, version2: true, vehicles: { 'car/1': true } })
    expect(first.cookies.find((line) => line.startsWith(gateway.named('forecourt-vehicle')))).toContain(
      '; Path=/api/vehicle-data/v2.0/vehicles/car%2F1;',
    )
    const all = cookieOf(first.cookies)
    expect(await bearer(vinOf('car%2F1'), all)).toBe('Bearer of-car-1')
    expect(await bearer(vinOf('car2'), cookieOf(first.cookies, 'forecourt-version2'))).toBe('Bearer two')
    const index = cookieOf(first.cookies, 'forecourt-vehicles')
    const second = await gateway.session({ vehicles: { car2: 'of-car-2' } }, index)
    expect(second.session.vehicles).toEqual({ 'car/1': true, car2: true })
    const forgotten = await gateway.ask('/session', {
      method: 'DELETE',
      headers: { cookie: cookieOf(second.cookies, 'forecourt-vehicles') },
    })
    expect(await forgotten.json()).toEqual({ account, version3: false, version2: false, vehicles: {} })
    const gone = forgotten.headers.getSetCookie()
    expect(gone.every((line) => line.includes('Max-Age=0'))).toBe(true)
    expect(gone.map((line) => /Path=([^;]+)/.exec(line)?.[1])).toEqual(
      expect.arrayContaining([
        '/',
        '/session',
        '/api/vehicle-data/v2.0/vehicles/car%2F1',
        '/api/vehicle-data/v2.0/vehicles/car2',
      ]),
    )
  })
  it('never replaces a token that cannot be opened by the server’s own, which may be of another account', async () => {
    const { cookies } = await gateway.session({ version2: 'two', vehicles: { car: 'own' } })
    const [, sealed = ''] = cookieOf(cookies, 'forecourt-version2').split('=')
    const flipped = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1)
    const elsewhere = await createSeal('another secret, also of thirty-two bytes and more').seal('version3', 'forged')
    for (const value of [flipped, sealed, elsewhere, 'x', 'a.b.c.d.e']) {
      expect(await bearer(connections, `${gateway.named('forecourt-version3')}=${value}`)).toBe('401 GATEWAY NO_TOKEN')
      expect(await bearer('/api/management/v3/webhooks', `${gateway.named('forecourt-version3')}=${value}`)).toBe(
        '401 GATEWAY NO_TOKEN',
      )
    }
    // Only the one that the host would use counts, and a cookie that holds none changes nothing.
    for (const cookie of ['version3=', 'version2=x', 'vehicle=x', 'version4=x']) {
      const [name = '', value] = cookie.split('=')
      expect(await bearer(connections, `${gateway.named(`forecourt-${name}`)}=${value}`)).toBe('Bearer configured')
    }
    const own = cookieOf(cookies, 'forecourt-vehicle')
    expect(await bearer(vinOf('car'), `${own}; ${gateway.named('forecourt-version2')}=x`)).toBe('Bearer own')
    const two = cookieOf(cookies, 'forecourt-version2')
    expect(await bearer(vinOf('other'), `${own}; ${two}`)).toBe('401 GATEWAY NO_TOKEN')
    expect(await bearer(vinOf('other'), two)).toBe('Bearer two')
  })
  it('ends after a working day, even where a copy of it was kept: said so until it is forgotten', async () => {
    const { cookies } = await gateway.session({ version3: 'three', vehicles: { car: 'own' } })
    const cookie = cookieOf(cookies)
    const held = async (of: string) => (await gateway.ask('/session', { headers: { cookie: of } })).json()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + (HANDED_OVER_S - 60) * 1000)
      expect(await bearer(connections, cookie)).toBe('Bearer three')
      expect(await held(cookie)).toMatchObject({ account, version3: true, version2: false, vehicles: { car: true } })
      const later = await gateway.session({ vehicles: { van: 'too' } }, cookieOf(cookies, 'forecourt-vehicles'))
      vi.setSystemTime(Date.now() + 120_000)
      const refused = await gateway.ask(connections, { headers: { cookie } })
      expect(refused.status).toBe(401)
      expect(await refused.text()).toContain('The token added in this browser has expired')
      expect(await bearer(vinOf('car'), cookie)).toBe('401 GATEWAY NO_TOKEN')
      expect(await held(cookie)).toEqual({ account, version3: false, version2: false, vehicles: { car: false } })
      expect((await held(cookieOf(later.cookies))).vehicles).toEqual({ car: false, van: true })
      expect(await forgotten(cookie)).toContain('/api/vehicle-data/v2.0/vehicles/car')
      expect(await bearer(connections, '')).toBe('Bearer configured')
    } finally {
      vi.useRealTimers()
    }
  })
  it('after a restart with another secret, what was handed over before is said to have ended, and is forgotten', async () => {
    const { address } = host
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const env = { SESSION_SECRET: 'the secret before, of thirty-two bytes or more' }
    const before = await startTestGateway(hosts, env, undefined, { consolePort: gateway.port })
    const { cookies } = await before.session({ version3: 'three', vehicles: { car: 'own', 'car/2': 'own' } })
    await before.close()
    const index = cookieOf(cookies, 'forecourt-vehicles')
    expect((await gateway.session({ vehicles: { 'car/2': 'new' } }, index)).session).toEqual({
      account,
      version3: false,
      version2: false,
      vehicles: { car: false, 'car/2': true },
    })
    expect(await bearer(connections, cookieOf(cookies))).toBe('401 GATEWAY NO_TOKEN')
    expect(await forgotten(index)).toEqual(
      expect.arrayContaining(['/', '/api/vehicle-data/v2.0/vehicles/car', '/api/vehicle-data/v2.0/vehicles/car%2F2']),
    )
  })
  it('takes an index that was tampered with for none', async () => {
    const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const value of ['x', of(1), of(['car']), of({ car: 'x' }), of({ '..': 1 }), of({ '': 1 }), of({ car: 1 })]) {
      const headers = { cookie: `${gateway.named('forecourt-vehicles')}=${value}~x` }
      const { vehicles } = (await (await gateway.ask('/session', { headers })).json()) as { vehicles: object }
      expect(Object.values(vehicles)).not.toContain(true)
      expect((await gateway.ask('/session', { method: 'DELETE', headers })).status).toBe(200)
    }
  })
  it('refuses what a cookie cannot hold, and sets nothing', async () => {
    const { response, cookies } = await gateway.session({ version2: 'small', version3: 'x'.repeat(3500) })
    expect(await codeOf(response)).toBe('413 GATEWAY BODY_TOO_LARGE')
    expect(cookies).toEqual([])
    expect((await gateway.session({ version3: 'x'.repeat(2900) })).response.status).toBe(200)
  })
  it('refuses at once what is too much by its number or its sum, whatever is in it', async () => {
    const many = (count: number, token: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`car-${index}`, token]))
    for (const vehicles of [many(18_000, 't'), many(MOST_VEHICLES + 1, 't'), many(10, 'x'.repeat(2000))]) {
      const began = performance.now()
      const { response, cookies } = await gateway.session({ vehicles })
      expect(performance.now() - began).toBeLessThan(1000)
      expect([await codeOf(response), cookies]).toEqual(['413 GATEWAY BODY_TOO_LARGE', []])
    }
  })
  it('keeps so many vehicles, and gives up ended ones for others, the longest ago first', async () => {
    const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const some = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [id(from + index), 't']))
    const add = async (vehicles: Record<string, string>, cookies: string[]) =>
      gateway.session({ vehicles }, cookieOf(cookies, 'forecourt-vehicles').split('; ')[0])
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const first = await add(some(0, 20), [])
      vi.setSystemTime(Date.now() + 3600_000)
      const more = await add(some(20, 35), first.cookies)
      const all = await add(some(35, MOST_VEHICLES), more.cookies)
      expect(Object.keys(all.session.vehicles)).toHaveLength(MOST_VEHICLES)
      expect(await codeOf((await add(some(50, 51), all.cookies)).response)).toBe('413 GATEWAY BODY_TOO_LARGE')
      expect((await add(some(0, 1), all.cookies)).response.status).toBe(200) // again, for the same vehicle
      vi.setSystemTime(Date.now() + (HANDED_OVER_S - 1800) * 1000) // the first twenty have ended
      const later = await add(some(50, 55), all.cookies)
      expect(Object.entries(later.session.vehicles).filter(([, isHeld]) => isHeld)).toHaveLength(35)
      expect(Object.keys(later.session.vehicles)).toHaveLength(MOST_VEHICLES)
      const taken = later.cookies
        .filter((line) => line.includes('Max-Age=0'))
        .map((line) => /Path=([^;]+)/.exec(line)?.[1])
      expect(taken).toHaveLength(5)
      for (let index = 0; index < 5; index += 1)
        expect(taken.some((path) => path?.endsWith(id(Number(path.slice(-12)))) && Number(path.slice(-12)) < 20)).toBe(
          true,
        )
      vi.setSystemTime(Date.now() + COOKIE_S * 1000) // the browser has none of them any more
      const { session } = await add(some(90, 91), later.cookies)
      expect(session.vehicles).toEqual({ [id(90)]: true })
    } finally {
      vi.useRealTimers()
    }
  })
  it('refuses a vehicle whose path no browser keeps', async () => {
    const { response, cookies } = await gateway.session({ vehicles: { ['v'.repeat(1000)]: 'token' } })
    expect(await codeOf(response)).toBe('413 GATEWAY BODY_TOO_LARGE')
    expect(cookies).toEqual([])
  })
  it('is never stored, and refuses a body past the limit', async () => {
    expect((await gateway.ask('/session')).headers.get('cache-control')).toBe('no-store')
    const { response } = await gateway.session({ version3: 'x'.repeat(300_000) })
    expect(await codeOf(response)).toBe('413 GATEWAY BODY_TOO_LARGE')
  })
  it('goes over https only, where people come by https', async () => {
    const { address } = host
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const own = await startTestGateway(hosts, { PUBLIC_ORIGIN: 'https://console.example' })
    const body = '{"version3":"a","vehicles":{"v":"b"}}'
    const answer = await own.raw(
      `POST /session HTTP/1.1\r\nHost: console.example\r\nOrigin: https://console.example\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const lines = answer.split('\r\n').filter((line) => /^set-cookie:/i.test(line))
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
    await own.close()
  })
  it.each([
    ['not JSON', 'version3=x'],
    ['a list', '[]'],
    ['a number for a token', '{"version3":1}'],
    ['an empty token', '{"version3":""}'],
    ['a line break in a token', '{"version3":"a\\nb: c"}'],
    ['an unknown key', '{"version4":"x"}'],
    ['an id that is no segment', '{"vehicles":{"..":"x"}}'],
  ])('refuses %s', async (_, body) => {
    const response = await gateway.ask('/session', { method: 'POST', body })
    expect(await codeOf(response)).toBe('400 GATEWAY BAD_REQUEST')
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
