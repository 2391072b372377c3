/** A fetched token among several servers with one PostgreSQL: fetched by one, sealed in the store, and by each without it. */
import { mkdtempSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { backupLines } from '../../store/backup'
import { createFetchedTokens, type FetchedTokens } from '../../store/fetched-tokens'
import { createMigrated, openTestStore } from '../../store/harness'
import { openRealm } from '../../store/realms'
import type { Store } from '../../store/store'
import { createSeal } from '../auth/seal'
import { startHost, startTestGateway } from '../harness'
import { readEnvironment } from '../settings/environment'
import { storeAway } from '../team/store-away'
import { storeSource } from '../team/store-source'
import { createOwnToken } from './own-token'
import { BACK_OFF_MS, createServiceToken, TIMEOUT_S } from './service-token'
import { createSharedToken } from './shared-token'

const secret = 'a secret for tests, of more than thirty-two bytes'
const clientSecret = 'canary-client-secret'
const LIFE_S = 3600

let store: Store
let tokens: FetchedTokens
let host: Awaited<ReturnType<typeof startHost>>
let time = 0
let count = 0
let answer: ((res: ServerResponse) => void) | undefined

const json = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
function give(res: ServerResponse): void {
  count += 1
  json(res, 200, { access_token: `canary-token-${count}`, token_type: 'Bearer', expires_in: LIFE_S })
}

beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost((_, res) => (answer ?? give)(res))
}, 30_000)
let realms = 0
beforeEach(async () => {
  realms += 1
  tokens = createFetchedTokens(store, await openRealm(store, `https://api.example account-${realms}`))
  time = Date.now()
  count = 0
  answer = undefined
  host.requests.length = 0
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  host.close()
  await store.close()
})

interface Given {
  secret?: string
  clientSecret?: string
}
/** A server at the store, which can be away from it. */
function startServer(given: Given = {}) {
  let isAway = false
  const credentials = { tokenUrl: `${host.address}/token`, clientId: 'client_a', clientSecret, ...given }
  const shared = createSharedToken({
    store: {
      now: () => {
        if (isAway) throw storeAway('away')
        return { tokens }
      },
      opened: async () => undefined,
    },
    seal: createSeal(given.secret ?? secret),
    secret: given.secret ?? secret,
    credentials,
    fetchMs: TIMEOUT_S * 1000,
    backOffMs: BACK_OFF_MS,
  })
  return {
    ...createServiceToken(credentials, { now: () => time, elapsed: () => time, shared }),
    away(isSo: boolean) {
      isAway = isSo
    },
  }
}
const startServers = () => [startServer(), startServer(), startServer()] as const

describe('a fetched token', () => {
  it('is fetched by one of several that begin at once, and known to the next', async () => {
    const servers = startServers()
    const all = [...servers, ...servers].map((server) => server.get())
    expect(new Set(await Promise.all(all))).toEqual(new Set(['canary-token-1']))
    expect(await startServer().get()).toBe('canary-token-1')
    expect(host.requests).toHaveLength(1)
  })
  it('is renewed before its end by one', async () => {
    const servers = startServers()
    await Promise.all(servers.map((server) => server.get()))
    time += (LIFE_S - 60) * 1000
    await vi.waitFor(async () => {
      const all = await Promise.all(servers.map((server) => server.get()))
      expect(new Set(all)).toEqual(new Set(['canary-token-2']))
    })
    expect(host.requests).toHaveLength(2)
  })
  it('is replaced after a 401 by one', async () => {
    const servers = startServers()
    const [refused = ''] = await Promise.all(servers.map((server) => server.get()))
    const others = await Promise.all([...servers, ...servers].map((server) => server.renew('vehicle', refused)))
    expect(new Set(others)).toEqual(new Set(['canary-token-2']))
    expect(host.requests).toHaveLength(2)
  })
  it('is fetched again where the one in the store has ended', async () => {
    await startServer().get()
    time += LIFE_S * 1000
    expect(await startServer().get()).toBe('canary-token-2')
  })
  it('is in the store only sealed, and in no backup', async () => {
    await startServer().get()
    const lines: string[] = []
    await backupLines(store, async (line) => void lines.push(line))
    const rows = JSON.stringify(await store.query('SELECT * FROM fetched_tokens'))
    expect(rows).toContain('sealed')
    for (const text of [rows, lines.join()]) {
      expect(text).not.toContain('canary')
      expect(text).not.toContain('client_a')
    }
    expect(lines.join()).not.toContain('fetched_tokens')
  })
  it('of another secret, or another client secret, is another’s', async () => {
    expect(await startServer().get()).toBe('canary-token-1')
    expect(await startServer({ secret: `${secret}!` }).get()).toBe('canary-token-2')
    expect(await startServer({ clientSecret: 'another' }).get()).toBe('canary-token-3')
  })
  it('that somebody wrote into the store is none', async () => {
    await startServer().get()
    for (const sealed of ['canary', '', await createSeal(secret).seal('version3', '{"value":"canary-forged"}')]) {
      await store.query('UPDATE fetched_tokens SET sealed = $1', [sealed])
      expect(await startServer().get()).not.toContain('forged')
    }
    expect(host.requests).toHaveLength(4)
  })
  it('is erased once nobody has fetched it for a day', async () => {
    await startServer().get()
    await tokens.forget()
    await startServer().get()
    expect(host.requests).toHaveLength(1)
    await store.query("UPDATE fetched_tokens SET changed_at = now() - interval '25 hours'")
    await tokens.forget()
    expect(await startServer().get()).toBe('canary-token-2')
  })
})

