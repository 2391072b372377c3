/** What a text is of, found through a stand-in of the gateway that counts its requests. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as fixtures from '../../api/fixtures'
import { lookUp, offeredFor, priceOf } from './look-up'

const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
const none = { status: 404, body: { errors: [{ status: '404', title: 'Not found' }] } }
type Row = typeof fixtures.connection
const ofUser = (externalId: string, own: string = 'c-1'): Row => ({
  ...fixtures.connection,
  id: own,
  attributes: { ...fixtures.connection.attributes, user: { id: 'u-1', externalId } },
})
const list = (...data: Row[]) => ({ status: 200, body: { ...fixtures.connectionList, data } })

/** @returns the addresses that were requested, as they are read */
function answering(answers: Record<string, { status: number; body: unknown }>): string[] {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const shown = decodeURIComponent(address).replace('/api/vehicle/v3', '')
    requested.push(shown)
    const [, { status, body }] = Object.entries(answers).find(([start]) => shown.startsWith(start)) ?? ['', none]
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return requested
}
const found = (text: string) => lookUp(text, new AbortController().signal)
afterEach(() => vi.unstubAllGlobals())

describe('an external ID', () => {
  it('with one connection leads to it, by one request', async () => {
    const requested = answering({ '/connections?': list(ofUser('007')) })
    expect(await found('007')).toBe('/connections/c-1')
    expect(requested).toEqual(['/connections?filter[user.externalId]=007&page[size]=2'])
  })
  it('with several leads to their list, with none to the search among users', async () => {
    answering({ '/connections?': list(ofUser('a&b'), ofUser('a&b', 'c-2')) })
    expect(await found('a&b')).toBe('/connections?filter[user.externalId]=a%26b')
    answering({ '/connections?': list() })
    expect(await found('Ann Lee')).toBe('/users?q=Ann%20Lee')
  })
  it('is looked up as it is, and another is only offered', async () => {
    const requested = answering({ '/connections?': list(ofUser('“007”')) })
    expect(await found('“007”')).toBe('/connections/c-1')
    expect(requested).toEqual(['/connections?filter[user.externalId]=“007”&page[size]=2'])
    expect([offeredFor('“007”'), offeredFor('007'), offeredFor(`“${id}”`)]).toEqual(['007', undefined, undefined])
    expect(offeredFor('</v3/users/u-1>')).toBeUndefined()
  })
  it('that the service does not filter by leads to the list that says so', async () => {
    answering({ '/connections?': list(ofUser('somebody'), ofUser('else', 'c-2')) })
    expect(await found('007')).toBe('/connections?filter[user.externalId]=007')
  })
})

describe('a UUID', () => {
  it('is looked for as a connection, a vehicle and a user, until one is found', async () => {
    const connection = answering({ [`/connections/${id}`]: { status: 200, body: { data: fixtures.connection } } })
    expect([await found(id), connection.length]).toEqual([`/connections/${id}`, 1])
    const row = fixtures.connection
    const ofVehicle = {
      ...row,
      relationships: { ...row.relationships, vehicle: { data: { id, type: 'vehicle' } } },
    } as Row
    const vehicle = answering({ '/connections?filter[vehicleId]': list(ofVehicle) })
    expect([await found(id), vehicle.length]).toEqual([`/vehicles/${id}`, 2])
    const ofOwner = { ...row, relationships: { ...row.relationships, user: { data: { id, type: 'user' } } } } as Row
    const user = answering({ '/connections?filter[userId]': list(ofOwner), '/connections?': list() })
    expect([await found(id), user.length]).toEqual([`/users/${id}`, 3])
  })
  it('is found without what was pasted with it, and the price says so', async () => {
    const pasted = `\u200b“${id}”.`
    const requested = answering({ [`/connections/${id}`]: { status: 200, body: { data: fixtures.connection } } })
    expect([await found(pasted), requested]).toEqual([`/connections/${id}`, [`/connections/${id}`]])
    expect(priceOf(pasted)).toMatch(/^Removed 1 invisible character, quotes, a final period\. Looks for a connection/)
  })
  it('of nothing leads nowhere, after three requests', async () => {
    const requested = answering({ '/connections?': list() })
    expect(await found(id)).toBeUndefined()
    expect(requested).toHaveLength(3)
  })
  it('is not said to be of nothing where the service ignores a filter', async () => {
    answering({ '/connections?': list(ofUser('somebody')) })
    expect(await found(id)).toBe(`/connections?filter[vehicleId]=${id}`)
  })
  it('is not said to be of nothing where a request fails', async () => {
    answering({ '/connections': { status: 500, body: { errors: [] } } })
    await expect(found(id)).rejects.toMatchObject({ status: 500 })
  })
})

it('a link of the API needs no request, and each price is said', async () => {
  const requested = answering({})
  expect(await found('https://vehicle.example/v3/users/u-1')).toBe('/users/u-1')
  expect(requested).toEqual([])
  expect(priceOf('https://vehicle.example/v3/users/u-1')).not.toMatch(/request/)
  expect(priceOf(id)).toContain('3 free requests')
  expect(priceOf('007')).toContain('1 free request')
})
