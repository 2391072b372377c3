/** Times of the API in every form that senders write. In which zone the computer is, time.browser.test.tsx varies. */
import { describe, expect, it } from 'vitest'
import { dayOf, parseInstant } from './instant'

describe('a time', () => {
  it.each([
    ['in UTC', '2026-03-01T08:01:09.5Z', '2026-03-01T08:01:09.500Z'],
    ['without a zone', '2026-03-01T08:01:09', '2026-03-01T08:01:09.000Z'],
    ['without a zone and seconds', '2026-03-01T08:01', '2026-03-01T08:01:00.000Z'],
    ['with a space for the T', '2026-03-01 08:01:09', '2026-03-01T08:01:09.000Z'],
    ['a day', '2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['with an offset', '2026-03-01T08:01:00-05:00', '2026-03-01T13:01:00.000Z'],
    ['with an offset without a colon', '2026-03-01T08:01:00+0530', '2026-03-01T02:31:00.000Z'],
    ['with an offset in hours', '2026-03-01T08:01:00+02', '2026-03-01T06:01:00.000Z'],
    ['of a header', 'Sun, 01 Mar 2026 08:01:09 GMT', '2026-03-01T08:01:09.000Z'],
    ['in milliseconds', '1772352069000', '2026-03-01T08:01:09.000Z'],
    ['of the first day that a date can hold', '-271821-04-20T00:00:00Z', '-271821-04-20T00:00:00.000Z'],
    ['of a leap day before the epoch of years', '-000400-02-29T00:00:00Z', '-000400-02-29T00:00:00.000Z'],
    ['before the year 100', '0045-03-01T00:00:00Z', '0045-03-01T00:00:00.000Z'],
  ])('%s is one instant', (_, text, expected) => {
    const at = parseInstant(text)
    expect(at !== undefined && new Date(at).toISOString()).toBe(expected)
  })
  it.each([
    '',
    '0',
    'soon',
    '-5',
    'March 1, 2026',
    '1 soon',
    '2026-02-30T00:00:00Z',
    '2026-02-30',
    '2026-13-01',
    '2026-03-01T25:00Z',
    '1970-01-01T00:00:00Z',
    '9'.repeat(30),
    '2026-03-01T08:01:09Z or so',
  ])('%j is no time', (text) => expect(parseInstant(text)).toBeUndefined())
})

describe('a day', () => {
  it.each([
    '2026-03-01',
    '2026-03-01T00:00:00Z',
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T00:00',
    '2026-03-01T00:00:00-05:00',
  ])('is what %s names', (text) => expect(dayOf(text)).toBe('2026-03-01'))
  it.each(['2026-03-01T00:00:01Z', '2026-03-01T22:21:41.583Z', '2026-02-30', '', null, undefined, '1772352069000'])(
    'is not what %j names',
    (text) => expect(dayOf(text)).toBeUndefined(),
  )
})
