/** What the embedded engine needs beyond the contract: deadlines on our side, a thread that ends, a folder. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedStore, openEmbedded } from './embedded'

const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
const lines: string[] = []
const log = { warn: (line: string) => void lines.push(line) }
const SLOW = 'SELECT count(*) FROM generate_series(1, 1500000)'
const ENDLESS = 'SELECT count(*) FROM generate_series(1, 1000000000000)'

describe('a statement that takes too long', () => {
  let store: EmbeddedStore
  beforeAll(async () => {
    store = await openEmbedded({ folder: undefined, statementMs: 150, hopelessMs: 3_000 }, log)
  }, 30_000)
  afterAll(() => store.close())
  const realms = () => store.query('SELECT count(*) AS count FROM realms').catch(() => undefined)

  it('is given up, has no effect, and whoever comes meanwhile is told, too', async () => {
    const slow = store.query('INSERT INTO realms (key) SELECT n::text FROM generate_series(1, 30000) AS n')
    const next = store.query('SELECT 1')
    await Promise.all([
      expect(slow).rejects.toMatchObject({ failure: 'timeout' }),
      expect(next).rejects.toMatchObject({ failure: 'timeout', cause: { message: 'Others were before it.' } }),
    ])
    await expect.poll(realms, { timeout: 10_000 }).toEqual([{ count: 0 }])
  })
  it('takes its transaction with it', async () => {
    const slow = store.transaction(async ({ query }) => {
      await query("INSERT INTO realms (key) VALUES ('a')")
      await query(SLOW)
    })
    await expect(slow).rejects.toMatchObject({ failure: 'timeout' })
    await expect.poll(realms, { timeout: 10_000 }).toEqual([{ count: 0 }])
  })
  it('for ever ends the engine, which is started again, in memory with nothing in it', async () => {
    const heard: string[] = []
    await store.listen('hints', (payload) => heard.push(payload))
    await store.query("INSERT INTO realms (key) VALUES ('b')")
    await expect(store.query(ENDLESS)).rejects.toMatchObject({ failure: 'timeout' })
    await expect.poll(realms, { timeout: 20_000 }).toEqual([{ count: 0 }])
    expect(lines).toEqual(['The store’s engine ended; what it held in memory is gone.'])
    expect(heard).toEqual([''])
    await store.query("NOTIFY hints, 'again'")
    await expect.poll(() => heard).toEqual(['', 'again'])
  }, 60_000)
})

describe('in a folder', () => {
  const place = join(folder, 'a long name of a folder'.repeat(5), 'store')
  it('is kept for whoever comes next, by one at a time, readable by its user alone; half made it is made anew', async () => {
    mkdirSync(join(place, 'data'), { recursive: true, mode: 0o700 })
    writeFileSync(join(place, 'unfinished'), '')
    writeFileSync(join(place, 'data', 'PG_VERSION'), '18')
    const store = await openEmbedded({ folder: place }, log)
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(readdirSync(place).sort()).toEqual(['data', 'lock.1'])
    await expect(openEmbedded({ folder: place }, log)).rejects.toMatchObject({ failure: 'locked' })
    await store.query("INSERT INTO realms (key) VALUES ('kept')")
    const tables = () =>
      store.query("SELECT reltuples FROM pg_class WHERE relname IN ('realms', 'users') ORDER BY relname")
    await store.maintain()
    expect(await tables()).toEqual([{ reltuples: 1 }, { reltuples: 0 }])
    await store.query('INSERT INTO realms (key) SELECT n::text FROM generate_series(1, 40) AS n')
    await store.maintain()
    expect(await tables()).toEqual([{ reltuples: 1 }, { reltuples: 0 }]) // too little has changed
    await store.query('INSERT INTO realms (key) SELECT n::text FROM generate_series(41, 200) AS n')
    await store.maintain()
    expect(await tables()).toEqual([{ reltuples: 201 }, { reltuples: 0 }])
    await store.query("DELETE FROM realms WHERE key <> 'kept'")
    await store.maintain()
    expect(await store.query("SELECT n_dead_tup AS dead FROM pg_stat_user_tables WHERE relname = 'realms'")).toEqual([
      { dead: 0 },
    ])
    await store.close()
    const again = await openEmbedded({ folder: place }, log)
    expect(await again.query('SELECT key FROM realms')).toEqual([{ key: 'kept' }])
    await again.close()
  }, 60_000)
  it('keeps its log short while much is written, and what was written outlives a thread that is killed', async () => {
    const long = join(folder, 'long')
    const store = await openEmbedded({ folder: long, hopelessMs: 1 }, log)
    const logBytes = () => {
      const files = join(long, 'data', 'pg_wal')
      const sizes = readdirSync(files).map((name) => statSync(join(files, name)))
      return sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0)
    }
    const before = Number((await store.query("SELECT pg_current_wal_lsn() - '0/0' AS at"))[0]?.at)
    await store.query("INSERT INTO realms (key) VALUES ('a')")
    let most = 0
    for (let batch = 0; batch < 25; batch += 1) {
      await store.query(
        "INSERT INTO tombstones SELECT 1, 'user', $1 || repeat('x', 300) || n FROM generate_series(1, 10000) AS n",
        [`${batch} `],
      )
      most = Math.max(most, logBytes())
    }
    const [after] = await store.query("SELECT pg_current_wal_lsn() - '0/0' AS at")
    expect(Number(after?.at) - before).toBeGreaterThan(250_000_000)
    console.info(`the log of ${Number(after?.at) - before} bytes took ${most} at its most`)
    expect(most).toBeLessThan(200_000_000)
    await expect(store.query(ENDLESS)).rejects.toMatchObject({ failure: 'timeout' })
    const count = () => store.query('SELECT count(*) AS count FROM tombstones').catch(() => undefined)
    await expect.poll(count, { timeout: 20_000 }).toEqual([{ count: 250_000 }])
    await store.close()
  }, 120_000)
  it('damaged is said to be, and left as it is', async () => {
    const damaged = join(folder, 'damaged')
    mkdirSync(join(damaged, 'data'), { recursive: true })
    writeFileSync(join(damaged, 'data', 'PG_VERSION'), '18')
    await expect(openEmbedded({ folder: damaged }, log)).rejects.toMatchObject({ failure: 'corrupt' })
    expect(readdirSync(join(damaged, 'data'))).toContain('PG_VERSION')
    await expect(openEmbedded({ folder: damaged }, log)).rejects.toMatchObject({ failure: 'corrupt' }) // not locked
  }, 60_000)
  it('that is none, or can’t be written, can’t be opened', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(openEmbedded({ folder: file }, log)).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(openEmbedded({ folder: join(file, 'store') }, log)).rejects.toMatchObject({ failure: 'unavailable' })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
})
