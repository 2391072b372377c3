/** The provider when things are not as they should be: away, another than configured, of another mind; and its roles. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { createBrowser, leadsTo, oidcEnv, startProvider } from './provider-harness'

let host: Awaited<ReturnType<typeof startHost>>
const started: { close(): unknown }[] = []
beforeAll(async () => {
  host = await startHost()
})
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.close()
})
afterAll(() => host.close())

/** A provider that does not answer yet, and a gateway that knows it. */
async function pair(env: Record<string, string> = {}, issuer?: string) {
  const provider = await startProvider()
  started.push(provider)
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, { ...oidcEnv(issuer ?? provider.issuer), ACCESS_TOKEN: 't', ...env })
  started.push(gateway)
  return { provider, gateway, browser: createBrowser() }
}
const begin = ({ origin }: TestGateway) => `${origin}/auth/sign-in?return=/users`
const stateOf = async (browser: ReturnType<typeof createBrowser>, { origin }: TestGateway) =>
  JSON.parse((await browser.ask(`${origin}/auth/session`)).body)

describe('a provider that is away', () => {
  it('is a clear error, and is tried again on the next ask', async () => {
    const { provider, gateway, browser } = await pair()
    const answer = await browser.ask(begin(gateway))
    expect(answer.status).toBe(502)
    expect(JSON.parse(answer.body).errors[0]).toMatchObject({
      type: 'GATEWAY',
      code: 'SIGN_IN_UNAVAILABLE',
      detail: `The sign-in provider ${provider.issuer} can’t be used: it returned an unexpected status.`,
    })
    const page = await browser.go(begin(gateway))
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    expect(page.body).toContain('SIGN_IN_UNAVAILABLE')
    expect(page.body).toContain('<a href="/auth/sign-in?return=%2Fusers">Try again</a>')
    expect(browser.names()).toEqual([])
    provider.open([gateway.origin])
    expect((await browser.go(begin(gateway))).status).toBe(200)
    const asked = provider.targets.filter((one) => one.startsWith('/.well-known/'))
    await createBrowser().go(begin(gateway))
    expect(provider.targets.filter((one) => one.startsWith('/.well-known/'))).toEqual(asked) // found once
  })
  it('refuses connections, answers with a page, names another issuer, or nothing else', async () => {
    const other = createServer((req, res) => {
      if (req.url?.startsWith('/page')) return res.writeHead(200, { 'content-type': 'text/html' }).end('canary')
      const issuer = req.url?.startsWith('/bare') ? `http://${req.headers.host}/bare` : 'https://evil.example'
      return res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer }))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    started.push({ close: () => other.close() })
    const { port } = other.address() as AddressInfo // listening on TCP
    for (const [issuer, reason] of [
      ['http://127.0.0.1:1', 'can’t be reached'],
      [`http://127.0.0.1:${port}/page`, 'its response isn’t JSON'],
      [`http://127.0.0.1:${port}/other`, 'it names another issuer than OIDC_ISSUER'],
      [`http://127.0.0.1:${port}/bare`, 'it has no sign-in address'],
    ] as const) {
      const { gateway, browser } = await pair({}, issuer)
      const { status, body } = await browser.ask(begin(gateway))
      expect([status, body]).toEqual([502, expect.stringContaining(reason)])
      expect(body).not.toContain('canary')
    }
  })
  it('by the time of the callback', async () => {
    const { provider, gateway, browser } = await pair()
    provider.open([gateway.origin])
    const { url } = await browser.go(begin(gateway), undefined, ({ pathname }) => pathname === '/auth/callback')
    provider.fail(503)
    const page = await browser.go(url, provider.issuer)
    expect([page.status, page.body]).toEqual([502, expect.stringContaining('SIGN_IN_UNAVAILABLE')])
    expect(page.body).not.toContain('canary')
    expect((await stateOf(browser, gateway)).operator).toBeNull()
  })
})

