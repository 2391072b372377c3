/** Consoles on one host name: a browser sends the cookies of a host to every port of it. */
import { afterEach, describe, expect, it } from 'vitest'
import { hostNames } from '../../api/endpoint'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createConsoleCookies } from './console-cookies'
import { unhashed } from './cookie-harness'
import { OPERATOR_COOKIE } from './operator-session'
import { createBrowser, oidcEnv, type ProviderRequest, startProvider } from './provider-harness'

type Browser = ReturnType<typeof createBrowser>
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A console with a fake host and a token of its own. */
async function startConsole(name: string, env: Record<string, string> = {}) {
  const host = await startHost()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, {
    ACCESS_TOKEN: `own-${name}`,
    VEHICLE_DATA_TOKEN: `own-${name}`,
    ...env,
  })
  ends.push(
    () => host.close(),
    () => gateway.close(),
  )
  const bearers = () => host.requests.map(({ headers }) => headers.authorization)
  return { ...gateway, host, bearers }
}

const add = (browser: Browser, { origin }: TestGateway, body: object) =>
  browser.ask(`${origin}/session`, { method: 'POST', body: JSON.stringify(body) })
const codeIn = ({ status, body }: ProviderRequest) => `${status} ${JSON.parse(body).errors?.[0].code ?? ''}`.trim()
let reads = 0
/** A read like no other, which no memory of the server returns. */
const read = async (browser: Browser, { origin }: TestGateway, path = '/api/vehicle/v3/connections') => {
  reads += 1
  return codeIn(await browser.ask(`${origin}${path}?${reads}`))
}
const vinOf = (id: string) => `/api/vehicle-data/v2.0/vehicles/${id}/vin`
const stateOf = async (browser: Browser, { origin }: TestGateway) =>
  JSON.parse((await browser.ask(`${origin}/auth/session`)).body)

describe('two consoles on one host name', () => {
  it('a token added at one leaves the other its own, also for one vehicle', async () => {
    const [first, second] = [
      await startConsole('first'),
      await startConsole('second', { SESSION_SECRET: 'x'.repeat(32) }),
    ]
    const browser = createBrowser()
    await add(browser, first, { version3: 'added', version2: 'added-two', vehicles: { car: 'of-car' } })
    for (const path of ['/api/vehicle/v3/connections', '/api/management/v3/webhooks', vinOf('car'), vinOf('other')])
      expect(await read(browser, second, path)).toBe('200')
    expect(second.bearers()).toEqual(Array(4).fill('Bearer own-second'))
    const { account, ...session } = JSON.parse((await browser.ask(`${second.origin}/session`)).body)
    expect(session).toEqual({ version3: false, version2: false, vehicles: {} })
    await browser.ask(`${second.origin}/session`, { method: 'DELETE' })
    expect(await read(browser, first)).toBe('200')
    expect(await read(browser, first, vinOf('car'))).toBe('200')
    expect(first.bearers()).toEqual(['Bearer added', 'Bearer of-car'])
  })

  it('signing in and out at one leaves the sign-in at the other, with sign-ins under way side by side', async () => {
    const provider = await startProvider()
    ends.push(() => provider.close())
    const env = oidcEnv(provider.issuer)
    const [first, second] = [await startConsole('first', env), await startConsole('second', env)]
    provider.open([first.origin, second.origin])
    const browser = createBrowser()
    const toProvider = async ({ origin }: TestGateway) =>
      (await browser.go(`${origin}/auth/sign-in`, undefined, (url) => url.origin === provider.issuer)).url
    const [one, other] = [await toProvider(first), await toProvider(second)]
    for (const [url, { origin }] of [
      [one, first],
      [other, second],
    ] as const)
      expect((await browser.go(url, origin)).status).toBe(200)
    for (const one of [first, second]) {
      expect((await stateOf(browser, one)).operator).toMatchObject({ id: 'operator-1' })
      expect(await read(browser, one)).toBe('200')
    }
    await browser.ask(`${second.origin}/auth/sign-out`, { method: 'POST' })
    expect((await stateOf(browser, second)).operator).toBeNull()
    expect((await stateOf(browser, first)).operator).toMatchObject({ id: 'operator-1' })
  })
})

