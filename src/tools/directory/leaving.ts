/**
 * Who was removed while a directory is kept in this browser. Noted before anything else is done, so that a tab which
 * closes at that moment never brings them back; forgotten once they are taken out of what is kept.
 */

import { accountPlace, accountsOf } from '../account'

/** Where the directory of an account is kept: its database, and the flag of the same name. */
export const directoryAt = (place: string): string => `forecourt.directory ${place}`

/** Set while a directory is kept, or written: says so without a look into the database, which takes its time. */
export const flagAt = (place: string) => ({
  isSet: () => localStorage.getItem(directoryAt(place)) !== null,
  set: () => localStorage.setItem(directoryAt(place), '1'),
  clear: () => localStorage.removeItem(directoryAt(place)),
})

const leaversAt = (place: string) => `forecourt.directory.leaving ${place}`

export type Leaving = 'connection' | 'user'
type Entry = `${Leaving} ${string}`

function read(place: string): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(leaversAt(place)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Entry => typeof one === 'string') : []
  } catch {
    return []
  }
}

function write(place: string, entries: readonly Entry[]): void {
  if (entries.length > 0) localStorage.setItem(leaversAt(place), JSON.stringify(entries))
  else localStorage.removeItem(leaversAt(place))
}

/**
 * To be called as soon as the service has accepted a removal; does nothing where no directory is kept.
 * @param place the account's under which it was sent
 */
export function noteLeaving(kind: Leaving, id: string, place = accountPlace()): void {
  try {
    if (place !== undefined && flagAt(place).isSet())
      write(place, [...new Set([...read(place), `${kind} ${id}` as const])])
  } catch {
    // without storage nothing is kept either
  }
}

/** What it was called before there were places. */
const UNFILED = 'forecourt.directory'

/**
 * Takes away all directories of one user, whoever reads or writes them: the next person at this browser is another one.
 * @param user the user's place: those of their accounts begin with it
 */
export async function forgetKept(user: string | undefined): Promise<void> {
  try {
    const prefix = user === undefined ? undefined : accountsOf(user)
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    const isTheirs = (name: string, file: (place: string) => string) =>
      prefix !== undefined && name.startsWith(file(prefix))
    const databases = names.filter((name) => name === UNFILED || isTheirs(name, directoryAt))
    for (const name of databases) localStorage.removeItem(name)
    for (const name of names) if (isTheirs(name, leaversAt)) localStorage.removeItem(name)
    await Promise.all(databases.map(deleteDatabase)) // without the flag nothing of it is read
  } catch {
    // without storage nothing is kept
  }
}

export const deleteDatabase = (name: string) =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = request.onerror = request.onblocked = resolve
  })

export interface Leavers {
  has: (row: { id: string; userId?: string | undefined }) => boolean
  isEmpty: boolean
  /** They are out of what is kept: those noted since are not forgotten with them. */
  forget: () => void
}

export function leaversOf(place: string): Leavers {
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
