/** A token that was added in a browser is an account of its own: its crawl, jobs, history and views, and their end. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { BegunJob, TeamJob } from '../../api/team-jobs'
import { realmTables } from '../../store/erase-realm'
import { openTestStore } from '../../store/harness'
import { createLeases } from '../../store/leases'
import type { Store } from '../../store/store'
import { codeOf, cookieOf, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from './store-source'

const COLD_MS = 30_000
const wait = { timeout: 15_000, interval: 50 }
vi.setConfig({ testTimeout: COLD_MS }) // crawls and jobs run beside tests that keep the processor busy
const operation = 'DELETE /v3/connections/{connectionId}'

let store: Store
let host: Server
/** Requests as method, path and token. */
let sent: { method: string; path: string; token: string }[] = []
/** Removals are answered once this resolves. */
let held = Promise.resolve()
const closers: (() => unknown)[] = []

/** @param name of the token, which no row has */
const row = (name: string, n: number) => ({
  ...{ id: `${name}-${n}`, type: 'connection' },
  attributes: { permissions: ['odometer'] },
  relationships: {
    user: { data: { id: `user-of-${name}`, type: 'user' } },
    vehicle: { data: { id: `vehicle-of-${name}-${n}`, type: 'vehicle' } },
  },
  meta: { createdAt: '2026-01-01T00:00:00Z' },
})

beforeAll(async () => {
  store = await openTestStore('embedded')
  host = createServer(async ({ method = '', url = '', headers }, res) => {
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    sent.push({ method, path: url.replace(/\?.*/, ''), token })
    if (method === 'DELETE') {
      await held
      return res.writeHead(204).end()
    }
    if (url.startsWith('/v3/subscriptions')) return res.writeHead(202, { 'content-type': 'application/json' }).end('{}')
    const isLive = !url.includes('simulated')
    const name = token.replace('canary', 'row')
    const data = isLive ? [row(name, 1), row(name, 2)] : []
    const meta = { totalCount: data.length }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta, links: {} }))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
}, COLD_MS)
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  sent = []
  held = Promise.resolve()
  // Each test may begin as many accounts as there may be.
  await store.query('UPDATE realms SET ended_at = now(), key = key || random() WHERE is_added AND ended_at IS NULL')
  await store.query('DELETE FROM leases')
})
afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await store.close()
})