describe('a provider of another mind', () => {
  it('does not take the client secret', async () => {
    const { provider, gateway, browser } = await pair({ OIDC_CLIENT_SECRET: 'another' })
    provider.open([gateway.origin])
    const page = await browser.go(begin(gateway))
    expect([page.status, page.body]).toEqual([
      400,
      expect.stringContaining('Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'),
    ])
    expect(browser.names()).toEqual([])
  })
  it('signs its ID tokens with a key that it does not publish', async () => {
    const { provider, gateway, browser } = await pair()
    provider.open([gateway.origin], { publishesOtherKeys: true })
    expect((await browser.go(begin(gateway))).status).toBe(400)
    expect(provider.issued.idTokens).toHaveLength(1)
    expect(provider.targets).toContain('/jwks')
    expect(browser.names()).toEqual([])
  })
  it('has no end of sessions', async () => {
    const { provider, gateway, browser } = await pair()
    provider.open([gateway.origin], { endsSessions: false })
    expect((await browser.go(begin(gateway))).status).toBe(200)
    const out = await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
    expect(JSON.parse(out.body)).toEqual({ endSession: null })
  })
  it('sends an ID token that no cookie holds: the sign-in is good, only the hint is missing', async () => {
    const { provider, gateway, browser } = await pair()
    provider.open([gateway.origin], { fullIdTokens: true })
    provider.person.claims = { name: 'Operator One', preferred_username: 'x'.repeat(4000) }
    expect((await browser.go(begin(gateway))).status).toBe(200)
    expect(provider.issued.idTokens[0]?.length).toBeGreaterThan(4096)
    const out = await browser.ask(`${gateway.origin}/auth/sign-out`, { method: 'POST' })
    const { endSession } = JSON.parse(out.body)
    expect(new URL(endSession).searchParams.has('id_token_hint')).toBe(false)
    expect((await browser.go(endSession)).status).toBe(200)
  })
})

describe('PUBLIC_ORIGIN', () => {
  it('is where the provider sends people back to, with Secure cookies', async () => {
    const { provider, gateway } = await pair({ PUBLIC_ORIGIN: 'https://console.example' })
    provider.open(['https://console.example'])
    const answer = await gateway.raw('GET /auth/sign-in HTTP/1.1\r\nHost: console.example\r\nConnection: close\r\n\r\n')
    expect(answer).toContain(`redirect_uri=${encodeURIComponent('https://console.example/auth/callback')}`)
    expect(answer).toMatch(
      /set-cookie: __Secure-forecourt-signing-in-[0-9a-f]{12}-[\w-]{16}=[^\r]*; HttpOnly; Secure; SameSite=Lax/i,
    )
  })
})

describe('roles', () => {
  it.each([
    ['roles', { roles: ['x', 'reader'] }, 'reader'],
    ['roles', { roles: 'viewer' }, 'viewer'],
    ['realm.access', { realm: { access: ['operator'] } }, 'operator'],
    ['roles', { roles: ['x'] }, null],
    ['roles', {}, null],
  ])('come from the claim %s: %j', async (ROLE_CLAIM, claims, role) => {
    const { provider, gateway, browser } = await pair({ ROLE_CLAIM })
    // One has its roles in the ID token itself, the others where the provider keeps them.
    provider.open([gateway.origin], { fullIdTokens: role === 'viewer' })
    provider.person.claims = { name: 'Operator One', ...claims }
    const page = await browser.go(`${gateway.origin}/auth/sign-in`)
    expect(leadsTo(page)).toBe(`${gateway.origin}/`)
    expect(await stateOf(browser, gateway)).toMatchObject({ operator: { name: 'Operator One', role } })
    const read = await browser.ask(`${gateway.origin}/api/vehicle/v3/connections`)
    expect(read.status).toBe(role === null ? 403 : 200)
    if (role === null) expect(read.body).toContain('"NO_ROLE"')
  })
})
