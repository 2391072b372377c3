/** Every value of an address is text and comes back as it was. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  choiceField,
  countField,
  isAssumedName,
  isOverfull,
  MOST_PARAMETERS,
  parameterName,
  parseSearch,
  searchOf,
  setParameterNames,
  stringifySearch,
  textField,
} from './search'

afterEach(() => setParameterNames({}))

describe('parse and stringify', () => {
  it.each([
    '007',
    '1e5',
    '662E41',
    '123456789012345678',
    'true',
    'null',
    'a&b=c#d',
    '[x]',
    '"q"',
    '',
    ' a  b ',
    'a+b',
    '%zz',
    '%',
    '%E0%A4',
    '__proto__',
    '%2F',
    '١٢٣',
    '🚗',
    '\u0000',
    '\u202e',
    'a=b=c',
  ])('%j survives', (value) => {
    const text = stringifySearch({ 'filter[user.externalId]': value })
    expect(text.startsWith('?filter[user.externalId]=')).toBe(true)
    expect(parseSearch(text)).toEqual({ 'filter[user.externalId]': value })
  })
  it('repeats become lists, order and brackets are kept, nothing is an empty text', () => {
    expect(parseSearch('?path=%2Fa&x=1&path=/b')).toEqual({ path: ['/a', '/b'], x: '1' })
    expect(stringifySearch({ 'page[number]': '2', path: ['/a,b', '/c:d'], gone: undefined })).toBe(
      '?page[number]=2&path=/a,b&path=/c:d',
    )
    expect(stringifySearch({})).toBe('')
  })
  it('any record of text comes back, and lone surrogates become U+FFFD', () => {
    const key = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((name) => name.isWellFormed()),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'filter[user.externalId]'),
    )
    fc.assert(
      fc.property(
        fc.dictionary(
          key,
          fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed()),
        ),
        (record) => {
          expect(parseSearch(stringifySearch(record))).toEqual(record)
        },
      ),
    )
    expect(parseSearch(stringifySearch({ a: '\ud800' }))).toEqual({ a: '\ufffd' })
    expect(parseSearch('?a=%zz&b=%E0%A4&c=1+2')).toEqual({ a: '%zz', b: '\ufffd', c: '1 2' })
  })
  it('any text is read, and what was read comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = parseSearch(text)
        expect(parseSearch(stringifySearch(once))).toEqual(once)
      }),
    )
  })
  it('prototype keys stay data', () => {
    const found = parseSearch('?__proto__=1&constructor=2&__proto__=3')
    expect(Object.entries(found)).toEqual([
      ['__proto__', ['1', '3']],
      ['constructor', '2'],
    ])
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
    expect(stringifySearch(found)).toBe('?__proto__=1&__proto__=3&constructor=2')
    expect(parseSearch(stringifySearch(found))).toEqual(found)
    expect(Object.entries(searchOf({})(found))).toEqual([
      ['__proto__', undefined],
      ['constructor', undefined],
    ])
  })
  it('configured names replace the defaults both ways', () => {
    setParameterNames({ 'filter[userId]': 'filter[user]' })
    expect(stringifySearch({ 'filter[userId]': 'u' })).toBe('?filter[user]=u')
    expect(parseSearch('?filter[user]=u')).toEqual({ 'filter[userId]': 'u' })
    expect([parameterName('filter[userId]'), isAssumedName('filter[userId]'), isAssumedName('page[size]')]).toEqual([
      'filter[user]',
      false,
      true,
    ])
    setParameterNames({})
    expect(stringifySearch({ 'filter[userId]': 'u' })).toBe('?filter[userId]=u')
    expect(parseSearch('?filter[user]=u')).toEqual({ 'filter[user]': 'u' })
  })
})

describe('searchOf', () => {
  const mend = searchOf({
    'filter[a]': textField,
    'filter[mode]': choiceField('live', 'simulated'),
    'page[number]': countField(100),
  })
  const kept = (text: string) => stringifySearch(mend(parseSearch(text)))
  it.each([
    ['?page[number]=0', '?page[number]=1'],
    ['?page[number]=-7', '?page[number]=1'],
    ['?page[number]=007', '?page[number]=7'],
    ['?page[number]=99999999999999999999', '?page[number]=100'],
    ['?page[number]=1e5', ''],
    ['?page[number]=two', ''],
    ['?filter[mode]=sideways', ''],
    ['?filter[a]=', ''],
    ['?filter[a]=1&filter[a]=2', '?filter[a]=2'],
    ['?page[number]=2&filter[a]=x', '?page[number]=2&filter[a]=x'],
    ['?filter[new]=1&page[offset]=2&junk=3', '?filter[new]=1&page[offset]=2'],
  ])('%s is mended to %s', (given, mended) => {
    expect(kept(given)).toBe(mended)
    expect(kept(mended)).toBe(mended)
  })
  it('keeps the order of the address, whatever the order of the fields', () => {
    const given = '?page[number]=2&filter[b]=x&filter[mode]=live&junk=1&filter[a]=y'
    expect(kept(given)).toBe('?page[number]=2&filter[b]=x&filter[mode]=live&filter[a]=y')
  })
  it('names what it dropped undefined, for the router merges unknown keys back', () => {
    expect(mend({ junk: '1' })).toEqual({ junk: undefined })
    expect(Object.keys(mend({ junk: '1' }))).toEqual(['junk'])
  })
  it('mends any address, and what is mended stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = kept(text)
        expect(kept(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a service whose names are plain words', () => {
  const own = searchOf({ mode: choiceField('live', 'simulated'), page: countField(100), pageSize: countField(100) })
  const list = searchOf({
    'filter[vehicle.mode]': choiceField('live', 'simulated'),
    'page[number]': countField(100),
    'page[size]': countField(100),
  })
  beforeEach(() =>
    setParameterNames({
      'filter[vehicle.mode]': 'mode',
      'page[number]': 'page',
      'page[size]': 'rows',
      pageSize: 'rows',
    }),
  )
  it.each([
    ['?mode=live&page=2&rows=50', { mode: 'live', page: '2', pageSize: '50' }],
    ['?rows=0&mode=sideways', { pageSize: '1' }],
  ])('a page knows its own names in %s', (address, meant) => {
    expect(JSON.parse(JSON.stringify(own(parseSearch(address))))).toEqual(meant) // without what is undefined
    expect(stringifySearch(own(parseSearch(address)))).toBe(
      address === '?mode=live&page=2&rows=50' ? address : '?rows=1',
    )
  })
  it('a list knows the service’s, and writes them', () => {
    const read = list(parseSearch('?mode=live&page=2&rows=50'))
    expect(read).toEqual({ 'filter[vehicle.mode]': 'live', 'page[number]': '2', 'page[size]': '50' })
    expect(stringifySearch(read)).toBe('?mode=live&page=2&rows=50')
  })
  it('an address with the assumed names is still read', () => {
    expect(stringifySearch(list(parseSearch('?filter[vehicle.mode]=live&page[number]=2')))).toBe('?mode=live&page=2')
  })
  it('what is mended stays as it is, on either page', () => {
    for (const mend of [own, list])
      for (const address of ['?mode=live&page=2&rows=50', '?page=0&mode=live', '?pageSize=7&page[size]=9']) {
        const once = stringifySearch(mend(parseSearch(address)))
        expect(stringifySearch(mend(parseSearch(once)))).toBe(once)
      }
  })
})

describe('more parameters than are read', () => {
  const many = (count: number) => Array(count).fill('path=%2Fa').join('&')
  it('are left out, and said to be', () => {
    expect(parseSearch(many(MOST_PARAMETERS + 5)).path).toHaveLength(MOST_PARAMETERS)
    expect([isOverfull(many(MOST_PARAMETERS)), isOverfull(many(MOST_PARAMETERS + 1)), isOverfull('')]).toEqual([
      false,
      true,
      false,
    ])
  })
  it('take no longer than their length, however many repeat', () => {
    const text = many(200_000)
    const began = performance.now()
    parseSearch(text)
    isOverfull(text)
    expect(performance.now() - began).toBeLessThan(2000) // each repeat copied the ones before it: minutes
  })
})
