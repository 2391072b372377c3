/** Answers are read without ever being refused: what fits is kept, what differs is listed (section 2). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from './api'
import { batch } from './batch'
import { connections } from './connections'
import * as fixtures from './fixtures'
import { pagingOf } from './json-api'
import { pathText, read } from './read'
import { signals } from './signals'
import { subscriptions } from './subscriptions'
import { vehicles } from './vehicles'
import { webhooks } from './webhooks'

const placesOf = (differences: ReturnType<typeof read>['differences']) =>
  differences.map(({ path, expected }) => `${pathText(path)}: ${expected}`)

describe('bodies that services send', () => {
  const whole = [
    ['connections', connections.list, fixtures.connectionList],
    ['a connection without its user', connections.read, { data: fixtures.connectionWithoutUser }],
    ['a webhook', webhooks.read, { data: fixtures.webhook }],
    ['a webhook without an error address', webhooks.read, { data: fixtures.webhookWithoutErrorUri }],
    ['a subscription', subscriptions.read, { data: fixtures.subscription }],
    ['an accepted subscription', subscriptions.create, { meta: { message: 'in progress' } }],
    ['capacity, case a', vehicles.batteryCapacity, fixtures.capacity.determined],
    ['capacity, case b', vehicles.batteryCapacity, fixtures.capacity.ownerMustChoose],
    ['capacity, case c', vehicles.batteryCapacity, fixtures.capacity.ownerChose],
    ['one service record', vehicles.serviceHistory, fixtures.services.one],
    ['several service records', vehicles.serviceHistory, fixtures.services.several],
    ['trouble codes', vehicles.troubleCodes, fixtures.troubleCodes],
    ['system status with an unknown system', vehicles.systemStatus, fixtures.systemStatus],
    ['a VIN', vehicles.vin, fixtures.vin],
    ['a batch with a failed item', batch.send, fixtures.batchAnswer],
    ['door values', signals.values, fixtures.doorList],
    ['nothing, for a removal', connections.remove, undefined],
    ['anything, for a removal', connections.remove, { message: 'gone' }],
  ] as const
  it.each(whole)('%s: as the interface shows it', (_, endpoint, body) => {
    const { value, differences } = read(endpoint.response, body)
    expect(differences).toEqual([])
    expect(value).toEqual(body)
  })

  it('relationships that all say webhook are kept and listed', () => {
    const { value, differences } = read(subscriptions.read.response, { data: fixtures.subscriptionAllWebhooks })
    expect(value.data?.relationships?.user?.data).toEqual({ id: 'u1', type: 'webhook' })
    expect(placesOf(differences)).toEqual([
      'data.relationships.user.data.type: user',
      'data.relationships.vehicle.data.type: vehicle',
    ])
  })
  it('numeric ids become text, details as one object a list of one', () => {
    const { value, differences } = read(vehicles.serviceHistory.response, fixtures.services.looser)
    expect(value).toMatchObject([
      { serviceId: '4711', serviceTasks: [{ taskId: '9' }], serviceDetails: [{ type: 'manual_entry' }] },
    ])
    expect(placesOf(differences)).toEqual([
      '[0].serviceId: text or null',
      '[0].serviceTasks[0].taskId: text or null',
      '[0].serviceDetails: a list',
    ])
  })
  it('the older envelope still pages', () => {
    const { value, differences } = read(signals.values.response, fixtures.olderSignalList)
    expect(pagingOf(value)).toMatchObject({ pageNumber: 1, totalCount: 1, links: { prev: null, next: null } })
    expect(placesOf(differences)).toEqual(['meta.pageNumber: a whole number', 'links.prev: text or null'])
  })
})

describe('broken bodies', () => {
  const rowed = (...data: unknown[]) => read(connections.list.response, { ...fixtures.connectionList, data })

  it('one broken row hides no other and stands with its index', () => {
    const { id: _, ...without } = fixtures.connection
    const { value, differences } = rowed(
      fixtures.connection,
      without,
      null,
      'text',
      { ...fixtures.connection, id: '' },
      fixtures.connectionWithoutUser,
    )
    expect(value.data?.map(({ id }) => id)).toEqual([fixtures.connection.id, fixtures.connection.id])
    const rows = differences.filter(({ expected }) => expected === 'a whole record')
    expect(rows.map(({ path, got }) => [path[1], got])).toEqual([
      [1, without],
      [2, null],
      [3, 'text'],
      [4, { ...fixtures.connection, id: '' }],
    ])
  })
  it.each([
    ['missing', undefined, undefined, 'a whole number'],
    ['null', null, null, 'a whole number'],
    ['text of digits', '2020', 2020, 'a whole number'],
    ['text', 'new', undefined, 'a whole number'],
    ['a fraction', 2020.5, 2020.5, 'a whole number'],
    ['an object', {}, undefined, 'a whole number'],
  ])('a year that is %s', (_, given, kept, expected) => {
    const { attributes } = fixtures.connection
    const row = {
      ...fixtures.connection,
      attributes: { ...attributes, vehicle: { ...attributes.vehicle, year: given } },
    }
    const { value, differences } = rowed(row)
    expect(value.data?.[0]?.attributes?.vehicle?.year).toEqual(kept)
    expect(value.data?.[0]?.attributes?.vehicle?.make).toBe('Škoda')
    expect(placesOf(differences)).toEqual([`data[0].attributes.vehicle.year: ${expected}`])
  })
  it('an unknown mode and a time that is none are kept as sent', () => {
    const { attributes, meta } = fixtures.connection
    const { value, differences } = rowed({
      ...fixtures.connection,
      attributes: { ...attributes, vehicle: { ...attributes.vehicle, mode: 'test' } },
      meta: { ...meta, createdAt: 'yesterday' },
    })
    expect(value.data?.[0]?.attributes?.vehicle?.mode).toBe('test')
    expect(value.data?.[0]?.meta?.createdAt).toBe('yesterday')
    expect(placesOf(differences)).toEqual([
      'data[0].attributes.vehicle.mode: live or simulated',
      'data[0].meta.createdAt: a timestamp',
    ])
  })
  it.each([null, [], 'text', 7, true, {}])('a body that is %j', (body) => {
    const { value, differences } = read(connections.list.response, body)
    expect(value?.data ?? undefined).toBeUndefined()
    expect(differences.length).toBeGreaterThan(0)
  })
  it('unknown fields pass without a word', () => {
    expect(rowed({ ...fixtures.connection, included: { a: 1 } }).differences).toEqual([])
  })
  it('lists a bounded number of differences', () => {
    const { differences } = rowed(...Array.from({ length: 1000 }, () => ({ id: 'x' })))
    expect(differences.length).toBe(200)
  })
})

describe('any JSON at all', () => {
  const json = fc.jsonValue({ maxDepth: 6 })
  it.each(endpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
    '%s never throws',
    (_, { response }) => {
      fc.assert(
        fc.property(json, (body) => void read(response, JSON.parse(JSON.stringify(body)))),
        { numRuns: 150 },
      )
    },
  )
  it('a list is a list of things with ids, whatever came', () => {
    const rows = fc.array(fc.oneof(json, fc.record({ id: json, attributes: json }), fc.constant(fixtures.connection)))
    fc.assert(
      fc.property(rows, fc.oneof(json, fc.constant(fixtures.listMeta)), (data, meta) => {
        const { value } = read(connections.list.response, { data, meta, links: fixtures.listLinks })
        for (const { id } of value.data ?? []) expect(id).not.toBe('')
        expect((value.data ?? []).length).toBeLessThanOrEqual(data.length)
      }),
    )
  })
  it('prototype keys stay data', () => {
    const body = JSON.parse('{"data":{"id":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}')
    const { value } = read(connections.read.response, body)
    expect(value.data?.id).toBe('x')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(value.data)).toBe(Object.prototype)
  })
  it('nesting does not matter', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 2000; level += 1) deep = { attributes: deep }
    expect(() => read(connections.read.response, { data: { id: 'x', attributes: deep } })).not.toThrow()
  })
})
