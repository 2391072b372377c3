/** A version 2.0 token added beside the server's own version 3 token: batches are sent with it, and it is never stored. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { BegunJob, TeamJob } from '../../api/team-jobs'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, cookieOf, startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from './store-source'

const wait = { timeout: 2_500, interval: 20 }
const operation = 'POST /v2.0/vehicles/{id}/batch'

let store: Store
let host: Server
let sent: string[] = []
/** Batches are answered once this resolves. */
let held = Promise.resolve()
let clicks = 0
const closers: (() => unknown)[] = []

beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = createServer(async ({ method, headers }, res) => {
    if (method !== 'POST') return res.writeHead(404).end()
    sent.push(headers.authorization ?? '')
    await held
    const responses = [{ path: '/odometer', code: 200, body: { distance: 1 } }]
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ responses }))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  sent = []
  held = Promise.resolve()
})
afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await store.close()
})

async function start(
  env: Record<string, string> = {},
  more: { now?: () => number } = {},
  { query }: Pick<Store, 'query'> = store,
): Promise<TestGateway> {
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}` // listening on TCP
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const source = {
    open: async () => ({ ...store, query, close: async () => undefined }),
    keep: keepOwn,
    account: 'own',
  }
  const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 'own', ...env }, undefined, { store: source, ...more })
  closers.push(gateway.close)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), wait)
  return gateway
}

async function browserAt(gateway: TestGateway, tokens?: { version2: string }) {
  const cookie = tokens ? cookieOf((await gateway.session(tokens)).cookies) : ''
  const ask = (path: string, method = 'GET', body?: object) =>
    gateway.ask(path, { method, headers: { cookie }, ...(body && { body: JSON.stringify(body) }) })
  const begin = (targets: string[]) => {
    clicks += 1
    const requests = [{ path: '/odometer' }]
    return ask('/team/jobs', 'POST', { key: `click-${10_000 + clicks}`, operation, targets, with: { requests } })
  }
  return {
    ask,
    begin,
    job: async (id: number) => TeamJob.parse(await (await ask(`/team/jobs/${id}`)).json()),
    async begun(targets: string[]) {
      return BegunJob.parse(await (await begin(targets)).json()).job?.id ?? expect.fail('nothing was begun')
    },
  }
}

function hold(): () => void {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return release
}
const nine = Array.from({ length: 9 }, (_, n) => `v-${n}`)

it('sends batches with the added token, in the server’s own account, and stores no token', async () => {
  const gateway = await start()
  const browser = await browserAt(gateway, { version2: 'canary-added' })
  const id = await browser.begun(['v-1'])
  await vi.waitFor(async () => expect(await browser.job(id)).toMatchObject({ phase: 'ended' }), wait)
  expect(sent).toEqual(['Bearer canary-added'])
  const other = await browserAt(gateway)
  expect((await other.job(id)).counts.done).toBe(1)
  expect(await codeOf(await other.begin(['v-2']))).toBe('401 GATEWAY NO_TOKEN')
  const rows = await store.query("SELECT count(*) AS count FROM jobs WHERE jobs::text LIKE '%canary%'")
  expect(rows).toEqual([{ count: 0 }])
})

it('isn’t paused because the server looked at its tokens before the token was added', async () => {
  let begin = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const pausing = vi.fn()
  const query: Store['query'] = async (sql, parameters) => {
    if (sql.includes("pause_cause = 'no-token'")) {
      pausing()
      await isBegun
    }
    return store.query(sql, parameters)
  }
  const gateway = await start({}, {}, { query })
  await vi.waitFor(() => expect(pausing).toHaveBeenCalled(), wait)
  const browser = await browserAt(gateway, { version2: 'canary-meanwhile' })
  const id = await browser.begun(['v-1'])
  begin()
  await vi.waitFor(async () => expect((await browser.job(id)).phase).not.toBe('running'), wait)
  expect(await browser.job(id)).toMatchObject({ phase: 'ended', counts: { done: 1 } })
})

it('pauses with the server, is never sent with the server’s own token, and goes on once Resume brings the token', async () => {
  const gateway = await start()
  const release = hold()
  const id = await (await browserAt(gateway, { version2: 'canary-paused' })).begun(nine)
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), wait)
  closers.pop()
  const closing = gateway.close()
  release()
  await closing
  const next = await start({ VEHICLE_DATA_TOKEN: 'own-2' })
  const other = await browserAt(next)
  await vi.waitFor(
    async () => expect(await other.job(id)).toMatchObject({ phase: 'paused', pauseCause: 'no-token' }),
    wait,
  )
  const again = await browserAt(next, { version2: 'canary-paused' })
  expect((await again.ask(`/team/jobs/${id}`, 'POST', { action: 'resume' })).status).toBe(200)
  await vi.waitFor(async () => expect((await again.job(id)).phase).toBe('ended'), wait)
  expect(new Set(sent)).toEqual(new Set(['Bearer canary-paused']))
})

it('pauses when its browser forgets the token', async () => {
  const gateway = await start()
  const browser = await browserAt(gateway, { version2: 'canary-forgotten' })
  const release = hold()
  const id = await browser.begun(nine)
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), wait)
  await browser.ask('/session', 'DELETE')
  const other = await browserAt(gateway)
  await vi.waitFor(
    async () => expect(await other.job(id)).toMatchObject({ phase: 'paused', pauseCause: 'no-token' }),
    wait,
  )
  release()
  await vi.waitFor(async () => expect((await other.job(id)).counts.sending).toBe(0), wait)
  const before = sent.length
  expect(await codeOf(await other.ask(`/team/jobs/${id}`, 'POST', { action: 'resume' }))).toBe('401 GATEWAY NO_TOKEN')
  expect((await other.job(id)).counts).toMatchObject({ done: before, waiting: nine.length - before })
  expect(sent.length).toBe(before)
})

it('pauses when the token expires', async () => {
  let ahead = 0
  const gateway = await start({}, { now: () => Date.now() + ahead })
  const browser = await browserAt(gateway, { version2: 'canary-expires' })
  const release = hold()
  const id = await browser.begun(nine)
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), wait)
  ahead = 13 * 3_600_000
  expect((await browser.ask(`/team/jobs/${id}`, 'POST', { share: 99 })).status).toBe(200) // the runner looks again
  await vi.waitFor(
    async () => expect(await browser.job(id)).toMatchObject({ phase: 'paused', pauseCause: 'no-token' }),
    wait,
  )
  release()
  await vi.waitFor(async () => expect((await browser.job(id)).counts.sending).toBe(0), wait)
  expect((await browser.job(id)).counts.waiting).toBe(nine.length - sent.length)
  expect(sent.length).toBeLessThan(nine.length)
})
