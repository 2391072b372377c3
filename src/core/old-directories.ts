/** Deletes the directories that versions before 0.4 saved in this browser: the server has the only one now. */

/** Begins the name of each such database, of the entry in `localStorage` beside it, and of its list of removals. */
const PREFIX = 'forecourt.directory'

export function deleteOldDirectories(): void {
  try {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) {
      indexedDB.deleteDatabase(name)
      localStorage.removeItem(name)
    }
  } catch {
    // without storage nothing is saved
  }
}
