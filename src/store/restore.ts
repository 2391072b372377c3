/**
 * Restores a backup of this or an older version. The tables are created as they were when it was made, and later migrations
 * change them together with their rows, as at an upgrade.
 */
import { BackupError, type BackupHead, madeByNewer, readBackup } from './backup-file'
import { applyMigration, lockMigrations, type Migration, migrations } from './migrate'
import { type Queries, type Store, StoreError } from './store'
import { backupTables, continueNumbers, dropTables, tablesOf } from './store-tables'
import { quoted } from './transaction'

/**
 * All rows or none, into an empty store with the tables of this version.
 * @returns the number of rows
 * @throws BackupError, StoreError, or an error of reading
 */
export async function restoreFile(
  store: Store,
  path: string,
  current: readonly Migration[] = migrations,
): Promise<number> {
  try {
    return await store.transaction((queries) => restore(queries, path, current))
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    throw new BackupError(`${path}: ${error.message}. Nothing was restored.`)
  }
}

async function restore(queries: Queries, path: string, current: readonly Migration[]): Promise<number> {
  await lockMigrations(queries)
  await requireEmpty(queries)
  const columns = new Map<string, string>()
  let later: readonly Migration[] = []
  const count = await readBackup(path, {
    async onHead(head) {
      later = missingFrom(head, current)
      if (later.length > 0) await recreateTables(queries, current, head.migrations.length)
      for (const table of await backupTables(queries)) columns.set(table, await columnsOf(queries, table))
    },
    async onRows(table, rows) {
      const names = columns.get(table)
      if (names === undefined) throw new BackupError(`has rows of an unknown table (${table})`)
      await insertRows(queries, { table, columns: names, rows })
    },
  })
  await continueNumbers(queries)
  for (const migration of later) await applyMigration(queries, migration)
  return count
}

/** The tables stay locked, so that a server that starts meanwhile writes nothing. @throws BackupError */
async function requireEmpty(queries: Queries): Promise<void> {
  const tables = (await tablesOf(queries)).map(quoted)
  await queries.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
  for (const table of tables)
    if ((await queries.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0)
      throw new BackupError('the store isn’t empty')
}

/** @returns the migrations that the tables of the backup don't have @throws BackupError */
function missingFrom(head: BackupHead, current: readonly Migration[]): readonly Migration[] {
  const names = current.map(({ name }) => name)
  if (head.migrations.some((name) => !names.includes(name))) throw new BackupError(madeByNewer(head))
  if (head.migrations.some((name, at) => name !== names[at]))
    throw new BackupError('was made by another build of Forecourt; restore it with that one')
  return current.slice(head.migrations.length)
}

/** Creates the empty tables again with the first migrations alone. */
async function recreateTables(queries: Queries, current: readonly Migration[], count: number): Promise<void> {
  await dropTables(queries, current)
  await queries.query('DELETE FROM migrations')
  for (const migration of current.slice(0, count)) await applyMigration(queries, migration)
  for (const table of await tablesOf(queries)) await queries.query(`DELETE FROM ${quoted(table)}`) // rows of migrations
}

/** Columns with values of their own, for a statement. */
async function columnsOf({ query }: Queries, table: string): Promise<string> {
  const columns = await query(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [quoted(table)],
  )
  return columns.map(({ name }) => quoted(String(name))).join(', ')
}

interface Rows {
  table: string
  columns: string
  /** A JSON array. */
  rows: string
}

/** @throws BackupError, StoreError */
async function insertRows({ query }: Queries, { table, columns, rows }: Rows): Promise<void> {
  const name = quoted(table)
  const sql = `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`
  await query(sql, [rows]).catch((error: unknown) => {
    if (error instanceof StoreError && error.failure === 'failed')
      throw new BackupError(`has a row that doesn’t fit (${table})`)
    throw error
  })
}
