/** The database of the embedded engine in the folder of the store. */
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toStoreError } from './failures'

/** In the folder until the database is complete. If a start finds it, the database before is incomplete. */
const UNFINISHED = 'unfinished'
/** Its user's alone, as PostgreSQL requires of its own. */
const MODE = 0o700

/** Removes an incomplete database. @returns the folder of the database @throws StoreError */
export function prepareFolder(folder: string): string {
  const data = join(folder, 'data')
  const mark = join(folder, UNFINISHED)
  try {
    const isMarked = lstatSync(mark, { throwIfNoEntry: false }) !== undefined
    if (isMarked) rmSync(data, { recursive: true, force: true })
    else if (!existsSync(data)) writeFileSync(mark, '', { flag: 'wx', mode: 0o600 })
    mkdirSync(data, { recursive: true, mode: MODE })
    chmodSync(data, MODE) // one that was copied may have another
  } catch (error) {
    throw toStoreError(error, 'unavailable')
  }
  return data
}

export const markComplete = (folder: string): void => rmSync(join(folder, UNFINISHED), { force: true })
