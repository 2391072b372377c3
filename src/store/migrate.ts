/** The tables: numbered files of SQL, each applied once and in its order, forward only. */
import { ADD_MIGRATION, CREATE_MIGRATIONS, checksumOf } from './migration-table.js'
import { type Queries, type Store, StoreError } from './store'

export interface Migration {
  name: string
  sql: string
}

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })

export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Any number, as long as no other program's lock has it. */
export const MIGRATION_LOCK = 7_364_210_551
/** How long a migration waits for another server's, and for a table that others use. Statements behind it wait as long. */
const LOCK_MS = 5_000

/**
 * Applies the missing migrations, each in a transaction of its own. Several servers may start at once: one of them applies
 * a migration, and the others wait for it up to 5 s.
 * @throws StoreError `newer`, `altered`; `migrating` and `timeout`, which may succeed later
 */
export async function migrate(
  store: Pick<Store, 'transaction'>,
  wanted: readonly Migration[] = migrations,
  lockMs = LOCK_MS,
): Promise<void> {
  // Without the lock, so that a server whose tables are complete waits for no other.
  if (await store.transaction((queries) => isComplete(queries, wanted, lockMs))) return
  for (let missing = true; missing; ) {
    missing = await store.transaction(async (queries) => {
      await lockMigrations(queries, lockMs)
      const [next, ...more] = await missingOf(queries, wanted)
      if (next) await applyMigration(queries, next)
      return more.length > 0
    })
  }
}

async function isComplete(queries: Queries, wanted: readonly Migration[], lockMs: number): Promise<boolean> {
  await queries.query(`SET LOCAL lock_timeout = ${lockMs}`)
  const [known] = await queries.query("SELECT to_regclass('migrations') IS NOT NULL AS known")
  return known?.known === true && (await missingOf(queries, wanted)).length === 0
}

/**
 * Holds the lock until the end of the transaction, because one of a session doesn't pass a pooler.
 * @throws StoreError `migrating` if another process has it for longer
 */
export async function lockMigrations({ query }: Queries, lockMs = LOCK_MS): Promise<void> {
  await query(`SET LOCAL lock_timeout = ${lockMs}`)
  await query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`).catch((error: unknown) => {
    throw error instanceof StoreError && error.failure === 'timeout' ? new StoreError('migrating') : error
  })
  await query(CREATE_MIGRATIONS)
}

/** @throws StoreError `newer`, `altered` */
async function missingOf({ query }: Queries, wanted: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = new Map(
    (await query('SELECT name, checksum FROM migrations')).map(({ name, checksum }) => [name, checksum]),
  )
  const names = new Set<unknown>(wanted.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !names.has(name))
  if (unknown !== undefined) throw new StoreError('newer', new Error(`migration ${unknown}`))
  const altered = wanted.find((one) => applied.has(one.name) && applied.get(one.name) !== checksumOf(one.sql))
  if (altered) throw new StoreError('altered', new Error(`migration ${altered.name}`))
  return wanted.filter(({ name }) => !applied.has(name))
}

/** In a transaction of the caller's, which holds the lock. @throws StoreError `extension` */
export async function applyMigration(queries: Queries, migration: Migration): Promise<void> {
  const { query } = queries
  if (TRIGRAMS.test(migration.sql)) await findTrigrams(queries)
  await query(migration.sql)
  await query(ADD_MIGRATION, [migration.name, checksumOf(migration.sql)])
}

/** Operator classes of `pg_trgm`. */
const TRIGRAMS = /\bgin_trgm_ops\b/

/**
 * Creates the extension, or finds it in the schema where an administrator has put it: managed databases create it in one of
 * their own, which isn't in the path of every user.
 * @throws StoreError `extension`
 */
async function findTrigrams({ query }: Queries): Promise<void> {
  const schemaOf = () =>
    query(
      "SELECT quote_ident(nspname) AS name FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'",
    )
  if ((await schemaOf()).length === 0)
    await query('CREATE EXTENSION pg_trgm').catch((error: unknown) => {
      throw error instanceof StoreError && error.failure === 'failed' ? new StoreError('extension', error.cause) : error
    })
  await query(
    "SELECT set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), $1::text), true)",
    [(await schemaOf())[0]?.name],
  )
}
