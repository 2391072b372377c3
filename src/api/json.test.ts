/** JSON of any depth is parsed, and can be walked and written afterwards. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_LEVELS, parseJson, TOO_DEEP } from './json'

const nested = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`

describe('parseJson', () => {
  it('gives any JSON as it is, and undefined for none', () => {
    fc.assert(fc.property(fc.json(), (text) => JSON.stringify(parseJson(text)) === JSON.stringify(JSON.parse(text))))
    expect(parseJson('{"a":')).toBeUndefined()
    expect(parseJson('')).toBeUndefined()
  })
  it('makes halves of characters whole, so that an address can hold any text of an answer', () => {
    const value = parseJson('{"id":"\\ud800x","list":["\\udc00",{"__proto__":"\\udbff"}],"sound":"\\ud83d\\ude00"}')
    expect(JSON.stringify(value)).toBe('{"id":"\ufffdx","list":["\ufffd",{"__proto__":"\ufffd"}],"sound":"😀"}')
  })
  it('takes out what is nested too deep, and that alone', () => {
    expect(parseJson(nested(MOST_LEVELS / 2))).toEqual(JSON.parse(nested(MOST_LEVELS / 2)))
    const text = JSON.stringify(parseJson(`{"deep":${nested(50_000)},"own":{"__proto__":${nested(50_000)}},"id":"x"}`))
    expect(text).toContain(TOO_DEEP)
    expect(text).toContain('"__proto__"')
    expect(text.endsWith(',"id":"x"}')).toBe(true)
    expect(text.length).toBeLessThan(2000)
  })
})
