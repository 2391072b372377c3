/** The account of a request: what is another one and what stays the same, and no request that was meant for another. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ACCOUNT_HEADER } from '../../api/config'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { type Credential, createAccounts } from './account'
import { createBrowser, oidcEnv, startProvider } from './provider-harness'
import { HANDED_OVER_S } from './vehicle-index'

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).toReversed()) await close()
})

const configured = { ACCESS_TOKEN: 'configured', VEHICLE_DATA_TOKEN: 'configured-2' }
const connections = '/api/vehicle/v3/connections'
const vin = '/api/vehicle-data/v2.0/vehicles/v/vin'

/** A gateway on one host that records what reaches it. */
async function start(env: Record<string, string> = configured, reply?: Parameters<typeof startHost>[0]) {
  const host = await startHost(reply)
  closers.push(host.close)
  const { address } = host
  const gateway = await startTestGateway({ vehicleData: address, vehicle: address, management: address }, env)
  closers.push(gateway.close)
  return { host, gateway }
}
const file = (content: object) => {
  const path = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}
const accountOf = async (gateway: TestGateway, headers: Record<string, string> = {}): Promise<string> =>
  (await (await gateway.ask('/session', { headers })).json()).account
const jwt = (claims: object) => new UnsecuredJWT({ ...claims }).encode()
const blockIn = (text: string) => JSON.parse(/id="config">(.*?)<\/script>/.exec(text)?.[1] ?? '')

