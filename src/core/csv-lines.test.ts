/** Lines of a CSV: read back as they were, and never a formula. */
import fc from 'fast-check'
import { parse } from 'papaparse'
import { expect, it } from 'vitest'
import { cellOf, csvHead, csvLine } from '../api/csv'

const names = ['a', 'b', '=c']
const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '=1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    ' =1',
    '\n=1',
    '"=1"',
    'a,b',
    'a\r\nb',
    ' a ',
    '',
    '\u00a0=1',
    '4711;=1+1',
    'a\t@x',
    'a|-x',
    'a\n+1',
    'a;""=1',
    '＝1',
    'a;＋1',
    '\u0000=1',
    ';',
    '"',
  ),
  ...[fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined), fc.record({ x: fc.string() })],
)

it('is read back as it was, and no cell acts', () => {
  fc.assert(
    fc.property(fc.record({ a: cell, b: cell, '=c': cell }), (values) => {
      const text = csvHead(names) + csvLine(names, values)
      const ours = parse<string[]>(text, { newline: '\r\n' }).data.slice(0, 2)
      const cells = Object.entries(values).map(([name, value]) => String(cellOf(name, value) ?? ''))
      expect(ours).toEqual([['a', 'b', "'=c"], cells])
      for (const one of ours.flat())
        expect(/^\s*[=+@]|^[\t\r]|^\s*-(?!\d|Infinity)/.test(one), JSON.stringify(one)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const isFormula = (cell: string) => new RegExp(`^[\\s\\p{C}"]*${SIGN}`, 'u').test(cell)
const text = fc.oneof(
  cell.filter((value) => typeof value !== 'number'),
  fc.string({ unit: fc.constantFrom(...';|\t\r\n," =+-@＝a1\u0000\ufeff'), maxLength: 12 }),
)

it.each([';', '\t', '|'])('has no formula for a spreadsheet that separates cells by %j', (delimiter) => {
  fc.assert(
    fc.property(fc.array(fc.record({ a: text, b: text, '=c': text }), { maxLength: 3 }), (rows) => {
      const file = csvHead(names) + rows.map((values) => csvLine(names, values)).join('')
      expect(parse<string[]>(file, { delimiter }).data.flat().filter(isFormula)).toEqual([])
      expect(file.split(/[;|\t\r\n]/).filter(isFormula)).toEqual([]) // quotes are read in more ways than one
    }),
    { numRuns: 300 },
  )
})

it.each([
  ['4711;=1+1', "4711;'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['VIN 4711; make-1', 'VIN 4711; make-1'],
  ['-5', "'-5"],
  ['a-b=c+d@e', 'a-b=c+d@e'],
  ['1, -2', '1, -2'],
  ['Owner moved; see note', 'Owner moved; see note'],
])('%j is written as %j', (value, written) => {
  expect(cellOf('a', value)).toBe(written)
})

it('reads a long cell in one pass: the square of its length would take hours', () => {
  const long = '\n;\t" '.repeat(100_000)
  expect(cellOf('a', `${long}=`)).toHaveLength(long.length + "'=".length)
})
