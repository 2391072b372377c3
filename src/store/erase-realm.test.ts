/** A realm is erased from every table of the store, and no other realm with it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { seedEveryTable } from './backup-harness'
import { createDirectory } from './directory'
import { rowOf } from './directory-harness'
import { eraseRealm, realmTables } from './erase-realm'
import { newRealm, sqlEngines, storeOf } from './harness'
import { continueNumbers, tablesOf } from './store-tables'

/** The realm that `seedEveryTable` fills. */
const SEEDED = 1

describe.each(sqlEngines)('on %s', async (engine) => {
  const store = await storeOf(engine)
  const countIn = async (table: string, where = '') =>
    (await store.query(`SELECT count(*) AS count FROM ${table} ${where}`))[0]?.count
  const withRows = async (tables: readonly string[]) => {
    const found: string[] = []
    for (const table of tables) if ((await countIn(table)) !== 0) found.push(table)
    return found
  }
  const all = await tablesOf(store)
  beforeEach(async () => {
    await store.query(`TRUNCATE ${all} RESTART IDENTITY`)
    await seedEveryTable(store)
    await continueNumbers(store)
  })

  it('knows every table that has rows of a realm', async () => {
    const rows = await store.query(
      `WITH RECURSIVE found AS (
         SELECT attrelid AS oid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
         WHERE attname = 'realm' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace
         UNION SELECT conrelid FROM pg_constraint JOIN found ON confrelid = found.oid WHERE contype = 'f'
       ) SELECT relname AS name FROM found JOIN pg_class USING (oid)`,
    )
    expect([...realmTables, 'directory_counts'].toSorted()).toEqual(rows.map(({ name }) => String(name)).toSorted())
  })
  it('erases every row of the realm, and its name', async () => {
    expect(await eraseRealm(store, SEEDED)).toBe(realmTables.length)
    expect(await withRows([...realmTables, 'directory_counts', 'realms'])).toEqual([])
  })
  it('leaves the record and the name that it belongs to', async () => {
    await eraseRealm(store, SEEDED, { keepsRecord: true })
    expect(await withRows([...realmTables, 'directory_counts', 'realms'])).toEqual([
      ...['activity', 'activity_terms', 'activity_files', 'realms'],
    ])
  })
  it('leaves a realm in use as an empty one', async () => {
    await eraseRealm(store, SEEDED, { isInUse: true })
    expect(await withRows([...realmTables, 'realms'])).toEqual([
      ...['activity_files', 'instances', 'clicks', 'fetched_tokens', 'assets', 'buckets', 'result_keys'],
      ...['leases', 'realms'],
    ])
    const directory = createDirectory(store, SEEDED)
    await directory.save([rowOf('c-ada-1')], new Date())
    expect(await directory.counts()).toEqual({ live: 1, simulated: 0, users: 1, vehicles: 1 })
  })
  it('erases no other realm', async () => {
    const other = await newRealm(store)
    const directory = createDirectory(store, other)
    await directory.save([rowOf('c-bob-2')], new Date())
    await eraseRealm(store, SEEDED)
    expect(await directory.counts()).toMatchObject({ live: 1, users: 1 })
    expect(await (await directory.order()).slice(0, 9)).toEqual(['c-bob-2'])
  })
  it('erases more rows than a statement does', async () => {
    const realm = await newRealm(store)
    await store.query(
      "INSERT INTO tombstones (realm, kind, id) SELECT $1, 'user', n::text FROM generate_series(1, 2500) AS n",
      [realm],
    )
    expect(await eraseRealm(store, realm)).toBe(2500)
    expect(await countIn('tombstones', `WHERE realm = ${realm}`)).toBe(0)
  })
})
