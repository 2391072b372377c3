/**
 * Who was removed while a directory is kept in this browser. Noted before anything else is done, so that a tab which
 * closes at that moment never brings them back; forgotten once they are taken out of what is kept.
 */

/** Where it is kept. */
export const DATABASE = 'forecourt.directory'

/** Set while a directory is kept, or written: says so without a look into the database, which takes its time. */
const FLAG = 'forecourt.directory'
export const flag = {
  isSet: () => localStorage.getItem(FLAG) !== null,
  set: () => localStorage.setItem(FLAG, '1'),
  clear: () => localStorage.removeItem(FLAG),
}

const KEY = 'forecourt.directory.leaving'

export type Leaving = 'connection' | 'user'
type Entry = `${Leaving} ${string}`

function read(): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Entry => typeof one === 'string') : []
  } catch {
    return []
  }
}

function write(entries: readonly Entry[]): void {
  if (entries.length > 0) localStorage.setItem(KEY, JSON.stringify(entries))
  else localStorage.removeItem(KEY)
}

/** To be called as soon as the service has accepted a removal; does nothing where no directory is kept. */
export function noteLeaving(kind: Leaving, id: string): void {
  try {
    if (flag.isSet()) write([...new Set([...read(), `${kind} ${id}` as const])])
  } catch {
    // without storage nothing is kept either
  }
}

/** Takes away all of it, whoever reads or writes it: the next person at this browser is another one. */
export async function forgetKept(): Promise<void> {
  try {
    flag.clear()
    localStorage.removeItem(KEY)
    const request = indexedDB.deleteDatabase(DATABASE)
    await new Promise((resolve) => {
      request.onsuccess = request.onerror = request.onblocked = resolve // without the flag nothing of it is read
    })
  } catch {
    // without storage nothing is kept
  }
}

export interface Leavers {
  has: (row: { id: string; userId?: string | undefined }) => boolean
  isEmpty: boolean
  /** They are out of what is kept: those noted since are not forgotten with them. */
  forget: () => void
}

export function leavers(): Leavers {
  const entries = new Set(read())
  return {
    has: ({ id, userId }) => entries.has(`connection ${id}`) || (userId !== undefined && entries.has(`user ${userId}`)),
    isEmpty: entries.size === 0,
    forget: () => write(read().filter((entry) => !entries.has(entry))),
  }
}
