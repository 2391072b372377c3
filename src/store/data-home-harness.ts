/** For tests and measurements: how a server of theirs starts, with a data directory of its own instead of the user’s. */
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

/** Options of Node for a server that a test ends soon: optimizing the engine's WebAssembly takes a second of processor time. */
export const SHORT_LIVED = ['--liftoff-only']
