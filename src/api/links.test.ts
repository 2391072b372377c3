/** One reader for both dialects of pagination links; only page number and size are ever taken from them (2.5, 4.2). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brackets, plain, queryOf, readCount, readPageLink } from './links'

const active = { 'filter[vehicle.mode]': 'live', 'page[size]': '25' }

describe('readPageLink', () => {
  it.each([
    ['relative', '?page[number]=3&page[size]=10'],
    ['encoded', '/v3/connections?page%5Bnumber%5D=3&page%5Bsize%5D=10'],
    ['absolute', 'https://elsewhere.example/v3/connections?page[number]=3&page[size]=10#x'],
    ['of the other dialect', '?page=3&pageSize=10'],
    ['with leading zeros', '?page[number]=003&page[size]=10'],
    ['repeated, the last wins', '?page[number]=9&page[number]=3&page[size]=10'],
    ['with the active filter', '?filter[vehicle.mode]=live&page[number]=3&page[size]=10'],
    ['with foreign parameters', '?page[number]=3&page[size]=10&session=x&__proto__=1'],
  ])('a link that is %s', (_, link) => {
    expect(readPageLink(link, active)).toEqual({
      kind: 'page',
      number: 3,
      size: 10,
      search: { 'filter[vehicle.mode]': 'live', 'page[size]': '10', 'page[number]': '3' },
    })
  })
  it('speaks the dialect of the page', () => {
    expect(readPageLink('?page=2&pageSize=50', { user: 'u' }, plain)).toMatchObject({
      search: { user: 'u', page: '2', pageSize: '50' },
    })
  })
  it('keeps the active size where the link names none', () => {
    expect(readPageLink('?page[number]=2', active)).toMatchObject({ search: { ...active, 'page[number]': '2' } })
  })
  it.each([null, undefined])('%s: no such page', (link) => {
    expect(readPageLink(link, active)).toEqual({ kind: 'none' })
  })
  it.each([
    '',
    'nonsense',
    'javascript:alert(1)',
    '?page[number]=0',
    '?page[number]=-1',
    '?page[number]=1e5',
    '?page[number]=9999999999999999',
    '#?page[number]=2',
    'javascript:?page[number]=',
    '?page[number]=',
    '?page[number]= 2',
    '?page[number]=2.0',
    '?page[number]=0x2',
    '?page[number]=٢',
    '?page[number]=2&page[number]=x',
    '?page%255Bnumber%255D=2',
    'data:text/html,<b>page[number]=2</b>',
  ])('%j names no page', (link) => {
    expect(readPageLink(link, active)).toEqual({ kind: 'unreadable', link })
  })
  it('one of too many parameters is not followed: a filter among them could go unread', () => {
    const link = `?page[number]=2${'&x=1'.repeat(1000)}&filter[userId]=another`
    expect(readPageLink(link, active)).toEqual({ kind: 'unreadable', link })
  })
  it.each([
    'javascript:alert(1)?page[number]=2',
    '//elsewhere.example?page[number]=2',
    '?page[number]=2&page[size]=-5',
    '?page[number]=2&page[size]=1e5',
    '?page[number]=2#page[number]=3&page[size]=9',
    'page?page[number]=2&next=javascript:alert(1)',
    '?page[number]=2&filter[userId]=', // an empty filter is none
  ])('%j is worth its page number, and nothing else of it is used', (link) => {
    expect(readPageLink(link, active)).toEqual({
      kind: 'page',
      number: 2,
      size: undefined,
      search: { ...active, 'page[number]': '2' },
    })
  })
  it('a prototype key in a link stays out of the query', () => {
    const found = readPageLink('?page[number]=2&__proto__=x&constructor=y', {})
    expect(found).toEqual({ kind: 'page', number: 2, size: undefined, search: { 'page[number]': '2' } })
  })
  it('another filter is a contradiction', () => {
    expect(readPageLink('?page[number]=2&filter[userId]=x', active)).toEqual({
      kind: 'contradiction',
      name: 'filter[userId]',
      value: 'x',
    })
    expect(readPageLink('?page[number]=2&filter[vehicle.mode]=simulated', active)).toMatchObject({
      kind: 'contradiction',
    })
  })
  it('never throws, never takes more than a page number and a size, always keeps the filters', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('page[number]', 'page[size]', 'page', 'pageSize', 'filter[a]', '__proto__'),
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true }),
      fc.string().map((value) => `?page[number]=${value}`),
      fc.tuple(name, fc.integer(), name, fc.double()).map(([a, b, c, d]) => `/v3/x?${a}=${b}&${c}=${d}&page=2`),
    )
    fc.assert(
      fc.property(text, fc.dictionary(name, fc.string()), fc.constantFrom(brackets, plain), (link, search, dialect) => {
        const found = readPageLink(link, search, dialect)
        if (found.kind !== 'page') return
        const { number, size } = found
        for (const count of size === undefined ? [number] : [number, size])
          expect(Number.isSafeInteger(count) && count >= 1).toBe(true)
        expect(found.search).toEqual({
          ...search,
          [dialect.number]: String(number),
          ...(size === undefined ? {} : { [dialect.size]: String(size) }),
        })
      }),
      { numRuns: 2000 },
    )
  })
})

describe('queryOf and readCount', () => {
  it('never resolves a link', () => {
    expect(queryOf('//host/path?a=1')).toEqual({ a: '1' })
    expect(queryOf('no query')).toEqual({})
  })
  it('reads whole numbers from 1 up, as spelt', () => {
    expect([readCount('7'), readCount('0'), readCount(' 7'), readCount(['1', '2']), readCount(undefined)]).toEqual([
      7,
      undefined,
      undefined,
      2,
      undefined,
    ])
  })
})
