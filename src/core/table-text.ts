/** Records as text to take away: CSV that no spreadsheet runs as a formula, or JSON as it was read. */
import { cellOf, disarmed } from '../api/csv'
import { type TableRow, valueIn } from './table-row'

export type Facts = Readonly<Record<string, string>>

const NEWLINE = '\r\n'
/** Loaded when it is asked for. */
const writer = async () => (await import('papaparse')).default

/** Rows of a table under these names, each line ended; with the line of names where it is the first part. */
export async function csvRows(
  records: readonly TableRow[],
  names: readonly string[],
  isFirst: boolean,
): Promise<string> {
  if (names.length === 0 || (records.length === 0 && !isFirst)) return ''
  const data = records.map((record) => names.map((name) => cellOf(name, valueIn(record, name)) ?? ''))
  const lines = isFirst ? [names.map(disarmed), ...data] : data
  // An empty line is taken for none: the only cell of a row stands in quotes.
  return `${(await writer()).unparse(lines, { newline: NEWLINE, quotes: names.length === 1 })}${NEWLINE}`
}

/**
 * RFC 4180 in UTF-8, with its line of names first; columns in first-seen order. No byte order mark stands before it:
 * importers take one for a part of the first name.
 */
export const toCsv = (records: readonly TableRow[]): Promise<string> =>
  csvRows(records, [...new Set(records.flatMap((record) => Object.keys(record)))], true)

/** @param facts what the records are: code, vehicle, when they were read (ISO, UTC) */
export const toJson = (records: readonly TableRow[], facts: Facts): string =>
  JSON.stringify({ ...facts, records }, null, 2)
