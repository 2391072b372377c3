/** The tables of a store, as its migrations create them. */
import type { Migration } from './migrate'
import type { Queries, Row } from './store'
import { quoted } from './transaction'

const nameOf = ({ name }: Row) => String(name)

/**
 * Rows of the servers that run now are in no backup. A restored sign-in could be one that was revoked after the backup;
 * without its row it is refused, and its operator signs in again. The same is true of a person's last sign-in (`people`);
 * without its row, the jobs that depend on it pause. A token that was forgotten after the backup (`leases`) is not to come
 * back with its account.
 */
const momentary: readonly string[] = [
  'instances',
  'sessions',
  'people',
  'fetched_tokens',
  'assets',
  'result_keys',
  'leases',
]

/** Names of the applied migrations, in their order. */
export const migrationNames = async ({ query }: Queries): Promise<string[]> =>
  (await query('SELECT name FROM migrations ORDER BY name')).map(nameOf)

/** All tables but that of migrations, each after those that it refers to. */
export async function tablesOf({ query }: Queries): Promise<string[]> {
  const tables = await query(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'migrations' ORDER BY relname",
  )
  const links = await query(
    `SELECT source.relname AS name, target.relname AS target FROM pg_constraint
     JOIN pg_class AS source ON source.oid = conrelid JOIN pg_class AS target ON target.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid AND source.relnamespace = current_schema()::regnamespace`,
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

/** Tables whose rows a backup has, each after those that it refers to. */
export const backupTables = async (queries: Queries): Promise<string[]> =>
  (await tablesOf(queries)).filter((name) => !momentary.includes(name))

/** Tables, functions and types of these migrations are dropped with all that is in them. */
export async function dropTables({ query }: Queries, migrations: readonly Migration[]): Promise<void> {
  for (const kind of ['TABLE', 'FUNCTION', 'TYPE']) {
    const names = migrations.flatMap(({ sql }) =>
      [...sql.matchAll(new RegExp(`\\bCREATE ${kind} (\\w+)`, 'g'))].map(([, name = '']) => quoted(name)),
    )
    if (names.length > 0) await query(`DROP ${kind} IF EXISTS ${names}`)
  }
}

/** Numbered columns continue after the last number that was restored. */
export async function continueNumbers({ query }: Queries): Promise<void> {
  const columns = await query(
    `SELECT relname AS name, attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attidentity <> '' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  for (const row of columns) {
    const [table, column] = [quoted(nameOf(row)), quoted(String(row.column))]
    await query(
      `SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}), false)`,
      [table, String(row.column)],
    )
  }
}
