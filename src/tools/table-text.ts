/** Records as text to take away: CSV that no spreadsheet runs as a formula, or JSON as it was read. */
import type { SignalRecord } from './signal-records'

const cellOf = (value: unknown): string | number | boolean | null =>
  value === undefined || value === null
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as string | number | boolean) // JSON has no other scalars

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
  const options = { escapeFormulae: true, newline: '\r\n' }
  const head = papa.unparse(Object.entries(facts), options)
  const rows = papa.unparse(
    { fields: names, data: records.map((record) => names.map((name) => cellOf(record[name]))) },
    options,
  )
  return `\uFEFF${head}\r\n\r\n${rows}\r\n`
}

export const toJson = (records: readonly SignalRecord[], facts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ ...facts, records }, null, 2)
