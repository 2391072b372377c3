/** Attacks on the way through sign-in: sign-ins side by side, too many of them, and words about where they come from. */
import { EventEmitter } from 'node:events'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { untilEnded } from '../../api/pending-harness'
import { OPERATOR_COOKIE, operatorSessions, RENEW_MS } from '../auth/operator-session'
import { createBrowser, leadsTo, oidcEnv, startProvider } from '../auth/provider-harness'
import { createSeal, type Seal } from '../auth/seal'
import { createSharedSessions } from '../auth/shared-sessions'
import { SIGN_IN_WINDOW_MS, SIGN_INS_PER_WINDOW } from '../auth/sign-in-limit'
import { MOST_TRANSACTIONS, SIGNING_IN_COOKIE, TRANSACTION_MS } from '../auth/transaction'
import { MOST_VEHICLES } from '../auth/vehicle-index'
import { codeOf, cookieOf, startHost, startSocketHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from '../team/team-harness'

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
let gateway: TestGateway
let time = Date.now()
const own: TestGateway[] = []
const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
const hosts = () => ({ vehicleData: host.address, vehicle: host.address, management: host.address })

beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
  gateway = await startTestGateway(hosts(), { ...oidcEnv(provider.issuer), ...tokens }, undefined, { now: () => time })
  provider.open([gateway.origin])
})
afterEach(async () => {
  vi.useRealTimers()
  time = Date.now()
  for (const one of own.splice(0)) await one.close()
})
afterAll(async () => {
  await gateway.close()
  provider.close()
  host.close()
})

type Browser = ReturnType<typeof createBrowser>
/** A sign-in up to the provider's answer: the address of the callback, not yet opened. */
const begin = async (browser: Browser, returnTo: string) => {
  const address = `${gateway.origin}/auth/sign-in?return=${encodeURIComponent(returnTo)}`
  return (await browser.go(address, undefined, ({ pathname }) => pathname === '/auth/callback')).url
}
const underWay = (browser: Browser) => browser.names().filter((name) => name.startsWith(SIGNING_IN_COOKIE))

describe('sign-ins side by side in one browser', () => {
  it('each lead on to their own page, in any order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const browser = createBrowser()
      const tabs: { page: string; url: string }[] = []
      for (const page of ['/users', '/webhooks']) {
        const address = `${gateway.origin}/auth/sign-in?return=${page}`
        const { url } = await browser.go(address, undefined, ({ origin }) => origin === provider.issuer)
        tabs.push({ page, url })
      }
      expect(underWay(browser)).toHaveLength(2)
      for (const index of order) {
        const { page, url } = tabs[index] ?? { page: '', url: '' }
        expect(leadsTo(await browser.go(url, gateway.origin))).toBe(`${gateway.origin}${page}`)
      }
      expect(underWay(browser)).toEqual([])
    }
  })
  it('are so many at most, the oldest given up first, and never more than a request can carry', async () => {
    const browser = createBrowser()
    const long = `/connections?filter[userId]=${'x'.repeat(1400)}`
    const all: string[] = []
    for (let index = 0; index < MOST_TRANSACTIONS + 3; index += 1) {
      time += 1000
      all.push(await begin(browser, `${long}${index}`))
    }
    expect(underWay(browser).length).toBeLessThanOrEqual(MOST_TRANSACTIONS)
    const bytes = underWay(browser).reduce(
      (sum, name) => sum + (browser.cookie(name.split(' ')[0] ?? '') ?? '').length,
      0,
    )
    expect(bytes).toBeLessThan(8192)
    expect((await browser.go(all[0] ?? '', provider.issuer)).status).toBe(400)
    expect(leadsTo(await browser.go(all.at(-1) ?? '', provider.issuer))).toContain(`x${all.length - 1}`)
  })
  it('that were given up are forgotten with the next one, and so is what nobody here has sealed', async () => {
    const browser = createBrowser()
    await begin(browser, '/users')
    browser.plant('localhost', `${gateway.named(SIGNING_IN_COOKIE)}-planted`, 'x', '/auth')
    time += TRANSACTION_MS + 1
    await begin(browser, '/webhooks')
    expect(underWay(browser)).toHaveLength(1)
  })
  it('say the true reason where one fails, and the link keeps the page', async () => {
    const browser = createBrowser()
    const first = await begin(browser, '/users?page[size]=5')
    time += TRANSACTION_MS + 1
    const late = await browser.go(first, provider.issuer)
    expect(late.body).toContain('This sign-in took longer than 10 minutes.')
    expect(late.body).toContain('href="/auth/sign-in?return=%2Fusers%3Fpage%5Bsize%5D%3D5">Sign in</a>')
    const other = await browser.go(first, provider.issuer)
    expect(other.body).toContain('This sign-in was not started in this browser, or has already been used.')
    expect(other.body).not.toContain('minutes')
  })
  it('of which one comes with another state keep the page of the newest', async () => {
    const browser = createBrowser()
    await begin(browser, '/users')
    time += 1000
    await begin(browser, '/webhooks')
    const answer = await browser.go(`${gateway.origin}/auth/callback?code=x&state=x`, provider.issuer)
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('?return=%2Fwebhooks">Sign in</a>')])
    expect(underWay(browser)).toHaveLength(2) // and end none of them
  })
})

