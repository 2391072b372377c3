/**
 * The directory beyond the tab, in this browser's IndexedDB and only on request: rows in chunks, so that neither
 * writing nor reading holds up typing. A browser without storage keeps nothing, and says so.
 */
import type { Keepable } from './entries'

const NAME = 'forecourt.directory'
const CHUNK = 1000

/** Says without a look into the database, which takes its time, that there is something in it. */
const FLAG = 'forecourt.directory'
const flag = {
  isSet: () => localStorage.getItem(FLAG) !== null,
  set: () => localStorage.setItem(FLAG, '1'),
  clear: () => localStorage.removeItem(FLAG),
}

export interface KeptFacts {
  /** Milliseconds since the epoch: when it was kept, and when its last page was read. */
  at: number
  readAt: number
  total: number | undefined
}

/** What stands first; rows without it are of a writing that never ended, and are not read. */
interface Header extends KeptFacts {
  service: string
  chunks: number
}

const asPromise = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
  const db = await asPromise(opening)
  try {
    return await work(db.transaction('rows', mode).objectStore('rows'))
  } finally {
    db.close()
  }
}

/** @returns false where the browser does not keep it */
export async function writeKept(service: string, facts: KeptFacts, rows: Iterable<Keepable>): Promise<boolean> {
  try {
    await withStore('readwrite', (store) => asPromise(store.clear()))
    let chunks = 0
    let chunk: Keepable[] = []
    const flush = async () => {
      const key = chunks++
      const full = chunk
      chunk = []
      await withStore('readwrite', (store) => asPromise(store.put(full, key)))
    }
    for (const row of rows) {
      chunk.push(row)
      if (chunk.length === CHUNK) await flush()
    }
    await flush()
    const header: Header = { ...facts, service, chunks }
    await withStore('readwrite', (store) => asPromise(store.put(header, 'header')))
    flag.set()
    return true
  } catch {
    return false
  }
}

/**
 * Reads what is kept of this service, chunk by chunk.
 * @returns undefined where nothing is
 */
export async function readKept(
  service: string,
  onRows: (rows: readonly Keepable[]) => void,
): Promise<KeptFacts | undefined> {
  try {
    if (!flag.isSet()) return undefined
    const header = await withStore('readonly', (store) => asPromise<Header | undefined>(store.get('header')))
    if (header?.service !== service) return undefined
    for (let chunk = 0; chunk < header.chunks; chunk += 1) {
      const rows = await withStore('readonly', (store) => asPromise<Keepable[] | undefined>(store.get(chunk)))
      if (!rows) return undefined
      onRows(rows)
    }
    return header
  } catch {
    return undefined
  }
}

/** Takes out of what is kept whatever was removed: a person who is gone is gone from here too. */
export async function dropKept(isRemoved: (row: Keepable) => boolean): Promise<void> {
  try {
    if (!flag.isSet()) return
    const header = await withStore('readonly', (store) => asPromise<Header | undefined>(store.get('header')))
    if (!header) return
    // Read and written in one go: another removal, here or in another tab, would bring back what this one drops.
    let dropped = 0
    for (let chunk = 0; chunk < header.chunks; chunk += 1)
      dropped += await withStore('readwrite', async (store) => {
        const rows = await asPromise<Keepable[] | undefined>(store.get(chunk))
        const left = rows?.filter((row) => !isRemoved(row)) ?? []
        if (!rows || left.length === rows.length) return 0
        await asPromise(store.put(left, chunk))
        return rows.length - left.length
      })
    await withStore('readwrite', async (store) => {
      const now = await asPromise<Header | undefined>(store.get('header'))
      if (now?.total === undefined) return
      await asPromise(store.put({ ...now, total: now.total - dropped }, 'header'))
    })
  } catch {
    await clearKept() // rather nothing than somebody who asked to be removed
  }
}

export async function clearKept(): Promise<void> {
  try {
    if (!flag.isSet()) return
    flag.clear()
    await withStore('readwrite', (store) => asPromise(store.clear()))
  } catch {
    // nothing is kept where there is no storage
  }
}
