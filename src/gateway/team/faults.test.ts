/**
 * What is said and what goes on where the store fails: in the log, on `/readyz`, in the answers of `/team/*`; and that
 * single removals and every page of the API go on. With real databases and folders; a full disk is the soak's.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { variables } from '../../api/variables.data'
import { createDatabase, onServer } from '../../store/harness'
import { type FolderLock, takeFolder } from '../../store/lock'
import { startPostgres } from '../../store/real-postgres'
import { startWire } from '../../store/wire-harness'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { readEnvironment } from '../settings/environment'
import { storeSource } from './store-source'

/** Of the hooks: databases begin, and a slow store is waited for. */
const BUSY_MS = 30_000

const folder = mkdtempSync(join(tmpdir(), 'faults-'))
let host: Awaited<ReturnType<typeof startHost>>
let database: Awaited<ReturnType<typeof createDatabase>>
let wire: Awaited<ReturnType<typeof startWire>>
const closers: (() => unknown)[] = []

async function start(where: Record<string, string>): Promise<TestGateway> {
  const env = { ACCESS_TOKEN: 'canary-own', ...where }
  const store = storeSource(readEnvironment(env)) ?? expect.fail('there is no store')
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, env, undefined, { store })
  closers.push(gateway.close)
  return gateway
}
const stateOf = async (gateway: TestGateway) => await (await gateway.ask('/readyz')).json()
const is = (gateway: TestGateway, state: string) =>
  vi.waitFor(() => expect(gateway.app.team.state()).toBe(state), { timeout: BUSY_MS, interval: 20 })

const removals = [
  ['DELETE', '/api/vehicle/v3/connections/c-1', 204],
  ['DELETE', '/api/vehicle/v3/users/u-1', 204],
] as const
const reads = [
  ['GET', '/api/vehicle/v3/connections', 200],
  ['GET', '/healthz', 200],
] as const

/** What goes on, whatever the store does. @returns the slowest, in ms */
async function apiMs(
  gateway: TestGateway,
  requests: readonly (typeof removals | typeof reads)[number][] = [...removals, ...reads],
) {
  const took: number[] = []
  for (const [method, path, status] of requests) {
    const begun = performance.now()
    expect([path, (await gateway.ask(path, { method })).status]).toEqual([path, status])
    took.push(performance.now() - begun)
  }
  return Math.max(...took)
}
/** @returns the answer's message */
async function refused(gateway: TestGateway): Promise<string> {
  const response = await gateway.ask('/team/users')
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  const { errors } = (await response.json()) as { errors: { code: string; detail: string }[] } // the gateway's own form
  expect(errors).toMatchObject([{ code: 'STORE_UNAVAILABLE' }])
  return errors[0]?.detail ?? ''
}
const logged = (gateway: TestGateway) =>
  gateway.faults.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')

beforeAll(async () => {
  host = await startHost((req, res) =>
    req.method === 'DELETE' ? res.writeHead(204).end() : res.writeHead(200).end('{"data":[],"meta":{},"links":{}}'),
  )
  database = await createDatabase()
  wire = await startWire(database.url)
}, BUSY_MS)
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  host.close()
  wire.close()
  await database.remove()
  rmSync(folder, { recursive: true })
}, BUSY_MS)

describe('a database', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    wire.cut()
    gateway = await start({ DATABASE_URL: wire.url })
    await is(gateway, 'away')
  }, BUSY_MS)

  describe('that is away', () => {
    it('at the start is said to be, once, and the rest goes on', async () => {
      expect(await stateOf(gateway)).toEqual({ ready: true, store: 'away', storeReason: 'The store can’t be reached.' })
      expect(await refused(gateway)).toBe(
        'The store can’t be reached. Requests to the API continue without it. Try again later.',
      )
      expect(await apiMs(gateway)).toBeLessThan(1_000)
      expect(logged(gateway)).toMatchObject([
        {
          failure: 'unavailable',
          msg: expect.stringMatching(/^The store can’t be reached \(.*\)\. Requests to the API/),
        },
      ])
    })
  })

  describe('that comes', () => {
    beforeAll(async () => {
      wire.mend()
      await is(gateway, 'ready')
    }, BUSY_MS)
    it('is used, and takes in what was removed meanwhile', async () => {
      expect(await stateOf(gateway)).toEqual({ ready: true, store: 'ready' })
      expect((await gateway.ask('/team/users')).status).toBe(200)
    })
  })

  describe('that goes in the middle', () => {
    let lines = 0
    beforeAll(async () => {
      lines = logged(gateway).length
      wire.cut()
      await gateway.ask('/team/users')
      await is(gateway, 'away')
    }, BUSY_MS)
    it('is said to be away, once, and the rest goes on', async () => {
      expect(await stateOf(gateway)).toMatchObject({ store: 'away', storeReason: 'The store can’t be reached.' })
      expect(await refused(gateway)).toContain('The store can’t be reached.')
      expect(await apiMs(gateway)).toBeLessThan(1_000)
      const told = logged(gateway).slice(lines)
      expect(told.filter(({ msg }) => /continue without it/.test(msg))).toHaveLength(1)
    })
  })

  describe('that is slow (every statement waits for longer than 5 s)', () => {
    let answer: { ms: number; messages: string[] }
    let client: pg.Client
    let readMs = 0
    let removalMs = 0
    beforeAll(async () => {
      wire.mend()
      await is(gateway, 'ready')
      client = new pg.Client({ connectionString: database.url })
      await client.connect()
      await client.query(
        'BEGIN; LOCK TABLE directory_counts, crawls, users, vehicles, tombstones IN ACCESS EXCLUSIVE MODE',
      )
      const begun = performance.now()
      // As many as there are connections: a removal that names its click in the store has to wait for one.
      const asking = Promise.all(Array.from({ length: variables.DATABASE_POOL.fallback }, () => refused(gateway)))
      readMs = await apiMs(gateway, reads)
      removalMs = await apiMs(gateway, removals)
      answer = { messages: await asking, ms: performance.now() - begun }
    }, BUSY_MS)
    afterAll(async () => {
      await client.query('ROLLBACK')
      await client.end()
    })
    it('is told after 5 s, on /readyz, too; reads do not wait for it, and removals for 2 s', async () => {
      expect(new Set(answer.messages)).toEqual(new Set(['The store took too long. Try again in a moment.']))
      expect(answer.ms).toBeGreaterThan(4_000)
      expect(answer.ms).toBeLessThan(12_000)
      expect(readMs).toBeLessThan(1_000)
      expect(removalMs).toBeLessThan(3_000)
      expect(await stateOf(gateway)).toEqual({ ready: true, store: 'ready', storeReason: 'The store took too long.' })
      const told = logged(gateway).map(({ msg }) => msg)
      expect(told).toContain('The store took too long. Requests to the API continue.')
    })
  })
})

