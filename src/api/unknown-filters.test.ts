/** The bound of undocumented filters in an address. */
import { describe, expect, it } from 'vitest'
import { endpoints } from './api'
import { parseSearch } from './search'
import { hasTooManyUnknown, MOST_UNKNOWN, withoutUnknown } from './unknown-filters'

const unknown = (count: number) => Array.from({ length: count }, (_, at) => `filter[a${at}]=1`).join('&')

describe('an address', () => {
  it.each([
    ['the most', unknown(MOST_UNKNOWN), false],
    ['one more', unknown(MOST_UNKNOWN + 1), true],
    ['one more, of the page', `${unknown(MOST_UNKNOWN)}&page[a]=1`, true],
    ['one name again and again', Array(100).fill('filter[a]=1').join('&'), false],
    ['the most and other names', `${unknown(MOST_UNKNOWN)}&q=1&path=/a&filters=1`, false],
    ['the most and a documented filter', `${unknown(MOST_UNKNOWN)}&filter[userId]=u&page[number]=2`, false],
    ['names with nothing in them', unknown(MOST_UNKNOWN + 1).replaceAll('=1', '='), true],
    ['names of every object', `${unknown(MOST_UNKNOWN)}&__proto__=1&constructor=1`, false],
  ])('with %s', (_, query, isTooMany) => {
    expect(hasTooManyUnknown(parseSearch(query))).toBe(isTooMany)
  })
  it('keeps what is documented', () => {
    const search = parseSearch(`${unknown(30)}&filter[userId]=u&page[size]=5&q=x`)
    expect(withoutUnknown(search)).toEqual({ 'filter[userId]': 'u', 'page[size]': '5', q: 'x' })
  })
  it('may spell a documented filter as the provider does', () => {
    const search = parseSearch(`${unknown(MOST_UNKNOWN)}&filter[user]=u`)
    expect([hasTooManyUnknown(search), hasTooManyUnknown(search, ['filter[user]'])]).toEqual([true, false])
    expect(withoutUnknown(search, ['filter[user]'])).toEqual({ 'filter[user]': 'u' })
  })
})

describe('documented names', () => {
  it('are those of all operations', () => {
    const names = endpoints.flatMap(
      ({ query }) => (query && 'shape' in query ? Object.keys(query.shape as object) : []), // object schemas
    )
    const bracketed = [...new Set(names)].filter((name) => name.includes('['))
    expect(bracketed.length).toBeGreaterThan(8)
    expect(withoutUnknown(Object.fromEntries(bracketed.map((name) => [name, '1'])))).toEqual(
      Object.fromEntries(bracketed.map((name) => [name, '1'])),
    )
  })
})
