/** A folder and a database that version 0.3.0 has written are opened with their rows. Its backups are in backup.test.ts. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmpty } from './embedded-files.js'
import { markComplete, prepareFolder } from './embedded-folder'
import { createDatabase, onServer } from './harness'
import { createJobWork } from './job-work'
import { takeFolder } from './lock'
import { migrate, migrations } from './migrate'
import { openStore } from './open'
import { withPatience } from './postgres'
import { plainSeal } from './seal-harness'
import type { Row, Store } from './store'
import { inTransaction } from './transaction'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = { info: () => undefined, warn: (line: string) => expect.fail(line) }

/** Migrations of 0.3.0. */
const before = migrations.filter(({ name }) => name <= '0019-told-by')
/** Rows of it: an account, a connection and a job in the middle of its work. */
const ROWS = `
INSERT INTO realms (key) VALUES ('an account');
INSERT INTO connections (realm, id, external_id, car, mode, permissions, read_at)
  SELECT id, 'c1', 'Fleet-84', '', 'live', '{}', now() FROM realms;
INSERT INTO jobs (realm, key, operation, client, sending, waiting)
  SELECT id, 'click', 'DELETE /v3/connections/{connectionId}', '127.0.0.1', 1, 1 FROM realms;
INSERT INTO job_items (job, n, realm, operation, target, state)
  SELECT jobs.id, n, realm, operation, 'c' || n, (CASE n WHEN 1 THEN 'sending' ELSE 'waiting' END)::job_item_state
  FROM jobs, generate_series(1, 2) AS n`

async function expectRows(store: Store): Promise<void> {
  expect(await store.query('SELECT id, external_id FROM connections')).toEqual([{ id: 'c1', external_id: 'Fleet-84' }])
  expect(await store.query('SELECT count(*) AS count FROM migrations')).toEqual([{ count: migrations.length }])
  const [{ id: realm } = {}] = await store.query("SELECT id FROM realms WHERE key = 'an account' AND NOT is_added")
  const work = createJobWork(store, Number(realm), plainSeal(1))
  const [job] = await work.take(randomUUID(), 0)
  expect(job).toMatchObject({ phase: 'running', counts: { sending: 1, waiting: 1, asleep: 0 } })
}

async function writeFolder(): Promise<void> {
  const engine = await createEmpty(prepareFolder(folder, log))
  const run = async (sql: string, parameters?: readonly unknown[]) => {
    if (parameters) return { rows: (await engine.query<Row>(sql, [...parameters])).rows, command: sql }
    return { rows: (await engine.exec(sql)).at(-1)?.rows ?? [], command: sql }
  }
  const undo = async () => void (await run('ROLLBACK'))
  await migrate({ transaction: (work) => inTransaction({ run, undo }, work) }, before)
  await engine.exec(ROWS)
  await engine.close()
  markComplete(folder)
  writeFileSync(join(folder, 'lock.3'), 'released\n')
}

it('a folder has the tables of this version and the rows that were there', async () => {
  await writeFolder()
  const lock = await takeFolder(folder)
  const store = await openStore({ engine: 'embedded', folder, lock }, log)
  await expectRows(store)
  await store.close()
  expect(lock.isHeld()).toBe(true) // it is the caller's
  await lock.release()
}, 60_000)

it('a database has them, too', async () => {
  const { url, remove } = await createDatabase()
  const settings = { url, pool: 2 }
  await withPatience(settings, (store) => migrate(store, before))
  await onServer(url, ROWS)
  const store = await openStore({ engine: 'postgresql', ...settings }, log)
  await expectRows(store)
  await store.close()
  await remove()
})
