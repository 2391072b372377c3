/** After a failover the pool leaves sessions that can only be read or never respond, and no statement is sent twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, onServer } from './harness'
import { createPostgres } from './postgres'
import { startPostgres } from './real-postgres'
import type { Store } from './store'
import { startWire } from './wire-harness'

const POOL = 3
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
let database: Awaited<ReturnType<typeof createDatabase>>
let wire: Awaited<ReturnType<typeof startWire>>
const stores: Store[] = []
function open(url = database.url, statementMs?: number): Store {
  const store = createPostgres({ url, pool: POOL, ...(statementMs && { statementMs, silenceMs: 100 }) }, log)
  stores.push(store)
  return store
}
beforeAll(async () => {
  database = await createDatabase()
  wire = await startWire(database.url)
  await onServer(database.url, 'CREATE TABLE writes (text text)')
}, 30_000)
afterAll(async () => {
  for (const store of stores) await store.close()
  wire.close()
  await database.remove()
})
beforeEach(async () => {
  lines.length = 0
  await onServer(database.url, 'TRUNCATE writes')
})
const write = (store: Store, text = 'one') => store.query('INSERT INTO writes VALUES ($1)', [text])
const written = (store: Store) => store.query('SELECT text FROM writes')

/** Runs a statement on every connection of the pool. */
async function onEach(store: Store, sql: string): Promise<void> {
  let reached = 0
  let release = () => {}
  const all = new Promise<void>((resolve) => {
    release = resolve
  })
  await Promise.all(
    Array.from({ length: POOL }, () =>
      store.transaction(async ({ query }) => {
        await query(sql)
        reached += 1
        if (reached === POOL) release()
        await all
      }),
    ),
  )
}
const setReadOnly = async (isOn: boolean) => {
  const name = /\/(test_\w+)/.exec(database.url)?.[1]
  await onServer(
    await startPostgres(),
    `ALTER DATABASE ${name} ${isOn ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}`,
  )
}

describe('sessions that can only be read', () => {
  it('are left for new ones, without a failure if those can write', async () => {
    const store = open()
    await onEach(store, 'SET default_transaction_read_only = on')
    await write(store)
    await store.transaction(({ query }) => query("INSERT INTO writes VALUES ('two')"))
    expect(await written(store)).toEqual([{ text: 'one' }, { text: 'two' }])
  })
  it('fail work that can run only once, and nothing after it', async () => {
    const store = open()
    await onEach(store, 'SET default_transaction_read_only = on')
    let runs = 0
    const once = store.transaction(
      ({ query }) => {
        runs += 1
        return query("INSERT INTO writes VALUES ('once')")
      },
      { isOnce: true },
    )
    await expect(once).rejects.toMatchObject({ failure: 'readonly', cause: { message: '25006' } })
    expect(runs).toBe(1)
    for (let count = 0; count < POOL; count += 1) await write(store)
    expect(await written(store)).toHaveLength(POOL)
  })
  it('are not used at all while new ones are no better', async () => {
    await setReadOnly(true)
    const store = open()
    await expect(store.query('SELECT 1')).rejects.toMatchObject({ failure: 'readonly' })
    await setReadOnly(false)
    await write(store)
    expect(await written(store)).toHaveLength(1)
  })
})

describe('connections that never respond', () => {
  it('are all dropped with the first that is silent', async () => {
    const store = open(wire.url, 100)
    await onEach(store, 'SELECT 1')
    wire.freeze()
    const silent = await store
      .transaction(({ query }) => query("INSERT INTO writes VALUES ('lost')"))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(silent).toMatchObject({ failure: 'unavailable' })
    for (let count = 0; count < POOL; count += 1) await write(store)
    expect(await written(store)).toHaveLength(POOL)
  }, 10_000)
  it('hold up no statement that waits for one of them', async () => {
    const store = open(wire.url, 100)
    await onEach(store, 'SELECT 1')
    wire.freeze()
    const results = await Promise.allSettled(Array.from({ length: POOL + 2 }, (_, at) => write(store, String(at))))
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2)
    expect(await written(store)).toHaveLength(2)
  }, 10_000)
})

it('repeats nothing that a lost connection may have carried out', async () => {
  const store = open()
  let runs = 0
  const lost = store.transaction(async ({ query }) => {
    runs += 1
    await query("INSERT INTO writes VALUES ('maybe')")
    await query('SELECT pg_terminate_backend(pg_backend_pid())')
  })
  await expect(lost).rejects.toMatchObject({ failure: 'unavailable' })
  expect(runs).toBe(1)
  expect(await written(store)).toEqual([])
})
