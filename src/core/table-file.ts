/** A table of the page as a file. CSV and XLSX have its rows only: their name says briefly what they are, JSON has all facts. */

import { type ExportFormat, exportTypes } from '../api/export-formats'
import { maskVins } from '../api/mask'
import { saveBlob } from '../ui/download'
import { cut } from '../ui/format'
import type { TableRow } from './table-row'

export const fileKinds = ['CSV', 'JSON', 'XLSX'] as const
export type FileKind = (typeof fileKinds)[number]
const formats = { CSV: 'csv', JSON: 'json', XLSX: 'xlsx' } as const
export const formatOf = (kind: FileKind): ExportFormat => formats[kind]

export type Facts = Readonly<Record<string, string>>

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

export async function saveTable(kind: FileKind, table: Table): Promise<void> {
  saveBlob(nameOf(table.what, table.parts, table.at, kind), await tableBlob(kind, table))
}

export async function tableBlob(kind: FileKind, { facts, records }: Table): Promise<Blob> {
  const { exportRows } = await import('../api/export-rows')
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const page = records.map((record) => ({ record, raw: record }))
  return blobOf(kind, exportRows(formatOf(kind), { sheet: 'rows', columns, facts }, oneOf(page)))
}

/** All pieces of a file together. */
export async function blobOf(kind: FileKind, pieces: AsyncIterable<string | Uint8Array>): Promise<Blob> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = []
  for await (const piece of pieces) parts.push(typeof piece === 'string' ? piece : new Uint8Array(piece))
  return new Blob(parts, { type: exportTypes[formatOf(kind)] })
}

/** One page of rows. */
export async function* oneOf<T>(page: T) {
  yield page
}
