/** The embedded engine's thread is killed in the middle of a crawl and a job. Both continue, and nothing is sent twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type EmbeddedStore, openEmbedded } from '../../store/embedded'
import type { TestGateway } from '../harness'
import { type AddedHost, browserAt, startAddedGateway, startAddedHost } from './added-harness'

const MINUTE_MS = 60_000
const wait = { timeout: MINUTE_MS, interval: 100 }
/** A statement that never ends has the thread killed. */
const ENDLESS = 'SELECT count(*) FROM generate_series(1, 100000000000)'
const targets = Array.from({ length: 20 }, (_, n) => `c-${n}`)

const folder = mkdtempSync(join(tmpdir(), 'forecourt-thread-'))
const warnings: string[] = []
let store: EmbeddedStore
let host: AddedHost
let gateway: TestGateway
beforeAll(async () => {
  const log = { warn: (line: string) => void warnings.push(line) }
  store = await openEmbedded({ folder: join(folder, 'store'), statementMs: 1_000, hopelessMs: 1_000 }, log)
  host = await startAddedHost()
  host.connections = 2_000
  // Slow enough that there is something left when the thread is killed.
  host.respond = async ({ method, page }) => {
    if (method === 'DELETE' || page > 1) await new Promise((resolve) => setTimeout(resolve, 300))
    return undefined
  }
  gateway = await startAddedGateway(store, host, { ACCESS_TOKEN: 'own' })
}, MINUTE_MS)
afterAll(async () => {
  await gateway.close()
  host.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

it('continues a crawl and a job, and sends each removal once', { timeout: 3 * MINUTE_MS }, async () => {
  const page = browserAt(gateway)
  expect((await page.crawl('start')).status).toBe(200)
  const id = await page.begin(targets)
  const pages = () => host.sent.filter((request) => request.page > 1).length
  await vi.waitFor(() => {
    expect(host.removed().length).toBeGreaterThan(3)
    expect(pages()).toBeGreaterThan(2)
  }, wait)
  await expect(store.query(ENDLESS)).rejects.toMatchObject({ failure: 'timeout' })
  await vi.waitFor(() => expect(warnings).toContain('The store’s engine ended.'), wait)
  const atKill = { pages: pages(), removed: host.removed().length }
  expect(atKill.removed).toBeLessThan(targets.length)
  expect(atKill.pages).toBeLessThan(20)

  await vi.waitFor(async () => expect(await page.job(id)).toMatchObject({ phase: 'ended' }), wait)
  expect((await page.job(id)).counts).toMatchObject({ done: targets.length, unknown: 0, failed: 0 })
  expect(host.removed().toSorted()).toEqual(targets.toSorted())
  await vi.waitFor(async () => {
    const { counts, crawl } = await page.read('/team/directory')
    expect([crawl.phase, counts.live]).toEqual(['idle', 2_000])
  }, wait)
})
