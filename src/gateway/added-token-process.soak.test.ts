/** The token of a browser is in the server’s memory while its crawl or job runs, and not afterwards. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createDatabase } from '../store/harness'
import { createPostgres } from '../store/postgres'
import { cookieOf } from './harness'
import { folder, SLOW_MS, startProcess } from './process-harness'

const TOKEN = 'heap-canary-of-a-browser'
const wait = { timeout: SLOW_MS, interval: 100 }
let host: Server
/** Removals are answered once it is resolved. */
let release = () => {}
let held = Promise.resolve()
let isRemoving = false
beforeAll(async () => {
  host = createServer(async ({ method, url = '' }, res) => {
    if (method === 'DELETE') {
      isRemoving = true
      await held
      return res.writeHead(204).end()
    }
    const data = url.includes('simulated') ? [] : rows
    const body = JSON.stringify({ data, meta: { totalCount: data.length }, links: {} })
    res.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  isRemoving = false
  held = new Promise<void>((resolve) => {
    release = resolve
  })
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const rows = [1, 2].map((n) => ({
  ...{ id: `connection-${n}`, type: 'connection', attributes: { vehicle: { mode: 'live' } } },
  relationships: { user: { data: { id: 'user-1' } }, vehicle: { data: { id: `vehicle-${n}` } } },
}))

/** A server whose heap can be searched. */
async function startWithHeap(env: Record<string, string>, name: string, ip = '127.0.0.1') {
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}` // listening on TCP
  const snapshots = mkdtempSync(join(folder, name))
  const { child, origin } = await startProcess({
    ...{ VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address, HOST: ip, ...env },
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}`,
  })
  const { host: own, port } = new URL(origin)
  const at = `http://${ip}:${port}`
  const headers = { origin, host: own, 'sec-fetch-site': 'same-origin' }
  await vi.waitFor(async () => expect((await fetch(`${at}/readyz`)).status).toBe(200), wait)
  return {
    port,
    /** Not by fetch, which sets the Host header itself. */
    async ask(path: string, method: 'GET' | 'POST' | 'DELETE', cookie: string, json?: object): Promise<Response> {
      const body = json ? JSON.stringify(json) : null
      const response = await request(`${at}${path}`, { method, headers: { ...headers, cookie }, body })
      const cookies = [response.headers['set-cookie'] ?? []]
        .flat()
        .map((line): [string, string] => ['set-cookie', line])
      return new Response(await response.body.text(), { status: response.statusCode, headers: cookies })
    },
    /** True if the token is in anything that the server still holds. */
    async isHeld(): Promise<boolean> {
      const before = readdirSync(snapshots).length
      child.kill('SIGUSR2')
      await vi.waitFor(() => expect(readdirSync(snapshots).length).toBe(before + 1), wait)
      const newest = join(snapshots, readdirSync(snapshots).toSorted().at(-1) ?? '')
      return vi.waitFor(() => {
        const text = readFileSync(newest, 'utf8')
        expect(text.trimEnd().endsWith('}')).toBe(true) // it is written while the server stands still
        return text.includes(TOKEN)
      }, wait)
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Crawls and removes at the first server, and forgets the token at the last. */
async function useToken(servers: readonly Awaited<ReturnType<typeof startWithHeap>>[]): Promise<void> {
  const [first = expect.fail('there is no server'), last = first] = servers
  const added = await first.ask('/session', 'POST', '', { version3: TOKEN })
  const cookie = cookieOf(added.headers.getSetCookie())
  const read = async (path: string, server = last) => (await server.ask(path, 'GET', cookie)).json()
  expect((await first.ask('/team/crawl', 'POST', cookie, { action: 'start' })).status).toBe(200)
  await vi.waitFor(async () => expect(await read('/team/users')).toMatchObject({ rows: [{ id: 'user-1' }] }), wait)
  const job = { key: 'click-0001', operation: 'DELETE /v3/connections/{connectionId}', targets: ['connection-1'] }
  const begun = await (await first.ask('/team/jobs', 'POST', cookie, job)).json()
  await vi.waitFor(() => expect(isRemoving).toBe(true), wait)
  expect(await first.isHeld()).toBe(true)
  release()
  await vi.waitFor(async () => expect(await read(`/team/jobs/${begun.job.id}`)).toMatchObject({ phase: 'ended' }), wait)
  expect((await last.ask('/session', 'DELETE', cookie)).status).toBe(200)
  for (const server of servers)
    await vi.waitFor(async () => expect(await server.isHeld()).toBe(false), { timeout: 60_000, interval: 3_000 })
}

it('is in the heap while a job runs, and not after it has ended and the browser has forgotten it', async () => {
  const server = await startWithHeap({ STORE: 'memory' }, 'alone-')
  await useToken([server])
  await server.stop()
}, 120_000)

it('is in the heap of neither of two servers afterwards, and in no row of their database', async () => {
  const { url, remove } = await createDatabase()
  const env = { DATABASE_URL: url, SESSION_SECRET: 'a secret of both servers, of thirty-two bytes' }
  const first = await startWithHeap(env, 'first-')
  // The same port, because it is in the names of cookies.
  const servers = [first, await startWithHeap({ ...env, PORT: first.port }, 'second-', '127.0.0.2')]
  await useToken(servers)
  const store = createPostgres({ url, pool: 1 }, { info: () => undefined, warn: () => undefined })
  const tables = await store.query(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const like = `SELECT count(*) AS count FROM "${name}" AS one WHERE one::text LIKE $1`
    expect([name, await store.query(like, [`%${TOKEN}%`])]).toEqual([name, [{ count: 0 }]])
  }
  await store.close()
  for (const server of servers) await server.stop()
  await remove()
}, 180_000)
