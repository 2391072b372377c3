/** Records as text to take away: CSV that no spreadsheet runs as a formula, or JSON as it was read. */
import { isTime, type SignalRecord } from './signal-records'

/** Text that a spreadsheet would run is marked as text; white space before it does not make it harmless. */
const disarmed = (text: string): string => (/^\s*[=+@-]/.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text)

function cellOf(name: string, value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value !== 0 && isTime(name, value) ? new Date(value).toISOString() : value
  if (typeof value === 'boolean') return value
  return disarmed(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * RFC 4180 with a byte order mark, columns in first-seen order; the facts stand first, a line each.
 * @param facts what the records are: code, vehicle, when they were read (ISO, UTC)
 */
export async function toCsv(
  records: readonly SignalRecord[],
  facts: Readonly<Record<string, string>>,
): Promise<string> {
  const { default: papa } = await import('papaparse') // loaded when it is asked for
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const options = { newline: '\r\n' }
  const head = papa.unparse(
    Object.entries(facts).map((fact) => fact.map(disarmed)),
    options,
  )
  const data = records.map((record) => names.map((name) => cellOf(name, record[name])))
  const rows = papa.unparse({ fields: names.map(disarmed), data }, options)
  return `\uFEFF${head}\r\n\r\n${rows}\r\n`
}

export const toJson = (records: readonly SignalRecord[], facts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ ...facts, records }, null, 2)
