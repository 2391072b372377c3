/** A folder that version 0.3.0 has written is opened with its rows. Its backups are in backup.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmpty } from './embedded-files.js'
import { markComplete, prepareFolder } from './embedded-folder'
import { takeFolder } from './lock'
import { migrate, migrations } from './migrate'
import { openStore } from './open'
import type { Row } from './store'
import { inTransaction } from './transaction'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = { info: () => undefined, warn: (line: string) => expect.fail(line) }

/** The last migration of 0.3.0. */
const LAST = '0019-told-by'

async function writeFolder(): Promise<void> {
  const engine = await createEmpty(prepareFolder(folder, log))
  const run = async (sql: string, parameters?: readonly unknown[]) => {
    if (parameters) return { rows: (await engine.query<Row>(sql, [...parameters])).rows, command: sql }
    return { rows: (await engine.exec(sql)).at(-1)?.rows ?? [], command: sql }
  }
  const undo = async () => void (await run('ROLLBACK'))
  await migrate(
    { transaction: (work) => inTransaction({ run, undo }, work) },
    migrations.filter(({ name }) => name <= LAST),
  )
  await engine.exec("INSERT INTO realms (key) VALUES ('an account')")
  await engine.exec(
    "INSERT INTO connections (realm, id, external_id, car, mode, permissions, read_at) SELECT id, 'c1', 'Fleet-84', '', 'live', '{}', now() FROM realms",
  )
  await engine.close()
  markComplete(folder)
  writeFileSync(join(folder, 'lock.3'), 'released\n')
}

it('has the tables of this version and the rows that were there', async () => {
  await writeFolder()
  const lock = await takeFolder(folder)
  const store = await openStore({ engine: 'embedded', folder, lock }, log)
  expect(await store.query('SELECT id, external_id FROM connections')).toEqual([{ id: 'c1', external_id: 'Fleet-84' }])
  expect(await store.query('SELECT count(*) AS count FROM migrations')).toEqual([{ count: migrations.length }])
  await store.close()
  expect(lock.isHeld()).toBe(true) // it is the caller's
  await lock.release()
}, 60_000)
