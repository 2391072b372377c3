/** The largest rows that each table takes, in a backup of both engines, restored on both. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedEveryTable } from './backup-harness'
import { createDatabase, engines } from './harness'
import { openStore } from './open'
import { restoreFile } from './restore'
import { saveBackup } from './save-backup'
import type { Store } from './store'
import { backupTables } from './store-tables'

/** Of each column that can be long. A response that a job reads has at most 4 MB, which its row may write in other words. */
const COLUMN_BYTES = 1024 * 1024
const RESULT_BYTES = 32 * 1024 * 1024
const SLOW_MS = 600_000

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const silent = { info: () => undefined, warn: () => undefined }
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
  rmSync(folder, { recursive: true })
}, SLOW_MS)

async function open(engine: Store['engine'], name: string): Promise<Store> {
  const common = { statementMs: SLOW_MS }
  if (engine === 'embedded') {
    const store = await openStore({ engine, folder: join(folder, name), ...common }, silent)
    closers.push(store.close)
    return store
  }
  const { url, remove } = await createDatabase()
  const store = await openStore({ engine, url, pool: 1, ...common }, silent)
  closers.push(remove, store.close)
  return store
}
/** A hash of each table's rows. */
async function hashesOf(store: Store): Promise<Record<string, unknown>> {
  const hashes: Record<string, unknown> = {}
  for (const table of await backupTables(store))
    hashes[table] = await store.query(
      `SELECT count(*) AS count, max(octet_length(t::text)) AS bytes, sum(hashtextextended(t::text, 1)) AS hash FROM ${table} AS t`,
    )
  return hashes
}

describe.each(engines)('a backup of %s', (from) => {
  const file = join(folder, `${from}.jsonl`)
  let hashes: Record<string, unknown>
  beforeAll(async () => {
    const store = await open(from, `${from}-source`)
    await store.query("SET timezone = 'UTC'")
    await seedEveryTable(store, COLUMN_BYTES)
    await store.query("INSERT INTO job_results (job, n, try, body) VALUES (1, 1, 2, repeat('\"', $1::integer))", [
      RESULT_BYTES,
    ])
    hashes = await hashesOf(store)
    await saveBackup(store, file)
    expect(statSync(file).size).toBeGreaterThan(2 * RESULT_BYTES)
  }, SLOW_MS)
  it.each(engines)(
    'has the largest row of each table, which %s restores',
    async (to) => {
      const store = await open(to, `${from}-${to}`)
      await store.query("SET timezone = 'UTC'")
      await restoreFile(store, file)
      expect(await hashesOf(store)).toEqual(hashes)
    },
    SLOW_MS,
  )
})
