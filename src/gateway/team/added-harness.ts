/** For tests of tokens that were added in browsers: a host whose rows name the token, and requests of a console. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { BegunJob, TeamJob } from '../../api/team-jobs'
import { storeOf } from '../../store/harness'
import { createLeases } from '../../store/leases'
import { type Store, StoreError } from '../../store/store'
import { cookieOf, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from './store-source'

export const wait = { timeout: 15_000, interval: 50 }
export const removal = 'DELETE /v3/connections/{connectionId}'

interface HostRequest {
  method: string
  path: string
  /** Page number of a list. */
  page: number
  token: string
}

/** @param name of the token, which no row has */
const row = (name: string, n: number) => ({
  ...{ id: `${name}-${n}`, type: 'connection' },
  attributes: { permissions: ['odometer'], vehicle: { mode: 'live' } },
  relationships: {
    user: { data: { id: `user-of-${name}`, type: 'user' } },
    vehicle: { data: { id: `vehicle-of-${name}-${n}`, type: 'vehicle' } },
  },
  meta: { createdAt: '2026-01-01T00:00:00Z' },
})

export type AddedHost = Awaited<ReturnType<typeof startAddedHost>>

export async function startAddedHost() {
  const host = {
    address: '',
    /** Requests in the order of their arrival. */
    sent: [] as HostRequest[],
    /** Live connections of each token. */
    connections: 2,
    /** Called with each request before its response. A status that it returns is sent without a body. */
    respond: (async () => undefined) as (request: HostRequest) => Promise<number | undefined>,
    removed: () =>
      host.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path.replace('/v3/connections/', '')),
    reset() {
      host.sent = []
      host.connections = 2
      host.respond = async () => undefined
    },
    /** Responses to removals wait until the returned function is called. */
    holdRemovals(): () => void {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      host.respond = async ({ method }) => {
        if (method === 'DELETE') await released
        return undefined
      }
      return release
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async ({ method = '', url = '', headers }, res) => {
    const { pathname, searchParams } = new URL(url, 'http://host')
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    const [page, size] = ['page[number]', 'page[size]'].map((name) => Number(searchParams.get(name) ?? 1))
    const request = { method, path: pathname, page: page ?? 1, token }
    host.sent.push(request)
    const status = await host.respond(request)
    if (status !== undefined) return res.writeHead(status).end()
    if (method === 'DELETE') return res.writeHead(204).end()
    const json = { 'content-type': 'application/json' }
    if (pathname === '/v3/subscriptions') return res.writeHead(202, json).end('{}')
    const all = url.includes('simulated') ? 0 : host.connections
    const first = (request.page - 1) * (size ?? 1)
    const name = token.replace('canary', 'row')
    const data = Array.from({ length: Math.max(0, Math.min(size ?? 1, all - first)) }, (_, n) => row(name, first + n))
    res.writeHead(200, json).end(JSON.stringify({ data, meta: { totalCount: all }, links: {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
  return host
}

interface GatewayOptions {
  now?: () => number
  isAway?: () => boolean
}

export async function startAddedGateway(
  store: Store,
  { address }: AddedHost,
  env: Record<string, string> = {},
  { isAway = () => false, ...more }: GatewayOptions = {},
): Promise<TestGateway> {
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const query: Store['query'] = async (...statement) => {
    if (isAway()) throw new StoreError('unavailable')
    return store.query(...statement)
  }
  const source = {
    open: async () => ({ ...store, query, close: async () => undefined }),
    keep: keepOwn,
    account: 'own',
  }
  const gateway = await startTestGateway(hosts, env, undefined, { store: source, ...more })
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), wait)
  return gateway
}

/** The store and the host of a file's tests. Its gateways end with the test that starts them, as all accounts do. */
export async function createAddedStage() {
  const store = await storeOf('postgresql')
  const host = await startAddedHost()
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
    host.reset()
    await endAccounts(store)
  })
  afterAll(() => host.close())
  return {
    store,
    host,
    closers,
    async start(
      env: Record<string, string> = { ACCESS_TOKEN: 'own' },
      more: GatewayOptions = {},
    ): Promise<TestGateway> {
      const gateway = await startAddedGateway(store, host, env, more)
      closers.push(gateway.close)
      return gateway
    },
  }
}

type Ask = (path: string, method?: 'GET' | 'POST' | 'DELETE', body?: object) => Promise<Response>
let clicks = 0

/** What the console requests of its server. */
export function consoleOver(ask: Ask) {
  const read = async (path: string) => (await ask(path)).json()
  return {
    ask,
    read,
    job: async (id: number) => TeamJob.parse(await read(`/team/jobs/${id}`)),
    order: (id: number, action: string) => ask(`/team/jobs/${id}`, 'POST', { action }),
    crawl: (action: string) => ask('/team/crawl', 'POST', { action }),
    users: async () => (await read('/team/users')).rows.map(({ id }: { id: string }) => id),
    async begin(targets: readonly string[]) {
      clicks += 1
      const body = { key: `click-${10_000 + clicks}`, operation: removal, targets }
      const response = await ask('/team/jobs', 'POST', body)
      return BegunJob.parse(await response.json()).job?.id ?? expect.fail('nothing was begun')
    },
    /** Reads the store, because the server reads the state of a crawl once a second. */
    async crawled(store: Store) {
      expect((await this.crawl('start')).status).toBe(200)
      await vi.waitFor(async () => {
        const [row] = await store.query('SELECT phase FROM crawls ORDER BY changed_at DESC LIMIT 1')
        expect(row?.phase).toBe('done')
      }, wait)
    },
  }
}

/** A browser's requests with its cookies. */
export const browserAt = (gateway: TestGateway, cookie = '') =>
  consoleOver((path, method = 'GET', body) =>
    gateway.ask(path, { method, headers: { cookie }, ...(body && { body: JSON.stringify(body) }) }),
  )

export async function withToken(gateway: TestGateway, token: string) {
  const { cookies } = await gateway.session({ version3: token })
  return browserAt(gateway, cookieOf(cookies))
}

/** Accounts that have not ended. */
export async function countRealms(store: Store) {
  const [row] = await store.query('SELECT count(*) AS count FROM realms WHERE is_added AND ended_at IS NULL')
  return row?.count
}

/** Ends all accounts and erases their rows, because each test may start as many as there may be. */
async function endAccounts(store: Store): Promise<void> {
  await store.query('DELETE FROM leases')
  await createLeases(store).sweep(0)
}
