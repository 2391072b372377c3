/** No secret anywhere: a whole sign-in and every way it fails, then a search of all that was written or answered. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATOR_COOKIE } from '../auth/operator-session'
import { CLIENT_ID, CLIENT_SECRET, createBrowser, oidcEnv, startProvider } from '../auth/provider-harness'
import { startHost, startTestGateway, type TestGateway } from '../harness'

const secrets = {
  SESSION_SECRET: 'canary-session-secret-of-more-than-thirty-two-bytes',
  ACCESS_TOKEN: 'canary-access-token',
  MANAGEMENT_TOKEN: 'canary-management-token',
  VEHICLE_DATA_TOKEN: 'canary-vehicle-data-token',
}
const handedOver = ['canary-handed-over-3', 'canary-handed-over-2', 'canary-handed-over-vehicle']

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
let gateway: TestGateway
/** What was printed while the gateway was at work. */
const printed: string[] = []
const browsers = [createBrowser(), createBrowser(), createBrowser()] as const

beforeAll(async () => {
  const keep = (...parts: unknown[]) => {
    printed.push(
      parts.map((one) => (one instanceof Error ? `${one.stack} ${JSON.stringify(one)}` : String(one))).join(' '),
    )
    return true
  }
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation(keep)
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  host = await startHost()
  provider = await startProvider()
  const { address } = host
  gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    { ...oidcEnv(provider.issuer), ...secrets },
  )
  await runEverything()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await gateway.close()
  provider.close()
  host.close()
})

/** Signs in, works, is refused in every way there is, signs out. */
async function runEverything() {
  const [browser, other, third] = browsers
  const { origin } = gateway
  const ask = (path: string, init?: Parameters<typeof browser.ask>[1]) => browser.ask(`${origin}${path}`, init)
  await browser.go(`${origin}/auth/sign-in`) // the provider is not there yet
  await ask('/auth/sign-in')
  provider.open([origin])
  await ask('/api/vehicle/v3/connections')
  await browser.go(`${origin}/auth/sign-in?return=/connections`)
  const subscription = '{"data":{"attributes":{"webhookId":"w","userId":"u","vehicleId":"v"}}}'
  const [three, two, vehicle] = handedOver
  const body = JSON.stringify({ version3: three, version2: two, vehicles: { v: vehicle } })
  await ask('/api/vehicle/v3/connections')
  await ask('/session', { method: 'POST', body })
  for (const path of ['/', '/session', '/auth/session', '/auth/done', '/config.json', '/healthz', '/api/nothing'])
    await ask(path)
  await browser.go(`${origin}/connections`)
  for (const path of ['/api/vehicle/v3/connections', '/api/vehicle-data/v2.0/vehicles/v/vin']) await ask(path)
  await ask('/api/vehicle/v3/connections/c', { method: 'DELETE' })
  await ask('/api/management/v3/subscriptions', { method: 'POST', body: subscription })
  await ask('/session', { method: 'POST', body: '{"version3":"canary with spaces"}' })
  await ask('/session', { method: 'POST', body: `{"version3":"${'canary'.repeat(700)}"}` })
  await ask('/auth/session', { headers: { origin: 'https://evil.example' } })

  const isCallback = ({ pathname }: URL) => pathname === '/auth/callback'
  const { url } = await other.go(`${origin}/auth/sign-in`, undefined, isCallback)
  await other.go(url.replace(/state=[^&]+/, 'state=x'))
  await other.go(url.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), provider.issuer)
  await other.go(url, provider.issuer) // which has been used by now
  const stolen = (await third.go(`${origin}/auth/sign-in`, undefined, isCallback)).url
  const mine = new URL((await other.go(`${origin}/auth/sign-in`, undefined, isCallback)).url)
  mine.searchParams.set('code', new URL(stolen).searchParams.get('code') ?? '')
  await other.go(mine.href, provider.issuer)
  provider.person.refuses = { error: 'access_denied', error_description: 'no' }
  await other.go(`${origin}/auth/sign-in`)
  provider.person.refuses = undefined
  const late = (await other.go(`${origin}/auth/sign-in`, undefined, isCallback)).url
  await ask('/auth/sign-out', { method: 'POST' })
  provider.fail(500)
  await other.go(late, provider.issuer)
  await ask('/auth/sign-out', { method: 'POST' })
}

