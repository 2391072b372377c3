/** A console under a base path: every address of it, and no other, with cookies that stay there. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageConfig } from '../../api/config'
import { createBrowser, leadsTo, oidcEnv, startProvider } from '../../gateway/auth/provider-harness'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../../gateway/harness'
import { withBasePath, withoutBasePath } from './base-path'

const BASE_PATH = '/forecourt'
let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
let gateway: TestGateway
/** Behind a proxy with https. */
let secure: TestGateway
const asked: string[] = []

beforeAll(async () => {
  const dist = mkdtempSync(join(tmpdir(), 'forecourt-'))
  mkdirSync(join(dist, 'assets'))
  for (const name of ['mark.svg', 'assets/app-1a2b3c.js']) writeFileSync(join(dist, name), 'file')
  host = await startHost()
  provider = await startProvider()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const env = { BASE_PATH, ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
  gateway = await startTestGateway(hosts, { ...env, ...oidcEnv(provider.issuer) }, dist, {
    manifest: {
      'src/routes/users/index.tsx?tsr-split=component': { file: 'assets/users.js', css: ['assets/users.css'] },
    },
    async renderPage({ config, href, send }) {
      const { address, status } = await send('/api/vehicle/v3/connections')
      asked.push(`${status} ${address}`)
      const dehydrated = {
        at: 0,
        href: config.basePath + href,
        timeZone: 'UTC',
        preferences: {},
        responses: [],
        queries: [],
      }
      return { html: '<p>rendered</p>', dehydrated, isComplete: true }
    },
  })
  provider.open([gateway.origin + BASE_PATH])
  secure = await startTestGateway(hosts, { ...env, PUBLIC_ORIGIN: 'https://tools.example' }, dist)
})
afterAll(async () => {
  await Promise.all([gateway.close(), secure.close()])
  provider.close()
  host.close()
})

const page = (path: string, headers: Record<string, string> = {}) =>
  gateway.ask(path, {
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', ...headers },
  })
/** As bytes, because `fetch` resolves `..` itself. */
const rawStatus = async (target: string) => {
  const answer = await gateway.raw(
    `GET ${target} HTTP/1.1\r\nhost: localhost:${gateway.port}\r\nconnection: close\r\n\r\n`,
  )
  return Number(answer.slice(9, 12))
}

describe('addresses', () => {
  it.each([
    ['/forecourt', '/forecourt/'],
    ['/forecourt?x=[1]', '/forecourt/?x=[1]'],
  ])('%s leads to %s', async (target, location) => {
    for (const method of ['GET', 'HEAD']) {
      const head = `${method} ${target} HTTP/1.1\r\nhost: localhost:${gateway.port}\r\nconnection: close\r\n\r\n`
      const response = await gateway.raw(head)
      expect(response).toMatch(/^HTTP\/1\.1 302 /)
      expect(/^location: (.*)\r$/im.exec(response)?.[1]).toBe(location)
    }
  })
  it('a request that is no page isn’t led on', async () =>
    expect((await gateway.ask('/forecourt', { method: 'POST' })).status).toBe(404))
  it.each(['/forecourt/', '/forecourt/users', '/forecourt/users?q=a', '/forecourt/?x=1'])(
    '%s is a page',
    async (path) => {
      const response = await page(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain('<html data-base-path="/forecourt">')
      const config: PageConfig = JSON.parse(/id="config">([^<]*)</.exec(html)?.[1] ?? '')
      expect(config).toMatchObject({
        basePath: BASE_PATH,
        ownerReturnUri: `${gateway.origin}/forecourt/return/battery-capacity`,
      })
    },
  )
  it('a page names its files under the base path', async () => {
    const html = await (await page('/forecourt/users')).text()
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/forecourt/assets/users.js">')
    expect(html).toContain('<link rel="stylesheet" crossorigin href="/forecourt/assets/users.css">')
    const built = '<html lang="en"><link href="./mark.svg"><script src="./assets/a.js"></script><a href="/x">./b</a>'
    expect(withBasePath(built, BASE_PATH)).toBe(
      '<html data-base-path="/forecourt" lang="en"><link href="/forecourt/mark.svg"><script src="/forecourt/assets/a.js"></script><a href="/x">./b</a>',
    )
    expect(withBasePath(built, '')).toBe(
      '<html lang="en"><link href="/mark.svg"><script src="/assets/a.js"></script><a href="/x">./b</a>',
    )
  })
  it('files are there, with their cache headers', async () => {
    for (const [path, caching] of [
      ['/forecourt/assets/app-1a2b3c.js', 'immutable'],
      ['/forecourt/mark.svg', 'max-age=60'],
    ] as const) {
      const response = await gateway.ask(path)
      expect([response.status, await response.text()]).toEqual([200, 'file'])
      expect(response.headers.get('cache-control')).toContain(caching)
    }
    expect((await gateway.ask('/assets/app-1a2b3c.js')).status).toBe(404)
  })
  it('documents name this server’s addresses', async () => {
    const { paths } = (await (await gateway.ask('/forecourt/openapi.json')).json()) as {
      paths: Record<string, { servers: { url: string }[] }>
    }
    expect(paths['/v3/webhooks']?.servers.at(-1)?.url).toBe('/forecourt/api/management')
  })
  it.each(['/healthz', '/readyz', '/forecourt/healthz', '/forecourt/readyz'])('%s answers', async (path) => {
    expect((await gateway.ask(path)).headers.get('content-type')).toContain('json')
    expect(await rawStatus(path)).toBeOneOf([200, 503])
  })
  it.each(['/', '/users', '/forecourtx', '/Forecourt/users', '/%66orecourt/users', '/healthz/x', '/forecourt%2fusers'])(
    '%s is outside: a page that names the right address',
    async (path) => {
      const response = await page(path)
      const html = await response.text()
      expect(response.status).toBe(404)
      expect(html).toContain(`This console is at ${gateway.origin}/forecourt/ (BASE_PATH).`)
      expect(html).toContain('<a href="/forecourt/">')
      expect(response.headers.get('x-forecourt-request-id')).toBeTruthy()
      const script = await gateway.ask(path, { headers: { accept: '*/*' } })
      expect(await codeOf(script)).toBe('404 GATEWAY NOT_AN_OPERATION')
    },
  )
  it.each([
    ['/config.json', 'GET'],
    ['/api/vehicle/v3/connections', 'GET'],
    ['/api/vehicle/v3/connections/c1', 'DELETE'],
    ['/session', 'POST'],
    ['/auth/sign-in', 'GET'],
    ['/events', 'GET'],
  ])('%s without the base path does nothing', async (path, method) => {
    host.requests.length = 0
    expect(await codeOf(await gateway.ask(path, { method, headers: { accept: '*/*' } }))).toBe(
      '404 GATEWAY NOT_AN_OPERATION',
    )
    expect(host.requests).toEqual([])
  })
  it.each([
    '/forecourt/../users',
    '/forecourt/../forecourt/users',
    '/forecourt/..',
    '/forecourt/%2e%2e/users',
    '/forecourt/.%2E/users',
    '/forecourt/..\\users',
    '/forecourt\\users',
    '//forecourt/users',
    '//forecourt/forecourt/users',
    '/x/../forecourt/users',
    'http://localhost/users',
  ])('%s leads out of the base path', async (target) => expect(await rawStatus(target)).toBeOneOf([400, 404]))
  it('an address in the absolute form is the same', async () =>
    expect(await rawStatus(`http://localhost:${gateway.port}/forecourt/config.json`)).toBe(200))
  it.each([
    [
      '/forecourt/api/vehicle/v3/connections?filter[userId]=%2e%2e',
      '/api/vehicle/v3/connections?filter[userId]=%2e%2e',
    ],
    ['/forecourt/a/../b%2Fc', '/a/../b%2Fc'],
    ['/forecourt//evil.example/x', '//evil.example/x'],
    ['/forecourt/forecourt/x', '/forecourt/x'],
    ['http://a.example/forecourt/x?y', 'http://a.example/x?y'],
    ['/forecourt?/../x', '/?/../x'],
  ])('%s is %s within', (given, inner) => expect(withoutBasePath(given, BASE_PATH)).toBe(inner))
})

describe('redirects', () => {
  const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  it('stay under the base path', async () => {
    const response = await page(`/forecourt/users/${id}%20`)
    expect([response.status, response.headers.get('location')]).toEqual([302, `/forecourt/users/${id}`])
  })
  it.each(['/forecourt//evil.example/', '/forecourt//evil.example/%20'])('%s leads to no other host', async (path) => {
    const location = (await page(path + id)).headers.get('location')
    expect(new URL(location ?? '/', gateway.origin).origin).toBe(gateway.origin)
  })
  it('refusals link to the console', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `a${index}=`).join('&')
    expect(await (await page(`/forecourt/users?${many}`)).text()).toContain('<a href="/forecourt/">')
  })
})

