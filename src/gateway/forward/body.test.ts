/** The values of JSON are counted without parsing it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasMoreValues } from './body'

const values = (json: string) => {
  let count = 0
  while (hasMoreValues(Buffer.from(json), count)) count += 1
  return count
}

it.each([
  ['""', 0],
  ['[1,2,3]', 3],
  ['{"a":[],"b":{}}', 4],
  ['{"a":"[1,2,{"}', 1],
  [String.raw`["\"[,{","\\",[]]`, 4],
  ['["ä\\u005b,', 1],
])('%s has %i commas and brackets outside of strings', (json, count) => {
  expect(values(json)).toBe(count)
})

it('has one for each element and member, as a parser counts them', () => {
  const counted = (value: unknown): number =>
    typeof value !== 'object' || value === null
      ? 0
      : Object.values(value).reduce<number>((sum, one) => sum + 1 + counted(one), 0) +
        (Object.keys(value).length === 0 ? 1 : 0)
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(values(json)).toBe(counted(JSON.parse(json)))
    }),
  )
})
