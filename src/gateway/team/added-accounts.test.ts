/** A token that was added in a browser is an account of its own: its crawl, jobs, history and views, and their end. */
import { expect, it, vi } from 'vitest'
import { realmTables } from '../../store/erase-realm'
import { createLeases } from '../../store/leases'
import { codeOf, cookieOf } from '../harness'
import { browserAt, countRealms, createAddedStage, removal as operation, wait, withToken } from './added-harness'

vi.setConfig({ testTimeout: 2 * wait.timeout }) // crawls and jobs run beside tests that keep the processor busy

const { store, host, closers, start } = await createAddedStage()
const realms = () => countRealms(store)

it('reads as an empty account until something begins, and stores nothing', async () => {
  const browser = await withToken(await start(), 'reader')
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
  const gateway = await start()
  const [ann, bob, own] = [await withToken(gateway, 'ann'), await withToken(gateway, 'bob'), browserAt(gateway)]
  await ann.crawled(store)
  expect(await ann.users()).toEqual(['user-of-ann'])
  expect(await bob.users()).toEqual([])
  expect(await own.users()).toEqual([])
  await own.crawled(store)
  expect(await own.users()).toEqual(['user-of-own'])
  expect(await ann.users()).toEqual(['user-of-ann'])
  expect(new Set(host.sent.map(({ token }) => token))).toEqual(new Set(['ann', 'own', 'bob']))
})

it('works on a server without a token of its own, which answers 401 to a browser without one', async () => {
  const gateway = await start({})
  for (const path of ['/team/users', '/team/jobs', '/events', '/deliveries.json'])
    expect([path, await codeOf(await browserAt(gateway).ask(path))]).toEqual([path, '401 GATEWAY NO_TOKEN'])
  const browser = await withToken(gateway, 'alone')
  await browser.crawled(store)
  expect(await browser.users()).toEqual(['user-of-alone'])
  const id = await browser.begin(['c-1'])
  await vi.waitFor(async () => expect((await browser.job(id)).phase).toBe('ended'), wait)
  expect(host.sent.filter(({ method }) => method === 'DELETE')).toMatchObject([
    { path: '/v3/connections/c-1', token: 'alone' },
  ])
  expect(JSON.parse(gateway.lines[0] ?? '')).toMatchObject({ credential: { source: 'handed over' } })
})

