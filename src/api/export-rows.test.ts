/** Exported rows: every format complete in any pages, XLSX read back by another library, in bounded memory. */
import fc from 'fast-check'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { disarmed } from './csv'
import type { ExportFormat } from './export-formats'
import { type ExportRow, exportRows } from './export-rows'
import { xlsxStream } from './xlsx'

type Values = Readonly<Record<string, unknown>>
const row = (values: Values): ExportRow => ({ raw: values, record: values })
async function* pagesOf<T>(pages: readonly T[]) {
  yield* pages
}
async function bytesOf(format: ExportFormat, pages: readonly Values[][], columns: readonly string[]) {
  const facts = { what: 'rows', state: 'complete' }
  const parts: Uint8Array[] = []
  const rows = pagesOf(pages.map((page) => page.map(row)))
  for await (const part of exportRows(format, { sheet: 'rows', columns, facts }, rows))
    parts.push(typeof part === 'string' ? Buffer.from(part) : part)
  return Buffer.concat(parts)
}
const textOf = async (...given: Parameters<typeof bytesOf>) => (await bytesOf(...given)).toString()
const cellsOf = async (pages: readonly Values[][], columns: readonly string[]) =>
  readSheet(await bytesOf('xlsx', pages, columns), { trim: false })

describe('CSV', () => {
  it('is one line of names and the rows, and begins with its first name byte for byte', async () => {
    expect(await textOf('csv', [[{ id: 'a', n: 1 }], [], [{ id: 'Zoé', n: null }]], ['id', 'n'])).toBe(
      'id,n\r\na,1\r\nZoé,\r\n',
    )
    expect(await textOf('csv', [], ['id', 'n'])).toBe('id,n\r\n')
  })
  it('has no formula that a spreadsheet would run', async () => {
    const text = await textOf(
      'csv',
      [
        [
          { id: 'a', n: '=1+1' },
          { id: 'b', n: '\t@x' },
        ],
      ],
      ['id', 'n'],
    )
    expect(text).toContain("'=1+1")
    expect(text).toContain("'\t'@x")
  })
  it('is read back as it was written, in any pages', async () => {
    const cell = fc
      .string({ unit: 'grapheme' })
      .filter((text) => disarmed(text) === text && !text.startsWith("'") && !text.includes('\uFEFF'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.record({ id: fc.uuid(), n: cell }), { maxLength: 4 })), async (pages) => {
        const lines = Papa.parse<string[]>(await textOf('csv', pages, ['id', 'n']), { newline: '\r\n' }).data
        expect(lines.slice(1, -1)).toEqual(pages.flat().map(({ id, n }) => [id, n]))
      }),
      { numRuns: 60 },
    )
  })
})

it('JSON is valid in any pages, with its facts, and rows as they were sent', async () => {
  const json = async (pages: Values[][]) => JSON.parse(await textOf('json', pages, []))
  expect(await json([])).toEqual({ what: 'rows', state: 'complete', rows: [] })
  const rows = [{ id: 'a' }, { id: 'b', deep: [1, { x: null }] }]
  expect(await json([[], rows.slice(0, 1), rows.slice(1)])).toEqual({ what: 'rows', state: 'complete', rows })
  expect(await textOf('jsonl', [[], rows], [])).toBe('{"id":"a"}\n{"id":"b","deep":[1,{"x":null}]}\n')
})

describe('XLSX', () => {
  it('has text cells only, as they were sent', async () => {
    const values = {
      ...{ zeros: '007', digits: '1234567890123456', accents: 'Zoé ñ 日本 😀', formula: '=1+1', phone: '+44 20' },
      ...{ escape: '_x0041_', lines: 'a\nb', spaces: '  x  ', markup: '<&>"', number: 12.5, yes: true, none: null },
      ...{ deep: { a: 1 }, createdAt: '2026-11-28T00:00:00.000Z', toString: undefined },
    }
    const columns = Object.keys(values)
    const [head, cells, ...others] = await cellsOf([[], [values]], columns)
    expect(others).toEqual([])
    expect(head).toEqual(columns)
    const { none: _, toString: __, ...rest } = values
    const texts = { ...rest, number: '12.5', yes: 'true', deep: '{"a":1}' }
    expect(Object.fromEntries(columns.flatMap((name, nth) => (cells?.[nth] ? [[name, cells[nth]]] : [])))).toEqual(
      texts,
    )
  })
  it('has characters that XML takes, and no cell longer than a spreadsheet opens', async () => {
    const long = { a: 'x'.repeat(40_000), b: 'a\uFFFEb\uD800' }
    const [, [a, b] = []] = await cellsOf([[long]], ['a', 'b'])
    expect([String(a).length, String(a).at(-1), b]).toEqual([32_767, '…', 'a\uFFFDb\uFFFD'])
  })
  it('of no rows has the names', async () => {
    expect(await cellsOf([], ['id', 'n'])).toEqual([['id', 'n']])
  })
  it('continues in another sheet past the rows that one can have', async () => {
    const pages = pagesOf([[{ id: 'a' }, { id: 'b' }, { id: 'c' }]])
    const file = Buffer.from(await new Response(xlsxStream('rows', ['id'], pages, 3)).arrayBuffer())
    expect(await readSheet(file, 'rows')).toEqual([['id'], ['a'], ['b']])
    expect(await readSheet(file, 'rows_2')).toEqual([['id'], ['c']])
  })
  it('reads no further than its client does, and stops reading with it', async () => {
    let pages = 0
    let isEnded = false
    async function* endless() {
      try {
        for (;;) {
          pages += 1
          yield Array.from({ length: 500 }, () => row({ id: crypto.randomUUID() }))
        }
      } finally {
        isEnded = true
      }
    }
    const file = exportRows('xlsx', { sheet: 'rows', columns: ['id'], facts: {} }, endless())
    await file.next()
    expect(pages).toBeLessThan(100)
    await file.return()
    await expect.poll(() => isEnded).toBe(true)
  })
})
