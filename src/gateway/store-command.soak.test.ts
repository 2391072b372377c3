/** `store status | backup FILE | restore FILE`: from one engine to the other, and one clear line where it can't be. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../store/harness'
import { takeFolder } from '../store/lock'
import { migrations } from '../store/migrate'
import { openStore } from '../store/open'
import { storeCommand } from './store-command'

const folder = mkdtempSync(join(tmpdir(), 'store-command-'))
const log = { info: () => undefined, warn: () => undefined }
const STORE_DIR = join(folder, 'store')
const saved = join(folder, 'saved.jsonl')
let database: Awaited<ReturnType<typeof createDatabase>>
const rows = [
  {
    id: 'c-1',
    user_id: 'u-1',
    external_id: 'ä "quoted" \\ \u2028',
    year: 2021,
    permissions: ['a', 'b,"{}'],
    gone_at: null,
  },
  { id: 'c-2', user_id: null, external_id: null, year: null, permissions: [], gone_at: '2026-11-23T10:00:00.123456Z' },
]

beforeAll(async () => {
  database = await createDatabase()
  const store = await openStore({ engine: 'embedded', folder: STORE_DIR }, log)
  const [realm] = await store.query("INSERT INTO realms (key) VALUES ('a') RETURNING id")
  await store.query(
    `INSERT INTO connections (realm, id, user_id, external_id, car, year, mode, permissions, read_at, gone_at)
     SELECT $2, id, user_id, external_id, '', year, 'live', permissions, now(), gone_at
     FROM jsonb_populate_recordset(NULL::connections, $1::jsonb)`,
    [JSON.stringify(rows), realm?.id],
  )
  await store.query("INSERT INTO crawls (realm, kind) VALUES ($1, 'whole')", [realm?.id])
  await store.query("INSERT INTO crawl_pages VALUES (1, 'live', 1, 100, 1, 2, '{c-1,c-2}', false, 0, now())")
  await store.close()
}, 60_000)
afterAll(async () => {
  await database.remove()
  rmSync(folder, { recursive: true })
})
const run = (...given: string[]) => storeCommand(given, { STORE_DIR })
const onDatabase = (...given: string[]) => storeCommand(given, { DATABASE_URL: database.url })

describe('the store command', () => {
  it('says what the store is and holds', async () => {
    const { isDone, text } = await run('status')
    expect(isDone).toBe(true)
    expect(text).toMatch(/^Built-in database \(18\.\d+\), [\d.]+ MB\n/)
    expect(text).toContain(`\nTables: ${migrations.at(-1)?.name}\n`)
    expect(text).toMatch(/\nconnections +2 rows, [\d.]+ MB/)
  }, 30_000)
  it('saves all of it, and restores it in the other engine as it was', async () => {
    expect(await run('backup', saved)).toEqual({ isDone: true, text: `${saved}: 5 rows saved.` })
    expect(statSync(saved).mode & 0o777).toBe(0o600)
    expect(await run('backup', saved)).toEqual({
      isDone: false,
      text: `${saved}: exists already; expects the path of a new file.`,
    })
    expect(await onDatabase('restore', saved)).toEqual({ isDone: true, text: `${saved}: 5 rows restored.` })
    const again = join(folder, 'again.jsonl')
    await onDatabase('backup', again)
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(saved, 'utf8'))
    expect(await onDatabase('restore', saved)).toEqual({
      isDone: false,
      text: `${saved}: the store isn’t empty. Nothing was restored.`,
    })
    const store = await openStore({ engine: 'postgresql', url: database.url, pool: 1 }, log)
    expect(await store.query("INSERT INTO realms (key) VALUES ('b') RETURNING id")).toEqual([{ id: 2 }])
    await store.query('TRUNCATE realms CASCADE')
    await store.close()
  }, 60_000)
  it('restores nothing of a file that isn’t complete, on either engine', async () => {
    const file = join(folder, 'wrong.jsonl')
    const empty = { STORE_DIR: join(folder, 'empty') }
    writeFileSync(file, readFileSync(saved, 'utf8').slice(0, -30))
    for (const env of [empty, { DATABASE_URL: database.url }]) {
      expect(await storeCommand(['restore', file], env)).toEqual({
        isDone: false,
        text: `${file}: is damaged or cut off. Nothing was restored.`,
      })
      expect((await storeCommand(['status'], env)).text).toMatch(/\nrealms +0 rows/)
    }
  }, 60_000)
  it('says that the folder of the store is damaged, or in use', async () => {
    const [corrupt, used] = [join(folder, 'corrupt'), join(folder, 'used')]
    mkdirSync(join(corrupt, 'data'), { recursive: true })
    writeFileSync(join(corrupt, 'data', 'PG_VERSION'), '18')
    const lock = await takeFolder(used)
    expect(await storeCommand(['restore', saved], { STORE_DIR: corrupt })).toEqual({
      isDone: false,
      text: 'The store’s files are damaged.',
    })
    expect((await storeCommand(['restore', saved], { STORE_DIR: used })).text).toMatch(
      /^The store is in use by another process/,
    )
    await lock.release()
  }, 60_000)
  it('says in one line what can’t be done', async () => {
    const usage = { isDone: false, text: 'store expects status, backup FILE or restore FILE.' }
    for (const given of [[], ['status', 'x'], ['backup'], ['restore'], ['other', 'x'], ['backup', 'a', 'b']])
      expect(await storeCommand(given, { STORE_DIR })).toEqual(usage)
    expect((await storeCommand(['status'], {})).text).toContain('in memory')
    expect((await storeCommand(['status'], { STORE: 'canary' })).text).toContain('STORE: got')
    expect(await storeCommand(['status'], { DATABASE_URL: 'postgresql://a:canary@127.0.0.1:1/a' })).toEqual({
      isDone: false,
      text: 'The store can’t be reached (ECONNREFUSED: no database listens at the address; check its host and port).',
    })
    const nowhere = join(folder, 'no', 'where')
    expect(await onDatabase('restore', nowhere)).toEqual({ isDone: false, text: `${nowhere}: can’t be read (ENOENT).` })
    expect(await onDatabase('restore', folder)).toEqual({ isDone: false, text: `${folder}: can’t be used (EISDIR).` })
    expect(await onDatabase('backup', nowhere)).toEqual({ isDone: false, text: `${nowhere}: can’t be used (ENOENT).` })
    expect(await onDatabase('backup', '/dev/full/x')).toMatchObject({ isDone: false })
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  }, 30_000)
})
