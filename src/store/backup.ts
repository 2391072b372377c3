/**
 * The rows of a store as lines of JSON that both engines read. The database writes and reads the rows as text, so that no
 * number, time or character changes on its way through JavaScript.
 */
import { createHash } from 'node:crypto'
import { version } from '../../package.json'
import { BackupError, FORMAT, MOST_LINE, MOST_ROW } from './backup-file'
import type { Queries, Store } from './store'
import { backupTables, migrationNames, tablesOf } from './store-tables'
import { quoted } from './transaction'

/** Rows of one FETCH are held in memory together. */
const FETCH_BYTES = 8 * 1024 * 1024
const MOST_ROWS = 1_000

/** Engine, tables and sizes, for people. @throws StoreError */
export async function storeStatus(store: Store): Promise<string> {
  const [about] = await store.query(
    "SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes",
  )
  const kind = store.engine === 'embedded' ? 'Built-in database' : 'PostgreSQL'
  const lines = [
    `${kind} (${about?.version}), ${megabytes(about?.bytes)}`,
    `Tables: ${(await migrationNames(store)).at(-1)}`,
  ]
  for (const table of await tablesOf(store)) {
    const [row] = await store.query(
      `SELECT count(*) AS rows, pg_total_relation_size('${quoted(table)}') AS bytes FROM ${quoted(table)}`,
    )
    lines.push(`${table.padEnd(20)} ${Number(row?.rows).toLocaleString('en-US')} rows, ${megabytes(row?.bytes)}`)
  }
  return lines.join('\n')
}

const megabytes = (bytes: unknown) => `${(Number(bytes) / 1e6).toFixed(1)} MB`

type Write = (line: string) => Promise<void>

/** All rows as of one moment. @returns their number @throws StoreError, BackupError, or an error of `write` */
export function backupLines(store: Store, write: Write, mostRow = MOST_ROW): Promise<number> {
  const hash = createHash('sha256')
  const hashed = (line: string): Promise<void> => {
    hash.update(line).update('\n')
    return write(line)
  }
  return store.transaction(
    async (queries) => {
      const { query } = queries
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      // The text of a time and of a number doesn't depend on the settings of a database.
      await query("SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 1")
      const migrations = await migrationNames(queries)
      await hashed(JSON.stringify({ forecourt: 'store', format: FORMAT, version, migrations }))
      let rows = 0
      for (const table of await backupTables(queries))
        rows += await writeTable(queries, table, { write: hashed, mostRow })
      await write(JSON.stringify({ end: true, rows, sha256: hash.digest('hex') }))
      return rows
    },
    { isOnce: true },
  )
}

/** @returns the number of rows */
async function writeTable(
  { query }: Queries,
  table: string,
  { write, mostRow }: { write: Write; mostRow: number },
): Promise<number> {
  const rows = `SELECT row_to_json(t)::text AS row FROM ${quoted(table)} AS t`
  const [largest] = await query(`SELECT max(octet_length(row)) AS bytes FROM (${rows}) AS rows`)
  const bytes = Number(largest?.bytes ?? 0)
  if (bytes > mostRow)
    throw new BackupError(
      `${table} has a row of ${megabytes(bytes)}; a backup takes rows of up to ${megabytes(mostRow)}.`,
    )
  const rowsAtOnce = Math.max(1, Math.min(MOST_ROWS, Math.floor(FETCH_BYTES / Math.max(1, bytes))))
  let count = 0
  let line: string[] = []
  let lineBytes = 0
  const flush = async () => {
    if (line.length > 0) await write(`{"table":${JSON.stringify(table)},"rows":[${line.join(',')}]}`)
    line = []
    lineBytes = 0
  }
  await query(`DECLARE backup CURSOR FOR ${rows}`)
  for (;;) {
    const fetched = await query(`FETCH ${rowsAtOnce} FROM backup`)
    if (fetched.length === 0) break
    for (const { row } of fetched) {
      const text = String(row)
      const size = Buffer.byteLength(text)
      if (lineBytes + size > MOST_LINE) await flush()
      line.push(text)
      lineBytes += size
    }
    count += fetched.length
  }
  await flush()
  await query('CLOSE backup')
  return count
}
