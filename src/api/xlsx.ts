/**
 * XLSX written while its rows are read. Every cell is text, so that a spreadsheet keeps leading zeros and digits past the
 * 15th, and runs no formula. Loaded on first use.
 */
import { writeXlsxStream } from 'hucre/xlsx'
import { plainCell } from './csv'

/** Excel refuses a file with a longer cell. */
const MAX_CELL = 32_767
/** ECMA-376, 22.9.2.19: a reader decodes `_x0041_`, so text that looks like it is escaped. */
const ESCAPE = /_(?=x[\da-f]{4}_)/gi
/** XML 1.0 has no such characters. */
const NONCHARACTERS = /[\uFFFE\uFFFF]/g

function cellText(name: string, value: unknown): string | null {
  const cell = plainCell(name, value)
  if (cell === undefined) return null
  const text = String(cell)
  const fit = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text
  return fit.toWellFormed().replace(NONCHARACTERS, '\uFFFD').replace(ESCAPE, '_x005F_')
}

/** A sheet has at most 1,048,576 rows. Rows past them are in further sheets, each with the names. */
export function xlsxStream(
  sheet: string,
  names: readonly string[],
  pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
  maxRowsPerSheet?: number,
): ReadableStream<Uint8Array> {
  async function* rows() {
    yield names.map((name) => cellText('', name))
    for await (const page of pages)
      for (const row of page)
        yield names.map((name) => cellText(name, Object.hasOwn(row, name) ? row[name] : undefined))
  }
  return writeXlsxStream(rows(), {
    name: sheet,
    columns: names.map(() => ({ style: { numFmt: '@' } })),
    freezePane: { rows: 1 },
    ...(maxRowsPerSheet !== undefined && { maxRowsPerSheet }),
  })
}
