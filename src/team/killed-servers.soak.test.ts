/** Real servers, killed at random moments of a crawl while the list changes: nothing is lost, and it ends as the list is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox/server'
import { createDatabase } from '../store/harness'
import { openStore, type StoreSettings } from '../store/open'
import { randomOf } from './random-harness'
import { ensureBuilt, type RunningServer, startMovingService, startServer } from './server-harness'

const CONNECTIONS = 20_000
const SIZE = 20
const KILLS = 20
/** 1 % of the list: half of it comes, half goes. */
const CHANGES = CONNECTIONS / 100
const HELD = CHANGES / 2
const PAGES = (CONNECTIONS - HELD) / SIZE
const MOST_MS = 600_000
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const folder = mkdtempSync(join(tmpdir(), 'killed-'))
const log = { info: () => undefined, warn: () => undefined }

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  ensureBuilt()
  database = await createDatabase()
}, 180_000)
afterAll(async () => {
  await database.remove()
  rmSync(folder, { recursive: true })
})

const engines = [
  ['a folder', () => ({ STORE_DIR: join(folder, 'store') })],
  ['PostgreSQL', () => ({ DATABASE_URL: database.url })],
] satisfies [string, () => Record<string, string>][]

describe.concurrent.each(engines)('a server with %s, killed %#', (name, envOf) => {
  it(
    `${KILLS} times, ends as the list is, of which 1 % changed meanwhile`,
    async () => {
      const random = randomOf(seed)
      const sandbox = await startSandbox({ connections: CONNECTIONS, seed: 7, latencyMs: 0 })
      let changed = 0
      let changedAt = ''
      let waiting: string[] = []
      const service = await startMovingService(sandbox, HELD, async () => {
        // Spread over the first nine tenths of the pages.
        const due = Math.min(CHANGES, Math.floor((pagesRead() / PAGES / 0.9) * CHANGES))
        while (changed < due) {
          changed += 1
          changedAt = new Date().toISOString()
          if (changed % 2 === 1) await service.add()
          else await service.remove(waiting.splice(Math.floor(random() * waiting.length), 1)[0] ?? 'none')
        }
      })
      const pagesRead = () => new Set(service.asked.flatMap(({ size, page }) => (size === SIZE ? page : []))).size
      waiting = await service.ids()
      const config = join(folder, `${name.replace(' ', '-')}.json`)
      writeFileSync(config, JSON.stringify({ pageSizes: { connections: [SIZE] } }))
      const env = {
        ...{ VEHICLE_DATA_URL: service.address, VEHICLE_URL: service.address, MANAGEMENT_URL: service.address },
        ...{ ACCESS_TOKEN: sandbox.token, CONFIG: config, ...envOf() },
      }
      const begun = performance.now()
      const kills: number[] = []
      let server: RunningServer
      for (;;) {
        server = await startServer(env)
        await until(server, ({ crawl }) => crawl.phase !== 'idle', {
          first: async () => {
            if (kills.length === 0)
              await server.ask('/team/crawl', { method: 'POST', body: JSON.stringify({ action: 'start' }) })
          },
        })
        const sent = service.asked.length
        while (service.asked.length === sent) await pause(20) // it has gone on
        if (kills.length === KILLS) break
        // One in each twentieth of the pages, in any state of a request.
        const page = ((kills.length + random()) / KILLS) * (PAGES - 20)
        while (pagesRead() < page) await pause(5)
        await pause(random() * 50)
        await server.kill()
        expect(pagesRead()).toBeLessThan(PAGES) // in the middle of it
        kills.push(pagesRead())
      }
      // A check that began after the last change has ended exact.
      await until(
        server,
        ({ crawl, asOf }) => crawl.phase === 'idle' && changed === CHANGES && (asOf ?? '') > changedAt,
      )
      const seconds = (performance.now() - begun) / 1000
      const stopMs = await server.stop()
      const settings: StoreSettings =
        name === 'PostgreSQL'
          ? { engine: 'postgresql', url: database.url, pool: 2 }
          : { engine: 'embedded', folder: join(folder, 'store') }
      const store = await openStore(settings, log)
      const known = await store.query('SELECT id FROM connections WHERE gone_at IS NULL')
      const pages = await store.query(
        `SELECT page, readings FROM crawl_pages WHERE list = 'all' AND crawl =
         (SELECT max(id) FROM crawls WHERE kind = 'whole' AND phase = 'done') ORDER BY page`,
      )
      const wholes = await store.query("SELECT requests FROM crawls WHERE kind = 'whole'")
      await store.close()
      console.info(
        `seed ${seed}, ${name}: ${KILLS} kills at pages ${kills.join(' ')} of ${PAGES}; ${seconds.toFixed(0)} s, ` +
          `${service.asked.length} requests, ${pages.filter(({ readings }) => Number(readings) > 1).length} pages read again, ` +
          `the stop took ${stopMs.toFixed(0)} ms`,
      )
      expect(known.map(({ id }) => String(id)).sort()).toEqual(await service.ids())
      expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: pages.length }, (_, index) => index + 1))
      expect(pages.length).toBeGreaterThanOrEqual(PAGES - 1)
      expect(wholes).toHaveLength(1)
      service.close()
      await sandbox.close()
    },
    MOST_MS,
  )
})

/** @param first done once the server answers */
async function until(
  server: RunningServer,
  isSo: (directory: NonNullable<Awaited<ReturnType<RunningServer['directory']>>>) => boolean,
  { first = async () => {} }: { first?: () => Promise<void> } = {},
): Promise<void> {
  for (let isFirst = true; ; ) {
    const directory = await server.directory()
    if (directory && isFirst) {
      isFirst = false
      await first()
    }
    if (directory && isSo(directory)) return
    await pause(250)
  }
}
