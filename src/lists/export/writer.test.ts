/** A file that is written page by page: whole in any pieces, safe for a spreadsheet, each row once, no VIN in it. */
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { disarmed } from '../../api/csv'
import { FileWriter, type Row } from './writer'

const row = (id: string, more: object = {}): Row => ({ id, raw: { id, ...more }, record: { id, ...more } })
async function csvOf(pages: Row[][], names: string[], facts = {}) {
  const writer = new FileWriter('CSV', names)
  for (const page of pages) await writer.add(page)
  return (await writer.end(facts)).text()
}
async function jsonOf(pages: Row[][]) {
  const writer = new FileWriter('JSON', [])
  for (const page of pages) await writer.add(page)
  return JSON.parse(await (await writer.end({ what: 'rows', state: 'complete' })).text())
}

describe('a file in parts', () => {
  it('as CSV: one line of names, each row once, and nothing before or after them', async () => {
    const pages = [[row('a', { n: 1 })], [], [row('a', { n: 1 }), row('b', { n: null })]]
    expect(await csvOf(pages, ['id', 'n'], { total: '2' })).toBe('id,n\r\na,1\r\nb,\r\n')
    expect(await csvOf([], ['id', 'n'], { total: '0' })).toBe('id,n\r\n')
  })
  it('begins with its first name, byte for byte, whatever it holds', async () => {
    const writer = new FileWriter('CSV', ['id', 'n'])
    await writer.add([row('b', { n: 'Zoé' })])
    const bytes = new Uint8Array(await (await writer.end({})).arrayBuffer()) // as text it would come without a mark
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('id,n\r\nb,Zoé\r\n')
  })
  it('as JSON: valid whatever the pages, as it was sent', async () => {
    expect(await jsonOf([])).toEqual({ what: 'rows', state: 'complete', rows: [] })
    expect(await jsonOf([[], [row('a')], [row('b', { deep: [1, { x: null }] })]])).toMatchObject({
      rows: [{ id: 'a' }, { id: 'b', deep: [1, { x: null }] }],
    })
  })
  it('holds no formula that a spreadsheet would run, and no VIN', async () => {
    const text = await csvOf([[row('a', { n: '=1+1' }), row('b', { n: '\t@x' })]], ['id', 'n'])
    expect(text).toContain("'=1+1")
    expect(text).toContain("'\t'@x")
    expect(JSON.stringify(await jsonOf([[row('a', { vin: 'WVWZZZ1KZAW000001' })]]))).not.toContain('WVWZZZ1KZAW000001')
  })
  it('is read back as it was written, in any pieces', async () => {
    const cell = fc
      .string({ unit: 'grapheme' })
      .filter((text) => disarmed(text) === text && !text.startsWith("'") && !text.includes('\uFEFF'))
    const rows = fc.uniqueArray(fc.record({ id: fc.uuid(), n: cell }), { selector: ({ id }) => id, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (all, size) => {
        const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
          all.slice(index * size, (index + 1) * size).map(({ id, n }) => row(id, { n })),
        )
        const text = await csvOf(pages, ['id', 'n'], { what: 'x' })
        const lines = Papa.parse<string[]>(text, { newline: '\r\n' }).data
        expect(lines.slice(1, 1 + all.length)).toEqual(all.map(({ id, n }) => [id, n]))
      }),
      { numRuns: 60 },
    )
  })
})
