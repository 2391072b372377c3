/** Operator sign-in against a real provider: the whole way there and back, what guards it, and how it ends. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answersIn, rawRequest } from '../attacks/attack-harness'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { ABSOLUTE_MS, IDLE_MS, OPERATOR_COOKIE, RENEW_MS } from './operator-session'
import { createBrowser, leadsTo, oidcEnv, type ProviderRequest, startProvider } from './provider-harness'
import { SIGNING_IN_COOKIE, TRANSACTION_MS } from './transaction'

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
let gateway: TestGateway
let time = Date.now()

beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const env = { ...oidcEnv(provider.issuer), ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
  gateway = await startTestGateway(hosts, env, undefined, { now: () => time })
  provider.open([gateway.origin])
})
beforeEach(() => {
  host.requests.length = 0
  time = Date.now()
  Object.assign(provider.person, { subject: 'operator-1', claims: { name: 'Operator One' }, refuses: undefined })
})
afterAll(async () => {
  await gateway.close()
  provider.close()
  host.close()
})

type Browser = ReturnType<typeof createBrowser>
const signIn = (browser: Browser, returnTo = '/connections') =>
  browser.go(`${gateway.origin}/auth/sign-in?return=${encodeURIComponent(returnTo)}`)
const stateOf = async (browser: Browser) => JSON.parse((await browser.ask(`${gateway.origin}/auth/session`)).body)
const read = (browser: Browser) => browser.ask(`${gateway.origin}/api/vehicle/v3/connections`)
const code = ({ status, body }: ProviderRequest) => `${status} ${JSON.parse(body).errors?.[0].code}`
const signOut = async (browser: Browser) =>
  JSON.parse((await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })).body)

describe('sign-in', () => {
  it('goes to the provider and back, and leads on to the page that was asked for', async () => {
    const browser = createBrowser()
    expect(code(await read(browser))).toBe('401 SIGN_IN_REQUIRED')
    const headers = { accept: 'text/html' }
    const isFramed = async () =>
      (await browser.ask(`${gateway.origin}/connections`, { headers })).body.includes('first-frame')
    expect(await isFramed()).toBe(false) // nobody's console yet
    const answer = await signIn(browser, '/connections?filter[userId]=a&page[size]=5')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
    expect(answer.body).not.toContain('<script')
    expect(leadsTo(answer)).toBe(`${gateway.origin}/connections?filter[userId]=a&page[size]=5`)
    const [line = ''] = answer.headers.getSetCookie().filter((one) => one.startsWith(OPERATOR_COOKIE))
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(browser.names()).toContain(`${OPERATOR_COOKIE} /`)
    expect(browser.names().join()).not.toContain(SIGNING_IN_COOKIE)
    expect(await stateOf(browser)).toEqual({
      signIn: 'oidc',
      operator: { id: 'operator-1', name: 'Operator One', role: 'operator' },
      endsAt: expect.stringMatching(/^20\d\d-.*Z$/),
    })
    expect(await isFramed()).toBe(true)
    expect((await read(browser)).status).toBe(200)
    expect(host.requests).toHaveLength(1)
    expect(host.requests[0]?.headers.cookie).toBeUndefined()
  })
  it('asks with PKCE, state, nonce and a transaction that only this browser has', async () => {
    const browser = createBrowser()
    const { url, headers } = await browser.go(`${gateway.origin}/auth/sign-in`, undefined, ({ port }) =>
      provider.issuer.endsWith(port),
    )
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'forecourt',
      redirect_uri: `${gateway.origin}/auth/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const line = headers.getSetCookie().join()
    const cookie = `^${SIGNING_IN_COOKIE}-[0-9a-f]{12}-[\\w-]{16}=[^;]+; Max-Age=3600; Path=/auth; HttpOnly; SameSite=Lax$`
    expect(line).toMatch(new RegExp(cookie))
    expect(line).not.toContain(asked.state)
  })
  it('tells the page who asks for it, but not one that another site opened, and not /config.json', async () => {
    const browser = createBrowser()
    await signIn(browser)
    const operatorIn = ({ body }: ProviderRequest) => JSON.parse(/id="config">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(operatorIn(await browser.go(gateway.origin))).toMatchObject({
      signIn: 'oidc',
      operator: { id: 'operator-1', name: 'Operator One', role: 'operator' },
    })
    expect(operatorIn(await browser.go(gateway.origin, 'https://elsewhere.example')).operator).toBeNull()
    const config = await browser.ask(`${gateway.origin}/config.json`)
    expect(JSON.parse(config.body)).toMatchObject({ signIn: 'oidc' })
    expect(config.body).not.toContain('Operator One')
  })
  it('stands on the record by name and by the provider’s own id: two may have one name', async () => {
    const seen = gateway.lines.length
    for (const subject of ['operator-1', 'operator-2']) {
      Object.assign(provider.person, { subject })
      const browser = createBrowser()
      await signIn(browser)
      await browser.ask(`${gateway.origin}/api/vehicle/v3/connections/c`, { method: 'DELETE' })
    }
    const records = gateway.lines.slice(seen).map((line) => JSON.parse(line))
    const who = records.filter(({ event }) => event === 'attempt').map(({ operator, subject }) => [operator, subject])
    expect(who).toEqual([
      ['Operator One', 'operator-1'],
      ['Operator One', 'operator-2'],
    ])
  })
  it('in a window of its own ends with a word', async () => {
    const browser = createBrowser()
    const answer = await signIn(browser, '/auth/done')
    expect(answer.body).toContain('You’re signed in. You can close this window.')
    expect(leadsTo(answer)).toBeUndefined()
    expect((await browser.go(`${gateway.origin}/auth/done`)).body).toContain('You’re signed in.')
    expect((await createBrowser().go(`${gateway.origin}/auth/done`)).body).toContain('You’re not signed in.')
  })
  it('says what its return address is for if someone opens it', async () => {
    const { status, body } = await createBrowser().go(`${gateway.origin}/auth/callback`)
    expect([status, /<h1>(.*?)<\/h1>/.exec(body)?.[1]]).toEqual([200, 'Return address of the sign-in'])
    expect(body).toContain('This address works.')
    expect(body).toContain('<a href="/auth/sign-in">Sign in</a>')
    expect((await createBrowser().go(`${gateway.origin}/auth/callback?state=unknown`)).status).toBe(400)
  })
  it('says what the provider said, as text, and offers to try again', async () => {
    const browser = createBrowser()
    provider.person.refuses = { error: 'access_denied', error_description: '<img src=x onerror=alert(1)> & "no"' }
    const answer = await signIn(browser, '/users')
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('access_denied')
    expect(answer.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(answer.body).not.toContain('<img')
    expect(answer.body).toContain('<a href="/auth/sign-in?return=%2Fusers">Try again</a>')
    expect(await stateOf(browser)).toMatchObject({ operator: null, endsAt: null })
    provider.person.refuses = undefined
    expect((await signIn(browser, '/users')).status).toBe(200)
  })
  it('takes a name from where the provider has one, in one line', async () => {
    for (const [claims, name] of [
      [{ preferred_username: 'operator.one' }, 'operator.one'],
      [{}, 'operator-1'],
      [{ name: ' Operator\r\nOne\u0007 ' }, 'Operator One'],
      [{ name: 'x'.repeat(5000) }, 'x'.repeat(200)],
    ] as const) {
      const browser = createBrowser()
      provider.person.claims = claims
      await signIn(browser)
      expect((await stateOf(browser)).operator.name).toBe(name)
    }
  })
  it('begins only at an origin that people type, by going there', async () => {
    for (const init of [{ host: 'evil.example' }, { host: `127.0.0.1.evil:${gateway.port}` }]) {
      const answer = await gateway.raw(`GET /auth/sign-in HTTP/1.1\r\nHost: ${init.host}\r\nConnection: close\r\n\r\n`)
      expect(answer).toContain('FOREIGN_ORIGIN')
      expect(answer.toLowerCase()).not.toContain('set-cookie')
    }
    expect((await gateway.ask('/auth/sign-in', { headers: { 'sec-fetch-mode': 'no-cors' } })).status).toBe(403)
  })
  it('is too late after ten minutes', async () => {
    const browser = createBrowser()
    const { url } = await browser.go(
      `${gateway.origin}/auth/sign-in`,
      undefined,
      ({ pathname }) => pathname === '/auth/callback',
    )
    time += TRANSACTION_MS + 1
    const late = await browser.go(url, provider.issuer)
    expect([late.status, late.body]).toEqual([400, expect.stringContaining('longer than 10 minutes')])
    expect(await stateOf(browser)).toMatchObject({ operator: null })
  })
})

describe('a session', () => {
  it('ends an hour after its last use', async () => {
    const browser = createBrowser()
    await signIn(browser)
    const first = browser.cookie(OPERATOR_COOKIE)
    time += RENEW_MS - 1000
    await read(browser)
    await stateOf(browser)
    expect(browser.cookie(OPERATOR_COOKIE)).toBe(first) // sealed anew once a minute at most
    time += IDLE_MS - RENEW_MS
    expect((await read(browser)).status).toBe(200)
    expect(browser.cookie(OPERATOR_COOKIE)).toBe(first) // by the question about it alone
    expect(Date.parse((await stateOf(browser)).endsAt)).toBe(time + IDLE_MS)
    expect(browser.cookie(OPERATOR_COOKIE)).not.toBe(first)
    time += IDLE_MS - 1
    expect((await read(browser)).status).toBe(200)
    time += IDLE_MS
    expect(code(await read(browser))).toBe('401 SIGN_IN_REQUIRED')
    expect(await stateOf(browser)).toMatchObject({ operator: null, endsAt: null })
  })
  it('ends twelve hours after sign-in, however much it is used', async () => {
    const browser = createBrowser()
    await signIn(browser)
    const begun = time
    while (time + IDLE_MS / 2 < begun + ABSOLUTE_MS) {
      time += IDLE_MS / 2
      expect((await read(browser)).status).toBe(200)
    }
    expect(Date.parse((await stateOf(browser)).endsAt)).toBe(begun + ABSOLUTE_MS)
    time = begun + ABSOLUTE_MS
    expect(code(await read(browser))).toBe('401 SIGN_IN_REQUIRED')
  })
  it('is not kept alive by asking about it', async () => {
    const browser = createBrowser()
    await signIn(browser)
    const { endsAt } = await stateOf(browser)
    time += IDLE_MS / 2
    expect((await stateOf(browser)).endsAt).toBe(endsAt)
  })
})

describe('sign-out', () => {
  it('takes back the session and the tokens, and says where the provider’s session ends', async () => {
    const seen = gateway.events.length
    const browser = createBrowser()
    await signIn(browser)
    const body = JSON.stringify({ version3: 'a', version2: 'b', vehicles: { 'car-1': 'c' } })
    expect((await browser.ask(`${gateway.origin}/session`, { method: 'POST', body })).status).toBe(200)
    expect(browser.names()).toHaveLength(8)
    const restore = browser.snapshot()
    const { endSession } = await signOut(browser)
    expect(browser.names()).toEqual([])
    const url = new URL(endSession)
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      post_logout_redirect_uri: `${gateway.origin}/`,
      client_id: 'forecourt',
      id_token_hint: provider.issued.idTokens.at(-1),
    })
    expect((await browser.go(endSession)).status).toBe(200) // the provider takes it, and asks
    restore()
    expect(code(await read(browser))).toBe('401 SIGN_IN_REQUIRED') // a copy of the cookie is refused
    const events = gateway.events.slice(seen).map((line) => JSON.parse(line))
    const who = { operator: 'Operator One', subject: 'operator-1', client: '127.0.0.1' }
    expect(events).toMatchObject(
      ['sign-in', 'token added', 'tokens forgotten', 'sign-out'].map((event) => ({ event, ...who })),
    )
  })
  it('works without a session too', async () => {
    expect(await signOut(createBrowser())).toEqual({ endSession: null })
  })
  /** Sends a sign-out whose body never ends. @returns the status */
  async function signOutSlowly(cookies: readonly string[]): Promise<number> {
    const own = [`Host: localhost:${gateway.port}`, `Origin: ${gateway.origin}`, 'Connection: close']
    const headers = [...own, ...cookies, 'Content-Length: 900']
    return answersIn(await gateway.raw(rawRequest('POST /auth/sign-out HTTP/1.1', headers, '{'))).status
  }
  it('without a session doesn’t wait for a body', async () => {
    expect(await signOutSlowly([])).toBe(200)
  })
  it('waits a few seconds for a body', async () => {
    const browser = createBrowser()
    await signIn(browser)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let status: number | undefined
    void signOutSlowly([`Cookie: ${browser.pair(OPERATOR_COOKIE)}`]).then((received) => {
      status = received
    })
    let seconds = 0
    for (; status === undefined && seconds < 20; seconds += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      await pause(20) // the request and its response are real
    }
    vi.useRealTimers()
    expect(status).toBe(400)
    expect(seconds).toBeGreaterThan(4)
  })
  it('cannot be asked for by another site', async () => {
    const browser = createBrowser()
    await signIn(browser)
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(code(await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST', headers }))).toBe(
      '403 FOREIGN_ORIGIN',
    )
    expect(code(await browser.ask(`${gateway.origin}/auth/session`, { headers }))).toBe('403 FOREIGN_ORIGIN')
    expect((await read(browser)).status).toBe(200)
  })
})