describe('a browser that keeps all that it is given', () => {
  it('is never locked out by the size of its cookies', async () => {
    const browser = createBrowser()
    provider.person.claims = { name: 'Ö'.repeat(200), preferred_username: 'x'.repeat(3000) }
    await browser.go(`${gateway.origin}/auth/sign-in`)
    provider.person.claims = { name: 'Operator One' }
    const hand = async (body: object) => {
      const init = { method: 'POST' as const, body: JSON.stringify(body) }
      expect((await browser.ask(`${gateway.origin}/session`, init)).status).toBe(200)
    }
    await hand({ version3: 'x'.repeat(2850), version2: 'y'.repeat(2850) })
    const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    for (let from = 0; from < MOST_VEHICLES; from += 10)
      await hand({ vehicles: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [idOf(from + index), 'z'])) })
    await hand({ vehicles: { [idOf(0)]: 'z'.repeat(2800) } })
    for (let index = 0; index < MOST_TRANSACTIONS + 1; index += 1)
      expect(await begin(browser, `/connections?filter[userId]=${'x'.repeat(1400)}${index}`)).toContain('/callback?')
    const vehicle = `/api/vehicle-data/v2.0/vehicles/${idOf(0)}/vin`
    for (const path of ['/', '/auth/session', '/session', '/auth/sign-in', '/api/vehicle/v3/connections', vehicle])
      expect([path, (await browser.ask(gateway.origin + path)).status]).toEqual([
        path,
        path === '/auth/sign-in' ? 302 : 200,
      ])
    await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
    expect(browser.names().filter((name) => !name.startsWith(SIGNING_IN_COOKIE))).toEqual([])
  })
})

