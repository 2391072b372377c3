/** Attacks on sign-in and on the door, each by name: nothing reaches a host, and the gateway still answers afterwards. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR_COOKIE } from '../auth/operator-session'
import { createBrowser, leadsTo, oidcEnv, startProvider } from '../auth/provider-harness'
import { createSeal } from '../auth/seal'
import { SIGNING_IN_COOKIE } from '../auth/transaction'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { answersIn, elsewhere, rawRequest } from './attack-harness'

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
let gateway: TestGateway
/** The cookie of an operator who is signed in, as an attack would carry it. */
let victim: string
const secret = 'a secret for tests, of more than thirty-two bytes'
const connections = '/api/vehicle/v3/connections'
const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'

type Browser = ReturnType<typeof createBrowser>
const signIn = (browser: Browser, query = '') => browser.go(`${gateway.origin}/auth/sign-in${query}`)
/** A sign-in up to the provider's answer: the address of the callback, not yet opened. */
const callbackOf = async (browser: Browser) =>
  new URL(
    (await browser.go(`${gateway.origin}/auth/sign-in`, undefined, ({ pathname }) => pathname === '/auth/callback'))
      .url,
  )
/** The same with the request to the provider changed on its way. */
async function callbackWith(browser: Browser, change: (query: URLSearchParams) => void) {
  const { url } = await browser.go(
    `${gateway.origin}/auth/sign-in`,
    undefined,
    ({ origin }) => origin === provider.issuer,
  )
  const changed = new URL(url)
  change(changed.searchParams)
  return new URL((await browser.go(changed.href, gateway.origin, ({ pathname }) => pathname === '/auth/callback')).url)
}
/** The sealed transaction of a sign-in under way. */
function signingInOf(browser: Browser): string {
  const [name = ''] =
    browser
      .names()
      .find((one) => one.startsWith(SIGNING_IN_COOKIE))
      ?.split(' ') ?? []
  const value = browser.cookie(name)
  if (value === undefined) throw new Error('no sign-in is under way')
  return value
}
const operatorOf = async (browser: Browser) =>
  JSON.parse((await browser.ask(`${gateway.origin}/auth/session`)).body).operator

beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const env = {
    ...oidcEnv(provider.issuer),
    ACCESS_TOKEN: 't',
    VEHICLE_DATA_TOKEN: 't',
    SESSION_SECRET: secret,
    HEADER_PREFIX: 'sc',
  }
  gateway = await startTestGateway(hosts, env)
  provider.open([gateway.origin])
  const browser = createBrowser()
  await signIn(browser)
  victim = browser.pair(OPERATOR_COOKIE)
  expect((await gateway.ask(connections, { headers: { cookie: victim } })).status).toBe(200)
})
beforeEach(() => {
  host.requests.length = 0
  Object.assign(provider.person, { subject: 'operator-1', claims: { name: 'Operator One' } })
})
afterEach(async () => {
  expect(host.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([])
  expect((await gateway.ask(connections, { headers: { cookie: victim } })).status).toBe(200)
})
afterAll(async () => {
  await gateway.close()
  provider.close()
  host.close()
})

describe('from another site, with the operator’s cookie', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  it.each([
    ['a POST that creates', 'POST', '/api/management/v3/subscriptions'],
    ['a batch', 'POST', '/api/vehicle-data/v2.0/vehicles/v/batch'],
    ['a DELETE', 'DELETE', `${connections}/c`],
    ['a billed GET', 'GET', vin],
    ['planting a token', 'POST', '/session'],
    ['forgetting tokens', 'DELETE', '/session'],
    ['signing out', 'POST', '/auth/sign-out'],
    ['asking who it is', 'GET', '/auth/session'],
  ])('%s', async (_, method, path) => {
    const body = method === 'POST' ? '{"version3":"evil"}' : undefined
    const headers = { ...evil, cookie: victim, 'content-type': 'text/plain' }
    const answer = await gateway.ask(path, { method, headers, ...(body && { body }) })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await codeOf(answer)).toBe('403 GATEWAY FOREIGN_ORIGIN')
  })
  const guarded = [vin, connections, '/session', '/reach/vehicle', '/activity.json', '/auth/session']
  it.each(guarded)('an image of %s, in a browser that says nothing of where it is', async (path) => {
    const answer = await fetch(`${gateway.origin}${path}`, { headers: { cookie: victim, accept: 'image/*' } })
    expect(await codeOf(answer)).toBe('403 GATEWAY FOREIGN_ORIGIN')
  })
})

