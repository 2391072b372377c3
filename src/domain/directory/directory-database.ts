/**
 * The directory beyond the tab, in this browser's IndexedDB and only on request: rows in chunks, so that neither
 * writing nor reading holds up typing. A browser without storage keeps nothing, and says so. It comes when there is
 * something to keep, or something kept: `keeping.ts` tells.
 */

import { type DBSchema, type IDBPObjectStore, openDB } from 'idb'
import type { DirectoryRow } from '../../api/directory-row'
import { accountPlace, whileAccount } from '../../core/account'
import { deleteDatabase, directoryAt, flagAt } from '../../core/kept-directories'
import { type Directory, isWhole } from './directory-state'
import { type ConnectionEntry, isGone } from './entries'
import { clearPersisted, evictionsOf } from './evictions'

const CHUNK = 1000

export interface PersistedFacts {
  /** Milliseconds since the epoch: when it was kept, and when its last page was read. */
  at: number
  readAt: number
  total: number | undefined
}

/** What stands first; rows without it are of a writing that never ended, and are not read. */
interface Header extends PersistedFacts {
  chunks: number
}

interface Persisted extends DBSchema {
  rows: { key: number | typeof HEADER; value: readonly DirectoryRow[] | Header }
}
const HEADER = 'header'
type Mode = 'readonly' | 'readwrite'

/** One transaction: what is written in it is there when this ends. */
async function withStore<M extends Mode, T>(
  place: string,
  mode: M,
  work: (store: IDBPObjectStore<Persisted, ['rows'], 'rows', M>) => Promise<T>,
): Promise<T> {
  const db = await openDB<Persisted>(directoryAt(place), 1, {
    upgrade: (fresh) => void fresh.createObjectStore('rows'),
  })
  try {
    const transaction = db.transaction('rows', mode)
    const [result] = await Promise.all([work(transaction.store), transaction.done])
    return result
  } finally {
    db.close()
  }
}

/** The header stands under its own key, chunks under their numbers. */
const headerIn = async (store: { get: (key: typeof HEADER) => Promise<unknown> }) =>
  (await store.get(HEADER)) as Header | undefined // as it was put
const chunkIn = async (store: { get: (key: number) => Promise<unknown> }, chunk: number) =>
  (await store.get(chunk)) as readonly DirectoryRow[] | undefined // as above

const clear = (place: string) => withStore(place, 'readwrite', (store) => store.clear())

/**
 * @param place the account's, as for all of these
 * @param isCurrent false once it must not be kept any more: nothing of it stays then
 * @returns false where it is not kept, by the browser or for that
 */
export async function writePersisted(
  place: string,
  facts: PersistedFacts,
  rows: Iterable<DirectoryRow>,
  isCurrent: () => boolean = () => true,
): Promise<boolean> {
  // Whoever takes away what is kept, in any tab, takes the flag away.
  const flag = flagAt(place)
  const isWanted = () => isCurrent() && flag.isSet()
  try {
    await clear(place)
    if (!isCurrent()) return false
    // From here on who leaves is noted; what is written is not read before its header.
    flag.set()
    let chunks = 0
    let chunk: DirectoryRow[] = []
    const flush = async () => {
      const key = chunks++
      const full = chunk
      chunk = []
      await withStore(place, 'readwrite', (store) => store.put(full, key))
    }
    const gone = evictionsOf(place)
    for (const row of rows) {
      if (gone.has(row)) continue
      chunk.push(row)
      if (chunk.length < CHUNK) continue
      await flush()
      if (!isWanted()) break
    }
    await flush()
    const header: Header = { ...facts, chunks }
    if (isWanted()) await withStore(place, 'readwrite', (store) => store.put(header, HEADER))
    if (!isWanted()) {
      flag.clear()
      await deleteDatabase(directoryAt(place))
      return false
    }
    gone.forget()
    if (!evictionsOf(place).isEmpty) await dropEvictedRows(place)
    return true
  } catch {
    await clearPersisted(place)
    return false
  }
}

/**
 * Reads what is kept, chunk by chunk.
 * @returns undefined where nothing is
 */
export async function readPersistedRows(
  place: string,
  onRows: (rows: readonly DirectoryRow[]) => void,
): Promise<PersistedFacts | undefined> {
  try {
    if (!flagAt(place).isSet()) return undefined
    const header = await withStore(place, 'readonly', headerIn)
    if (!header) return undefined
    const gone = evictionsOf(place)
    for (let chunk = 0; chunk < header.chunks; chunk += 1) {
      const rows = await withStore(place, 'readonly', (store) => chunkIn(store, chunk))
      if (!rows) return undefined
      onRows(gone.isEmpty ? rows : rows.filter((row) => !gone.has(row)))
    }
    if (!gone.isEmpty) void dropEvictedRows(place)
    return header
  } catch {
    return undefined
  }
}

/** Places at which one has not begun yet. */
const dropsAhead = new Set<string>()

/**
 * Takes out of what is kept whoever was noted as leaving: a person who is gone is gone from here too. All in one
 * transaction, so that two tabs, or two removals, never put back what the other took out.
 */
export async function dropEvictedRows(place: string): Promise<void> {
  if (dropsAhead.has(place)) return // one that has not begun takes out whoever is noted until then
  try {
    if (!flagAt(place).isSet()) return
    dropsAhead.add(place)
    await withStore(place, 'readwrite', async (store) => {
      const header = await headerIn(store)
      dropsAhead.delete(place)
      if (!header) return
      const gone = evictionsOf(place)
      let dropped = 0
      for (let chunk = 0; chunk < header.chunks; chunk += 1) {
        const rows = await chunkIn(store, chunk)
        const left = rows?.filter((row) => !gone.has(row)) ?? []
        if (!rows || left.length === rows.length) continue
        dropped += rows.length - left.length
        await store.put(left, chunk)
      }
      const total = header.total === undefined ? undefined : header.total - dropped
      await store.put({ ...header, total }, HEADER)
      gone.forget()
    })
  } catch {
    dropsAhead.delete(place)
    await clearPersisted(place) // rather nothing than somebody who asked to be removed
  }
}

/** Keeps a directory for the account of now. @param change is told how it went */
export async function keep(directory: Directory, change: (next: Partial<Directory>) => void): Promise<void> {
  const { entries, readAt } = directory
  const present = [...entries.connections.values()].filter((one) => !isGone(one))
  // What is whole stays whole without those who were removed, whom the service's total may count.
  const total = isWhole(directory) ? present.length : directory.total
  const at = Date.now()
  const isCurrent = whileAccount()
  const place = accountPlace()
  const facts = { at, total, readAt: readAt ?? at }
  const isKept = place !== undefined && (await writePersisted(place, facts, rowsOf(present), isCurrent))
  if (isCurrent()) change(isKept ? { keeping: 'no', persistedAt: at } : { keeping: 'failed' })
}

/** Those that are still there when their turn comes. */
function* rowsOf(entries: Iterable<ConnectionEntry>): Generator<DirectoryRow> {
  for (const entry of entries) {
    if (isGone(entry)) continue
    const { id, user, vehicle, mode, changedAt, createdAt, permissions } = entry
    const { make, model, year, powertrainType } = vehicle ?? {}
    const whose = { userId: user?.id, externalId: user?.externalId, vehicleId: vehicle?.id }
    yield { id, ...whose, make, model, year, powertrainType, mode, changedAt, createdAt, permissions }
  }
}
