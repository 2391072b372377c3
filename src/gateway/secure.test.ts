/** Where the public origin is https: what cookies are called, and that nothing is asked for in the clear. And under a foreign name. */
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RenderPage } from '../api/server-rendered'
import { unhashed } from './auth/cookie-harness'
import { oidcEnv, startProvider } from './auth/provider-harness'
import { cookieOf, startHost, startTestGateway, type TestGateway } from './harness'

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
let gateway: TestGateway
const secureOrigin = 'https://console.example'
const hosts = () => ({ vehicleData: host.address, vehicle: host.address, management: host.address })
const tokens = { ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }

beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
  gateway = await startTestGateway(hosts(), { ...tokens, PUBLIC_ORIGIN: secureOrigin })
})
afterAll(async () => {
  await gateway.close()
  provider.close()
  host.close()
})

interface Sent {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}
/** By its own Host, which fetch does not set. */
async function ask({ port }: TestGateway, path: string, { method = 'GET', headers, body }: Sent = {}) {
  const own = { host: 'console.example', origin: secureOrigin }
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...own, ...headers },
    body: body ?? null,
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, headers: answer.headers, cookies, body: await answer.body.text() }
}
const nameIn = (line: string) => `${unhashed(line.split('=')[0] ?? '')} ${/Path=([^;]+)/.exec(line)?.[1]}`

describe('with a public origin of https', () => {
  it('cookies are bound to this host, or to https where they have a path, and are Secure', async () => {
    const body = '{"version3":"three","version2":"two","vehicles":{"car":"of-car"}}'
    const { cookies } = await ask(gateway, '/session', { method: 'POST', body })
    expect(cookies.map(nameIn)).toEqual([
      '__Host-forecourt-version3 /',
      '__Host-forecourt-version3-added /',
      '__Host-forecourt-version2 /',
      '__Host-forecourt-version2-added /',
      '__Secure-forecourt-vehicle /api/vehicle-data/v2.0/vehicles/car',
      '__Secure-forecourt-vehicles /session',
      '__Secure-forecourt-vehicles /auth',
    ])
    for (const line of cookies) expect(line).toMatch(/; Secure/)
    const cookie = cookieOf(cookies)
    const atEveryPath = cookieOf(cookies.filter((line) => /Path=\/;/.test(line)))
    for (const [path, sent, carried] of [
      ['/api/vehicle/v3/connections', 'three', cookie],
      ['/api/vehicle-data/v2.0/vehicles/car/vin', 'of-car', cookie],
      ['/api/vehicle-data/v2.0/vehicles/other/vin', 'two', atEveryPath],
    ] as const) {
      host.requests.length = 0
      await ask(gateway, path, { headers: { cookie: carried } })
      expect(host.requests[0]?.headers.authorization).toBe(`Bearer ${sent}`)
    }
    const forgotten = await ask(gateway, '/session', { method: 'DELETE', headers: { cookie } })
    expect(forgotten.cookies.map(nameIn).toSorted()).toEqual(cookies.map(nameIn).toSorted())
    for (const line of forgotten.cookies) expect(line).toMatch(/Max-Age=0.*; Secure/)
  })
  it('a cookie without the prefix is nobody’s: another site of the domain may have set it', async () => {
    const { cookies } = await ask(gateway, '/session', { method: 'POST', body: '{"version3":"planted"}' })
    const cookie = cookieOf(cookies).replaceAll('__Host-', '')
    host.requests.length = 0
    await ask(gateway, '/api/vehicle/v3/connections?planted', { headers: { cookie } })
    expect(host.requests[0]?.headers.authorization).toBe('Bearer t')
  })
  it('a sign-in has prefixes too, from its first step', async () => {
    const own = await startTestGateway(hosts(), { ...oidcEnv(provider.issuer), ...tokens, PUBLIC_ORIGIN: secureOrigin })
    provider.open([secureOrigin])
    const { cookies, headers } = await ask(own, '/auth/sign-in')
    expect(cookies.map(nameIn)).toEqual([expect.stringMatching(/^__Secure-forecourt-signing-in-[\w-]{16} \/auth$/)])
    expect(headers.location).toContain(provider.issuer)
    const out = await ask(own, '/auth/sign-out', { method: 'POST' })
    expect(out.cookies.map(nameIn)).toContain('__Host-forecourt-operator /')
    await own.close()
  })
  it.each(['/', '/healthz', '/api/vehicle/v3/connections', '/api/nothing', '/session', '/gone.js', '/auth/done'])(
    '%s says that this host is asked over nothing else',
    async (path) => {
      const { headers } = await ask(gateway, path)
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    },
  )
  it('which no answer says where people type http', async () => {
    const own = await startTestGateway(hosts(), tokens)
    expect((await own.ask('/')).headers.get('strict-transport-security')).toBeNull()
    expect((await own.ask('/api/vehicle/v3/connections')).headers.get('strict-transport-security')).toBeNull()
    await own.close()
  })
})

