/** Records as text to export: CSV, or JSON as it was read. */
import { csvHead, csvLine } from '../api/csv'
import type { TableRow } from './table-row'

export type Facts = Readonly<Record<string, string>>

/** The columns of records, in the order in which they first appear. */
export const columnsIn = (records: readonly TableRow[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
]

export function toCsv(records: readonly TableRow[]): string {
  const names = columnsIn(records)
  if (names.length === 0) return ''
  return csvHead(names) + records.map((record) => csvLine(names, record)).join('')
}

/** @param facts what the records are: code, vehicle, when they were read (ISO, UTC) */
export const toJson = (records: readonly TableRow[], facts: Facts): string =>
  JSON.stringify({ ...facts, records }, null, 2)
