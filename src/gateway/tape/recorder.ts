/** `RECORD`: appends every response of the hosts to a file, as a line that is whole or, after a kill, the last one. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Tape as TapeState } from '../../api/config'
import { UpstreamError } from '../forward/upstream'
import { codeOf } from '../record/audit-file'
import { SettingError } from '../settings/setting-error'
import { overheard } from './overheard'
import type { Tape } from './tape'
import { bodyMembers, headersKept } from './tape-body'
import { readHeader } from './tape-file'
import { FILE, type Header, type Line, MOST_BODY, MOST_BYTES } from './tape-line'
import { createMasks } from './tape-masks'
import { requestOf } from './tape-request'

/** Names, IDs and locations are in it: its user’s alone. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Never through a link that someone else placed in the folder. Windows has no such flag. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
const NEWLINE = 10
const BEGINNING = '{"forecourt":"recording"'

interface Options {
  folder: string
  header: Header
  /** What the server is configured with. */
  secrets: readonly string[]
  mostBytes?: number
  mostBody?: number
  /** Writes what it can and says how many bytes that were, for tests of disks that fail. */
  write?: (file: number, bytes: Buffer, at: number) => number
}

export interface Recorder extends Tape {
  /** The file that it writes. */
  path: string
  close(): void
}

/** @throws SettingError where the folder can’t be written, or has a recording of something else */
export function openRecorder(options: Options): Recorder {
  const { folder, header, mostBytes = MOST_BYTES, mostBody = MOST_BODY, write = writeSync } = options
  const path = join(folder, FILE)
  /** Absent once it is closed: its number may be another file’s then, or a browser’s connection. */
  let file: number | undefined = openFile(folder, path, header)
  const secrets = new Set(options.secrets)
  const masks = createMasks(secrets, Object.values(header.hosts))
  let size = fstatSync(file).size
  let state: Extract<TapeState, { kind: 'record' }>['state'] = 'recording'

  /**
   * At once and in one piece: a kill in the middle leaves at most half of the last line.
   * @returns false where there is no room for it
   */
  function append(line: object): boolean {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    if (size + bytes.length > mostBytes) return false
    if (file === undefined) throw new Error('It is closed.')
    for (let at = 0; at < bytes.length; ) at += write(file, bytes, at)
    size += bytes.length
    return true
  }
  if (size === 0) append(header)

  return {
    path,
    state: () => ({ kind: 'record', state }),
    onBearer: (bearer) => void secrets.add(bearer),
    around(send, { fingerprint, log }) {
      function stop(why: typeof state, words: string): void {
        state = why
        log.error(`RECORD: ${path} ${words}. Recording has stopped; the console continues.`)
      }
      function keep(made: () => Line): void {
        if (state !== 'recording') return
        try {
          if (!append(made())) stop('full', `has reached its limit of ${mostBytes / 1_000_000} MB`)
        } catch (error) {
          stop('failed', `can’t be written (${codeOf(error)})`)
        }
      }

      return async function recorded(exchange) {
        if (state !== 'recording') return send(exchange)
        const at = new Date().toISOString()
        const began = performance.now()
        const about = () => ({
          at,
          ms: Math.round(performance.now() - began),
          account: fingerprint(exchange.credential),
          ...requestOf(exchange, masks),
        })
        const left: { isUnsent?: true } = {}
        const onUnsent = () => {
          left.isUnsent = true
          exchange.onUnsent()
        }
        try {
          const { status, headers, body } = await send({ ...exchange, onUnsent })
          const isChange = exchange.operation.endpoint.effect === 'change'
          const heard = overheard(body, mostBody, ({ bytes, isCut }) => {
            if (isCut && !isChange && exchange.gone.aborted) return // the browser left: the host broke nothing off
            keep(() => {
              const members = bodyMembers(bytes, headers, masks, mostBody)
              const answer = { ...about(), status, headers: headersKept(headers, masks) }
              return 'unkept' in members
                ? { ...answer, ...members }
                : { ...answer, ...members, ...(isCut && { isCut }) }
            })
          })
          return { status, headers, body: heard }
        } catch (error) {
          if (error instanceof UpstreamError)
            keep(() => ({
              ...about(),
              ...{ failed: error.code, detail: masks.text(error.message).slice(0, 2_000) },
              ...left,
            }))
          throw error
        }
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** The file at its end, behind a whole line. @throws SettingError */
function openFile(folder: string, path: string, header: Header): number {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    const file = openSync(path, APPEND, FILE_MODE)
    if (!fstatSync(file).isFile()) throw new SettingError(`RECORD: ${path}: isn’t a file; expects an empty folder.`)
    const bytes = readFileSync(file)
    const end = bytes.lastIndexOf(NEWLINE) + 1
    if (end > 0) checkSame(readHeader('RECORD', path, bytes.subarray(0, bytes.indexOf(NEWLINE))), header, path)
    else if (!BEGINNING.startsWith(bytes.toString('latin1', 0, BEGINNING.length)))
      throw new SettingError(`RECORD: ${path}: isn’t a recording; expects an empty folder.`)
    ftruncateSync(file, end) // half a line, of a process that was killed
    fchmodSync(file, FILE_MODE)
    return file
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(
      `RECORD: ${path}: can’t be written (${codeOf(error)}); expects a folder that this user can write to.`,
    )
  }
}

/** A recording continues with the same hosts, asked in the same words. @throws SettingError */
function checkSame(old: Header, header: Header, path: string): void {
  const same = ({ at: _, version: __, ...rest }: Header) => JSON.stringify(rest)
  if (same(old) !== same(header))
    throw new SettingError(
      `RECORD: ${path}: line 1 is of a recording with other hosts or another CONFIG; expects an empty folder, or a recording of the same (a sandbox begins with each start).`,
    )
}
