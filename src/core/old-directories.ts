/** Deletes the directories that versions before 0.4 saved in this browser: the server has the only one now. */
import { getBasePath } from '../api/base-path'

/** Begins the name of each such database, of the entry in `localStorage` beside it, and of its list of removals. */
const PREFIX = 'forecourt.directory'

export function deleteOldDirectories(): void {
  if (getBasePath() !== '') return // those versions had none, so what is stored is another console’s
  try {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) {
      indexedDB.deleteDatabase(name)
      localStorage.removeItem(name)
    }
  } catch {
    // without storage nothing is saved
  }
}