describe('a fetch that fails', () => {
  it('is tried by one, and all say why', async () => {
    answer = (res) => json(res, 503, { error: 'overloaded' })
    const servers = startServers()
    const failures = await Promise.all(servers.map((server) => server.get().catch((error: unknown) => String(error))))
    for (const one of failures) expect(one).toMatch(/^TokenUnavailable: .*it returned 503 \(overloaded\)/)
    expect(host.requests).toHaveLength(1)
    answer = undefined
    await store.query("UPDATE fetched_tokens SET failed_at = failed_at - interval '5 seconds'")
    time += BACK_OFF_MS
    expect(await Promise.all(servers.map((server) => server.get()))).toEqual(Array(3).fill('canary-token-1'))
  })
  it('leaves its turn to another where its server has ended', async () => {
    await startServer().get()
    time += LIFE_S * 1000
    await store.query("UPDATE fetched_tokens SET held_until = now() + interval '1 hour'")
    const waiting = startServer().get()
    await store.query('UPDATE fetched_tokens SET held_until = now()')
    expect(await waiting).toBe('canary-token-2')
  })
})

describe('while the store is away', () => {
  it('each server fetches for itself', async () => {
    const servers = startServers()
    for (const server of servers) server.away(true)
    const fetched = await Promise.all(servers.map((server) => server.get()))
    expect(fetched.toSorted()).toEqual(['canary-token-1', 'canary-token-2', 'canary-token-3'])
    for (const server of servers) server.away(false)
    expect(await Promise.all(servers.map((server) => server.get()))).toEqual(fetched) // until they end
    time += LIFE_S * 1000
    expect(await Promise.all(servers.map((server) => server.get()))).toEqual(Array(3).fill('canary-token-4'))
  })
  it('one that is not there at the start is waited for briefly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const settings = readEnvironment({
      ...{ SESSION_SECRET: secret, DATABASE_URL: 'postgresql://database.example/a', CLIENT_ID: 'client_a' },
      ...{ CLIENT_SECRET: clientSecret, TOKEN_URL: `${host.address}/token` },
    })
    const opening = new Promise(() => undefined)
    const now = () => {
      throw storeAway('starting')
    }
    const own = createOwnToken({
      ...{ settings, seal: createSeal(secret), onFetched: () => undefined, outbound: { fetch } },
      store: { now, opened: () => opening },
    })
    const getting = own?.get()
    await vi.advanceTimersByTimeAsync(1_500)
    vi.useRealTimers()
    expect(await getting).toBe('canary-token-1')
  })
})

it('two servers send what one of them fetched', async () => {
  const database = await createMigrated()
  const env = {
    ...{ SESSION_SECRET: secret, DATABASE_URL: database.url },
    ...{ CLIENT_ID: 'client_a', CLIENT_SECRET: clientSecret, TOKEN_URL: `${host.address}/token` },
  }
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  answer = (res) => (res.req.url === '/token' ? give(res) : json(res, 200, { data: [] }))
  const source = storeSource(readEnvironment(env)) ?? expect.fail('there is no store')
  const servers = await Promise.all([1, 2].map(() => startTestGateway(hosts, env, undefined, { store: source })))
  await Promise.all(servers.map(({ app }) => app.team.opened())) // where it isn't open in time, each fetches its own
  const asked = await Promise.all(servers.map((server) => server.ask('/api/vehicle/v3/connections')))
  expect(asked.map(({ status }) => status)).toEqual([200, 200])
  const sent = host.requests.filter(({ target }) => target !== '/token')
  expect(new Set(sent.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer canary-token-1']))
  expect(host.requests.length - sent.length).toBe(1)
  await Promise.all(servers.map((server) => server.close()))
  await database.remove()
})

it.each([
  ['a secret that is random', { DATABASE_URL: 'postgresql://database.example/a' }],
  ['a store of one server', { SESSION_SECRET: secret, STORE_DIR: mkdtempSync(join(tmpdir(), 'forecourt-store-')) }],
])('with %s nothing is shared, and no store waited for', async (_, env) => {
  const settings = readEnvironment({
    ...{ CLIENT_ID: 'client_a', CLIENT_SECRET: clientSecret, TOKEN_URL: `${host.address}/token` },
    ...env,
  })
  const asked = vi.fn()
  const own = createOwnToken({
    ...{ settings, seal: createSeal(secret), onFetched: () => undefined, outbound: { fetch } },
    store: { now: asked, opened: asked },
  })
  expect(await own?.get()).toBe('canary-token-1')
  expect(asked).not.toHaveBeenCalled()
})
