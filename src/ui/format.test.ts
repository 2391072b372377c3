/** Numbers, times and cut ids. */
import { describe, expect, it } from 'vitest'
import { cut, cutMiddle, formatCount, formatInstant, instantOf, listed, plural, written } from './format'

describe('format', () => {
  it('groups numbers and counts in words', () => {
    expect(formatCount(100000)).toBe('100,000')
    expect(plural(1, 'filter')).toBe('1 filter')
    expect(plural(0, 'filter')).toBe('0 filters')
    expect(formatCount(1e21)).toBe('1e+21')
    expect(formatCount(1e15)).toBe('1,000,000,000,000,000')
  })
  it('reads ISO and epoch milliseconds; 0, nothing and nonsense are unknown', () => {
    expect(instantOf('2024-01-01T00:00:00Z')).toBe(1704067200000)
    expect(instantOf('1704067200000')).toBe(1704067200000)
    for (const text of ['0', '', null, undefined, 'yesterday', '9'.repeat(30)]) expect(instantOf(text)).toBeUndefined()
  })
  it('shows UTC, and relative times from seconds to years', () => {
    const at = Date.UTC(2024, 0, 1, 12)
    expect(formatInstant(at, 'utc')).toBe('01 Jan 2024, 12:00 UTC')
    expect(formatInstant(at, 'relative', at + 20_000)).toBe('just now')
    expect(formatInstant(at, 'relative', at + 3 * 3_600_000)).toBe('3 hours ago')
    expect(formatInstant(at, 'relative', at + 800 * 86_400_000)).toBe('2 years ago')
    expect(formatInstant(1e18, 'utc')).toBe('unknown time')
  })
  it('cuts ids in the middle, and short ones not at all', () => {
    expect(cutMiddle('36ab27d0-fd9d-4455-823a-ce30af709ffc')).toBe('36ab27d0…709ffc')
    expect(cutMiddle('007')).toBe('007')
  })
})

describe('a text that is drawn', () => {
  it('is cut where it is long, between characters', () => {
    expect(cut('short', 5)).toBe('short')
    expect(cut('shorter', 5)).toBe('short…')
    expect(cut('ab😀', 3).isWellFormed()).toBe(true)
  })
})

describe('several texts in a sentence', () => {
  it('are cut, and only the first of many stand there', () => {
    expect(listed(['a', 'b'])).toBe('a, b')
    expect(listed(['a', 'x'.repeat(500), 'c'], 2)).toBe(`a, ${'x'.repeat(80)}… and 1 more`)
  })
})

describe('what stands where a text was expected', () => {
  it('can be read, whatever it is', () => {
    expect(written('soon')).toBe('soon')
    expect(written({ at: [1] })).toBe('{"at":[1]}')
    expect(written(true)).toBe('true')
    expect(written('x'.repeat(500))).toBe(`${'x'.repeat(120)}…`)
  })
})