it('keeps views and the history of subscriptions of the account', async () => {
  const gateway = await start()
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

it('adds a subscription that was created while the store was away to the history, in an account that begins with it', async () => {
  let isAway = false
  const gateway = await start(undefined, { isAway: () => isAway })
  const browser = await withToken(gateway, 'creator')
  isAway = true
  await vi.waitFor(async () => {
    expect(await codeOf(await browser.ask('/team/subscriptions'))).toBe('503 GATEWAY STORE_UNAVAILABLE')
  }, wait)
  const attributes = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
  const created = await browser.ask('/api/management/v3/subscriptions', 'POST', { data: { attributes } })
  expect(created.status).toBe(202)
  isAway = false
  await vi.waitFor(async () => {
    expect(await browser.read('/team/subscriptions')).toMatchObject({ rows: [{ webhookId: 'w', state: 'accepted' }] })
  }, wait)
})

it('has no deliveries, which are of the server’s own account', async () => {
  const browser = await withToken(await start(), 'curious')
  for (const path of ['/deliveries.json', '/deliveries/tail', '/deliveries/refused.json', '/arrivals.json'])
    expect([path, await codeOf(await browser.ask(path))]).toEqual([path, '404 GATEWAY NOT_OWN_ACCOUNT'])
})

it('a token with the claims of another is another account', async () => {
  const claims = Buffer.from(JSON.stringify({ iss: 'i', sub: 'ann', client_id: 'c' })).toString('base64url')
  const gateway = await start()
  const real = await withToken(gateway, `e30.${claims}.real`)
  await real.crawled(store)
  const forged = await withToken(gateway, `e30.${claims}.forged`)
  expect([(await real.users()).length, await forged.users()]).toEqual([1, []])
})

it('pauses its job with the server, until a browser brings the token again', async () => {
  const gateway = await start()
  const { cookies } = await gateway.session({ version3: 'paused' })
  const browser = browserAt(gateway, cookieOf(cookies))
  const release = host.holdRemovals()
  const targets = Array.from({ length: 9 }, (_, n) => `paused-${n}`)
  const id = await browser.begin(targets)
  await vi.waitFor(() => expect(host.removed().length).toBe(4), wait)
  closers.pop()
  const closing = gateway.close()
  release()
  await closing
  // The same name of its cookies, as at the same address.
  const next = await start()
  const again = await withToken(next, 'paused')
  expect(await again.job(id)).toMatchObject({ phase: 'paused', pauseCause: 'no-token' })
  const before = host.removed().length
  expect((await again.ask(`/team/jobs/${id}`, 'POST', { action: 'resume' })).status).toBe(200)
  await vi.waitFor(async () => expect((await again.job(id)).phase).toBe('ended'), wait)
  expect(before).toBe(4)
  expect(host.removed().toSorted()).toEqual(targets)
})

it('ends with the last browser that forgets the token: its job stops, its rows are never seen again', async () => {
  const gateway = await start()
  const [one, other] = [await withToken(gateway, 'twice'), await withToken(gateway, 'twice')]
  await one.crawled(store)
  expect(await other.users()).toEqual(['user-of-twice'])
  await one.ask('/session', 'DELETE')
  expect(await other.users()).toEqual(['user-of-twice'])
  host.holdRemovals()
  const id = await other.begin(['t-1'])
  await vi.waitFor(() => expect(host.removed()).toHaveLength(1), wait)
  await other.ask('/session', 'DELETE')
  await vi.waitFor(async () => {
    const [job] = await store.query('SELECT phase FROM jobs WHERE id = $1', [id])
    expect(job).toEqual({ phase: 'stopped' })
  }, wait)
  const again = await withToken(gateway, 'twice')
  expect(await again.users()).toEqual([])
  expect(await codeOf(await again.ask(`/team/jobs/${id}`))).toBe('404 GATEWAY NO_JOB')
})

it('refuses more accounts and connections than one address may have, and says which bound it is', async () => {
  const gateway = await start()
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
  host.sent = []
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
  expect(host.sent).toEqual([])
  await store.query(`INSERT INTO fleet_counts (realm, kind, name, live, simulated)
    SELECT id, 'month', '2026-01', 200000, 0 FROM realms WHERE is_added AND ended_at IS NULL`)
  const full = await first.crawl('start')
  expect((await full.json()).errors).toMatchObject([{ code: 'BOUND', reached: { bound: 'addedConnections' } }])
  await first.ask('/session', 'DELETE')
  await vi.waitFor(async () => expect(await realms()).toBe(4), wait)
  expect((await last.ask('/api/management/v3/subscriptions', 'POST', { data: { attributes } })).status).toBe(202)
})

it('ends when the token expires, also if its browser is gone, and erases its rows with the next sweep', async () => {
  let ahead = 0
  const gateway = await start(undefined, { now: () => Date.now() + ahead })
  const browser = await withToken(gateway, 'expires')
  await browser.crawled(store)
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
  const gateway = await start()
  const { cookies } = await gateway.session({ version3: 'again' })
  await browserAt(gateway, cookieOf(cookies)).crawled(store)
  const second = await gateway.session({ version3: 'again' }, cookieOf(cookies))
  const browser = browserAt(gateway, cookieOf(second.cookies))
  await vi.waitFor(async () => {
    expect((await store.query('SELECT count(*) AS count FROM leases'))[0]).toEqual({ count: 1 })
  }, wait)
  expect(await browser.users()).toEqual(['user-of-again'])
})

it('never writes the token to the store', async () => {
  const gateway = await start()
  const token = `canary-${process.pid}`
  const { cookies } = await gateway.session({ version3: token })
  const browser = browserAt(gateway, cookieOf(cookies))
  await browser.crawled(store)
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
