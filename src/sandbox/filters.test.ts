/** Every filter of every list narrows the sandbox's list to the rows that match, and an error names what it takes. */
import { describe, expect, it } from 'vitest'
import { connectionFilters } from '../api/connections'
import { defineFilters, type FilterTable, identifier, search } from '../api/filters'
import { brackets } from '../api/links'
import { stringifySearch } from '../api/search'
import { subscriptionFilters } from '../api/subscriptions'
import { webhookFilters } from '../api/webhooks'
import { fullDialect } from './dialect'
import { SandboxError } from './errors'
import { isMatch, readFilters } from './filters'
import { testSandbox } from './harness'

const row = {
  attributes: { name: 'Night shift', size: 7, isOpen: true, place: { city: 'Oslo', zip: null as string | null } },
  relationships: { owner: { data: { id: 'o-1' } } },
}
const shop = defineFilters(
  {
    'filter[name]': search('Name'),
    'filter[place.city]': identifier('City'),
    'filter[place.zip]': identifier('Zip'),
    'filter[size]': identifier('Size'),
    'filter[isOpen]': identifier('Open'),
    'filter[ownerId]': identifier('Owner ID'),
  },
  brackets,
  100,
)

describe('isMatch', () => {
  it.each([
    ['filter[name]', 'NIGHT', 'day'],
    ['filter[place.city]', 'Oslo', 'Os'],
    ['filter[size]', '7', '07'],
    ['filter[isOpen]', 'true', 'false'],
    ['filter[ownerId]', 'o-1', 'o'],
  ] as const)('%s is matched by what its name says', (name, fit, unfit) => {
    expect(isMatch(row, shop, { [name]: fit }, {})).toBe(true)
    expect(isMatch(row, shop, { [name]: unfit }, {})).toBe(false)
  })
  it('matches nothing where a row has no value', () => {
    expect(isMatch(row, shop, { 'filter[place.zip]': 'null' }, {})).toBe(false)
  })
  it('matches all that are given', () => {
    expect(isMatch(row, shop, { 'filter[size]': '7', 'filter[isOpen]': 'false' }, {})).toBe(false)
    expect(isMatch(row, shop, {}, {})).toBe(true)
  })
  it('demands a matcher for a filter whose name is no place in a row', () => {
    const odd = defineFilters({ 'filter[age]': identifier('Age'), 'filter[name]': search('Name') }, brackets, 100)
    // @ts-expect-error nothing says what age is
    const unmatched = () => isMatch(row, odd, { 'filter[age]': '7' }, {})
    expect(unmatched()).toBe(false)
    const age = (one: typeof row, text: string) => one.attributes.size === Number(text)
    expect(isMatch(row, odd, { 'filter[age]': '7' }, { 'filter[age]': age })).toBe(true)
  })
})

describe('readFilters', () => {
  it('reads what is known, a repeated one by its last value', () => {
    const query = { 'filter[userId]': ['a', 'b'], 'filter[colour]': 'red', 'page[size]': '5' }
    expect(readFilters(connectionFilters, { query, dialect: fullDialect() })).toEqual({ 'filter[userId]': 'b' })
  })
  it.each([
    ['filter[vehicle.mode]', 'sideways', 400, 'filter[vehicle.mode] expects live or simulated.'],
    ['filter[userId]', 'fault-403', 403, 'The token has no access to this resource.'],
  ])('refuses %s=%s', (name, text, status, words) => {
    const read = () => readFilters(connectionFilters, { query: { [name]: text }, dialect: fullDialect() })
    expect(read).toThrow(SandboxError)
    expect(read).toThrow(expect.objectContaining({ status, message: words }))
  })
})

type Row = Parameters<typeof isMatch>[0] & { attributes: Record<string, unknown> }
const lists: [string, FilterTable, Parameters<ReturnType<typeof testSandbox>['ask']>[1]][] = [
  ['/v3/connections', connectionFilters, {}],
  ['/v3/webhooks', webhookFilters, { host: 'management' }],
  ['/v3/subscriptions', subscriptionFilters, { host: 'management', token: 'sandbox-subscription-list:filters' }],
]

describe('every filter of a list', () => {
  const sandbox = testSandbox()
  const names = lists.flatMap(([path, table, options]) =>
    Object.keys(table.fields).map((name) => ({ path, table, options, name })),
  )
  it.each(names)('narrows $path: $name', async ({ path, table, options, name }) => {
    const ask = async (query: Record<string, string>) =>
      (await sandbox.ask(path + stringifySearch({ 'page[size]': '100', ...query }), options)).body
    const all = await ask({})
    const choices = table.fields[name]?.choices?.map(([value]) => value)
    // A value that a row has: a filter is matched by what its name says, so each row is tried with its own.
    const place = name.slice('filter['.length, -1)
    const valueIn = (row: unknown): unknown =>
      place
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)
    const relatedTo = place.replace(/Id$/, '')
    const valueOfRow = ({ attributes, relationships = {} }: Row) =>
      valueIn(attributes) ?? (relationships as Record<string, { data: { id: string } } | undefined>)[relatedTo]?.data.id
    const value = choices?.[0] ?? String(all.data.map(valueOfRow).find((one: unknown) => typeof one === 'string'))
    const found = await ask({ [name]: value })
    expect(found.data.length).toBeGreaterThan(0)
    expect(found.data.every((row: Row) => isMatch(row, table, { [name]: value }, {}))).toBe(true)
    const others = choices ? await Promise.all(choices.map((choice) => ask({ [name]: choice }))) : [found]
    expect(Math.min(...others.map(({ meta }) => meta.totalCount))).toBeLessThan(all.meta.totalCount)
  })
})