describe('a database that can only be read', () => {
  let standby: Awaited<ReturnType<typeof createDatabase>>
  const setReadOnly = async (value: 'on' | 'off') => {
    const name = /\/(test_\w+)/.exec(standby.url)?.[1]
    await onServer(await startPostgres(), `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
    await onServer(
      await startPostgres(),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    )
  }
  beforeAll(async () => {
    standby = await createDatabase()
  }, BUSY_MS)
  afterAll(() => standby.remove())
  it(
    'is said to be, also if it can be reached, and used once it can be written to',
    async () => {
      const gateway = await start({ DATABASE_URL: standby.url })
      await is(gateway, 'ready')
      await setReadOnly('on')
      await gateway.ask('/team/users') // on a new connection
      await is(gateway, 'away')
      await vi.waitFor(async () =>
        expect(await stateOf(gateway)).toEqual({
          ...{ ready: true, store: 'away' },
          storeReason: 'The store’s database accepts no changes: it is a standby, or read-only.',
        }),
      )
      await setReadOnly('off')
      await is(gateway, 'ready')
      await gateway.close()
      closers.pop()
    },
    BUSY_MS,
  )
})

describe('tables', () => {
  let gateway: TestGateway
  let newer: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    newer = await createDatabase()
    await onServer(
      newer.url,
      `CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
       INSERT INTO migrations VALUES ('9999-later', 'x')`,
    )
    gateway = await start({ DATABASE_URL: newer.url })
    await is(gateway, 'away')
  }, BUSY_MS)
  afterAll(() => newer.remove())
  it('of a newer version are left alone, and the rest goes on', async () => {
    expect(await stateOf(gateway)).toMatchObject({
      storeReason: 'The store was written by a newer version of Forecourt.',
    })
    expect(await refused(gateway)).toContain('The store was written by a newer version of Forecourt.')
    expect(await apiMs(gateway)).toBeLessThan(1_000)
    expect(logged(gateway)).toMatchObject([
      { failure: 'newer', msg: expect.stringContaining('newer version of Forecourt (migration 9999-later).') },
    ])
  })
})

describe('a folder', () => {
  const places = { taken: join(folder, 'taken'), corrupt: join(folder, 'corrupt') }
  let lock: FolderLock
  const gateways = new Map<string, TestGateway>()
  beforeAll(async () => {
    lock = await takeFolder(places.taken)
    mkdirSync(join(places.corrupt, 'data'), { recursive: true })
    writeFileSync(join(places.corrupt, 'data', 'PG_VERSION'), '18')
    for (const [name, place] of Object.entries(places)) gateways.set(name, await start({ STORE_DIR: place }))
    for (const gateway of gateways.values()) await is(gateway, 'away')
  }, BUSY_MS)
  afterAll(() => lock.release())
  it.each([
    ['taken', 'locked', 'The store is in use by another process.'],
    ['corrupt', 'corrupt', 'The store’s files are damaged.'],
  ])('that is %s is said to be, once, and the rest goes on', async (name, failure, words) => {
    const gateway = gateways.get(name) ?? expect.fail('it wasn’t started')
    expect(await stateOf(gateway)).toEqual({ ready: true, store: 'away', storeReason: words })
    expect(await refused(gateway)).toBe(`${words} Requests to the API continue without it. Try again later.`)
    expect(await apiMs(gateway)).toBeLessThan(1_000)
    expect(logged(gateway)).toMatchObject([{ failure, msg: expect.stringContaining(words.slice(0, -1)) }])
  })
})