describe('tokens handed over', () => {
  it('are good for the operator who handed them over, not for who signs in next', async () => {
    const browser = createBrowser()
    await signIn(browser)
    await browser.ask(`${gateway.origin}/session`, { method: 'POST', body: '{"version3":"of-operator-1"}' })
    await read(browser)
    expect(host.requests.at(-1)?.headers.authorization).toBe('Bearer of-operator-1')
    const kept = browser.cookie('forecourt-version3') ?? ''
    await signOut(browser)
    const other = createBrowser()
    provider.person.subject = 'operator-2'
    await signIn(other)
    other.plant('localhost', gateway.named('forecourt-version3'), kept)
    const sent = host.requests.length
    expect((await read(other)).body).toContain(
      'The token added in this browser has expired or was added by another operator.',
    )
    expect(host.requests).toHaveLength(sent)
    await other.ask(`${gateway.origin}/session`, { method: 'DELETE' })
    await read(other)
    expect(host.requests.at(-1)?.headers.authorization).toBe('Bearer t')
  })
})

describe('what needs no sign-in', () => {
  it('is the page, its files, health and the configuration; all the rest does', async () => {
    for (const path of ['/', '/healthz', '/config.json', '/auth/session'])
      expect((await gateway.ask(path)).status).toBe(200)
    for (const path of ['/api', '/api/x', '/api/vehicle/v3/connections', '/session', '/session/x'])
      expect((await gateway.ask(path)).status).toBe(401)
    expect((await gateway.ask('/session', { method: 'POST', body: '{"version3":"x"}' })).status).toBe(401)
    expect((await gateway.ask('/session', { method: 'DELETE' })).status).toBe(401)
    expect((await gateway.ask('/auth/other')).status).toBe(404)
    expect(host.requests).toEqual([])
  })
})
