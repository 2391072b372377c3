/** When a silence is one: by how often deliveries came before it, and how it is said. */
import { expect, it } from 'vitest'
import { silenceOf } from './silence'
import { every, quietFor, span } from './silence-texts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const now = Date.parse('2026-01-15T12:00:00.000Z')
const lastAt = (ago: number) => new Date(now - ago).toISOString()

it.each([
  // Often: five minutes beyond the usual are what counts.
  [SECOND, 5 * MINUTE, false],
  [SECOND, 5 * MINUTE + SECOND, false],
  [SECOND, 5 * MINUTE + SECOND + 1, true],
  [0, 5 * MINUTE, false],
  [0, 5 * MINUTE + 1, true],
  [2 * MINUTE, 7 * MINUTE, false],
  [2 * MINUTE, 7 * MINUTE + 1, true],
  // Seldom: three times the usual.
  [4 * MINUTE, 12 * MINUTE, false],
  [4 * MINUTE, 12 * MINUTE + 1, true],
  [8 * HOUR, 24 * HOUR, false],
  [8 * HOUR, 24 * HOUR + 1, true],
  // A browser's clock may be behind the server's.
  [SECOND, -HOUR, false],
])('usually every %i ms, the last %i ms ago: %s', (usualGap, ago, isQuiet) => {
  const found = silenceOf({ last: lastAt(ago), usualGap }, now)
  expect(found).toEqual(isQuiet ? { lasts: ago, usualGap } : undefined)
})
it('of what has no habit yet, or never came, is none', () => {
  expect(silenceOf({ last: lastAt(400 * 24 * HOUR), usualGap: null }, now)).toBeUndefined()
  expect(silenceOf({ last: null, usualGap: SECOND }, now)).toBeUndefined()
  expect(silenceOf({ last: 'no time', usualGap: SECOND }, now)).toBeUndefined()
})
it.each([
  [0, '0 s'],
  [1499, '1 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [4 * MINUTE, '4 min'],
  [59.6 * MINUTE, '1 h'],
  [47 * HOUR, '47 h'],
  [48 * HOUR, '2 days'],
  [4000 * 24 * HOUR, '4,000 days'],
])('%i ms are %s', (ms, words) => expect(span(ms)).toBe(words))
it('is said with what is usual', () => {
  expect(quietFor({ lasts: 3 * HOUR, usualGap: 4 * MINUTE })).toBe('Quiet for 3 h, usually every 4 min')
  expect(quietFor({ lasts: 6 * MINUTE, usualGap: 40 })).toBe('Quiet for 6 min, usually more than one a second')
  expect(every(1000)).toBe('every 1 s')
})