describe('under a foreign name', () => {
  const blockIn = (body: string) => JSON.parse(/id="config">(.*?)<\/script>/.exec(body)?.[1] ?? body)
  it('the page names nobody, no account and no tokens, and asks for nothing ahead', async () => {
    const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'none' }
    const manifest = { 'src/routes/connections/index.tsx?tsr-split=component': { file: 'assets/list.js' } }
    const env = { ...tokens, ...proxy, PUBLIC_ORIGIN: secureOrigin }
    const waits: number[] = []
    const renderPage: RenderPage = async ({ waitMs }) => {
      waits.push(waitMs)
      throw new Error('Not rendered here.')
    }
    const own = await startTestGateway(hosts(), env, undefined, { manifest, renderPage })
    const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
    const headers = { accept: 'text/html', 'x-remote-user': 'operator-1', ...opened }
    const named = await ask(own, '/connections', { headers })
    expect(blockIn(named.body)).toMatchObject({
      operator: { name: 'operator-1' },
      account: expect.any(String),
      tokens: { version3: true, version2: true },
    })
    expect(waits.splice(0)).toEqual([400]) // in the operator’s name
    for (const name of ['rebound.example', 'console.example:8443', 'console.example.evil.example']) {
      const foreign = await ask(own, '/connections', { headers: { ...headers, host: name } })
      expect(foreign.status).toBe(200)
      expect(blockIn(foreign.body)).toMatchObject({
        operator: null,
        account: null,
        tokens: { version3: false, version2: false },
      })
      expect(foreign.body).not.toContain('operator-1')
      expect(waits).toEqual([])
      const config = await ask(own, '/config.json', { headers: { host: name } })
      expect(blockIn(config.body)).toMatchObject({ tokens: { version3: false, version2: false } })
    }
    await own.close()
  })
})

describe('with a public origin of plain http', () => {
  const hand = async (env: Record<string, string>) => {
    const own = await startTestGateway(hosts(), { ...tokens, ...env })
    const headers = { host: 'console.example', origin: 'http://console.example' }
    const answer = await ask(own, '/session', { method: 'POST', headers, body: '{"version3":"canary"}' })
    const forgotten = await ask(own, '/session', { method: 'DELETE', headers })
    await own.close()
    return [answer.status, answer.cookies.length, /"code":"(\w+)"/.exec(answer.body)?.[1], forgotten.status]
  }
  const PUBLIC_ORIGIN = 'http://console.example'
  it('no token is taken, unless that was asked for by name', async () => {
    expect(await hand({ PUBLIC_ORIGIN })).toEqual([403, 0, 'INSECURE_HTTP', 200])
    expect(await hand({ PUBLIC_ORIGIN, INSECURE_HTTP: '1' })).toEqual([200, 2, undefined, 200])
  })
})