describe('sign-in and requests', () => {
  it('goes to the provider and back, with cookies that stay under the base path', async () => {
    const at = gateway.origin + BASE_PATH
    const browser = createBrowser()
    const toProvider = await browser.go(
      `${at}/auth/sign-in?return=${encodeURIComponent('/users?q=a')}`,
      undefined,
      ({ origin }) => origin === provider.issuer,
    )
    expect(new URL(toProvider.url).searchParams.get('redirect_uri')).toBe(`${at}/auth/callback`)
    expect(browser.names()).toEqual([expect.stringMatching(/^forecourt-signing-in-.* \/forecourt\/auth$/)])
    const signedIn = await browser.go(toProvider.url, at)
    expect(signedIn.status).toBe(200)
    expect(leadsTo(signedIn)).toBe(`${at}/users?q=a`)
    expect(browser.names()).toEqual(['forecourt-operator /forecourt'])

    const { status } = await browser.ask(`${at}/session`, {
      method: 'POST',
      body: JSON.stringify({ version3: 'added', vehicles: { car: 'of-car' } }),
    })
    expect(status).toBe(200)
    expect(browser.names()).toEqual([
      'forecourt-operator /forecourt',
      'forecourt-vehicle /forecourt/api/vehicle-data/v2.0/vehicles/car',
      'forecourt-vehicles /forecourt/auth',
      'forecourt-vehicles /forecourt/session',
      'forecourt-version3 /forecourt',
      'forecourt-version3-added /forecourt',
    ])
    host.requests.length = 0
    await browser.ask(`${at}/api/vehicle/v3/connections?filter[userId]=%2e%2e`)
    await browser.ask(`${at}/api/vehicle-data/v2.0/vehicles/car/vin`)
    expect(host.requests.map(({ target, headers }) => [target, headers.authorization])).toEqual([
      ['/v3/connections?filter[userId]=%2e%2e', 'Bearer added'],
      ['/v2.0/vehicles/car/vin', 'Bearer of-car'],
    ])

    asked.length = 0
    const { body } = await browser.ask(`${at}/users`, {
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
    })
    expect(body).toContain('<p>rendered</p>')
    expect(asked).toEqual(['200 /api/vehicle/v3/connections'])

    const signOut = await browser.ask(`${at}/auth/sign-out`, { method: 'POST' })
    const { endSession } = JSON.parse(signOut.body)
    expect(new URL(endSession).searchParams.get('post_logout_redirect_uri')).toBe(`${at}/`)
    expect(browser.names()).toEqual([])
  })
  it.each(['https://evil.example/', '//evil.example', '/../x', '/auth/sign-in'])(
    'a sign-in for %s leads to the console',
    async (to) => {
      const answer = await createBrowser().go(
        `${gateway.origin}${BASE_PATH}/auth/sign-in?return=${encodeURIComponent(to)}`,
      )
      expect(leadsTo(answer)).toMatch(new RegExp(`^${gateway.origin}/forecourt/x?$`))
    },
  )
  it('pages of sign-in link to its addresses', async () => {
    const failed = await page('/forecourt/auth/callback?state=unknown')
    expect(await failed.text()).toContain('<a href="/forecourt/auth/sign-in">')
    const opened = await page('/forecourt/auth/callback')
    expect(await opened.text()).toContain('<a href="/forecourt/auth/sign-in">')
  })
  it('a page of another site is refused', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await codeOf(await gateway.ask('/forecourt/session', { headers }))).toBe('403 GATEWAY FOREIGN_ORIGIN')
  })
})

it('over https, cookies are __Secure- with the base path, because __Host- requires /', async () => {
  const body = JSON.stringify({ version3: 'added' })
  const answer = await secure.raw(
    `POST /forecourt/session HTTP/1.1\r\nhost: tools.example\r\norigin: https://tools.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  const cookies = answer.split('\r\n').filter((line) => /^set-cookie:/i.test(line))
  expect(cookies).toHaveLength(2)
  for (const line of cookies)
    expect(line).toMatch(
      /^set-cookie: __Secure-forecourt-version3(-added)?-[0-9a-f]{12}=[^;]+; Max-Age=\d+; Path=\/forecourt; HttpOnly; Secure; SameSite=Strict$/i,
    )
})
