/** A table as a file. CSV and XLSX have its rows only: their name says briefly what they are, the JSON has all facts. */

import { type ExportFormat, exportTypes } from '../api/export-formats'
import { maskVins } from '../api/mask'
import { saveBlob, saveFile } from '../ui/download'
import { cut } from '../ui/format'
import type { TableRow } from './table-row'
import { columnsIn, type Facts, toCsv, toJson } from './table-text'

export const fileKinds = ['CSV', 'JSON', 'XLSX'] as const
export type FileKind = (typeof fileKinds)[number]
const formats = { CSV: 'csv', JSON: 'json', XLSX: 'xlsx' } as const
export const formatOf = (kind: FileKind): ExportFormat => formats[kind]

export interface Table {
  /** What its records are, e.g. `connections`: its name begins with it. */
  what: string
  /** What stands in the name after that: which, how many, how far. */
  parts: readonly (string | undefined)[]
  /** When it was made, in milliseconds since the epoch: its name ends with it, in UTC. */
  at: number
  facts: Facts
  records: readonly TableRow[]
}

/** Longer parts of a name are cut: what they say in full stands in the JSON. */
const MOST_OF_PART = 80
const MOST_PARTS = 5

/** What no disk takes in a name, and what is not seen in one: control characters, marks of direction. */
const UNFIT = /[<>:"/\\|?*\p{C}]+/gu

export function nameOf(what: string, parts: readonly (string | undefined)[], at: number, kind: FileKind): string {
  const fit = (text: string) => cut(maskVins(text).toWellFormed().replace(UNFIT, '-').trim(), MOST_OF_PART)
  const told = parts.flatMap((part) => (part ? fit(part) : [])).slice(0, MOST_PARTS)
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return `${[fit(what), ...told, time].join(' - ')}.${kind.toLowerCase()}`
}

export const tableText = (kind: 'CSV' | 'JSON', { facts, records }: Table): string =>
  kind === 'CSV' ? toCsv(records) : toJson(records, facts)

export async function saveTable(kind: FileKind, table: Table): Promise<void> {
  const { what, parts, at, records } = table
  const file = nameOf(what, parts, at, kind)
  const type = exportTypes[formatOf(kind)]
  if (kind !== 'XLSX') return saveFile(file, type, tableText(kind, table))
  const { xlsxStream } = await import('../api/xlsx')
  const sheet = xlsxStream('rows', columnsIn(records), pageOf(records))
  saveBlob(file, new Blob([await new Response(sheet).blob()], { type }))
}

async function* pageOf(records: readonly TableRow[]) {
  yield records
}