describe('an account', () => {
  const name = createAccounts('a secret')
  const none: Credential = { kind: 'none' }
  const of = (credential: Credential, subject?: string) =>
    name(subject, { vehicle: credential, management: none, vehicleData: none })
  const token = (text: string) => of({ kind: 'token', token: text })
  const claims = { iss: 'https://id.example', sub: 'app-1', exp: 1 }

  it('is sixteen characters that hold nothing of a token', () => {
    expect(token('canary')).toMatch(/^[\w-]{16}$/)
    expect(token('canary')).toBe(token('canary'))
    expect(
      createAccounts('another secret')(undefined, { vehicle: none, management: none, vehicleData: none }),
    ).not.toBe(of(none))
  })
  it('is another one for every other operator, credential and place of it', () => {
    const fetched = { kind: 'fetched', tokenUrl: 'https://id.example/token', clientId: 'a' } as const
    const one: Credential = { kind: 'token', token: 'one' }
    const all = [
      of(none),
      of(none, 'operator-1'),
      of(none, 'operator-2'),
      of({ kind: 'ended' }),
      token('ended'),
      token('one'),
      token('two'),
      name(undefined, { vehicle: none, management: one, vehicleData: none }),
      name(undefined, { vehicle: none, management: none, vehicleData: one }),
      of(fetched),
      of({ ...fetched, clientId: 'b' }),
      of({ ...fetched, tokenUrl: 'https://other.example/token' }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
  it.each(['sub', 'client_id', 'azp', 'appid'])('stays with a token renewed under the same %s', (claim) => {
    const mine = { iss: 'https://id.example', [claim]: 'app-1' }
    expect(token(jwt({ ...mine, exp: 1, jti: 'a' }))).toBe(token(jwt({ jti: 'b', exp: 2, ...mine })))
    expect(token(jwt({ ...mine, [claim]: 'app-2' }))).not.toBe(token(jwt(mine)))
    expect(token(jwt({ ...mine, iss: 'https://other.example' }))).not.toBe(token(jwt(mine)))
  })
  it('counts each of those claims', () => {
    const tokens = [claims, { ...claims, azp: 'x' }, { ...claims, client_id: 'x' }, { ...claims, appid: 'x' }]
    const number = { ...claims, sub: 1, azp: 'x' } // which a JWT may not, and some do
    const all = [...tokens, number, { ...number, sub: 2 }].map((one) => token(jwt(one)))
    expect(new Set(all).size).toBe(all.length)
  })
  it.each([
    ['names nobody', jwt({ iss: 'https://id.example', exp: 1 }), jwt({ iss: 'https://id.example', exp: 2 })],
    ['names nobody in words', jwt({ sub: '', azp: null, exp: 1 }), jwt({ sub: '', azp: null, exp: 2 })],
    ['only looks like a JWT', 'a.b.c', 'a.b.d'],
    ['is encrypted', 'a.b.c.d.e', 'a.b.c.d.f'],
  ])('is the token’s own where it %s', (_, one, other) => {
    expect(token(one)).toMatch(/^[\w-]{16}$/)
    expect(token(one)).not.toBe(token(other))
  })
  it('without SESSION_SECRET outlives the process', async () => {
    const env = { ...configured, SESSION_SECRET: '' }
    const accounts = [await start(env), await start(env)].map(({ gateway }) => accountOf(gateway))
    const [first, second] = await Promise.all(accounts)
    expect(first).toBe(second)
    expect(await accountOf((await start()).gateway)).not.toBe(first)
  })
})

describe('/session', () => {
  it('names the account that requests have now, and after tokens are added and forgotten', async () => {
    const { gateway } = await start()
    const own = await accountOf(gateway)
    const { session, cookies, response } = await gateway.session({ version3: 'mine', version2: 'mine-2' })
    const cookie = cookieOf(cookies)
    expect(session.account).toMatch(/^[\w-]{16}$/)
    expect(session.account).not.toBe(own)
    expect(response.headers.get(ACCOUNT_HEADER)).toBeNull()
    expect(await accountOf(gateway, { cookie })).toBe(session.account)
    const alone = await accountOf(gateway, { cookie: cookieOf(cookies, 'forecourt-version2') })
    expect([own, session.account]).not.toContain(alone)
    const gone = await gateway.ask('/session', { method: 'DELETE', headers: { cookie } })
    expect((await gone.json()).account).toBe(own)
  })
  it('does not count tokens of single vehicles', async () => {
    const { gateway } = await start()
    const { session, cookies } = await gateway.session({ vehicles: { v: 'of-v' } })
    expect(session.account).toBe(await accountOf(gateway))
    const account = { cookie: cookieOf(cookies), [ACCOUNT_HEADER]: session.account }
    expect((await gateway.ask(vin, { headers: account })).status).toBe(200)
  })
  it('keeps the account of a token that was renewed', async () => {
    const { gateway } = await start()
    const claims = { iss: 'https://id.example', sub: 'app-1' }
    const first = await gateway.session({ version3: jwt({ ...claims, exp: 1 }) })
    const second = await gateway.session({ version3: jwt({ ...claims, exp: 2 }) }, cookieOf(first.cookies))
    expect(second.session.account).toBe(first.session.account)
  })
  it('has another account once what was added has ended, never the server’s own', async () => {
    const { gateway, host } = await start()
    const own = await accountOf(gateway)
    const { session, cookies } = await gateway.session({ version3: 'mine' })
    const cookie = cookieOf(cookies)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + (HANDED_OVER_S + 60) * 1000)
    const ended = await accountOf(gateway, { cookie })
    expect([own, session.account]).not.toContain(ended)
    const ask = (account: string) => gateway.ask(connections, { headers: { cookie, [ACCOUNT_HEADER]: account } })
    expect(await codeOf(await ask(session.account))).toBe('409 GATEWAY ACCOUNT_CHANGED')
    expect(await codeOf(await ask(own))).toBe('409 GATEWAY ACCOUNT_CHANGED')
    expect(await codeOf(await ask(ended))).toBe('401 GATEWAY NO_TOKEN')
    expect(host.requests).toEqual([])
  })
})

describe('a request that names its account', () => {
  it('is sent where it is that one, and where it names none; every answer names the account', async () => {
    const { gateway, host } = await start()
    const { session, cookies } = await gateway.session({ version3: 'mine' })
    const cookie = cookieOf(cookies)
    for (const named of [{ [ACCOUNT_HEADER]: session.account }, undefined]) {
      const response = await gateway.ask(`${connections}/${!named}`, { headers: { cookie, ...named } })
      expect([response.status, response.headers.get(ACCOUNT_HEADER)]).toEqual([200, session.account])
    }
    expect(host.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer mine', 'Bearer mine'])
    expect(host.requests.map(({ headers }) => headers[ACCOUNT_HEADER])).toEqual([undefined, undefined])
  })
  it('is refused where it is another one: nothing sent, recorded, waited for or spent', async () => {
    const CONFIG = file({
      bucket: { capacity: 1, refillPerMinute: 1 },
      dailyVehicleReads: { perVehicle: 1 },
    })
    const { gateway, host } = await start({ ...configured, CONFIG })
    const own = await accountOf(gateway)
    const { session, cookies } = await gateway.session({ version3: 'mine', version2: 'mine-2' })
    const cookie = cookieOf(cookies)
    const meantFor = (account: string) => ({ cookie, [ACCOUNT_HEADER]: account })
    for (const [method, path] of [
      ['DELETE', `${connections}/c`],
      ['POST', '/api/management/v3/subscriptions'],
      ['GET', connections],
      ['GET', vin],
    ] as const) {
      const response = await gateway.ask(path, {
        method,
        headers: meantFor(own),
        ...(method === 'POST' && { body: '{' }),
      })
      expect([response.headers.get(ACCOUNT_HEADER), response.headers.get('x-forecourt-bucket')]).toEqual([
        session.account,
        null,
      ])
      expect(await codeOf(response)).toBe('409 GATEWAY ACCOUNT_CHANGED')
    }
    expect([host.requests, gateway.lines]).toEqual([[], []])
    const lines = gateway.log.map((line) => JSON.parse(line)).filter(({ operation }) => operation)
    expect(lines.map(({ status, code }) => [status, code])).toEqual(Array(4).fill([409, 'ACCOUNT_CHANGED']))
    const sent = await gateway.ask(vin, { headers: meantFor(session.account) })
    expect([sent.status, host.requests.length]).toEqual([200, 1]) // the one read of this day, and the one turn at the bucket
  })
  it.each(['', 'x', '%%%', 'a'.repeat(5000), 'é'])('is refused with %j for an account', async (account) => {
    const { gateway, host } = await start()
    expect(await codeOf(await gateway.ask(connections, { headers: { [ACCOUNT_HEADER]: account } }))).toBe(
      '409 GATEWAY ACCOUNT_CHANGED',
    )
    expect(host.requests).toEqual([])
  })
  it('is refused where it names two', async () => {
    const { gateway, host } = await start()
    const account = await accountOf(gateway)
    const head = `GET ${connections} HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nSec-Fetch-Site: same-origin\r\n`
    const names = `${ACCOUNT_HEADER}: ${account}\r\n`
    expect(await gateway.raw(`${head}${names}${names}Connection: close\r\n\r\n`)).toContain('ACCOUNT_CHANGED')
    expect(await gateway.raw(`${head}${names}Connection: close\r\n\r\n`)).toContain('200 OK')
    expect(host.requests).toHaveLength(1)
  })
  it('hears of the account before anything else is refused, and with what is refused', async () => {
    const { gateway } = await start({ ...configured, READ_ONLY: '1' })
    const account = await accountOf(gateway)
    const remove = (headers: Record<string, string>) =>
      gateway.ask(`${connections}/c`, { method: 'DELETE', headers: { ...headers } })
    expect(await codeOf(await remove({ [ACCOUNT_HEADER]: 'x' }))).toBe('409 GATEWAY ACCOUNT_CHANGED')
    const refused = await remove({ [ACCOUNT_HEADER]: account })
    expect(refused.headers.get(ACCOUNT_HEADER)).toBe(account)
    expect(await codeOf(refused)).toBe('403 GATEWAY READ_ONLY')
  })
  it('keeps it with errors of the service, of the way to it, and without any token', async () => {
    const failing = await start(configured, (_, res) => res.writeHead(500, { [ACCOUNT_HEADER]: 'theirs' }).end('no'))
    const broken = await start(configured, (_, res) => res.destroy())
    const bare = await start({})
    for (const [{ gateway }, status] of [
      [failing, 500],
      [broken, 502],
      [bare, 401],
    ] as const) {
      const headers = { [ACCOUNT_HEADER]: await accountOf(gateway) }
      const response = await gateway.ask(connections, { headers })
      expect([response.status, response.headers.get(ACCOUNT_HEADER)]).toEqual([status, headers[ACCOUNT_HEADER]])
    }
  })
  it('keeps it while the server renews its own token after a 401', async () => {
    let count = 0
    const tokens = await startHost((_, res) => {
      count += 1
      const answer = { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 }
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
    closers.push(tokens.close)
    const fetched = { TOKEN_URL: `${tokens.address}/token`, CLIENT_ID: 'client_a', CLIENT_SECRET: 'canary' }
    const { gateway, host } = await start(fetched, (req, res) =>
      res.writeHead(req.headers.authorization === 'Bearer token-1' ? 401 : 200).end('{"data":[]}'),
    )
    const account = await accountOf(gateway)
    const response = await gateway.ask(connections, { headers: { [ACCOUNT_HEADER]: account } })
    expect([response.status, response.headers.get(ACCOUNT_HEADER)]).toEqual([200, account])
    expect(host.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
    expect(await accountOf(gateway)).toBe(account)
  })
})

describe('the page', () => {
  const page = async (gateway: TestGateway, headers: Record<string, string>, path = '/') =>
    blockIn(await (await gateway.ask(path, { headers: { accept: 'text/html', ...headers } })).text())

  it('names its account, but not where its request may have come without the cookies', async () => {
    const { gateway } = await start()
    const { session, cookies } = await gateway.session({ version3: 'mine' })
    const cookie = cookieOf(cookies)
    for (const site of ['none', 'same-origin', 'same-site'])
      expect((await page(gateway, { cookie, 'sec-fetch-site': site })).account).toBe(session.account)
    expect((await page(gateway, { 'sec-fetch-site': 'none' })).account).toBe(await accountOf(gateway))
    expect((await page(gateway, { 'sec-fetch-site': 'cross-site' })).account).toBeNull()
    const silent = `GET / HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nAccept: text/html\r\nConnection: close\r\n`
    expect(blockIn(await gateway.raw(`${silent}\r\n`)).account).toBeNull()
    expect(blockIn(await gateway.raw(`${silent}Cookie: ${cookie}\r\n\r\n`)).account).toBe(session.account)
  })
  it('names none to a vehicle’s owner, and /config.json to nobody', async () => {
    const { gateway } = await start()
    expect((await page(gateway, {}, '/return/battery-capacity')).account).toBeNull()
    expect(await (await gateway.ask('/config.json')).json()).not.toHaveProperty('account')
  })
})

describe('operators', () => {
  it('of one name are two, each with an account and tokens of their own', async () => {
    const host = await startHost()
    const provider = await startProvider()
    closers.push(host.close, provider.close)
    const { address } = host
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const gateway = await startTestGateway(hosts, { ...oidcEnv(provider.issuer), ...configured })
    closers.push(gateway.close)
    provider.open([gateway.origin])
    const browser = createBrowser()
    const ask = async (path: string, init?: Parameters<typeof browser.ask>[1]) => {
      const { status, body, headers } = await browser.ask(gateway.origin + path, init)
      return { status, json: JSON.parse(body), account: headers.get(ACCOUNT_HEADER) }
    }
    const typed = () => browser.ask(`${gateway.origin}/`, { headers: { accept: 'text/html' } })
    expect(blockIn((await typed()).body)).toMatchObject({ operator: null, account: null })
    const unknown = await ask(connections, { headers: { [ACCOUNT_HEADER]: 'x' } })
    expect([unknown.status, unknown.account, unknown.json.errors[0].code]).toEqual([401, null, 'SIGN_IN_REQUIRED'])

    const signIn = async (subject: string) => {
      Object.assign(provider.person, { subject, claims: { name: 'Operator One' } })
      browser.plant(new URL(provider.issuer).hostname, '_session', '') // the provider asks who it is
      await browser.go(`${gateway.origin}/auth/sign-in`)
      const { operator } = (await ask('/auth/session')).json
      const { account } = (await ask('/session')).json
      expect(blockIn((await typed()).body)).toMatchObject({ operator, account })
      return { operator, account }
    }
    const first = await signIn('operator-1')
    expect(first.operator).toEqual({ id: 'operator-1', name: 'Operator One', role: 'operator' })
    const added = (await ask('/session', { method: 'POST', body: '{"version3":"mine"}' })).json.account
    const second = await signIn('operator-2')
    expect(second.operator).toEqual({ ...first.operator, id: 'operator-2' })
    expect(new Set([first.account, added, second.account]).size).toBe(3)

    const late = { method: 'DELETE', headers: { [ACCOUNT_HEADER]: added } } as const
    const refused = await ask(`${connections}/c`, late)
    expect([refused.status, refused.account]).toEqual([409, second.account])
    expect(refused.json.errors[0].code).toBe('ACCOUNT_CHANGED')
    expect([host.requests, gateway.lines]).toEqual([[], []])
    // Until now the token that the first one added stood as ended, not as the server's own.
    await ask('/session', { method: 'DELETE' })
    const { account } = (await ask('/session')).json
    expect([first.account, added, second.account]).not.toContain(account)
  })
  it('behind a proxy are told apart by name', async () => {
    const env = { ...configured, TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'none' }
    const { gateway } = await start(env)
    const one = await accountOf(gateway, { 'x-remote-user': 'operator-1' })
    expect(await accountOf(gateway, { 'x-remote-user': 'operator-2' })).not.toBe(one)
    expect(await accountOf(gateway, { 'x-remote-user': 'operator-1' })).toBe(one)
  })
})
