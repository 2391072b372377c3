/** Reads a recording whole before anything is served from it; nothing in it is trusted. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { codeOf } from '../record/audit-file'
import { parseConfig } from '../settings/config-file'
import { SettingError } from '../settings/setting-error'
import { FILE, FORMAT, Header, type Line, lineSchemaOf, MOST_BYTES } from './tape-line'

type Variable = 'RECORD' | 'REPLAY'

export interface Recording {
  path: string
  header: Header
  config: Pick<ReturnType<typeof parseConfig>, keyof Header['config']>
  lines: readonly [Line, ...Line[]]
}

const NEWLINE = 10
const TAKES = 'expects a recording made with RECORD'

/** @throws SettingError that names the file and the line */
export function readRecording(folder: string): Recording {
  const path = join(folder, FILE)
  const wrong = (what: string) => new SettingError(`REPLAY: ${path}: ${what}; ${TAKES}.`)
  const bytes = readBytes(path, wrong)
  const first = bytes.indexOf(NEWLINE)
  if (first < 0) throw wrong(bytes.length === 0 ? 'is empty' : 'line 1 isn’t whole')
  const header = readHeader('REPLAY', path, bytes.subarray(0, first))
  const given = parseConfig(header.config, (what) => wrong(`line 1: config: ${what}`))
  const { parameters, pageSizes, extensions, advisedBatchPaths } = given
  const lines: Line[] = []
  let number = 2
  for (let at = first + 1; at < bytes.length; number += 1) {
    const end = bytes.indexOf(NEWLINE, at)
    const { line, why } = readLine(bytes.subarray(at, end < 0 ? bytes.length : end))
    if (line) lines.push(line)
    else if (end >= 0) throw wrong(`line ${number} ${why}`) // the last one may be torn: its writer was killed
    at = end < 0 ? bytes.length : end + 1
  }
  const [one, ...more] = lines
  if (!one) throw wrong('has no response in it')
  return { path, header, config: { parameters, pageSizes, extensions, advisedBatchPaths }, lines: [one, ...more] }
}

function readBytes(path: string, wrong: (what: string) => SettingError): Buffer {
  try {
    if (statSync(path).size > MOST_BYTES) throw wrong(`is larger than ${MOST_BYTES / 1_000_000} MB`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw wrong(`can’t be read (${codeOf(error)})`)
  }
}

/** @throws SettingError */
export function readHeader(variable: Variable, path: string, bytes: Buffer): Header {
  const wrong = (what: string) => new SettingError(`${variable}: ${path}: line 1 ${what}; ${TAKES}.`)
  const json = jsonOf(bytes)
  if (json === undefined || !('forecourt' in json)) throw wrong('isn’t the beginning of a recording')
  if (!('format' in json) || json.format !== FORMAT)
    throw wrong(`is of another version’s recording (this one reads format ${FORMAT})`)
  const parsed = Header.safeParse(json)
  if (!parsed.success) throw wrong(whereIn(parsed.error))
  return parsed.data
}

function readLine(bytes: Buffer): { line?: Line; why: string } {
  const json = jsonOf(bytes)
  if (json === undefined) return { why: 'isn’t a JSON object' }
  const parsed = lineSchemaOf(json).safeParse(json)
  return parsed.success ? { line: parsed.data, why: '' } : { why: whereIn(parsed.error) }
}

/** Which member, and nothing that stands in it. */
function whereIn({ issues: [issue] }: z.core.$ZodError): string {
  const unknown = issue?.code === 'unrecognized_keys' ? [issue.keys[0]?.slice(0, 100)] : []
  const at = [...(issue?.path ?? []), ...unknown].map(String).join('.')
  return at === '' ? 'isn’t valid' : `isn’t valid at ${JSON.stringify(at.slice(0, 100))}`
}

function jsonOf(bytes: Buffer): object | undefined {
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}
