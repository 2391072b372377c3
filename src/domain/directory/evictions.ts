/**
 * Who was removed while a directory is kept in this browser. Noted before anything else is done, so that a tab which
 * closes at that moment never brings them back; forgotten once they are taken out of what is kept.
 */

import { accountPlace } from '../../core/account'
import { deleteDatabase, directoryAt, evictionsAt, flagAt } from '../../core/kept-directories'

export type EvictedKind = 'connection' | 'user'
type Entry = `${EvictedKind} ${string}`

function read(place: string): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(evictionsAt(place)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Entry => typeof one === 'string') : []
  } catch {
    return []
  }
}

function write(place: string, entries: readonly Entry[]): void {
  if (entries.length > 0) localStorage.setItem(evictionsAt(place), JSON.stringify(entries))
  else localStorage.removeItem(evictionsAt(place))
}

/**
 * To be called as soon as the service has accepted a removal; does nothing where no directory is kept.
 * @param place the account's under which it was sent
 */
export function noteEviction(kind: EvictedKind, id: string, place = accountPlace()): void {
  try {
    if (place !== undefined && flagAt(place).isSet())
      write(place, [...new Set([...read(place), `${kind} ${id}` as const])])
  } catch {
    // without storage nothing is kept either
  }
}

export interface Evictions {
  has: (row: { id: string; userId?: string | undefined }) => boolean
  isEmpty: boolean
  /** They are out of what is kept: those noted since are not forgotten with them. */
  forget: () => void
}

export function evictionsOf(place: string): Evictions {
  const entries = new Set(read(place))
  return {
    has: ({ id, userId }) => entries.has(`connection ${id}`) || (userId !== undefined && entries.has(`user ${userId}`)),
    isEmpty: entries.size === 0,
    forget: () =>
      write(
        place,
        read(place).filter((entry) => !entries.has(entry)),
      ),
  }
}

/** Takes away what is kept under an account. */
export async function clearPersisted(place: string): Promise<void> {
  try {
    const flag = flagAt(place)
    if (!flag.isSet()) return
    flag.clear()
    evictionsOf(place).forget()
    await deleteDatabase(directoryAt(place))
  } catch {
    // nothing is kept where there is no storage
  }
}
