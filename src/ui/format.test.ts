/** Numbers, times and cut ids. */
import { describe, expect, it } from 'vitest'
import { cut, cutMiddle, formatCount, formatInstant, plural, written } from './format'

describe('format', () => {
  it('groups numbers and counts in words', () => {
    expect(formatCount(100000)).toBe('100,000')
    expect(plural(1, 'filter')).toBe('1 filter')
    expect(plural(0, 'filter')).toBe('0 filters')
    expect(formatCount(1e21)).toBe('1e+21')
    expect(formatCount(1e15)).toBe('1,000,000,000,000,000')
    for (const count of [0, 7, 999, 1000, -1000, -12_345, 1234.5, 0.1234, 2 ** 53, 9.99e20])
      expect(formatCount(count)).toBe(new Intl.NumberFormat('en-US').format(count))
  })
  it('cuts ids in the middle, and short ones not at all', () => {
    expect(cutMiddle('36ab27d0-fd9d-4455-823a-ce30af709ffc')).toBe('36ab27d0…709ffc')
    expect(cutMiddle('007')).toBe('007')
  })
})

/** Between zones the space is a narrow one in some versions of the data that Intl goes by. */
const plain = (text: string) => text.replace(/\s/g, ' ')

describe('a moment', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  it.each([
    ['this year', Date.UTC(2026, 10, 5, 8, 1), 'Nov 5, 08:01 UTC'],
    ['another year', Date.UTC(2025, 10, 20, 8, 1), 'Nov 20, 2025, 08:01 UTC'],
    ['a year to come', Date.UTC(2027, 0, 1), 'Jan 1, 2027, 00:00 UTC'],
    ['the last minute of the year', Date.UTC(2026, 11, 31, 23, 59), 'Dec 31, 23:59 UTC'],
    ['midnight, which is no 24:00', Date.UTC(2026, 10, 20), 'Nov 20, 00:00 UTC'],
    ['the first that a date can hold', -8.64e15, 'Apr 20, 271822, 00:00 UTC'],
    ['none', 1e18, 'unknown time'],
    ['no number', Number.NaN, 'unknown time'],
  ])('has one form: %s', (_, at, said) => expect(plain(formatInstant(at, 'utc', now))).toBe(said))
  it('has the second where it matters, no zone where a header says it, and a day alone', () => {
    const at = Date.UTC(2026, 10, 20, 8, 1, 9)
    expect(formatInstant(at, 'utc', now, { isExact: true })).toBe('Nov 20, 08:01:09 UTC')
    expect(formatInstant(at, 'utc', now, { isExact: true, isBare: true })).toBe('Nov 20, 08:01:09')
    expect(formatInstant(at, 'utc', now, { isBare: true })).toBe('Nov 20, 08:01')
    expect(formatInstant(at, 'utc', now, { isDay: true })).toBe('Nov 20')
    expect(formatInstant(at, 'utc', Date.UTC(2027, 0, 1), { isDay: true })).toBe('Nov 20, 2026')
  })
  it('is of the year that its zone has, on both sides of midnight', () => {
    const at = new Date(2027, 0, 1, 0, 30).getTime() // local
    expect(formatInstant(at, 'local', at, { isBare: true })).toBe('Jan 1, 00:30')
    expect(formatInstant(at, 'local', at - 3_600_000, { isBare: true })).toBe('Jan 1, 2027, 00:30')
    expect(formatInstant(at - 3_600_000, 'local', at, { isBare: true })).toBe('Dec 31, 2026, 23:30')
  })
})

describe('an age', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  const now = Date.UTC(2026, 10, 20, 12)
  it.each([
    [0, 'just now', 'just now'],
    [59_999, 'just now', 'just now'],
    [MINUTE, '1m', '1m ago'],
    [59 * MINUTE, '59m', '59m ago'],
    [HOUR, '1h', '1h ago'],
    [DAY - 1, '23h', '23h ago'],
    [2 * DAY, '2d', '2d ago'],
    [30 * DAY, '30d', '30d ago'],
    [31 * DAY, '1mo', '1mo ago'],
    [365 * DAY, '11mo', '11mo ago'],
    [366 * DAY, '1y', '1y ago'],
    [800 * DAY, '2y', '2y ago'],
    [-30_000, 'just now', 'just now'],
    [-2 * DAY, 'in 2d', 'in 2d'],
  ])('of %d ms is %s', (ms, inList, inText) => {
    expect(formatInstant(now - ms, 'age', now)).toBe(inList)
    expect(formatInstant(now - ms, 'relative', now)).toBe(inText)
  })
  it('of no time is unknown', () => {
    for (const at of [Number.NaN, 1e18]) expect(formatInstant(at, 'age', now)).toBe('unknown time')
  })
})

describe('a text that is drawn', () => {
  it('is cut where it is long, between characters', () => {
    expect(cut('short', 5)).toBe('short')
    expect(cut('shorter', 5)).toBe('short…')
    expect(cut('ab😀', 3).isWellFormed()).toBe(true)
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
