/** For tests and measurements: a data directory for one server, instead of the user’s own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @param home made if it isn’t given
 * @returns the environment of a server whose default folder is there, on every platform
 */
export const ownDataHome = (home = mkdtempSync(join(tmpdir(), 'forecourt-home-'))) => ({
  HOME: home,
  XDG_DATA_HOME: join(home, '.local', 'share'),
  LOCALAPPDATA: join(home, 'AppData', 'Local'),
})
