/** A transaction over one connection, the same for both engines. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Queries, type Row, StoreError, type StoreFailure } from './store'

export interface Result {
  rows: Row[]
  /** What was carried out, as the server names it. */
  command: string
}
export interface Connection {
  run(sql: string, parameters?: readonly unknown[]): Promise<Result>
  /** Takes everything back; what comes of it is the engine's concern. */
  undo(): Promise<void>
}

/** @param begin statements that start it @throws StoreError, or what the work throws */
export async function inTransaction<T>(
  { run, undo }: Connection,
  work: (queries: Queries) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await run(begin)
  let isOpen = true
  let last: Promise<unknown> = Promise.resolve()
  const queries: Queries = {
    query(sql, parameters) {
      const rows = last.then(async () => {
        if (!isOpen) throw new StoreError('failed', new Error('The transaction has ended.'))
        return (await run(sql, parameters)).rows
      })
      last = rows.catch(() => undefined) // one at a time, whatever came of the one before
      return rows
    },
  }
  try {
    const result = await work(queries)
    await last
    isOpen = false
    // After a statement that failed and was caught, a server takes all of it back and calls that no error.
    if ((await run('COMMIT')).command !== 'COMMIT')
      throw new StoreError('failed', new Error('A statement in the transaction failed.'))
    return result
  } catch (error) {
    isOpen = false
    await undo()
    throw error
  }
}

const MOST_RETRIES = 3
const FIRST_DELAY_MS = 20

/** Nothing was carried out: another transaction was in the way, or the session could only be read. */
const repeatable: readonly StoreFailure[] = ['conflict', 'readonly']

/** Runs work again if PostgreSQL has rolled it back because of another transaction, as in a deadlock, or refused to write. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError && repeatable.includes(error.failure)) || retries >= MOST_RETRIES) throw error
      // Two that met are not to meet again.
      await pause(FIRST_DELAY_MS * 2 ** retries * Math.random())
    }
  }
}

/** A name as it stands in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
