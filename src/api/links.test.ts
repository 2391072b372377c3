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
  ])('%j names no page', (link) => {
    expect(readPageLink(link, active)).toEqual({ kind: 'unreadable', link })
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
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true }),
      fc.string().map((value) => `?page[number]=${value}`),
    )
    fc.assert(
      fc.property(text, fc.dictionary(fc.string(), fc.string()), (link, search) => {
        const found = readPageLink(link, search)
        if (found.kind !== 'page') return
        expect(Number.isSafeInteger(found.number) && found.number >= 1).toBe(true)
        const { [brackets.number]: _, [brackets.size]: __, ...rest } = found.search
        const { [brackets.number]: ___, [brackets.size]: ____, ...before } = search
        expect(rest).toEqual(before)
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
