/** Passwords that change while the server runs: read from a file, or printed by a command (tokens of AWS, Google, Azure). */
import { type ExecFileException, execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { secretNames } from '../api/variables.data'
import { StoreError } from './store'

/** A program and its arguments, without a shell. */
export type PasswordSettings = { file: string } | { command: readonly string[] }

export interface PasswordSource {
  /** The password for a new connection. @throws StoreError */
  read(): Promise<string>
  /** How many passwords there were. */
  count(): number
  /**
   * Called when the database has rejected the password.
   * @param count of passwords when the connection was begun
   * @returns true if a newer one may be accepted
   */
  reject(count: number): boolean
}

/** Commands may call a cloud's API, and their passwords are valid for 15 minutes (AWS) or an hour (Google, Azure). */
const CACHE_MS = 5 * 60_000
const COMMAND_MS = 10_000
/** A password rejected within this time was already the newest. */
const FRESH_MS = 1_000
/** Tokens have a few thousand characters. */
const MOST_BYTES = 16_384

/** @param now milliseconds of a clock that is never set @param commandMs how long a command may take */
export function createPasswordSource(
  settings: PasswordSettings,
  now = () => performance.now(),
  commandMs = COMMAND_MS,
): PasswordSource {
  if ('file' in settings) return { read: () => readFile(settings.file), count: () => 0, reject: () => false }
  let count = 0
  let cached: { printedAt: number; password: Promise<string> } | undefined
  return {
    read() {
      if (cached && now() - cached.printedAt < CACHE_MS) return cached.password
      const fresh = { printedAt: Number.POSITIVE_INFINITY, password: run(settings.command, commandMs) }
      cached = fresh
      count += 1
      fresh.password.then(
        () => {
          fresh.printedAt = now()
        },
        () => {
          if (cached === fresh) cached = undefined
        },
      )
      return fresh.password
    },
    count: () => count,
    reject(before) {
      if (before !== count) return true // another connection had it printed
      const isOld = cached !== undefined && now() - cached.printedAt > FRESH_MS
      cached = undefined
      return isOld
    },
  }
}

const failure = (text: string) => new StoreError('unavailable', new Error(text))
/** Editors and `echo` add the end of a line. */
const toPassword = (text: string) => text.replace(/\r?\n$/, '')

async function readFile(path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw failure(`DATABASE_PASSWORD_FILE: ${error.code}`)
  })
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MOST_BYTES + 1))
    if (bytesRead > MOST_BYTES) throw failure(`DATABASE_PASSWORD_FILE: larger than ${MOST_BYTES} bytes`)
    const password = toPassword(buffer.toString('utf8', 0, bytesRead))
    if (password === '') throw failure('DATABASE_PASSWORD_FILE: empty')
    return password
  } finally {
    await file.close()
  }
}

/** The server's environment (AWS_PROFILE, HOME) without the secrets of the server. */
const commandEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !secretNames.some((secret) => secret === name)))

/** Neither what it prints nor its errors are logged: both may hold the password. */
function run([program = '', ...words]: readonly string[], commandMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = { timeout: commandMs, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES, windowsHide: true } as const
    const child = execFile(program, words, { ...limits, env: commandEnv() }, (error, output) => {
      const password = toPassword(output)
      if (error) reject(failure(`DATABASE_PASSWORD_COMMAND: ${reasonOf(error, commandMs)}`))
      else if (password === '') reject(failure('DATABASE_PASSWORD_COMMAND: it printed nothing'))
      else resolve(password)
    })
    child.stdin?.end() // one that asks for something ends instead of waiting
    child.stdin?.on('error', () => undefined) // it had ended
  })
}

function reasonOf({ code, killed, signal }: ExecFileException, commandMs: number): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `it printed more than ${MOST_BYTES} bytes`
  if (killed) return `it took longer than ${commandMs / 1000} s`
  // Its own words may hold the password, so they aren't logged.
  if (typeof code === 'number') return `it exited with ${code}; run it as the server’s user to see why`
  if (code === 'ENOENT') return 'its program isn’t found (ENOENT); give its whole path'
  if (code === 'EACCES') return 'its program can’t be run (EACCES); let the server’s user run it'
  return String(code ?? signal)
}
