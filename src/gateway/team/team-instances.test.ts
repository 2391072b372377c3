/** Two servers at one PostgreSQL: one directory and one crawl, whoever of them is asked and whichever ends. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { version as own } from '../../../package.json'
import type { TeamDirectory } from '../../api/team'
import { TeamInstances } from '../../api/team-instances'
import { type LogEntry, type RunningSandbox, startSandbox } from '../../sandbox/server'
import { createDatabase } from '../../store/harness'
import { createLeases } from '../../store/leases'
import { createPostgres } from '../../store/postgres'
import type { Store } from '../../store/store'
import { cookieOf, startTestGateway, type TestGateway } from '../harness'
import { readEnvironment } from '../settings/environment'
import { storeSource } from './store-source'

/** Of the hooks: a database begins, and a crawl ends, beside other tests that keep the processor busy. */
const BUSY_MS = 20_000

let database: Awaited<ReturnType<typeof createDatabase>>
let watcher: Store
/** As a browser whose token was added at the first server. */
let added: (gateway: TestGateway, path: string, body?: object) => Promise<{ job: { id: number } }>
let jobId = 0
let sandbox: RunningSandbox
/** Requests that the provider answered. */
const sent: LogEntry[] = []
let first: TestGateway
let second: TestGateway

beforeAll(async () => {
  database = await createDatabase()
  watcher = createPostgres({ url: database.url, pool: 1 }, { info: () => undefined, warn: () => undefined })
  sandbox = await startSandbox({ connections: 150, seed: 7, latencyMs: 0, log: (entry) => sent.push(entry) })
  const { vehicleData, vehicle, management, token } = sandbox
  const start = (instance: string) => {
    const env = {
      INSTANCE_NAME: `console-${instance}`,
      ACCESS_TOKEN: token,
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret of both instances, of thirty-two bytes',
    }
    const store = storeSource(readEnvironment(env)) ?? expect.fail('there is no store')
    return startTestGateway({ vehicleData, vehicle, management }, env, undefined, { store, consolePort: 4173 })
  }
  ;[first, second] = await Promise.all([start('1'), start('2')])
  const isReady = () => expect([first, second].map(({ app }) => app.team.state())).toEqual(['ready', 'ready'])
  await vi.waitFor(isReady, BUSY_MS)
}, BUSY_MS)
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await watcher.close()
  await sandbox.close()
  await database.remove()
})

const read = async <T>(gateway: TestGateway, path: string): Promise<T> => (await (await gateway.ask(path)).json()) as T // as the contract says
const instance = (name: string, isThis = false) => [`console-${name}`, true, false, isThis]
const directory = (gateway: TestGateway) => read<TeamDirectory>(gateway, '/team/directory')
const users = (gateway: TestGateway) => read<{ rows: { id: string }[] }>(gateway, '/team/users?sort=name&limit=200')

it('each is listed at both, with its name and version, and knows itself', async () => {
  const listed = async (gateway: TestGateway) =>
    TeamInstances.parse(await read(gateway, '/team/instances')).instances.map(({ name, version, isGone, isThis }) => [
      ...[name, version === own, isGone, isThis],
    ])
  await vi.waitFor(async () => expect((await listed(first)).toSorted()).toEqual([instance('1', true), instance('2')]))
  expect((await listed(second)).toSorted()).toEqual([instance('1'), instance('2', true)])
})

describe('with real hosts', () => {
  beforeAll(
    () => vi.waitFor(async () => expect((await directory(first)).estimate.requests).toBeGreaterThan(1), BUSY_MS),
    BUSY_MS,
  )
  it('nothing is crawled before an operator asks for it, and its cost is said', async () => {
    expect(await directory(first)).toMatchObject({ engine: 'postgresql', asOf: null, crawl: { phase: 'idle' } })
    expect((await users(first)).rows).toEqual([])
  })
})