describe('cookies', () => {
  const withCookie = async (value: string) =>
    codeOf(await gateway.ask(connections, { headers: { cookie: `${gateway.named(OPERATOR_COOKIE)}=${value}` } }))
  const session = JSON.stringify({
    id: 'x',
    subject: 'operator-1',
    name: 'Forged',
    roles: ['operator'],
    iat: Date.now(),
    seenAt: Date.now(),
  })
  it('sealed for another purpose are none', async () => {
    for (const purpose of ['signing-in', 'version3', 'version2', 'index', 'vehicle operator', '["operator","x"]', ''])
      expect(await withCookie(await createSeal(secret).seal(purpose, session))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
    const browser = createBrowser()
    await callbackOf(browser)
    expect(await withCookie(signingInOf(browser))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  })
  it('sealed with another secret are none', async () => {
    expect(await withCookie(await createSeal(`${secret}!`).seal('operator', session))).toBe(
      '401 GATEWAY SIGN_IN_REQUIRED',
    )
  })
  it('tampered with in any segment are none', async () => {
    const segments = victim.slice(victim.indexOf('=') + 1).split('.')
    expect(segments).toHaveLength(5)
    const other = (await createSeal(secret).seal('operator', session)).split('.')
    for (const [index, segment] of segments.entries()) {
      const flipped = segment === '' ? 'AAAA' : (segment[0] === 'A' ? 'B' : 'A') + segment.slice(1)
      for (const changed of [flipped, `${segment}A`, segment.slice(1), index === 1 ? 'e30' : (other[index] ?? '')]) {
        if (changed === segment) continue
        expect([index, await withCookie(segments.with(index, changed).join('.'))]).toEqual([
          index,
          '401 GATEWAY SIGN_IN_REQUIRED',
        ])
      }
    }
  })
  it('of another kind of token are none', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = part({ sub: 'operator', value: session })
    for (const value of [
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'HS256' })}.${claims}.AAAA`,
      `${part({ alg: 'dir', enc: 'A256GCM' })}...${claims}.`,
      `${part({ alg: 'PBES2-HS256+A128KW', p2c: 1e9, p2s: 'x', enc: 'A256GCM' })}.AAAA.AAAA.AAAA.AAAA`,
      '....',
      encodeURIComponent(session),
      'x'.repeat(4000),
    ])
      expect(await withCookie(value)).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  })
  it('planted before sign-in do not become the operator’s (fixation)', async () => {
    const attacker = createBrowser()
    provider.person.subject = 'operator-2'
    await signIn(attacker)
    const planted = attacker.cookie(OPERATOR_COOKIE) ?? ''
    provider.person.subject = 'operator-1'
    const browser = createBrowser()
    browser.plant('localhost', gateway.named(OPERATOR_COOKIE), planted)
    provider.person.claims = { name: 'Operator One' }
    await signIn(browser)
    expect(browser.cookie(OPERATOR_COOKIE)).not.toBe(planted)
    await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
    expect(await operatorOf(attacker)).toMatchObject({ role: 'operator' }) // two sessions, not one
    expect(await operatorOf(browser)).toBeNull()
  })
})

describe('a callback', () => {
  const refused = async (browser: Browser, url: URL) => {
    const before = browser.cookie(OPERATOR_COOKIE)
    const answer = await browser.go(url.href, provider.issuer)
    expect(answer.status).toBe(400)
    expect(browser.cookie(OPERATOR_COOKIE)).toBe(before)
    return answer
  }
  it('without this browser’s transaction signs nobody in (an attacker’s own answer, sent to a victim)', async () => {
    const url = await callbackOf(createBrowser())
    await refused(createBrowser(), url)
    const other = createBrowser()
    await callbackOf(other) // a transaction, but another one
    await refused(other, url)
  })
  it('replayed is refused, even with its cookie restored', async () => {
    const browser = createBrowser()
    const url = await callbackOf(browser)
    const restore = browser.snapshot()
    expect((await browser.go(url.href, provider.issuer)).status).toBe(200)
    await refused(browser, url)
    restore()
    const codes = provider.targets.filter((one) => one === '/token').length
    await refused(browser, url)
    expect(provider.targets.filter((one) => one === '/token')).toHaveLength(codes) // the code was not even tried
  })
  it('with another state is refused, and the real one still works', async () => {
    const browser = createBrowser()
    const url = await callbackOf(browser)
    for (const state of ['', 'x', url.searchParams.get('state')?.slice(1) ?? '']) {
      const changed = new URL(url)
      changed.searchParams.set('state', state)
      await refused(browser, changed)
    }
    const stateless = new URL(url)
    stateless.searchParams.delete('state')
    await refused(browser, stateless)
    expect((await browser.go(url.href, provider.issuer)).status).toBe(200)
  })
  it('with its state twice is refused', async () => {
    const browser = createBrowser()
    const url = await callbackOf(browser)
    url.searchParams.append('state', 'x')
    await refused(browser, url)
  })
  it('whose ID token was made for another nonce is refused', async () => {
    const browser = createBrowser()
    await refused(browser, await callbackWith(browser, (query) => query.set('nonce', 'of-another-sign-in')))
    await refused(browser, await callbackWith(browser, (query) => query.delete('nonce')))
  })
  it('with a code of another sign-in is refused: the verifier is not its own', async () => {
    const browser = createBrowser()
    const [url, stolen] = [await callbackOf(browser), await callbackOf(createBrowser())]
    url.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    await refused(browser, url)
  })
  it('for another challenge is refused', async () => {
    const browser = createBrowser()
    await refused(browser, await callbackWith(browser, (query) => query.set('code_challenge', 'A'.repeat(43))))
  })
  it('in the name of another issuer is refused before the code is sent anywhere', async () => {
    const browser = createBrowser()
    const url = await callbackOf(browser)
    url.searchParams.set('iss', 'https://evil.example')
    const codes = provider.targets.filter((one) => one === '/token').length
    await refused(browser, url)
    expect(provider.targets.filter((one) => one === '/token')).toHaveLength(codes)
  })
  it('shows no words that the provider did not say', async () => {
    const words = '?error=x&error_description=%3Cscript%3Ecall%20this%20number&state=x'
    const answer = await refused(createBrowser(), new URL(`${gateway.origin}/auth/callback${words}`))
    expect(answer.body).not.toMatch(/script|number/)
  })
})

describe('after sign-in', () => {
  it.each(elsewhere)('%j leads to the overview', async (asked) => {
    const answer = await signIn(createBrowser(), `?return=${encodeURIComponent(asked)}`)
    expect(leadsTo(answer)).toBe(`${gateway.origin}/`)
  })
  it('an address is text in the page, never markup', async () => {
    const answer = await signIn(
      createBrowser(),
      `?return=${encodeURIComponent('/x?a="><script>alert(1)</script>&b=\'')}`,
    )
    expect(answer.body).not.toContain('<script')
    expect(leadsTo(answer)).toMatch(/^http:\/\/localhost:\d+\/x\?a=%22%3E/)
  })
})

describe('header injection', () => {
  const own = () => [
    `Host: localhost:${gateway.port}`,
    `Origin: ${gateway.origin}`,
    `Cookie: ${victim}`,
    'Connection: close',
  ]
  it('by line breaks in an id is no request of any operation', async () => {
    for (const id of ['a%0d%0aEvil:%20x', 'a%0aEvil:x', 'a%00b'])
      expect((await gateway.ask(`${connections}/${id}`, { headers: { cookie: victim } })).status).toBe(404)
  })
  it('by letters whose last byte is a line break stays in the id', async () => {
    const id = 'a%E5%98%8A%E5%98%8DEvil:x'
    expect((await gateway.ask(`${connections}/${id}`, { headers: { cookie: victim } })).status).toBe(200)
    const [reached, ...more] = host.requests.splice(0)
    expect([reached?.target, more]).toEqual([`/v3/connections/${id}`, []])
    expect(reached?.headers).not.toHaveProperty('evil')
  })
  it.each(['\r', '\0', ' ', '\t'])('by a raw %j in a target is no request', async (sign) => {
    const { status, count } = answersIn(
      await gateway.raw(rawRequest(`GET ${connections}/a${sign}Evil: x HTTP/1.1`, own())),
    )
    expect([status, count]).toEqual([400, 1])
  })
  it.each(['\r\n', '\n'])(
    'by a raw %j in a target ends with the target: what follows is not passed on',
    async (sign) => {
      const { count } = answersIn(await gateway.raw(rawRequest(`GET ${connections}/a${sign}Evil: x HTTP/1.1`, own())))
      expect(count).toBe(1)
      // A line without a version is read as one of HTTP/0.9: the sender's own request, guarded as every other.
      for (const { target, headers } of host.requests.splice(0)) {
        expect(target).toBe('/v3/connections/a')
        expect(headers).not.toHaveProperty('evil')
      }
    },
  )
  it('by line breaks in the return address', async () => {
    const browser = createBrowser()
    const answer = await browser.go(`${gateway.origin}/auth/sign-in?return=/x%0d%0aSet-Cookie:%20evil=1`)
    expect(browser.seen.some(({ headers }) => headers.getSetCookie().join().includes('evil'))).toBe(false)
    expect(leadsTo(answer)).toBe(`${gateway.origin}/`)
  })
  it('by line breaks or bytes in x-forecourt-user', async () => {
    const target = `GET /api/vehicle/v3/vehicles/v/signals/odometer/values HTTP/1.1`
    for (const value of ['a\r\n b', 'a\rEvil: x', 'a\0b', 'a\u00e9', ' ', 'a\tb', 'x'.repeat(20_000)]) {
      const { status, count } = answersIn(
        await gateway.raw(rawRequest(target, [...own(), `x-forecourt-user: ${value}`])),
      )
      expect([value.slice(0, 9), [400, 431].includes(status), count]).toEqual([value.slice(0, 9), true, 1])
    }
  })
})

describe('a method', () => {
  it.each(['x-http-method-override', 'x-method-override', 'x-http-method'])('cannot be changed by %s', async (name) => {
    await gateway.ask(`${connections}/c?${name}`, { headers: { cookie: victim, [name]: 'DELETE' } })
    expect(host.requests.splice(0).map(({ method, headers }) => [method, headers[name]])).toEqual([['GET', undefined]])
  })
  it('cannot be changed by a parameter or a form', async () => {
    await gateway.ask(`${connections}/c?_method=DELETE`, { headers: { cookie: victim } })
    expect(host.requests.splice(0)).toMatchObject([{ method: 'GET', target: '/v3/connections/c?_method=DELETE' }])
    const form = { cookie: victim, 'content-type': 'application/x-www-form-urlencoded' }
    expect(
      (await gateway.ask(`${connections}/c`, { method: 'POST', headers: form, body: '_method=DELETE' })).status,
    ).toBe(404)
  })
  it.each(['TRACE', 'CONNECT', 'OPTIONS', 'PUT', 'PATCH', 'PURGE', 'PROPFIND', 'HEAD', 'delete'])(
    '%s is none',
    async (method) => {
      const headers = [
        `Host: localhost:${gateway.port}`,
        `Origin: ${gateway.origin}`,
        `Cookie: ${victim}`,
        'Connection: close',
      ]
      const { status } = answersIn(await gateway.raw(rawRequest(`${method} ${connections}/c HTTP/1.1`, headers)))
      expect([0, 400, 403, 404, 405]).toContain(status) // 0: Node closes the socket of a CONNECT without a word
    },
  )
})
