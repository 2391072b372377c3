/** What the rest of the server knows of a store: statements, transactions, hints. Which engine answers is nobody's concern. */

/** A row as the driver returns it: bigint as a number, timestamptz as a Date, jsonb parsed. Whoever reads it checks it. */
export type Row = Record<string, unknown>

export interface Queries {
  /**
   * One statement, its parameters as `$1`, `$2`, …; arrays are passed as arrays (`= ANY ($1)`, `unnest($1::text[])`), JSON
   * as text. Without parameters there may be several, between semicolons: the rows are the last one's.
   * @throws StoreError
   */
  query(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
}

export interface Store extends Queries {
  readonly engine: 'embedded' | 'postgresql'
  /**
   * All of it or nothing; read committed. After a conflict with another transaction it is rolled back and run again a few
   * times, so its work changes nothing but the store; other failures are the caller's to repeat. Nothing but its own
   * statements is awaited inside: the embedded engine carries out no other meanwhile.
   * @param options `isOnce`: true for work that can't be run again
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: { isOnce?: boolean }): Promise<T>
  /**
   * Hears what is said by `NOTIFY` on a channel: a hint, which may be missed. After a lost connection it hears an empty one.
   * @returns what ends it
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * What a server's own keepers do (VACUUM, ANALYZE), as far as it is due: absent where the engine does it by itself.
   * Where its signal is aborted it ends after the statement under way.
   */
  maintain?(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

export const storeFailures = {
  unavailable: 'The store can’t be reached.',
  readonly: 'The store’s database accepts no changes: it is a standby, or read-only.',
  timeout: 'The store took too long.',
  conflict: 'The store was changed by others at the same time.',
  full: 'The store has no room left.',
  old: 'The store requires PostgreSQL 15 or later.',
  extension:
    'The store requires the extension pg_trgm. Run CREATE EXTENSION pg_trgm in its database as an administrator.',
  newer: 'The store was written by a newer version of Forecourt.',
  altered: 'The store’s tables were made by another build of Forecourt.',
  migrating: 'Another process is changing the store’s tables.',
  locked: 'The store is in use by another process.',
  corrupt: 'The store’s files are damaged.',
  major: 'The store’s files are of another major version of PostgreSQL.',
  failed: 'The store rejected a statement.',
} as const
export type StoreFailure = keyof typeof storeFailures

/** Why a statement was not carried out, in a word that decides what is done about it. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  constructor(
    readonly failure: StoreFailure,
    cause?: unknown,
  ) {
    super(storeFailures[failure], { cause })
  }
}
