/** One table of filters: the endpoint's query, the address and the fields follow from it. */
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from './api'
import { choice, choiceOfRows, defineFilters, identifier, modes, ownIdentifier, search } from './filters'
import { brackets, plain } from './links'
import { stringifySearch } from './search'

const shop = defineFilters(
  {
    'filter[name]': search('Name'),
    'filter[ownerId]': identifier('Owner ID'),
    'filter[mode]': choice('Mode', modes),
    'filter[make]': choiceOfRows('Make'),
  },
  brackets,
  100,
)

describe('defineFilters', () => {
  it('gives the query of an endpoint: every filter, then the page', () => {
    expect(Object.keys(shop.query().shape)).toEqual([
      ...['filter[name]', 'filter[ownerId]', 'filter[mode]', 'filter[make]', 'page[number]', 'page[size]'],
    ])
    type Name = 'filter[name]' | 'filter[ownerId]' | 'filter[mode]' | 'filter[make]' | 'page[number]' | 'page[size]'
    expectTypeOf<keyof z.input<ReturnType<typeof shop.query>>>().toEqualTypeOf<Name>()
    expectTypeOf<Record<never, never>>().toExtend<z.input<ReturnType<typeof shop.query>>>() // none has to be given
    expectTypeOf(shop.search({})).toEqualTypeOf<Partial<Record<Name, string>>>()
  })
  it.each([
    [{ 'filter[name]': ' 007', 'filter[ownerId]': '1e5' }, '?filter[name]=%20007&filter[ownerId]=1e5'],
    [{ 'filter[name]': ' 007', 'filter[ownerId]': ' 1e5 ' }, '?filter[name]=%20007&filter[ownerId]=1e5'],
    [{ 'filter[ownerId]': ' ' }, ''],
    [{ 'filter[mode]': 'live', 'filter[make]': 'any' }, '?filter[mode]=live&filter[make]=any'],
    [{ 'filter[mode]': 'sideways', 'filter[name]': '' }, ''],
    [{ 'page[number]': '0', 'page[size]': '1000' }, '?page[number]=1&page[size]=100'],
    [{ 'filter[colour]': 'red', colour: 'red' }, '?filter[colour]=red'], // a service may know more than its table
  ])('mends the address: %j', (given, mended) => {
    expect(stringifySearch(shop.search(given))).toBe(mended)
  })
  it('mends the address of an invisible character beside a UUID, never of the customer’s own ID', () => {
    const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const given = { 'filter[ownerId]': `\u200b“${uuid}”`, 'filter[externalId]': `“${uuid}”`, 'filter[name]': '“a”' }
    const own = defineFilters(
      { ...shop.fields, 'filter[externalId]': ownIdentifier('External ID') },
      brackets,
      100,
    ).search(given)
    expect(own).toEqual({ ...given, 'filter[ownerId]': uuid })
    expect(shop.search({ 'filter[ownerId]': '“7”' })).toEqual({ 'filter[ownerId]': '“7”' }) // an ID could be so
  })
  it('names the page of the console’s own lists as they do', () => {
    const own = defineFilters({ q: search('Search') }, plain, 50)
    expect(own.search({ q: 'a', page: '2', pageSize: '99', mode: 'live' })).toEqual({
      q: 'a',
      page: '2',
      pageSize: '50',
    })
  })
  it('does not compile with a part left out', () => {
    // @ts-expect-error a filter has a label
    const unlabelled = () => search()
    // @ts-expect-error a choice has its choices
    const unchosen = () => choice('Mode')
    // @ts-expect-error and a kind
    const unkind = () => defineFilters({ 'filter[name]': { label: 'Name' } }, brackets, 100)
    expect([unlabelled, unchosen, unkind]).toHaveLength(3)
  })
  it('leaves every parameter of every list optional, for a caller to give those that are wanted', () => {
    const queries = endpoints.flatMap(({ query }) => query ?? [])
    expect(queries.length).toBeGreaterThan(3)
    for (const query of queries) expect(query.safeParse({}).success).toBe(true)
  })
})
