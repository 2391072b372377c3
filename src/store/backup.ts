/**
 * All that a store holds, as lines of JSON that either engine takes: the way to a backup, and up to PostgreSQL. Rows stay
 * text on their way: no number, time or letter is read and written anew.
 */
import * as z from 'zod/mini'
import { type Queries, type Row, type Store, StoreError } from './store'
import { quoted } from './transaction'

/** Why a file is not restored, in one line. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const ROWS_AT_ONCE = 500
const Head = z.object({ forecourt: z.literal('store'), migrations: z.array(z.string()) })
const Rows = z.object({ table: z.string(), rows: z.array(z.unknown()) })
const End = z.object({ end: z.literal(true), rows: z.number() })

const nameOf = ({ name }: Row) => String(name)
const migrationsOf = async ({ query }: Queries) =>
  (await query('SELECT name FROM migrations ORDER BY name')).map(nameOf)

/**
 * What is of the servers that run now. A restored sign-in could be one that was revoked after the backup: without its row it
 * is refused, and begun anew.
 */
const momentary: readonly unknown[] = ['instances', 'sessions', 'fetched_tokens', 'assets']

/** Those of a backup, each after all that it refers to. */
const keptOf = async (queries: Queries) => (await tablesOf(queries)).filter((name) => !momentary.includes(name))

/** Those of ours, each after all that it refers to. */
async function tablesOf({ query }: Queries): Promise<string[]> {
  const tables = await query(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations' ORDER BY relname",
  )
  const links = await query(
    "SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid",
  )
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const link of links) if (nameOf(link) === name) add(String(link.target))
    ordered.push(name)
  }
  for (const table of tables) add(nameOf(table))
  return ordered
}

/** Engine, tables and sizes, for people. @throws StoreError */
export async function storeStatus(store: Store): Promise<string> {
  const [about] = await store.query(
    "SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes",
  )
  const kind = store.engine === 'embedded' ? 'Built-in database' : 'PostgreSQL'
  const lines = [
    `${kind} (${about?.version}), ${megabytes(about?.bytes)}`,
    `Tables: ${(await migrationsOf(store)).at(-1)}`,
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

/** As of one moment. @returns how many rows @throws StoreError, or what writing throws */
export function backupLines(store: Store, write: (line: string) => Promise<void>): Promise<number> {
  return store.transaction(async (queries) => {
    const { query } = queries
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await write(JSON.stringify({ forecourt: 'store', migrations: await migrationsOf(queries) }))
    let count = 0
    for (const table of await keptOf(queries)) {
      await query(`DECLARE backup CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${quoted(table)} AS t`)
      for (;;) {
        const rows = await query(`FETCH ${ROWS_AT_ONCE} FROM backup`)
        if (rows.length === 0) break
        count += rows.length
        await write(`{"table":${JSON.stringify(table)},"rows":[${rows.map(({ row }) => row).join(',')}]}`)
      }
      await query('CLOSE backup')
    }
    await write(JSON.stringify({ end: true, rows: count }))
    return count
  })
}

/**
 * All of it or nothing, into an empty store of the same version.
 * @param name of what is restored, for people
 * @returns how many rows
 * @throws BackupError, StoreError, or what reading throws
 */
export function restoreLines(store: Store, lines: AsyncIterable<Buffer>, name: string): Promise<number> {
  const broken = (why: string) => new BackupError(`${name}: ${why}. Nothing was restored.`)
  return store.transaction(async (queries) => {
    const { query } = queries
    const tables = await keptOf(queries)
    for (const table of tables)
      if ((await query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)).length > 0) throw broken('the store isn’t empty')
    let count = 0
    let isBegun = false
    let isEnded = false
    for await (const bytes of lines) {
      const line = bytes.toString('utf8')
      const json = parsed(line)
      if (!isBegun) {
        const head = Head.safeParse(json)
        if (!head.success) throw broken('isn’t a backup of a store')
        if (head.data.migrations.join() !== (await migrationsOf(queries)).join())
          throw broken('was made by another version of Forecourt; restore it with that one')
        isBegun = true
        continue
      }
      const rows = Rows.safeParse(json)
      if (rows.success && tables.includes(rows.data.table)) {
        const table = quoted(rows.data.table)
        await query(
          `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb -> 'rows')`,
          [line],
        ).catch((error: unknown) => {
          throw error instanceof StoreError && error.failure === 'failed' ? broken('has a row that doesn’t fit') : error
        })
        count += rows.data.rows.length
        continue
      }
      const end = End.safeParse(json)
      if (!end.success || end.data.rows !== count) break
      isEnded = true
    }
    if (!isEnded) throw broken(isBegun ? 'is damaged or cut off' : 'isn’t a backup of a store')
    await continueNumbers(queries)
    return count
  })
}

/** What is numbered goes on after the last that was restored. */
async function continueNumbers({ query }: Queries): Promise<void> {
  const columns = await query(
    "SELECT attrelid::regclass::text AS name, attname FROM pg_attribute WHERE attidentity <> '' AND attrelid::regclass::text NOT LIKE '%.%'",
  )
  for (const { name, attname } of columns)
    await query(
      `SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max(${quoted(String(attname))}), 0) + 1 FROM ${name}), false)`,
      [name, attname],
    )
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
