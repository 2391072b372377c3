/**
 * The secret that the server makes if `SESSION_SECRET` isn't set: in the folder of the store, so that cookies and sealed
 * rows outlive a restart. It protects copies of the database alone, because the folder has both.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../record/audit-file'
import { SettingError } from './setting-error'

const FILE = 'secret'
const BYTES = 32
/** So many bytes in base64. */
const SECRET = /^[A-Za-z0-9+/]{43}=\n?$/
const MOST_BYTES = 100
const OTHERS = 0o077

export const secretPath = (folder: string): string => join(folder, FILE)

/**
 * @param isRequired true to make one if there is none
 * @throws SettingError if the file can't be used, with the remedy and never with what is in it
 */
export function openSecret(folder: string, isRequired: boolean): string | undefined {
  const path = secretPath(folder)
  try {
    return readSecret(path) ?? (isRequired ? makeSecret(folder, path) : undefined)
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(
      `${path}: can’t be read or written (${codeOf(error)}). Let the server’s user read and write it, or set SESSION_SECRET and move the file away.`,
    )
  }
}

/** @returns undefined if there is no file @throws SettingError, or what the file system says */
function readSecret(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const stats = fstatSync(file)
    if (process.platform !== 'win32' && stats.mode & OTHERS && keepsPermissions(path))
      throw openToOthers(path, stats.mode)
    const text = stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(file, 'latin1') : ''
    if (!SECRET.test(text)) throw malformed(path, stats.size)
    return text.trimEnd()
  } finally {
    closeSync(file)
  }
}

const openToOthers = (path: string, mode: number) =>
  new SettingError(
    `${path}: other users can read or change this secret (mode ${(mode & 0o777).toString(8)}). If none has, run chmod 600 on it; else set SESSION_SECRET to a new secret and SESSION_SECRET_OLD to the one in the file, and delete the file.`,
  )

const malformed = (path: string, size: number) =>
  new SettingError(
    `${path}: ${size === 0 ? 'is empty' : 'isn’t a secret that the server made'}. Restore the file. Without a copy, delete it: a new secret is made, people sign in again, and what is sealed in the store, such as bodies of deliveries, can’t be read any more.`,
  )

/** False on a file system that has no permissions, such as exFAT: every file seems open there. */
function keepsPermissions(path: string): boolean {
  const probe = `${path}.${randomUUID()}`
  try {
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 })
    chmodSync(probe, 0o600)
    return (statSync(probe).mode & OTHERS) === 0
  } catch {
    return false
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Complete or not there, also after a kill. If another server makes one at the same time, both use the first. */
function makeSecret(folder: string, path: string): string | undefined {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    try {
      linkSync(draft, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') copyFileSync(draft, path, constants.COPYFILE_EXCL) // no hard links there
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(folder)
  return readSecret(path)
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // not every file system can
  }
}