describe('a client that begins again and again', () => {
  const start = async (env: Record<string, string> = {}) => {
    const started = await startTestGateway(hosts(), { ...oidcEnv(provider.issuer), ...tokens, ...env })
    own.push(started)
    return started
  }
  const ask = (target: TestGateway, path: string, headers: Record<string, string> = {}) =>
    target.ask(path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  const spend = async (target: TestGateway, path: string, headers: Record<string, string> = {}) => {
    for (let index = 0; index < SIGN_INS_PER_WINDOW; index += 1)
      expect((await ask(target, path, headers)).status).not.toBe(429)
  }
  it.each(['/auth/sign-in', '/auth/callback?state=x'])('is told to wait at %s, and nobody else is', async (path) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const target = await start({ TRUSTED_PROXY: '127.0.0.1' })
    const attacker = { 'x-forwarded-for': '192.0.2.7' }
    await spend(target, path, attacker)
    const refused = await ask(target, path, attacker)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect([refused.status, retryAfter > 0 && retryAfter <= SIGN_IN_WINDOW_MS / 1000]).toEqual([429, true])
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await refused.text()).toContain('Too many sign-ins')
    const asScript = await ask(target, path, { ...attacker, accept: 'application/json' })
    expect([asScript.status, await asScript.text()]).toEqual([429, expect.stringContaining('"SIGN_IN_LIMIT"')])
    // Other words of his about where he is are his own, not the proxy's.
    expect((await ask(target, path, { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' })).status).toBe(429)
    expect((await ask(target, path, { 'x-forwarded-for': '192.0.2.8' })).status).not.toBe(429)
    expect((await ask(target, '/auth/session')).status).toBe(200)
    vi.advanceTimersByTime(SIGN_IN_WINDOW_MS + 1)
    expect((await ask(target, path, attacker)).status).not.toBe(429)
  })
  it('has one address for all that its network gives it, and as many as it likes without a proxy', async () => {
    const path = '/auth/callback?state=x'
    const target = await start({ TRUSTED_PROXY: '127.0.0.1' })
    await spend(target, path, { 'x-forwarded-for': '2001:db8:1:2::1' })
    const from = async (address: string) => (await ask(target, path, { 'x-forwarded-for': address })).status
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await from('2001:DB8:1:2::a')).toBe(429)
    expect(await from('2001:db8:1:3::1')).toBe(400)
    const direct = await start()
    await spend(direct, path)
    expect((await ask(direct, path, { 'x-forwarded-for': '192.0.2.9' })).status).toBe(429)
  })
})

describe('after signing out', () => {
  const read = '/api/vehicle/v3/connections'
  const signOut = (browser: Browser) => browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
  const operatorOf = async (browser: Browser) =>
    JSON.parse((await browser.ask(`${gateway.origin}/auth/session`)).body).operator

  it('a late answer of another instance brings nothing back', async () => {
    const slow = await startSocketHost(() => {}) // answers when the test says so
    const address = slow.address
    const { source: store } = createDouble()
    const atSlow = { vehicleData: address, vehicle: address, management: address }
    const startInstance = () =>
      startTestGateway(atSlow, { ...oidcEnv(provider.issuer), ...tokens }, undefined, {
        ...{ store, now: () => time, consolePort: 1 },
      })
    const [one, other] = [await startInstance(), await startInstance()]
    own.push(one, other)
    provider.open([gateway.origin, one.origin])
    const browser = createBrowser()
    await browser.go(`${one.origin}/auth/sign-in`)
    time += 30 * 60_000 // long enough for a cookie to be sealed anew
    const cookie = browser.pair(OPERATOR_COOKIE)
    const late = other.ask(read, { headers: { cookie } })
    const [socket] = await slow.arrived
    await browser.ask(`${one.origin}/auth/sign-out`, { method: 'POST' })
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"data":[]}')
    const answer = await late
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    slow.close()
  })
  it('a token whose body arrives late is not kept', async () => {
    const browser = createBrowser()
    await browser.go(`${gateway.origin}/auth/sign-in`)
    const cookie = browser.pair(OPERATOR_COOKIE)
    const headers = { host: `localhost:${gateway.port}`, origin: gateway.origin, cookie }
    const { end: letIn, ended: isLetIn } = untilEnded()
    const { end: arrive, ended: isThere } = untilEnded()
    const body = new ReadableStream(
      {
        async pull(controller) {
          letIn() // its body is waited for: the request is past the guard
          await isThere
          controller.enqueue(new TextEncoder().encode('{"version3":"late"}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const incoming = { method: 'POST', url: '/session', headers, rawHeaders: [], socket: {} }
    const late = gateway.app.app.fetch(new Request(`${gateway.origin}/session`, init), {
      incoming,
      outgoing: Object.assign(new EventEmitter(), { setHeader: () => undefined }),
    })
    await isLetIn
    await signOut(browser)
    arrive()
    const answer = await late
    expect([await codeOf(answer), answer.headers.getSetCookie()]).toEqual(['401 GATEWAY SIGN_IN_REQUIRED', []])
  })
  it('a cookie that is sealed anew meanwhile is not set', async () => {
    const { end: open, ended: gate } = untilEnded()
    const real = createSeal('a secret for tests, of more than thirty-two bytes')
    let isHeld = false
    const { end: seals, ended: isSealing } = untilEnded()
    const seal: Seal = {
      ...real,
      seal: async (...given) => {
        if (isHeld) {
          seals()
          await gate
        }
        return real.seal(...given)
      },
    }
    const { source } = createDouble()
    const kept = await source.keep({} as never, {} as never) // the double needs neither
    const store = { now: () => kept, opened: async () => true, note: () => undefined, onPaused: () => undefined }
    const shared = createSharedSessions(store, () => time)
    const cookies = { named: (name: string) => name, pathFor: (path: string) => path, isSecure: () => false }
    const sessions = operatorSessions(seal, cookies, () => time, shared)
    const app = new Hono<{ Bindings: HttpBindings }>()
    app.get('/in', async (c) => c.text(String(await sessions.begin(c, { subject: 'a', name: 'A', roles: [] }, null))))
    const found = async (c: Context) => {
      const session = await sessions.read(c)
      if (!session) throw new Error('no session')
      return session
    }
    app.get('/use', async (c) => c.text(String(sessions.use(await found(c)))))
    app.get('/renew', async (c) => c.text(String(await sessions.renew(c, await found(c)))))
    app.get('/out', async (c) => c.text(String(sessions.end(c, await found(c), false))))
    const cookie = cookieOf((await app.request('/in')).headers.getSetCookie())
    const ask = (path: string) => app.request(path, { headers: { cookie } })
    time += RENEW_MS
    await ask('/use')
    isHeld = true
    const renewed = ask('/renew')
    await isSealing
    await ask('/out')
    open()
    expect([await (await renewed).text(), (await renewed).headers.getSetCookie()]).toEqual(['false', []])
  })
  it('nobody is signed in', async () => {
    const browser = createBrowser()
    await browser.go(`${gateway.origin}/auth/sign-in`)
    expect(await operatorOf(browser)).toMatchObject({ name: 'Operator One' })
    await signOut(browser)
    expect(await operatorOf(browser)).toBeNull()
  })
})

describe('with a provider, behind a proxy', () => {
  const recorded = async (env: Record<string, string>) => {
    const target = await startTestGateway(hosts(), { ...oidcEnv(provider.issuer), ...tokens, ...env })
    own.push(target)
    provider.open([gateway.origin, target.origin])
    const browser = createBrowser()
    await browser.go(`${target.origin}/auth/sign-in`)
    const headers = { 'x-forwarded-for': '203.0.113.9, 192.0.2.7', 'x-remote-user': 'evil' }
    const remove = { method: 'DELETE' as const, headers }
    expect((await browser.ask(`${target.origin}/api/vehicle/v3/connections/c`, remove)).status).toBe(200)
    return target.lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'attempt')
  }
  it('the record has the address that the proxy heard, and the name that the provider gave', async () => {
    expect(await recorded({ TRUSTED_PROXY: '127.0.0.1' })).toMatchObject({
      client: '192.0.2.7',
      operator: 'Operator One',
    })
  })
  it('that nobody named, the record has the socket’s own', async () => {
    expect(await recorded({})).toMatchObject({ client: '127.0.0.1', operator: 'Operator One' })
  })
})
