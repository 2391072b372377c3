/** `/team/*`: what each address gives and takes, who may ask it, and what is said while there is no store. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TeamDirectory, TeamFound, TeamMakes, TeamUsers, TeamVehicles } from '../../api/team'
import { TeamFleet } from '../../api/team-fleet'
import { TeamInstances } from '../../api/team-instances'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { createDouble } from './team-harness'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const as = (roles: string, user = 'ann', more = {}) => ({
  headers: { 'x-remote-user': user, 'x-remote-roles': roles, ...more },
})
const reads = [
  '/team/directory',
  '/team/users',
  '/team/vehicles',
  '/team/find?q=a',
  '/team/makes',
  '/team/fleet',
  '/team/instances',
]
const double = createDouble()
let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
const hostsAt = (address: string) => ({ vehicleData: address, vehicle: address, management: address })
const ready = (one: TestGateway) => vi.waitFor(() => expect(one.app.team.state()).toBe('ready'))
const crawl = (body: unknown, init = as('operator')) =>
  gateway.ask('/team/crawl', { method: 'POST', body: JSON.stringify(body), ...init })

beforeAll(async () => {
  host = await startHost((_, res) => res.writeHead(204).end())
  gateway = await startTestGateway(
    hostsAt(host.address),
    { ACCESS_TOKEN: 'canary-own', READ_ONLY: '1', ...proxy },
    undefined,
    { store: double.source },
  )
  await ready(gateway)
})
beforeEach(() => {
  double.asked.length = 0
})
afterAll(async () => {
  await gateway.close()
  host.close()
})

describe('a reader of the team’s directory', () => {
  it('gets each part of it as the contract says, kept by nobody in between', async () => {
    const schemas = [TeamDirectory, TeamUsers, TeamVehicles, TeamFound, TeamMakes, TeamFleet, TeamInstances]
    for (const [index, path] of reads.entries()) {
      const response = await gateway.ask(path, as('viewer'))
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      expect(schemas[index]?.safeParse(await response.json())).toMatchObject({ success: true })
    }
  })
  it('learns how old it is, its engine and its makes', async () => {
    expect(await (await gateway.ask('/team/directory', as('viewer'))).json()).toMatchObject({
      ...{ engine: 'embedded', asOf: '2026-01-02T00:00:00.000Z', makes: ['TESLA'] },
      crawl: { phase: 'idle' },
    })
    expect(await (await gateway.ask('/team/users', as('viewer'))).json()).toMatchObject({
      rows: [{ id: 'u-1' }, { id: 'u-2' }],
      ...{ count: { value: 2, isExact: true }, next: null, asOf: '2026-01-02T00:00:00.000Z' },
    })
  })
  it('passes on what is asked, with a size where none is', async () => {
    await gateway.ask('/team/users?q=an%20%C3%A4&sort=name&limit=200&after=aGk~_-.=', as('viewer'))
    await gateway.ask('/team/vehicles?make=TESLA&mode=live', as('viewer'))
    await gateway.ask('/team/find?q=%25_%27', as('viewer'))
    expect(double.asked.filter(([what]) => what !== 'state')).toEqual([
      ['users', { q: 'an ä', sort: 'name', limit: 200, after: 'aGk~_-.=' }],
      ['vehicles', { make: 'TESLA', mode: 'live', limit: 50 }],
      ['find', "%_'", 8],
    ])
  })
  it.each([
    ['/team/users?limit=0', 'limit expects a whole number from 1 to 200, got "0".'],
    ['/team/users?limit=201', 'limit expects a whole number from 1 to 200, got "201".'],
    ['/team/users?limit=1e2', 'limit expects a whole number from 1 to 200, got "1e2".'],
    ['/team/users?sort=size', 'sort expects changed, connections, name, got "size".'],
    ['/team/users?after=%27', 'after expects the “next” value of another page, got "\'".'],
    ['/team/users?q=a&q=b', 'The parameter "q" appears more than once.'],
    ['/team/users?mode=live', 'Unknown parameter "mode".'],
    ['/team/users?__proto__=1', 'Unknown parameter "__proto__".'],
    ['/team/directory?q=a', 'Unknown parameter "q".'],
    ['/team/find', 'q expects text of up to 300 characters, got nothing.'],
    ['/team/find?q=', 'q expects text of up to 300 characters, got "".'],
    ['/team/users?q=a%00b', 'q expects text of up to 300 characters, got "a\\u0000b".'],
  ])('%s is not an address', async (path, detail) => {
    const response = await gateway.ask(path, as('viewer'))
    const { errors } = (await response.clone().json()) as { errors: { detail: string }[] }
    expect([await codeOf(response), errors[0]?.detail]).toEqual(['400 GATEWAY BAD_REQUEST', detail])
    expect(double.asked).toEqual([])
  })
  it('is told of addresses that are none', async () => {
    for (const path of ['/team/', '/team/user', '/team/users/1'])
      expect(await codeOf(await gateway.ask(path, as('viewer')))).toBe('404 GATEWAY NOT_AN_OPERATION')
    expect(await codeOf(await gateway.ask('/team/users', { method: 'POST', ...as('operator') }))).toBe(
      '404 GATEWAY NOT_AN_OPERATION',
    )
  })
  it('looks at the crawl once a second, however many look', async () => {
    const others = Array.from({ length: 10 }, (_, nth) => gateway.ask('/team/directory', as('viewer', `ann-${nth}`)))
    for (const response of await Promise.all(others)) expect(response.status).toBe(200)
    expect(double.asked.filter(([what]) => what === 'state').length).toBeLessThanOrEqual(1)
  })
})

describe('the crawl', () => {
  it.each(['start', 'pause', 'resume', 'stop'] as const)(
    'takes %s from an operator, on record, although the server is read-only',
    async (action) => {
      gateway.events.length = 0
      const response = await crawl({ action })
      expect(response.status).toBe(200)
      expect(TeamDirectory.safeParse(await response.json())).toMatchObject({ success: true })
      expect(double.asked[0]).toEqual([action, 'ann'])
      expect(gateway.events.map((line) => JSON.parse(line))).toMatchObject([
        { event: `crawl ${action}`, operator: 'ann', subject: 'ann', client: '127.0.0.1' },
      ])
    },
  )
  it.each([{}, { action: 'erase' }, { action: 'start', by: 'eve' }, [], null, 'start'])('takes no %j', async (body) => {
    expect(await codeOf(await crawl(body))).toBe('400 GATEWAY BAD_REQUEST')
    expect(double.asked).toEqual([])
  })
  it('is nobody’s but operators’', async () => {
    gateway.events.length = 0
    expect(await codeOf(await crawl({ action: 'stop' }, as('reader')))).toBe('403 GATEWAY ROLE')
    expect(double.asked).toEqual([])
    expect(gateway.events.map((line) => JSON.parse(line))).toMatchObject([{ event: 'refused', code: 'ROLE' }])
  })
})

describe('accounts', () => {
  const handOver = async (user: string, version3: string) => {
    const { headers } = await gateway.ask('/session', {
      ...{ method: 'POST', body: JSON.stringify({ version3 }) },
      ...as('operator', user),
    })
    return cookieOf(headers.getSetCookie())
  }
  it('a browser with a token of its own sees nothing of the server’s account, and another operator still does', async () => {
    const cookie = await handOver('ann', 'canary-other')
    for (const path of ['/team/users', '/team/vehicles']) {
      const hers = await gateway.ask(path, as('viewer', 'ann', { cookie }))
      expect(await hers.json()).toMatchObject({ rows: [] })
      const his = await (await gateway.ask(path, as('viewer', 'bob'))).json()
      expect(his.rows.length).toBeGreaterThan(0)
    }
    expect((await crawl({ action: 'stop' }, as('operator', 'ann', { cookie }))).status).toBe(200)
    expect(double.asked.map(([what]) => what)).not.toContain('stop')
    // Her cookie is sealed for her: in his browser its token has ended, and is no reason to show him the server's.
    expect(await codeOf(await gateway.ask('/team/users', as('viewer', 'bob', { cookie })))).toBe('401 GATEWAY NO_TOKEN')
  })
  it('the very token of the server, added in a browser, is that browser’s', async () => {
    const cookie = await handOver('ann', 'canary-own')
    const response = await gateway.ask('/team/users', as('viewer', 'ann', { cookie }))
    expect(await response.json()).toMatchObject({ rows: [] })
  })
  it('a page that means another account is refused, and each answer names its own', async () => {
    const response = await gateway.ask('/team/users', as('viewer'))
    const account = response.headers.get('x-forecourt-account') ?? ''
    expect(account).toMatch(/^[\w-]{16}$/)
    expect((await gateway.ask('/team/users', as('viewer', 'ann', { 'x-forecourt-account': account }))).status).toBe(200)
    expect(
      await codeOf(await gateway.ask('/team/users', as('viewer', 'bob', { 'x-forecourt-account': account }))),
    ).toBe('409 GATEWAY ACCOUNT_CHANGED')
  })
})

describe('while there is no store', () => {
  afterEach(() => double.fail(undefined))
  const detailOf = async (response: Response) =>
    ((await response.json()) as { errors: { detail: string }[] }).errors[0]?.detail

  it('everything says that it is away, the rest goes on, and it is found again', async () => {
    double.fail('unavailable')
    gateway.faults.length = 0
    for (const path of ['/team/users', '/team/vehicles', '/team/find?q=a']) {
      const response = await gateway.ask(path, as('viewer'))
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await codeOf(response.clone())).toBe('503 GATEWAY STORE_UNAVAILABLE')
      expect(await detailOf(response)).toContain('The store can’t be reached.')
    }
    expect(await (await gateway.ask('/readyz')).json()).toMatchObject({ ready: true, store: 'away' })
    expect((await gateway.ask('/api/vehicle/v3/connections', as('viewer'))).status).toBe(204)
    expect(gateway.faults.join()).not.toContain('canary')
    expect(gateway.faults.filter((line) => line.includes('continue without it'))).toHaveLength(1)
  })
  it.each(['timeout', 'full', 'failed'] as const)(
    'a statement that fails (%s) is no store that is away',
    async (how) => {
      await vi.waitFor(async () => expect(gateway.app.team.state()).toBe('ready'), 10_000)
      double.fail(how)
      expect(await codeOf(await gateway.ask('/team/users', as('viewer')))).toBe('503 GATEWAY STORE_UNAVAILABLE')
      expect(gateway.app.team.state()).toBe('ready')
      double.fail(undefined)
      expect((await gateway.ask('/team/users', as('viewer'))).status).toBe(200)
    },
  )
  it('a store that is being opened is waited for, by reads, writes and streams', async () => {
    const { source } = createDouble()
    let openNow = () => {}
    const isDue = new Promise<void>((resolve) => {
      openNow = resolve
    })
    const open: typeof source.open = async (log) => isDue.then(() => source.open(log))
    const starting = await startTestGateway(hostsAt(host.address), { ACCESS_TOKEN: 'canary' }, undefined, {
      store: { ...source, open },
    })
    const ended: string[] = []
    const asks = ['/team/users', '/team/directory', '/events'].map(async (path) => {
      const { status } = await starting.ask(path)
      ended.push(path)
      return status
    })
    expect(await (await starting.ask('/readyz')).json()).toMatchObject({ ready: false, store: 'starting' })
    expect(ended).toEqual([])
    openNow()
    expect(await Promise.all(asks)).toEqual([200, 200, 200])
    await starting.close()
  })
  it('requests that wait for a store end when the server stops', async () => {
    const { source } = createDouble()
    const open = () => new Promise<never>(() => undefined)
    const starting = await startTestGateway(hostsAt(host.address), { ACCESS_TOKEN: 'canary' }, undefined, {
      store: { ...source, open },
    })
    const waiting = starting.ask('/team/users')
    await starting.ask('/healthz')
    starting.app.stopping()
    expect(await detailOf(await waiting)).toContain('is being opened')
    await starting.close()
  })
  it('one without a token of its own has no account, and opens its store', async () => {
    const { source } = createDouble()
    const none = await startTestGateway(hostsAt(host.address), {}, undefined, { store: source })
    await vi.waitFor(() => expect(none.app.team.state()).toBe('ready'))
    expect(await codeOf(await none.ask('/team/users'))).toBe('401 GATEWAY NO_TOKEN')
    await none.close()
  })
})
