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
  const { url, remove } = await createDatabase()
  const settings = { url, pool: 5 }
  await withPatience(settings, (store) => migrate(store))
  const store = createPostgres(settings, silent)
  return {
    ...store,
    async close() {
      await store.close()
      await remove()
    },
  }
}

/** The one store of a suite's tests: opened while they are collected, closed behind them. */
export async function storeOf(engine: Store['engine']): Promise<Store> {
  const store = await openTestStore(engine)
  afterAll(() => store.close())
  return store
}

/** A realm that nothing has been kept in. */
export const newRealm = (store: Store): Promise<number> => openRealm(store, randomUUID())

/** An empty database on the real server of this run. */
export async function createDatabase(): Promise<{ url: string; remove(): Promise<void> }> {
  const server = await startPostgres()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  return {
    url: server.replace('/postgres?', `/${name}?`),
    remove: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** One statement of somebody who may do everything there. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
