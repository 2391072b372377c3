/** Migrations: once each, forward only, the same on both engines. */
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startThread } from './embedded-thread'
import { inWords } from './failures'
import { createDatabase, engines, onServer, storeOf } from './harness'
import { MIGRATION_LOCK, type Migration, migrate, migrations } from './migrate'
import { withPatience } from './postgres'
import { startPostgres } from './real-postgres'
import type { Store } from './store'

const applied = async (store: Pick<Store, 'query'>) =>
  (await store.query('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name)

describe.each(engines)('%s: a migration', async (engine) => {
  const store = await storeOf(engine)
  const own: Migration[] = [...migrations, { name: '9001-first', sql: 'CREATE TABLE first (id integer); SELECT 1' }]
  const next: Migration = { name: '9002-next', sql: 'CREATE TABLE next (id integer)' }

  it('is applied once, in the order of the names', async () => {
    expect(await applied(store)).toEqual(migrations.map(({ name }) => name))
    await migrate(store, own)
    await migrate(store, own)
    expect(await applied(store)).toEqual(own.map(({ name }) => name))
    expect(await store.query('SELECT * FROM first')).toEqual([])
  })
  it('that fails leaves nothing behind, and those before it stay', async () => {
    const broken = { name: '9003-broken', sql: 'CREATE TABLE half (id integer); SELECT nowhere' }
    await expect(migrate(store, [...own, next, broken])).rejects.toMatchObject({ failure: 'failed' })
    expect(await applied(store)).toEqual([...own, next].map(({ name }) => name))
    expect(await store.query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
  })
  it('of a newer version is not known: nothing is touched', async () => {
    await expect(migrate(store, migrations)).rejects.toMatchObject({
      failure: 'newer',
      cause: { message: 'migration 9001-first' },
    })
  })
  it('that was altered after it was applied is refused', async () => {
    const altered = { ...next, sql: `${next.sql} -- altered` }
    await expect(migrate(store, [...own, altered])).rejects.toMatchObject({
      failure: 'altered',
      cause: { message: 'migration 9002-next' },
    })
  })
})

it('every migration is in the template of embedded stores', async () => {
  const { send, kill } = await startThread({ folder: undefined, notified: () => undefined, ended: () => undefined })
  const { rows } = await send('part', 'SELECT name FROM migrations ORDER BY name')
  kill()
  expect(rows).toEqual(migrations.map(({ name }) => ({ name })))
})

describe('servers that start at once', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    database = await createDatabase()
  }, 30_000)
  it('migrate one database once', async () => {
    const { url, remove } = database
    const settings = { url, pool: 1 }
    await Promise.all(Array.from({ length: 4 }, () => withPatience(settings, (store) => migrate(store))))
    expect(await withPatience(settings, applied)).toEqual(migrations.map(({ name }) => name))
    await remove()
  })
  it('wait for the lock of another process for some seconds, and say so, unless nothing is missing', async () => {
    const { url, remove } = await createDatabase()
    const settings = { url, pool: 1 }
    const first: Migration = { name: '1', sql: 'CREATE TABLE first (id integer)' }
    const next: Migration = { name: '2', sql: 'ALTER TABLE first ADD COLUMN name text' }
    const migrateTo = (wanted: Migration[]) => withPatience(settings, (store) => migrate(store, wanted, 50))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`) // as version 0.2.0 does
    await expect(migrateTo([first])).rejects.toMatchObject({ failure: 'migrating' })
    await client.query('SELECT pg_advisory_unlock_all()')
    await migrateTo([first])
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}); SELECT * FROM first`)
    await migrateTo([first])
    await expect(migrateTo([first, next])).rejects.toMatchObject({ failure: 'migrating' })
    await client.query('COMMIT; BEGIN; SELECT * FROM first')
    await expect(migrateTo([first, next])).rejects.toMatchObject({ failure: 'timeout' })
    await client.query('COMMIT')
    await migrateTo([first, next])
    await client.query('BEGIN; LOCK TABLE migrations')
    await expect(migrateTo([first, next])).rejects.toMatchObject({ failure: 'timeout' })
    await client.end()
    await remove()
  }, 20_000)
})

describe('the extension pg_trgm', () => {
  const trigrams: Migration = {
    name: '1',
    sql: 'CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE TABLE words (text text); CREATE INDEX ON words USING gin (text gin_trgm_ops)',
  }
  let database: Awaited<ReturnType<typeof createDatabase>>
  beforeEach(async () => {
    database = await createDatabase()
  }, 30_000)
  afterEach(async () => {
    await database.remove()
    await onServer(await startPostgres(), 'DROP ROLE IF EXISTS tenant')
  })
  const asTenant = () => database.url.replace('postgres@', 'tenant@')
  const migrateAs = (url: string) =>
    withPatience({ url, pool: 1 }, async (store) => {
      await migrate(store, [trigrams])
      return await store.query(
        "SELECT relnamespace::regnamespace::text AS schema FROM pg_class WHERE relname = 'words'",
      )
    })

  it('is used in the schema where an administrator has put it', async () => {
    await onServer(database.url, 'CREATE SCHEMA "the extensions"; CREATE EXTENSION pg_trgm SCHEMA "the extensions"')
    expect(await migrateAs(database.url)).toEqual([{ schema: 'public' }])
  })
  it('is named with its remedy if it is missing and the user may not create it', async () => {
    await onServer(database.url, 'CREATE ROLE tenant LOGIN; GRANT CREATE ON SCHEMA public TO tenant')
    const error = await migrateAs(asTenant()).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ failure: 'extension' })
    expect(inWords(error)).toMatch(
      /Run CREATE EXTENSION pg_trgm in its database as an administrator \(42501: permission/,
    )
    await onServer(database.url, 'CREATE EXTENSION pg_trgm')
    expect(await migrateAs(asTenant())).toEqual([{ schema: 'public' }])
  })
  it('and tables require rights that are named, too', async () => {
    await onServer(database.url, 'CREATE ROLE tenant LOGIN')
    const error = await migrateAs(asTenant()).catch((failure: unknown) => failure)
    expect(inWords(error)).toContain('have an administrator run GRANT CREATE, USAGE ON SCHEMA public TO the user')
  })
})
