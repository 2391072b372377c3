/** Rows that the page has, saved as a file. */
import { type ExportRow, exportRows } from '../../api/export-rows'
import { masked } from '../../api/mask'
import { blobOf, type Facts, type FileKind, formatOf, nameOf, oneOf } from '../../core/table-file'
import { saveBlob } from '../../ui/download'
import * as texts from './texts'

export type Row = ExportRow

export interface Exported {
  /** Name of the exported rows, such as `connections`. */
  name: string
  columns: readonly string[]
  /** The filters in words. */
  question: string
  service: string
  /** Further facts about the rows. */
  facts?: Facts | undefined
}

/** Facts about a saved file that has rows only. */
export interface About {
  file: string
  facts: Facts
}

/** @returns what to offer as a second file; undefined for JSON, which has its facts */
export async function saveRows(
  kind: FileKind,
  { name, columns, question, service, facts: more }: Exported,
  rows: readonly Row[],
  part: keyof typeof texts.states,
  total: number | undefined,
): Promise<About | undefined> {
  const filter = part === 'selected' ? undefined : texts.filterIn(question) // no words say which rows are selected
  const file = nameOf(name, [filter, texts.rows(rows.length), texts.stateIn(part)], Date.now(), kind)
  const facts = {
    what: name,
    service,
    filter: question || texts.noFilter,
    written: new Date().toISOString(),
    total: total === undefined ? texts.noTotal : String(total),
    state: texts.states[part],
    ...more,
  }
  const pages = oneOf(rows.map(({ record, raw }) => ({ record, raw: masked(raw) })))
  saveBlob(file, await blobOf(kind, exportRows(formatOf(kind), { sheet: name, columns, facts }, pages)))
  return kind === 'JSON' ? undefined : { file: texts.aboutFile(file), facts: { ...facts, rows: String(rows.length) } }
}
