/** The database of the embedded engine in the folder of the store. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { toFolderError } from './failures'
import { StoreError } from './store'

/** In the folder until the database is complete. If a start finds it, the database before is incomplete. */
const UNFINISHED = 'unfinished'
/** Its user's alone, as PostgreSQL requires of its own. */
const MODE = 0o700
const OTHERS = 0o007

/** Of the embedded engine. A database of another one can’t be opened. */
export const ENGINE_MAJOR = 18
/** Of a file system that has no permissions, such as exFAT. */
const withoutPermissions: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS']

/**
 * Removes an incomplete database.
 * @returns the folder of the database
 * @throws StoreError `major`, `corrupt`, `unavailable`
 */
export function prepareFolder(folder: string, log: { warn(line: string): void }): string {
  const data = join(folder, 'data')
  const mark = join(folder, UNFINISHED)
  try {
    const isMarked = lstatSync(mark, { throwIfNoEntry: false }) !== undefined
    if (isMarked) rmSync(data, { recursive: true, force: true })
    else if (!existsSync(data)) writeFileSync(mark, '', { flag: 'wx', mode: 0o600 })
    mkdirSync(data, { recursive: true, mode: MODE })
    checkVersion(data)
    restrict(data, log)
  } catch (error) {
    throw toFolderError(error, folder)
  }
  return data
}

export const markComplete = (folder: string): void => rmSync(join(folder, UNFINISHED), { force: true })

/**
 * Checks what can be known of a folder without the engine; changes nothing.
 * @throws StoreError `major`, `corrupt`, `unavailable`
 */
export function checkFolder(folder: string): void {
  const data = join(folder, 'data')
  try {
    if (lstatSync(join(folder, UNFINISHED), { throwIfNoEntry: false }) || !existsSync(data)) return
    checkVersion(data)
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

/** Before the engine opens it, because the engine says only that something is wrong, and may change the files. */
function checkVersion(data: string): void {
  const path = join(data, 'PG_VERSION')
  const isThere = existsSync(path)
  if (!isThere && readdirSync(data).length === 0) return
  const major = isThere ? readFileSync(path, 'latin1').slice(0, 20).trim() : ''
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(major))
    throw new StoreError('corrupt', new Error(`${path} ${isThere ? 'has no version' : 'is missing'}`))
  if (Number(major) === ENGINE_MAJOR) return
  throw new StoreError(
    'major',
    new Error(
      `${data} is PostgreSQL ${major}, and this version of Forecourt has ${ENGINE_MAJOR}; with the version that wrote it, run npm run store -- backup FILE, then with this one and a new STORE_DIR npm run store -- restore FILE`,
    ),
  )
}

/** One that was copied may be readable by others. */
function restrict(data: string, log: { warn(line: string): void }): void {
  // Only the owner can change it. A volume may belong to the group of a user that the cluster chooses.
  const { uid, mode } = lstatSync(data)
  if (uid !== process.getuid?.() && (mode & OTHERS) === 0) return
  try {
    chmodSync(data, MODE)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!withoutPermissions.includes(code)) throw error
    log.warn(
      `The file system of the store’s folder keeps no permissions (${code}). Other users of this computer may be able to read it.`,
    )
  }
}
