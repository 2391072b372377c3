/** The tables: numbered files of SQL, each applied once and in its order, forward only. */
import { createHash } from 'node:crypto'
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
const LOCK = 7_364_210_551

/**
 * Applies what is missing. Several servers may start at once: one does it, the others wait for it.
 * @throws StoreError `newer`, `altered`
 */
export async function migrate(
  store: Queries & Pick<Store, 'transaction'>,
  engine: Store['engine'],
  wanted: readonly Migration[] = migrations,
): Promise<void> {
  const isShared = engine === 'postgresql'
  if (isShared) await store.query(`SELECT pg_advisory_lock(${LOCK})`)
  try {
    await store.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const applied = new Map(
      (await store.query('SELECT name, checksum FROM migrations')).map(({ name, checksum }) => [name, checksum]),
    )
    const names = new Set<unknown>(wanted.map(({ name }) => name))
    const unknown = [...applied.keys()].find((name) => !names.has(name))
    if (unknown !== undefined) throw new StoreError('newer', new Error(`migration ${unknown}`))
    for (const { name, sql } of wanted) {
      const checksum = createHash('sha256').update(sql).digest('hex')
      const found = applied.get(name)
      if (found === checksum) continue
      if (found !== undefined) throw new StoreError('altered', new Error(`migration ${name}`))
      await store.transaction(async ({ query }) => {
        await query(sql)
        await query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
      })
    }
  } finally {
    if (isShared) await store.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined) // lost, and the lock with it
  }
}
