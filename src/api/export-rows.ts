/** Rows as a file, written while they are read: the same for the server, which streams it, and for the page on screen. */
import { csvHead, csvLine } from './csv'
import type { ExportFormat } from './export-formats'

export interface ExportRow {
  /** By the name of its column. */
  record: Readonly<Record<string, unknown>>
  /** As the provider sent it: a row of JSON. */
  raw: unknown
}

export interface ExportTable {
  /** The name of an XLSX sheet, e.g. `connections`. */
  sheet: string
  columns: readonly string[]
  /** Facts about the file, in JSON alone: the other formats have rows only. */
  facts: Readonly<Record<string, unknown>>
}

export async function* exportRows(
  format: ExportFormat,
  { sheet, columns, facts }: ExportTable,
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  if (format === 'xlsx') {
    const { xlsxStream } = await import('./xlsx')
    yield* chunksOf(xlsxStream(sheet, columns, recordsOf(pages)))
    return
  }
  if (format === 'csv' && columns.length > 0) yield csvHead(columns)
  if (format === 'json') {
    const opened = JSON.stringify(facts, null, 2).replace(/\n?\}$/, '')
    yield `${opened}${opened === '{' ? '' : ','}\n  "rows": [`
  }
  let separator = '\n'
  for await (const page of pages) {
    let text = ''
    for (const { record, raw } of page) {
      if (format === 'csv') text += csvLine(columns, record)
      else if (format === 'jsonl') text += `${JSON.stringify(raw)}\n`
      else {
        text += separator + JSON.stringify(raw)
        separator = ',\n'
      }
    }
    if (text) yield text
  }
  if (format === 'json') yield '\n]}\n'
}

async function* recordsOf(pages: AsyncIterable<readonly ExportRow[]>) {
  for await (const page of pages) yield page.map(({ record }) => record)
}

/** Not every browser iterates over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel() // a client that disconnects ends the reading of rows
  }
}
