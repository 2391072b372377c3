/** Where directories are kept in this browser: for whoever reads and writes them, and for a sign-out, which takes them away. */
import { accountsOf } from './account'

/** Where the directory of an account is kept: its database, and the flag of the same name. */
export const directoryAt = (place: string): string => `forecourt.directory ${place}`

/** Set while a directory is kept, or written: says so without a look into the database, which takes its time. */
export const flagAt = (place: string) => ({
  isSet: () => localStorage.getItem(directoryAt(place)) !== null,
  set: () => localStorage.setItem(directoryAt(place), '1'),
  clear: () => localStorage.removeItem(directoryAt(place)),
})

/** Who was removed since. */
export const evictionsAt = (place: string) => `forecourt.directory.leaving ${place}`

/** What it was called before there were places. */
const UNFILED = 'forecourt.directory'

/**
 * Takes away all directories of one user, whoever reads or writes them: the next person at this browser is another one.
 * @param user the user's place: those of their accounts begin with it
 */
export async function forgetPersistedDirectories(user: string | undefined): Promise<void> {
  try {
    const prefix = user === undefined ? undefined : accountsOf(user)
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    const isTheirs = (name: string, file: (place: string) => string) =>
      prefix !== undefined && name.startsWith(file(prefix))
    const databases = names.filter((name) => name === UNFILED || isTheirs(name, directoryAt))
    for (const name of databases) localStorage.removeItem(name)
    for (const name of names) if (isTheirs(name, evictionsAt)) localStorage.removeItem(name)
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
