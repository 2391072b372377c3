/**
 * The file of a backup, read line by line: a head that names the format, the version and the migrations of the tables, then
 * lines with rows of one table, then the number of rows and a hash of all lines before. The format of 0.2.0 (1) has no
 * version and no hash, and its lines have up to 500 rows of any size.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as z from 'zod/mini'

/** Why a backup isn't made or restored, in one line for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export const FORMAT = 2
/** Bytes of the rows in a line that has more than one. */
export const MOST_LINE = 1024 * 1024
/** Bytes of one row as JSON. V8 ends strings at 512 MB. */
export const MOST_ROW = 256 * 1024 * 1024
const MOST_HEAD = 1024 * 1024
/** Bytes of a line, which is in memory as a whole; of the format of 0.2.0, up to the longest line that it could write. */
const MOST_READ = 1024 * 1024 * 1024

const Head = z.object({
  forecourt: z.literal('store'),
  format: z.optional(z.number()),
  version: z.optional(z.string()),
  migrations: z.array(z.string()),
})
export type BackupHead = z.infer<typeof Head>
const formatOf = ({ format = 1 }: BackupHead) => format
const End = z.object({ end: z.literal(true), rows: z.number(), sha256: z.optional(z.string()) })
/** The beginning of a line with rows, as both formats write it. */
const ROWS = /^\{"table":"(\w+)","rows":\[/

export const notABackup = 'isn’t a backup of a store'
const damaged = 'is damaged or cut off'

export interface BackupReader {
  onHead(head: BackupHead): Promise<void>
  /** @param rows a JSON array, of about 1 MB or one row */
  onRows(table: string, rows: string, count: number): Promise<void>
}

/** @returns the number of rows @throws BackupError with a part of a sentence, or an error of reading or of the reader */
export async function readBackup(path: string, { onHead, onRows }: BackupReader): Promise<number> {
  const hash = createHash('sha256')
  let head: BackupHead | undefined
  let count = 0
  let end: z.infer<typeof End> | undefined
  for await (const line of linesOf(path)) {
    if (end) throw new BackupError(damaged)
    const table = head && ROWS.exec(line.toString('latin1', 0, 200))
    if (!head) {
      const parsed = Head.safeParse(parseJson(line))
      if (!parsed.success) throw new BackupError(notABackup)
      head = parsed.data
      if (formatOf(head) > FORMAT) throw new BackupError(madeByNewer(head))
      await onHead(head)
    } else if (table) {
      for (const { rows, rowCount } of batchesOf(line, table[0].length)) {
        await onRows(table[1] ?? '', rows, rowCount)
        count += rowCount
      }
    } else {
      const parsed = End.safeParse(parseJson(line))
      if (!parsed.success) throw new BackupError(damaged)
      end = parsed.data
      continue
    }
    hash.update(line).update('\n')
  }
  if (!head) throw new BackupError(notABackup)
  const isComplete = end?.rows === count && (formatOf(head) < FORMAT || end.sha256 === hash.digest('hex'))
  if (!isComplete) throw new BackupError(damaged)
  return count
}

export const madeByNewer = ({ version = 'unknown' }: BackupHead): string =>
  `was made by a newer version of Forecourt (${version.slice(0, 40)}); restore it with that version or a later one`

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  let most = MOST_HEAD
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    // no encoding is set: the chunks are buffers
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)])
      from = at + 1
      parts = []
      size = 0
      most = MOST_READ
    }
    parts.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > most) throw new BackupError(most === MOST_HEAD ? notABackup : damaged)
  }
  if (size > 0) yield Buffer.concat(parts)
}

const [QUOTE, BACKSLASH, COMMA] = [...Buffer.from('"\\,')]
const opening = new Set(Buffer.from('{['))
const closing = new Set(Buffer.from('}]'))

/** The rows of a line in arrays of about 1 MB; the bytes of a row are not changed. @throws BackupError */
function* batchesOf(line: Buffer, from: number): Generator<{ rows: string; rowCount: number }> {
  const last = line.length - 2 // the line ends with ]}
  if (line.toString('latin1', last) !== ']}') throw new BackupError(damaged)
  let start = from
  let rowCount = 0
  const batch = (end: number) => ({ rows: `[${line.toString('utf8', start, end)}]`, rowCount })
  for (let at = from; at < last; ) {
    const end = endOfRow(line, at, last)
    if (end - at > MOST_ROW) throw new BackupError('has a row that is too large')
    if (rowCount > 0 && end - start > MOST_LINE) {
      yield batch(at - 1)
      start = at
      rowCount = 0
    }
    rowCount += 1
    at = end + 1
  }
  if (rowCount > 0) yield batch(last)
}

/** The place of the comma behind a row, or of the array's end. */
function endOfRow(line: Buffer, from: number, last: number): number {
  let depth = 0
  let isText = false
  for (let at = from; at < last; at += 1) {
    const byte = line[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (opening.has(byte)) depth += 1
    else if (closing.has(byte)) depth -= 1
    else if (byte === COMMA && depth === 0) return at
  }
  if (isText || depth !== 0) throw new BackupError(damaged)
  return last
}
