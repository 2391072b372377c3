/** Which of the store's failures an engine's error is. What it says may hold rows, IDs or a password: its code alone is kept. */
import { databaseRemedy } from './postgres-remedies'
import { StoreError, type StoreFailure } from './store'

/** SQLSTATE (PostgreSQL, appendix A), or what Node calls a failure of the system. */
const failures: readonly [RegExp, StoreFailure][] = [
  [/^(53100|ENOSPC|EDQUOT)$/, 'full'],
  [/^(57014|25P03|25P04|55P03)$/, 'timeout'],
  [/^(40001|40P01)$/, 'conflict'],
  [/^25006$/, 'readonly'],
  [/^XX00[12]$/, 'corrupt'],
  [/^(08|28|3D|53|57P|E[A-Z])/, 'unavailable'],
]
/** What the driver says without a code, as far as it is the driver's own words. */
const told = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'The server does not support SSL connections',
]

/** The message of `pg-pool` after a statement has waited for a connection for too long, because all are in use. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect'

/** Of an error of PostgreSQL, as both drivers pass it on. */
interface EngineError {
  message: string
  code?: unknown
  constraint?: unknown
}

const isEngineError = (error: unknown): error is EngineError =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'

/** @param otherwise where it has no code that is known */
export function toStoreError(error: unknown, otherwise: StoreFailure = 'failed'): StoreError {
  if (error instanceof StoreError) return error
  if (!isEngineError(error)) return new StoreError(otherwise)
  const code = typeof error.code === 'string' ? error.code : ''
  const remedy = databaseRemedy(code, error.message)
  if (code === '') {
    if (error.message === POOL_IS_FULL) return new StoreError('timeout', new Error(POOL_IS_FULL))
    const known = told.find((text) => error.message.startsWith(text))
    // A server that is there ends a statement after its time; one that doesn't is gone.
    return new StoreError(otherwise, known && new Error(remedy ? `${known}: ${remedy}` : known))
  }
  const failure = failures.find(([codes]) => codes.test(code))?.[1] ?? (isSqlState(code) ? 'failed' : otherwise)
  // Of class 42 (syntax, unknown names) the words are about the statement, which is ours, and never about a row.
  const words = code.startsWith('42') ? `: ${error.message}` : ''
  const constraint = typeof error.constraint === 'string' ? `, ${error.constraint}` : ''
  return new StoreError(failure, new Error(`${code}${constraint}${words}${remedy ? `: ${remedy}` : ''}`))
}

const folderRemedies: Readonly<Record<string, string>> = {
  EACCES: 'let the server’s user write to it',
  EPERM: 'let the server’s user write to it',
  EROFS: 'its file system is read-only',
  ENOENT: 'a folder above it can’t be made',
  ENOTDIR: 'a part of it is a file',
  EEXIST: 'it is a file',
  ENAMETOOLONG: 'a part of it is too long',
}

/** @param error of the system, when it creates, reads or writes the store’s folder */
export function toFolderError(error: unknown, folder: string): StoreError {
  const known = toStoreError(error, 'unavailable')
  const code = isEngineError(error) && typeof error.code === 'string' ? error.code : ''
  if (known === error || known.failure !== 'unavailable' || code === '') return known
  return new StoreError('unavailable', new Error(`STORE_DIR: ${folder}, ${describeFolderCode(code)}`))
}

/** @param code of the system’s error */
export const describeFolderCode = (code: string): string =>
  `${code}: ${folderRemedies[code] ?? 'the server must be able to create it and write to it'}`

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code)

/** In one line, with the cause: for the log and for people at a terminal. */
export function inWords(error: unknown): string {
  const { message, cause } = toStoreError(error)
  return cause instanceof Error ? `${message.slice(0, -1)} (${cause.message}).` : message
}
