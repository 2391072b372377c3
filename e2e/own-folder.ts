/** Gives the tests of a run one folder for their files and removes it after the run. For both runners. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { ownDataHome } from '../src/store/data-home-harness'

/** @returns what removes it, and fails if a server of the run has made a folder in the user’s data directory */
export default function ownFolder(): () => void {
  const userFolder = envPaths('forecourt', { suffix: '' }).data
  const foldersBefore = foldersIn(userFolder)
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
  // For every process that is started from now on.
  const { XDG_DATA_HOME, LOCALAPPDATA } = ownDataHome(join(folder, 'home'))
  Object.assign(process.env, { TMPDIR: folder, XDG_DATA_HOME, LOCALAPPDATA })
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    const added = foldersIn(userFolder).filter((name) => !foldersBefore.includes(name))
    if (added.length > 0)
      throw new Error(
        `A test has used the user’s data directory, ${userFolder}: ${added.join(', ')}. Give its server ownDataHome().`,
      )
  }
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return [] // it isn't there
  }
}
