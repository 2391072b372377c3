/** A browser's database for tests in Node, and what is in it. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { vi } from 'vitest'

/** Nothing of another test is in it. */
export const freshDatabase = () => vi.stubGlobal('indexedDB', new IDBFactory())

/** All that is stored, of whatever account. */
export async function stored(): Promise<unknown[]> {
  const values: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await openDB(name)
    values.push(...(await db.getAll('rows')))
    db.close()
  }
  return values
}
