/** Two servers at one PostgreSQL have one budget of requests, in whichever order they come and whichever ends. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../../store/harness'
import { createPostgres } from '../../store/postgres'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'
import { readEnvironment } from '../settings/environment'
import { storeSource } from './store-source'

/** A database begins, beside other tests that keep the processor busy. */
const BUSY_MS = 20_000
const CAPACITY = 12
const connections = '/api/vehicle/v3/connections'

let database: Awaited<ReturnType<typeof createDatabase>>
let host: Awaited<ReturnType<typeof startHost>>
const gateways: TestGateway[] = []
let tokens = 0

beforeAll(async () => {
  database = await createDatabase()
  host = await startHost(({ url }, res) => {
    if (url?.includes('limited')) res.writeHead(429, { 'retry-after': '60' }).end('{"errors":[{"code":"RATE_LIMIT"}]}')
    else res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
}, BUSY_MS)
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close()
  host.requests.length = 0
  tokens += 1
})
afterAll(async () => {
  host.close()
  await database.remove()
})

/** Each with a secret of its own, which makes no difference to what it may send. */
async function start(more: Record<string, string> = {}): Promise<TestGateway> {
  const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
  writeFileSync(CONFIG, JSON.stringify({ bucket: { capacity: CAPACITY, refillPerMinute: 0.01 } }))
  const { address } = host
  const env = {
    ...{ CONFIG, ACCESS_TOKEN: `token-${tokens}`, VEHICLE_DATA_TOKEN: 't', READ_TIMEOUT_MS: '1000' },
    ...{ DATABASE_URL: database.url, SESSION_SECRET: String(gateways.length).repeat(40), ...more },
  }
  const store = storeSource(readEnvironment(env)) ?? expect.fail('there is no store')
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, env, undefined, { store, patienceMs: BUSY_MS, consolePort: 1 })
  gateways.push(gateway)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), BUSY_MS)
  return gateway
}
/** Whether all instances know that a bucket is. */
async function paused(): Promise<unknown> {
  const store = createPostgres({ url: database.url, pool: 1 }, { info: () => undefined, warn: () => undefined })
  const [row] = await store.query('SELECT bool_or(paused_until > now()) AS is_paused FROM buckets')
  await store.close()
  return row?.is_paused
}
/** Of both hosts of version 3. */
const sent = () => host.requests.filter(({ target }) => target.startsWith('/v3/')).length
/** A directory's request may have its grant and be on its way. */
const allSent = () => vi.waitFor(() => expect(sent()).toBe(CAPACITY))
const remaining = ({ headers }: Response) => /remaining=(\d+)/.exec(headers.get('x-forecourt-bucket') ?? '')?.[1]

describe('two servers', () => {
  it('together send what one might, and refuse the rest', async () => {
    const [first, second] = [await start(), await start()]
    const asked = Array.from({ length: CAPACITY }, (_, nth) =>
      [first, second].map((gateway, at) => gateway.ask(`${connections}/${at}-${nth}`, { method: 'DELETE' })),
    )
    const statuses = (await Promise.all(asked.flat())).map(({ status }) => status)
    await allSent() // with what each has asked for its directory
    const removed = host.requests.filter(({ method }) => method === 'DELETE').length
    expect(statuses.filter((status) => status === 200)).toHaveLength(removed)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * CAPACITY - removed)
    for (const gateway of [first, second]) {
      expect(await gateway.app.metrics.text()).toContain('forecourt_bucket_remaining{host="vehicle"} 0\n')
      expect(gateway.faults.filter((line) => line.includes('rate bucket'))).toEqual([])
    }
  })
  it('show what the other has left, and none begins with more', async () => {
    const first = await start()
    await vi.waitFor(() => expect(host.requests.map(({ target }) => target).join()).toContain('page[number]=1'))
    for (let nth = 0; nth < CAPACITY - 4; nth += 1) await first.ask(`${connections}/${nth}`)
    await first.app.keep()
    await first.close()
    gateways.length = 0
    const left = CAPACITY - sent()
    expect(left).toBeLessThanOrEqual(4)
    const [second, third] = [await start(), await start()]
    expect(Number(remaining(await second.ask(`${connections}/more`)))).toBeLessThan(left)
    for (let nth = 0; nth < left; nth += 1) await third.ask(`${connections}/more-${nth}`, { method: 'DELETE' })
    await allSent()
  })
  it('are both paused where one is asked to wait', async () => {
    const [first, second] = [await start(), await start()]
    expect((await first.ask(`${connections}/limited`)).status).toBe(429)
    await vi.waitFor(async () => expect(await paused()).toBe(true))
    const refused = await second.ask(`${connections}/other`, { method: 'DELETE' })
    expect(await codeOf(refused.clone())).toBe('429 GATEWAY LIMIT')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(host.requests.filter(({ target }) => target.includes('/other'))).toEqual([])
  })
  it('have each token’s own, of what is added in a browser, too', async () => {
    const [first, second] = [await start(), await start({ SESSION_SECRET: '0'.repeat(40) })]
    const { cookies } = await first.session({ version3: `added-${tokens}` })
    const headers = { cookie: cookies.map((line) => line.split(';')[0]).join('; ') }
    const left = async (gateway: TestGateway, nth: number) =>
      remaining(await gateway.ask(`${connections}/${nth}`, { headers }))
    for (let nth = 1; nth <= 5; nth += 1) expect(await left(nth % 2 ? first : second, nth)).toBe(String(CAPACITY - nth))
    expect(Number(remaining(await second.ask(`${connections}/own`)))).toBeGreaterThanOrEqual(CAPACITY - 3)
  })
})

describe('a server whose store ends', () => {
  it(
    'goes on, says so once, and counts what it sends',
    async () => {
      const gateway = await start()
      await gateway.ask(`${connections}/1`)
      await database.remove()
      for (let nth = 2; nth < 5; nth += 1) expect((await gateway.ask(`${connections}/${nth}`)).status).toBe(200)
      expect(gateway.faults.filter((line) => line.includes('uses its share of every rate bucket'))).toHaveLength(1)
      expect((await (await gateway.ask('/readyz')).json()).storeReason).toEqual(expect.any(String))
      database = await createDatabase()
    },
    BUSY_MS,
  )
})
