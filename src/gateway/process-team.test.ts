/** Two servers as processes at one PostgreSQL: one crawl, the same pages, and one that goes on where the other was killed. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox/server'
import { createDatabase } from '../store/harness'
import { type RunningServer, startMovingService, startServer } from '../team/server-harness'
import { folder, main } from './process-harness'

const CONNECTIONS = 300
const SIZE = 10
const PAGES = CONNECTIONS / SIZE
/** Of the hooks: processes start, and one waits until the other has been silent for long enough. */
const BUSY_MS = 60_000
/** After so many requests the service doesn’t respond until the first server is gone. */
const HOLD_AT = 15

let database: Awaited<ReturnType<typeof createDatabase>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let service: Awaited<ReturnType<typeof startMovingService>>
let first: RunningServer
let second: RunningServer
let letGo = () => {}
let isHeld = false

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(50)
}
const rowsOf = async (server: RunningServer): Promise<unknown> =>
  (await server.ask('/team/users?sort=name&limit=200')).json()

beforeAll(async () => {
  database = await createDatabase()
  sandbox = await startSandbox({ connections: CONNECTIONS, seed: 7, latencyMs: 0 })
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  service = await startMovingService(sandbox, 0, async (requests) => {
    if (requests < HOLD_AT) return
    isHeld = true
    await held
  })
  const config = join(folder, `${randomUUID()}.json`)
  writeFileSync(config, JSON.stringify({ pageSizes: { connections: [SIZE] } }))
  const { address } = service
  const env = {
    ...{ VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address, ACCESS_TOKEN: sandbox.token },
    ...{ CONFIG: config, DATABASE_URL: database.url },
  }
  ;[first, second] = await Promise.all([startServer(env, main), startServer(env, main)])
  for (const server of [first, second]) await until(async () => (await server.directory()) !== undefined)
  await first.ask('/team/crawl', { method: 'POST', body: JSON.stringify({ action: 'start' }) })
  await until(() => isHeld)
  // What a server says of the crawl is up to a second old.
  for (const server of [first, second]) await until(async () => (await server.directory())?.crawl.phase === 'crawling')
}, BUSY_MS)
afterAll(async () => {
  await Promise.all([first.kill(), second.kill()])
  service.close()
  await sandbox.close()
  await database.remove()
})

describe('two servers at one PostgreSQL', () => {
  it('have one crawl, which both show, and show the same pages', async () => {
    for (const server of [first, second])
      expect((await server.directory())?.crawl).toMatchObject({ phase: 'crawling', kind: 'whole' })
    const rows = await rowsOf(first)
    expect(rows).toMatchObject({ rows: expect.arrayContaining([expect.anything()]) })
    expect(await rowsOf(second)).toEqual(rows)
  })

  describe('of which one is killed in a crawl', () => {
    let takenMs = 0
    let before = 0
    beforeAll(async () => {
      before = service.asked.length
      await first.kill()
      letGo()
      const killed = performance.now()
      const sent = () => service.asked.length
      await until(() => sent() > before + 1) // one was under way
      takenMs = performance.now() - killed
      await until(async () => ((await second.directory())?.asOf ?? null) !== null)
    }, BUSY_MS)
    it('go on within 15 s, and no page is lost or read twice but the one under way', async () => {
      expect(takenMs).toBeLessThan(15_000)
      const { counts } = (await second.directory()) ?? expect.fail('it is away')
      expect(counts).toMatchObject({ isExact: true })
      expect(counts.live + counts.simulated).toBe(CONNECTIONS)
      const pages = service.asked.flatMap(({ size, page }) => (size === SIZE ? page : []))
      expect(new Set(pages).size).toBe(PAGES)
      // How many there are, as each has asked; the one under way at the end; and the check for differences.
      expect(pages.length).toBeLessThanOrEqual(PAGES + 2 + 1 + 1)
    })
  })
})