describe('staging and production with one SESSION_SECRET', () => {
  const secret = { SESSION_SECRET: 'one secret for both, of thirty-two bytes or more' }
  const canary = 'canary-of-staging'
  const reachedProduction = ({ host }: Awaited<ReturnType<typeof startConsole>>) =>
    JSON.stringify(host.requests).includes(canary)

  it('a token added at staging never reaches production’s hosts', async () => {
    const [staging, production] = [await startConsole('staging', secret), await startConsole('production', secret)]
    const browser = createBrowser()
    await add(browser, staging, { version3: canary, version2: canary, vehicles: { car: canary } })
    for (const path of ['/api/vehicle/v3/connections', '/api/management/v3/webhooks', vinOf('car'), vinOf('other')])
      await read(browser, production, path)
    expect(reachedProduction(production)).toBe(false)
    expect(production.bearers()).toEqual(Array(4).fill('Bearer own-production'))
  })

  it.each([
    ['with other hosts at the same port', true],
    ['with the same names', false],
  ])('nor if production listens where staging did, %s', async (_, hasOwnNames) => {
    const [staging, production] = [await startConsole('staging', secret), await startConsole('production', secret)]
    const { cookies } = await staging.session({ version3: canary, version2: canary })
    const renamed = cookies.map((line) => {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=')
      return `${hasOwnNames ? name : production.named(unhashed(name))}=${value.join('=')}`
    })
    const answer = await production.ask('/api/vehicle/v3/connections', { headers: { cookie: renamed.join('; ') } })
    expect(answer.status).toBe(hasOwnNames ? 200 : 401)
    expect(reachedProduction(production)).toBe(false)
  })

  it('a sign-in at one is none at the other, under its own name neither', async () => {
    const provider = await startProvider()
    ends.push(() => provider.close())
    const env = { ...secret, ...oidcEnv(provider.issuer) }
    const [staging, production] = [await startConsole('staging', env), await startConsole('production', env)]
    provider.open([staging.origin, production.origin])
    const browser = createBrowser()
    await browser.go(`${staging.origin}/auth/sign-in`)
    const cookie = `${production.named(OPERATOR_COOKIE)}=${browser.cookie(OPERATOR_COOKIE)}`
    expect(await codeOf(await production.ask('/session', { headers: { cookie } }))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  })
})

describe('the names of cookies', () => {
  const hosts = { vehicleData: 'http://a.example', vehicle: 'http://b.example', management: 'http://c.example' }
  type More = Partial<Parameters<typeof createConsoleCookies>[0]> & { publicOrigin?: string; basePath?: string }
  const of = ({ publicOrigin, basePath = '', ...more }: More) =>
    createConsoleCookies({ settings: { publicOrigin, basePath }, port: () => 4173, hosts, isSandbox: false, ...more })
  const https = 'https://console.example'

  it('differ with the public origin, without one with the port, with the base path, and with each of the three hosts', () => {
    const others = hostNames.map((host) => of({ hosts: { ...hosts, [host]: 'http://other.example' } }))
    const all = [
      of({}),
      of({ port: () => 4174 }),
      of({ publicOrigin: https }),
      of({ isSandbox: true }),
      of({ basePath: '/a' }),
      of({ basePath: '/b' }),
      ...others,
    ]
    expect(new Set(all.map((one) => one.named('forecourt-version3'))).size).toBe(all.length)
    expect(new Set(all.map((one) => one.scope())).size).toBe(all.length)
  })
  it('are the same at every instance behind one public origin, and after each start of the sandbox', () => {
    const behind = [4173, 4174].map((port) => of({ publicOrigin: https, port: () => port }).named('forecourt-version3'))
    expect(behind[0]).toBe(behind[1])
    const ports = [1, 2].map((port) => `http://127.0.0.1:${port}`)
    const sandboxes = ports.map((at) => of({ isSandbox: true, hosts: { ...hosts, vehicle: at } }).named('x'))
    expect(sandboxes[0]).toBe(sandboxes[1])
  })
  it('are of the port that is listened on, once it is known', () => {
    let port = 0
    const late = of({ port: () => port })
    late.hash()
    port = 4173
    expect(late.named('forecourt-look')).toBe(of({}).named('forecourt-look'))
  })
  it('have the prefixes of browsers over https alone', () => {
    expect(of({}).named('forecourt-vehicle', '/api')).toMatch(/^forecourt-vehicle-[0-9a-f]{12}$/)
    const secure = of({ publicOrigin: https })
    expect(secure.named('forecourt-version3')).toMatch(/^__Host-forecourt-version3-[0-9a-f]{12}$/)
    expect(secure.named('forecourt-vehicle', '/api')).toMatch(/^__Secure-forecourt-vehicle-[0-9a-f]{12}$/)
  })
  it('are the same without a base path as in earlier versions, so that no one is signed out', () => {
    expect(of({ publicOrigin: https }).named('forecourt-operator')).toBe('__Host-forecourt-operator-9527d0dd8625')
  })
  it('have no __Host- under a base path, which that prefix excludes', () => {
    const under = of({ publicOrigin: https, basePath: '/forecourt' })
    expect(under.named('forecourt-operator')).toMatch(/^__Secure-forecourt-operator-[0-9a-f]{12}$/)
    expect(of({ basePath: '/forecourt' }).named('forecourt-operator')).toMatch(/^forecourt-operator-[0-9a-f]{12}$/)
    expect(['/', '/session'].map(under.pathFor)).toEqual(['/forecourt', '/forecourt/session'])
    expect(['/', '/session'].map(of({}).pathFor)).toEqual(['/', '/session'])
  })
  it.each([{}, { publicOrigin: https }, { publicOrigin: https, basePath: '/forecourt' }])(
    'say which cookies are this console’s: %o',
    (more) => {
      const own = of(more)
      expect(own.isOwn(own.named('forecourt-look'))).toBe(true)
      for (const name of ['forecourt-look', of({ port: () => 1 }).named('forecourt-look'), `x-${own.hash()}`])
        expect(own.isOwn(name)).toBe(false)
    },
  )
})

describe('a token that has ended', () => {
  const sizes = (browser: Browser) =>
    ['version3', 'version2'].map((name) => browser.cookie(`forecourt-${name}`)?.length)

  it('leaves a short mark in the place of its cookie, and stays ended until it is forgotten', async () => {
    const own = await startConsole('own')
    const browser = createBrowser()
    await add(browser, own, {
      version3: 'x'.repeat(2000),
      version2: 'y'.repeat(2000),
      vehicles: { car: 'z'.repeat(2000) },
    })
    for (const [name, path] of [
      ['version3', '/'],
      ['version2', '/'],
      ['vehicle', '/api/vehicle-data/v2.0/vehicles/car'],
    ] as const)
      browser.plant('localhost', own.named(`forecourt-${name}`), 'd'.repeat(2000), path)
    for (const path of ['/api/vehicle/v3/connections', vinOf('car'), vinOf('other')])
      expect(await read(browser, own, path)).toBe('401 NO_TOKEN')
    expect(sizes(browser)).toEqual([undefined, undefined])
    expect(browser.pairs().length).toBeLessThan(2000) // the index of vehicles is the longest
    for (const path of ['/api/vehicle/v3/connections', '/api/management/v3/webhooks', vinOf('car'), vinOf('other')])
      expect(await read(browser, own, path)).toBe('401 NO_TOKEN')
    expect(own.bearers()).toEqual([])
    await add(browser, own, { version3: 'again' })
    expect([await read(browser, own), await read(browser, own, vinOf('other'))]).toEqual(['200', '401 NO_TOKEN'])
    await browser.ask(`${own.origin}/session`, { method: 'DELETE' })
    for (const path of ['/api/vehicle/v3/connections', vinOf('car'), vinOf('other')])
      expect(await read(browser, own, path)).toBe('200')
    expect(browser.names()).toEqual([])
  })

  it('is ended too once the browser has dropped its cookie', async () => {
    const own = await startConsole('own')
    const { cookies } = await own.session({ version3: 'three' })
    const cookie = cookieOf(cookies.filter((line) => !line.includes('Max-Age=43200')))
    const answer = await own.ask('/api/vehicle/v3/connections', { headers: { cookie } })
    expect(await codeOf(answer)).toBe('401 GATEWAY NO_TOKEN')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(own.bearers()).toEqual([])
  })
})

describe('cookies by the names of earlier versions', () => {
  const earlier = 'forecourt-version3=x; forecourt-version2=x; forecourt-operator=x; forecourt-vehicles=x'
  const opened = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
  const configOf = (page: string) => JSON.parse(/id="config">(.*?)<\/script>/.exec(page)?.[1] ?? '')

  it('are neither used nor cleared: they may be of an older console at another port', async () => {
    const own = await startConsole('own')
    const answer = await own.ask('/session', { headers: { cookie: earlier } })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    expect(await answer.json()).toMatchObject({ version3: false, version2: false, vehicles: {} })
    const forgotten = await own.ask('/session', { method: 'DELETE', headers: { cookie: earlier } })
    expect(forgotten.headers.getSetCookie().map((line) => line.split('=')[0])).not.toContain('forecourt-version3')
  })
  it('of a token are said to the page, which then doesn’t take the server’s account for the one before', async () => {
    const own = await startConsole('own')
    const page = async (cookie: string) =>
      configOf(await (await own.ask('/', { headers: { ...opened, cookie } })).text()).hasEarlierToken
    expect(await page(earlier)).toBe(true)
    expect(await page('forecourt-version2=x')).toBe(true)
    expect(await page('forecourt-operator=x')).toBe(false)
    const { cookies } = await own.session({ version3: 'three' })
    expect(await page(cookieOf(cookies))).toBe(false)
  })
})
