/** Lines of a CSV as the server writes them: read back as they were, and never a formula. */
import fc from 'fast-check'
import { parse } from 'papaparse'
import { expect, it } from 'vitest'
import { csvHead, csvLine } from '../api/csv'
import { csvRows } from './table-text'

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
  ),
  ...[fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined), fc.record({ x: fc.string() })],
)

it('is what the tab writes, is read back as it was, and no cell acts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ a: cell, b: cell, '=c': cell }), async (values) => {
      const text = csvHead(names) + csvLine(names, values)
      const ours = parse<string[]>(text).data.slice(0, 2)
      expect(ours).toEqual(parse<string[]>(await csvRows([values], names, true)).data.slice(0, 2))
      for (const one of ours.flat())
        expect(/^\s*[=+@]|^[\t\r]|^\s*-(?!\d|Infinity)/.test(one), JSON.stringify(one)).toBe(false)
    }),
    { numRuns: 300 },
  )
})