describe('once an operator has asked for it', () => {
  beforeAll(async () => {
    const body = JSON.stringify({ action: 'start' })
    expect((await second.ask('/team/crawl', { method: 'POST', body })).status).toBe(200)
    for (const gateway of [first, second])
      await vi.waitFor(async () => expect((await directory(gateway)).asOf).not.toBeNull(), BUSY_MS)
  }, BUSY_MS)
  it('what one server crawls both show, and what one removes is gone in both', async () => {
    const { rows } = await users(first)
    expect(rows.length).toBeGreaterThan(50)
    expect(await users(second)).toMatchObject({ rows })
    const [user = expect.fail('there is nobody')] = rows
    expect((await second.ask(`/api/vehicle/v3/users/${user.id}`, { method: 'DELETE' })).ok).toBe(true)
    await vi.waitFor(async () => expect((await users(first)).rows).toEqual(rows.slice(1)))
  })
  it('the same click at both makes one change', async () => {
    const [, user = expect.fail('there is nobody')] = (await users(first)).rows
    const init = { method: 'DELETE', headers: { 'x-forecourt-click': 'click-at-both' } }
    const path = `/api/vehicle/v3/users/${user.id}`
    const answers = await Promise.all([first, second, first, second].map((gateway) => gateway.ask(path, init)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409])
    const again = await second.ask(path, init)
    expect(await again.json()).toMatchObject({ errors: [{ code: 'REPEATED', first: 204 }] })
    const isGone = async () => expect((await users(second)).rows.map(({ id }) => id)).not.toContain(user.id)
    await vi.waitFor(isGone) // else the next test would see it go
  })
  it('of a token that was added in a browser, the one that has it attends to the jobs', async () => {
    const { cookies } = await first.session({ version3: sandbox.token })
    const headers = { cookie: cookieOf(cookies) }
    added = async (gateway, path, body) =>
      (await gateway.ask(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
    const startAt = new Date(Date.now() + 86_400_000).toISOString()
    const operation = 'DELETE /v3/connections/{connectionId}'
    jobId = (await added(first, '/team/jobs', { key: 'click-of-added', operation, targets: ['none-1'], startAt })).job
      .id
    await createLeases(watcher).sweep(20_000)
    expect(await added(second, `/team/jobs/${jobId}`)).toMatchObject({ phase: 'running' })
    expect(await read(second, `/team/jobs/${jobId}`)).toMatchObject({ errors: [{ code: 'NO_JOB' }] })
  })
  it('what one crawls with an added token both show to its browser, and forgetting it at one ends its job at the other', async () => {
    const { cookies } = await first.session({ version3: 'sandbox-change-slow-300:added' })
    const headers = { cookie: cookieOf(cookies) }
    const ask = (gateway: TestGateway, path: string, body?: object) =>
      gateway.ask(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    const usersAt = async (gateway: TestGateway) => (await (await ask(gateway, '/team/users')).json()).rows.length
    expect((await ask(first, '/team/crawl', { action: 'start' })).status).toBe(200)
    await vi.waitFor(async () => expect(await usersAt(second)).toBeGreaterThan(0), BUSY_MS)
    expect(await usersAt(first)).toBe(await usersAt(second))

    const { data } = await (await ask(first, '/api/vehicle/v3/connections?page[size]=50')).json()
    const targets = data.map(({ id }: { id: string }) => id)
    const job = { key: 'click-of-forgotten', operation: 'DELETE /v3/connections/{connectionId}', targets }
    const { id } = (await (await ask(first, '/team/jobs', job)).json()).job
    const removals = () => sent.filter(({ method }) => method === 'DELETE')
    sent.length = 0
    await vi.waitFor(() => expect(removals().length).toBeGreaterThan(3), BUSY_MS)
    const forgotten = await second.ask('/session', { method: 'DELETE', headers })
    expect(forgotten.status).toBe(200)
    const state = async () => (await watcher.query('SELECT phase, realm FROM jobs WHERE id = $1', [id]))[0]
    await vi.waitFor(async () => expect(await state()).toMatchObject({ phase: 'stopped' }), BUSY_MS)
    const { realm } = (await state()) ?? {}
    await vi.waitFor(async () => {
      const [row] = await watcher.query('SELECT beat_at FROM realms WHERE id = $1', [realm])
      expect(row).toEqual({ beat_at: null }) // the first has the token no longer
    }, BUSY_MS)
    const targetsSent = removals().map(({ target }) => target)
    expect(new Set(targetsSent).size).toBe(targetsSent.length)
    expect(targetsSent.length).toBeLessThan(targets.length)
    await createLeases(watcher).sweep(0)
    for (const table of ['jobs', 'users', 'connections'])
      expect(await watcher.query(`SELECT count(*) AS count FROM ${table} WHERE realm = $1`, [realm])).toEqual([
        { count: 0 },
      ])
  })
  it('one that ends leaves the directory to the other', async () => {
    const before = await users(second)
    await first.app.keep()
    expect((await first.ask('/team/users')).status).toBe(503)
    expect(await users(second)).toEqual(before)
    expect(await read(second, '/team/instances')).toMatchObject({ instances: [{ name: 'console-2', isThis: true }] })
  })
  it(
    'the job of an added token pauses then, until its browser resumes it at the other',
    async () => {
      const shown = () => added(second, `/team/jobs/${jobId}`)
      await createLeases(watcher).sweep(20_000)
      expect(await shown()).toMatchObject({ phase: 'paused', pauseCause: 'no-token' })
      await watcher.query('UPDATE jobs SET start_at = now() WHERE id = $1', [jobId])
      await added(second, `/team/jobs/${jobId}`, { action: 'resume' })
      await vi.waitFor(
        async () => expect(await shown()).toMatchObject({ phase: 'ended', counts: { done: 1 } }),
        BUSY_MS,
      )
    },
    BUSY_MS,
  )
})
