/**
 * A table as a file. CSV holds its rows alone, for whatever reads it; what an operator has to know of them stands briefly
 * in its name, and in full in the same table as JSON.
 */

import { maskVins } from '../api/mask'
import { saveFile } from '../ui/download'
import { cut } from '../ui/format'
import type { TableRow } from './table-row'
import { type Facts, toCsv, toJson } from './table-text'

export type FileKind = 'CSV' | 'JSON'

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

export const tableText = async (kind: FileKind, { facts, records }: Table): Promise<string> =>
  kind === 'CSV' ? toCsv(records) : toJson(records, facts)

export async function saveTable(kind: FileKind, table: Table): Promise<void> {
  const type = kind === 'CSV' ? 'text/csv;charset=utf-8' : 'application/json'
  saveFile(nameOf(table.what, table.parts, table.at, kind), type, await tableText(kind, table))
}