/** A secret as it is, and as it may be found in an address, in Basic credentials, or in what was sealed badly. */
const forms = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  ...['base64', 'base64url', 'hex'].map((encoding) => Buffer.from(secret).toString(encoding as BufferEncoding)), // each is one
]
const found = (text: string, among: readonly string[]) =>
  among.flatMap((secret) => forms(secret).filter((form) => text.includes(form)))

const answers = () => browsers.flatMap(({ seen }) => seen).filter(({ url }) => url.startsWith(gateway.origin))
const everySecret = () => [
  CLIENT_SECRET,
  `${CLIENT_ID}:${CLIENT_SECRET}`,
  'canary',
  ...Object.values(secrets),
  ...handedOver,
  ...provider.issued.codes,
  ...provider.issued.accessTokens,
  ...provider.issued.idTokens,
]
/** Where the provider's session ends it wants its ID token back: the one answer that holds one, and only that. */
const isSignOut = ({ url }: { url: string }) => new URL(url).pathname === '/auth/sign-out'

describe('secrets', () => {
  it('were all in play', () => {
    expect(provider.issued.codes.length).toBeGreaterThanOrEqual(4)
    expect(provider.issued.accessTokens.length).toBeGreaterThanOrEqual(1)
    expect(new Set(answers().map(({ status }) => status))).toEqual(new Set([200, 302, 400, 401, 403, 404, 413, 502]))
    const sent = host.requests.map(({ headers }) => headers.authorization)
    for (const token of [secrets.ACCESS_TOKEN, 'canary-handed-over-3', 'canary-handed-over-vehicle'])
      expect(sent).toContain(`Bearer ${token}`)
    expect(
      answers()
        .flatMap(({ headers }) => headers.getSetCookie())
        .join(),
    ).toContain(OPERATOR_COOKIE)
    expect(gateway.faults.join('\n')).toContain('Sign-in: ')
    const attempts = gateway.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'attempt')
    expect(attempts.map(({ kind }) => kind).toSorted()).toEqual(['change', 'change', 'read'])
    expect(gateway.events.length).toBeGreaterThan(0)
    expect(gateway.log.length).toBeGreaterThan(0)
    expect(found(`x ${Buffer.from(CLIENT_SECRET).toString('base64')} y`, [CLIENT_SECRET])).not.toEqual([]) // it would be found
  })
  it('are in no line that was written, and in no metric', async () => {
    const metrics = await gateway.app.metrics.text()
    expect(metrics).toMatch(/forecourt_sessions_total\{event="begun"\} [1-9]/)
    expect(
      found(
        [...gateway.lines, ...gateway.events, ...gateway.log, ...gateway.faults, ...printed, metrics].join('\n'),
        everySecret(),
      ),
    ).toEqual([])
  })
  it('are in no body, no header and no cookie of an answer', () => {
    for (const { url, status, headers, body } of answers().filter((one) => !isSignOut(one))) {
      const head = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      expect([url, status, found(`${head}\n${body}`, everySecret())]).toEqual([url, status, []])
    }
  })
  it('are in the answer to sign-out as the one thing that the provider asks back', () => {
    const [first, second] = answers().filter(isSignOut)
    const { searchParams } = new URL(JSON.parse(first?.body ?? '').endSession)
    expect(searchParams.get('id_token_hint')).toBe(provider.issued.idTokens[0])
    searchParams.delete('id_token_hint')
    expect(found(`${searchParams} ${second?.body}`, everySecret())).toEqual([])
  })
  it('stay where they belong: the hosts hear of tokens, not of operators', () => {
    for (const { headers } of host.requests) {
      expect(headers.cookie).toBeUndefined()
      const mine = [CLIENT_SECRET, secrets.SESSION_SECRET, ...provider.issued.idTokens, ...provider.issued.accessTokens]
      expect(found(JSON.stringify(headers), mine)).toEqual([])
    }
    expect(found(provider.targets.join('\n'), [CLIENT_SECRET, ...Object.values(secrets), ...handedOver])).toEqual([])
  })
})
