/** For tests: an empty store of either engine, with its tables. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll } from 'vitest'
import { openEmbedded } from './embedded'
import { migrate } from './migrate'
import { createPostgres, withPatience } from './postgres'
import { startPostgres } from './real-postgres'
import { openRealm } from './realms'
import type { Store } from './store'

export const engines = ['embedded', 'postgresql'] as const
/** For what is SQL alone, which the contract tests on both: the embedded one takes seconds to open, and is the soak's. */
export const sqlEngines = process.env.SOAK ? engines : (['postgresql'] as const)

const silent = { info: () => undefined, warn: () => undefined }

/** `close()` removes it. */
export async function openTestStore(engine: Store['engine'] = 'embedded'): Promise<Store> {
  if (engine === 'embedded') return await openEmbedded({ folder: undefined }, silent)
  const { url, remove } = await createMigrated()
  const store = createPostgres({ url, pool: 5 }, silent)
  return {
    ...store,
    async close() {
      await store.close()
      await remove()
    },
  }
}

/** A store shared by a suite's tests, opened while they are collected and closed after them. */
export async function storeOf(engine: Store['engine']): Promise<Store> {
  const store = await openTestStore(engine)
  afterAll(() => store.close())
  return store
}

/** An empty realm. */
export const newRealm = (store: Store): Promise<number> => openRealm(store, randomUUID())

/** A database on the real server of this run: a copy of another one, by default of an empty one. */
export async function createDatabase(template = 'template1') {
  const server = await startPostgres()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    name,
    url: server.replace('/postgres?', `/${name}?`),
    remove: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** A database on the real server of this run, with all migrations applied. */
export const createMigrated = async () => createDatabase(await migratedDatabase())

/** @returns the name of a database with all migrations applied, which one thread of a run makes for all of them */
async function migratedDatabase(): Promise<string> {
  const client = new pg.Client({ connectionString: await startPostgres() })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'migrated'")
    if (rowCount === 0) {
      const { name, url } = await createDatabase()
      await withPatience({ url, pool: 1 }, (store) => migrate(store))
      await client.query(`ALTER DATABASE ${name} RENAME TO migrated`)
    }
    return 'migrated'
  } finally {
    await client.end()
  }
}

/** Runs one statement as the superuser. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