async function start(env: Record<string, string> = {}, more: { now?: () => number } = {}): Promise<TestGateway> {
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}` // listening on TCP
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const source = { open: async () => ({ ...store, close: async () => undefined }), keep: keepOwn, account: 'own' }
  const gateway = await startTestGateway(hosts, env, undefined, { store: source, ...more })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), wait)
  return gateway
}

/** A browser's requests with its cookies. */
function browserAt(gateway: TestGateway, cookie = '') {
  const ask = (path: string, method = 'GET', body?: object) =>
    gateway.ask(path, { method, headers: { cookie }, ...(body && { body: JSON.stringify(body) }) })
  const read = async (path: string) => (await ask(path)).json()
  return {
    ask,
    read,
    job: async (id: number) => TeamJob.parse(await read(`/team/jobs/${id}`)),
    crawl: (action: string) => ask('/team/crawl', 'POST', { action }),
    users: async () => (await read('/team/users')).rows.map(({ id }: { id: string }) => id),
    async begin(targets: string[]) {
      clicks += 1
      const response = await ask('/team/jobs', 'POST', { key: `click-${10_000 + clicks}`, operation, targets })
      return BegunJob.parse(await response.json()).job?.id ?? expect.fail('nothing was begun')
    },
    async crawled() {
      expect((await this.crawl('start')).status).toBe(200)
      await vi.waitFor(async () => expect((await read('/team/directory')).counts.isExact).toBe(true), wait)
    },
  }
}
let clicks = 0
const removed = () =>
  sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path.replace('/v3/connections/', ''))
async function withToken(gateway: TestGateway, token: string) {
  const { cookies } = await gateway.session({ version3: token })
  return browserAt(gateway, cookieOf(cookies))
}
const realms = async () =>
  (await store.query('SELECT count(*) AS count FROM realms WHERE is_added AND ended_at IS NULL'))[0]?.count

it('reads as an empty account until something begins, and stores nothing', async () => {
  const browser = await withToken(await start({ ACCESS_TOKEN: 'own' }), 'reader')
  const before = await realms()
  expect(await browser.read('/team/directory')).toMatchObject({
    ...{ asOf: null, nextCheckAt: null, counts: { live: 0, users: 0 } },
    ...{ crawl: { phase: 'idle' }, estimate: { requests: 4, requestsADay: null } },
  })
  for (const path of ['/team/users', '/team/vehicles', '/team/jobs', '/team/subscriptions'])
    expect(await browser.read(path)).toMatchObject({ rows: [] })
  expect(await browser.read('/team/views')).toEqual({ views: [] })
  expect(await browser.read('/team/fleet')).toMatchObject({ makes: [] })
  expect(await browser.read('/team/find?q=user')).toMatchObject({ users: [] })
  expect(await realms()).toBe(before)
})

it('crawls with the token of the browser, into rows that no other account sees', async () => {
  const gateway = await start({ ACCESS_TOKEN: 'own' })
  const [ann, bob, own] = [await withToken(gateway, 'ann'), await withToken(gateway, 'bob'), browserAt(gateway)]
  await ann.crawled()
  expect(await ann.users()).toEqual(['user-of-ann'])
  expect(await bob.users()).toEqual([])
  expect(await own.users()).toEqual([])
  await own.crawled()
  expect(await own.users()).toEqual(['user-of-own'])
  expect(await ann.users()).toEqual(['user-of-ann'])
  expect(new Set(sent.map(({ token }) => token))).toEqual(new Set(['ann', 'own', 'bob']))
})

it('works on a server without a token of its own, which answers 401 to a browser without one', async () => {
  const gateway = await start()
  for (const path of ['/team/users', '/team/jobs', '/events', '/deliveries.json'])
    expect([path, await codeOf(await browserAt(gateway).ask(path))]).toEqual([path, '401 GATEWAY NO_TOKEN'])
  const browser = await withToken(gateway, 'alone')
  await browser.crawled()
  expect(await browser.users()).toEqual(['user-of-alone'])
  const id = await browser.begin(['c-1'])
  await vi.waitFor(async () => expect((await browser.job(id)).phase).toBe('ended'), wait)
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([
    { method: 'DELETE', path: '/v3/connections/c-1', token: 'alone' },
  ])
  expect(JSON.parse(gateway.lines[0] ?? '')).toMatchObject({ credential: { source: 'handed over' } })
})

it('keeps views and the history of subscriptions of the account', async () => {
  const gateway = await start({ ACCESS_TOKEN: 'own' })
  const [browser, own] = [await withToken(gateway, 'keeper'), browserAt(gateway)]
  const view = { name: 'A view', address: '/users?sort=name', isShared: false }
  const attributes = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
  const created = await browser.ask('/api/management/v3/subscriptions', 'POST', { data: { attributes } })
  expect(created.status).toBe(202)
  expect((await browser.ask('/team/views', 'POST', view)).status).toBe(200)
  await vi.waitFor(async () => {
    expect(await browser.read('/team/subscriptions')).toMatchObject({ rows: [{ webhookId: 'w', state: 'accepted' }] })
  }, wait)
  expect(await browser.read('/team/views')).toMatchObject({ views: [{ name: 'A view' }] })
  expect(await own.read('/team/views')).toEqual({ views: [] })
  expect(await own.read('/team/subscriptions')).toMatchObject({ rows: [] })
})

it('has no deliveries, which are of the server’s own account', async () => {
  const browser = await withToken(await start({ ACCESS_TOKEN: 'own' }), 'curious')
  for (const path of ['/deliveries.json', '/deliveries/tail', '/deliveries/refused.json', '/arrivals.json'])
    expect([path, await codeOf(await browser.ask(path))]).toEqual([path, '404 GATEWAY NOT_OWN_ACCOUNT'])
})

it('a token with the claims of another is another account', async () => {
  const claims = Buffer.from(JSON.stringify({ iss: 'i', sub: 'ann', client_id: 'c' })).toString('base64url')
  const gateway = await start({ ACCESS_TOKEN: 'own' })
  const real = await withToken(gateway, `e30.${claims}.real`)
  await real.crawled()
  const forged = await withToken(gateway, `e30.${claims}.forged`)
  expect([(await real.users()).length, await forged.users()]).toEqual([1, []])
})

it(
  'pauses its job with the server, until a browser brings the token again',
  async () => {
    const gateway = await start({ ACCESS_TOKEN: 'own' })
    const { cookies } = await gateway.session({ version3: 'paused' })
    const browser = browserAt(gateway, cookieOf(cookies))
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const targets = Array.from({ length: 9 }, (_, n) => `paused-${n}`)
    const id = await browser.begin(targets)
    await vi.waitFor(() => expect(removed().length).toBe(4), wait)
    closers.pop()
    const closing = gateway.close()
    release()
    await closing
    // The same name of its cookies, as at the same address.
    const next = await start({ ACCESS_TOKEN: 'own' })
    const again = await withToken(next, 'paused')
    expect(await again.job(id)).toMatchObject({ phase: 'paused', pauseCause: 'no-token' })
    const before = removed().length
    expect((await again.ask(`/team/jobs/${id}`, 'POST', { action: 'resume' })).status).toBe(200)
    await vi.waitFor(async () => expect((await again.job(id)).phase).toBe('ended'), wait)
    expect(before).toBe(4)
    expect(removed().toSorted()).toEqual(targets)
  },
  COLD_MS,
)

it(
  'ends with the last browser that forgets the token: its job stops, its rows are never seen again',
  async () => {
    const gateway = await start({ ACCESS_TOKEN: 'own' })
    const [one, other] = [await withToken(gateway, 'twice'), await withToken(gateway, 'twice')]
    await one.crawled()
    expect(await other.users()).toEqual(['user-of-twice'])
    await one.ask('/session', 'DELETE')
    expect(await other.users()).toEqual(['user-of-twice'])
    held = new Promise(() => undefined)
    const id = await other.begin(['t-1'])
    await vi.waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true), wait)
    await other.ask('/session', 'DELETE')
    await vi.waitFor(async () => {
      const [job] = await store.query('SELECT phase FROM jobs WHERE id = $1', [id])
      expect(job).toEqual({ phase: 'stopped' })
    }, wait)
    const again = await withToken(gateway, 'twice')
    expect(await again.users()).toEqual([])
    expect(await codeOf(await again.ask(`/team/jobs/${id}`))).toBe('404 GATEWAY NO_JOB')
  },
  COLD_MS,
)

it('refuses more accounts and connections than one address may have, and says which bound it is', async () => {
  const gateway = await start({ ACCESS_TOKEN: 'own' })
  const browsers = await Promise.all(['b-1', 'b-2', 'b-3', 'b-4', 'b-5', 'b-6'].map((name) => withToken(gateway, name)))
  const last = browsers.pop() ?? expect.fail('there are six')
  const [first = last] = browsers
  for (const [n, browser] of browsers.entries())
    expect(
      (await browser.ask('/team/views', 'POST', { name: 'v', address: `/users?page=${n}`, isShared: false })).status,
    ).toBe(200)
  const attributes = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
  const refusals = [
    () => last.crawl('start'),
    () => last.ask('/team/jobs', 'POST', { key: 'click-bound', operation, targets: ['x'] }),
    () => last.ask('/api/management/v3/subscriptions', 'POST', { data: { attributes } }),
  ]
  sent = []
  for (const refused of refusals) {
    const response = await refused()
    expect(response.status).toBe(429)
    expect((await response.json()).errors).toMatchObject([
      {
        code: 'BOUND',
        reached: { bound: 'addedAccounts', of: 'owner', most: 5 },
        detail: expect.stringContaining('5 accounts'),
      },
    ])
  }
  expect(sent).toEqual([])
  await store.query(
    'UPDATE directory_counts SET live = 200000 FROM realms WHERE id = realm AND is_added AND ended_at IS NULL',
  )
  const full = await first.crawl('start')
  expect((await full.json()).errors).toMatchObject([{ code: 'BOUND', reached: { bound: 'addedConnections' } }])
  await first.ask('/session', 'DELETE')
  await vi.waitFor(async () => expect(await realms()).toBe(4), wait)
  expect((await last.ask('/api/management/v3/subscriptions', 'POST', { data: { attributes } })).status).toBe(202)
})

it('ends when the token expires, also if its browser is gone, and erases its rows with the next sweep', async () => {
  let ahead = 0
  const gateway = await start({ ACCESS_TOKEN: 'own' }, { now: () => Date.now() + ahead })
  const browser = await withToken(gateway, 'expires')
  await browser.crawled()
  const [{ id } = {}] = await store.query('SELECT id FROM realms WHERE is_added AND ended_at IS NULL')
  ahead = 12 * 3_600_000 + 1_000
  await createLeases(store, () => Date.now() + ahead).sweep(0)
  expect(await realms()).toBe(0)
  for (const table of realmTables.filter((name) => !['job_results', 'crawl_pages', 'leases'].includes(name)))
    expect([table, (await store.query(`SELECT count(*) AS count FROM ${table} WHERE realm = $1`, [id]))[0]]).toEqual([
      table,
      { count: 0 },
    ])
})

it('goes on if the same token is added again in its browser', async () => {
  const gateway = await start({ ACCESS_TOKEN: 'own' })
  const { cookies } = await gateway.session({ version3: 'again' })
  await browserAt(gateway, cookieOf(cookies)).crawled()
  const second = await gateway.session({ version3: 'again' }, cookieOf(cookies))
  const browser = browserAt(gateway, cookieOf(second.cookies))
  await vi.waitFor(async () => {
    expect((await store.query('SELECT count(*) AS count FROM leases'))[0]).toEqual({ count: 1 })
  }, wait)
  expect(await browser.users()).toEqual(['user-of-again'])
})

it('never writes the token to the store', async () => {
  const gateway = await start({ ACCESS_TOKEN: 'own' })
  const token = `canary-${process.pid}`
  const { cookies } = await gateway.session({ version3: token })
  const browser = browserAt(gateway, cookieOf(cookies))
  await browser.crawled()
  const id = await browser.begin(['heap-1'])
  await vi.waitFor(async () => expect((await browser.job(id)).phase).toBe('ended'), wait)
  const tables = await store.query(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
  )
  for (const { name } of tables) {
    const rows = await store.query(`SELECT count(*) AS count FROM "${name}" AS one WHERE one::text LIKE $1`, [
      `%${token}%`,
    ])
    expect([name, rows[0]]).toEqual([name, { count: 0 }])
  }
  await browser.ask('/session', 'DELETE')
  await vi.waitFor(async () => expect(await realms()).toBe(0), wait)
})
