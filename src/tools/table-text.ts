/** Records as text to take away: CSV that no spreadsheet runs as a formula, or JSON as it was read. */
import { isTime, type SignalRecord, valueIn } from './signal-records'

/** Text that a spreadsheet would run is marked as text; white space before it does not make it harmless. */
const disarmed = (text: string): string => (/^\s*[=+@-]/.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text)

function cellOf(name: string, value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value !== 0 && isTime(name, value) ? new Date(value).toISOString() : value
  if (typeof value === 'boolean') return value
  return disarmed(typeof value === 'string' ? value : JSON.stringify(value))
}

export type Facts = Readonly<Record<string, string>>

const NEWLINE = '\r\n'
/** Loaded when it is asked for. */
const writer = async () => (await import('papaparse')).default

/** The facts of a file, a line each, before its table; with the byte order mark that tells a spreadsheet the encoding. */
export async function csvHead(facts: Facts): Promise<string> {
  const lines = Object.entries(facts).map((fact) => fact.map(disarmed))
  return `\uFEFF${(await writer()).unparse(lines, { newline: NEWLINE })}${NEWLINE}${NEWLINE}`
}

/** Rows of a table under these names, each line ended; with the line of names where it is the first part. */
export async function csvRows(
  records: readonly SignalRecord[],
  names: readonly string[],
  isFirst: boolean,
): Promise<string> {
  if (records.length === 0 && !isFirst) return ''
  const data = records.map((record) => names.map((name) => cellOf(name, valueIn(record, name))))
  const lines = isFirst ? [names.map(disarmed), ...data] : data
  return `${(await writer()).unparse(lines, { newline: NEWLINE })}${NEWLINE}`
}

/**
 * RFC 4180 with a byte order mark, columns in first-seen order; the facts stand first, a line each.
 * @param facts what the records are: code, vehicle, when they were read (ISO, UTC)
 */
export async function toCsv(records: readonly SignalRecord[], facts: Facts): Promise<string> {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return (await csvHead(facts)) + (await csvRows(records, names, true))
}

export const toJson = (records: readonly SignalRecord[], facts: Facts): string =>
  JSON.stringify({ ...facts, records }, null, 2)
