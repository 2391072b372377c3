/** Answers are read without ever being refused: what fits is kept, what differs is listed (section 2). */
import { describe, expect, it } from 'vitest'
import { batch } from './batch'
import { connections } from './connections'
import * as fixtures from './fixtures'
import { pagingOf } from './json-api'
import { MOST_TEXT, pathText, read } from './read'
import { signals } from './signals'
import { subscriptions } from './subscriptions'
import { vehicleData } from './vehicle-data'
import { webhooks } from './webhooks'

const placesOf = (differences: ReturnType<typeof read>['differences']) =>
  differences.map(({ path, expected }) => `${pathText(path)}: ${expected}`)

describe('bodies that services send', () => {
  const whole = [
    ['connections', connections.list, fixtures.connectionList],
    ['a connection with every link', connections.read, { data: fixtures.connectionWithLinks }],
    ['a connection without its user', connections.read, { data: fixtures.connectionWithoutUser }],
    ['a webhook', webhooks.read, { data: fixtures.webhook }],
    ['a webhook without an error address', webhooks.read, { data: fixtures.webhookWithoutErrorUri }],
    ['a subscription', subscriptions.read, { data: fixtures.subscription }],
    ['an accepted subscription', subscriptions.create, { meta: { message: 'in progress' } }],
    ['capacity, case a', vehicleData.batteryCapacity, fixtures.capacity.determined],
    ['capacity, case b', vehicleData.batteryCapacity, fixtures.capacity.ownerMustChoose],
    ['capacity, case c', vehicleData.batteryCapacity, fixtures.capacity.ownerChose],
    ['one service record', vehicleData.serviceHistory, fixtures.services.one],
    ['several service records', vehicleData.serviceHistory, fixtures.services.several],
    ['trouble codes', vehicleData.troubleCodes, fixtures.troubleCodes],
    ['system status with an unknown system', vehicleData.systemStatus, fixtures.systemStatus],
    ['a VIN', vehicleData.vin, fixtures.vin],
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
    const { value, differences } = read(vehicleData.serviceHistory.response, fixtures.services.looser)
    expect(value).toMatchObject([
      { serviceId: '4711', serviceTasks: [{ taskId: '9' }], serviceDetails: [{ type: 'manual_entry' }] },
    ])
    expect(placesOf(differences)).toEqual([
      '[0].serviceId: text or null',
      '[0].serviceTasks[0].taskId: text or null',
      '[0].serviceDetails: a list',
    ])
  })
  it('a signal of its own is no list, and is said to be none', () => {
    const { value, differences } = read(signals.values.response, fixtures.bareSignal)
    expect(value.data).toBeUndefined()
    expect(placesOf(differences)[0]).toBe('data: a list')
  })
  it('the older envelope still pages', () => {
    const { value, differences } = read(signals.values.response, fixtures.olderSignalList)
    expect(pagingOf(value)).toMatchObject({ pageNumber: 1, totalCount: 2, links: { prev: null, next: null } })
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
  it.each([null, [], 'text', 7, true, {}])('a body that is %j is an empty answer, never no answer', (body) => {
    const { value, differences } = read(connections.list.response, body)
    expect(value).toEqual({})
    expect(differences.length).toBeGreaterThan(0)
  })
  it.each([null, 'text', 7, true, undefined])('a service history that is %j is neither a record nor a list', (body) => {
    const { value, differences } = read(vehicleData.serviceHistory.response, body)
    expect(value).toEqual({})
    expect(differences).toEqual([{ path: [], expected: 'an object or a list', got: body }])
  })
  it('an empty id is no id, though everything else fits', () => {
    const empty = { ...fixtures.connection, id: '' }
    const { value, differences } = rowed(fixtures.connectionWithoutUser, empty)
    expect(value.data).toEqual([fixtures.connectionWithoutUser])
    expect(placesOf(differences)).toEqual(['data[1].id: an ID', 'data[1]: a whole record'])
    expect(differences[1]?.got).toBe(empty)
  })
  it.each(['.', '..'])('“%s” is no id: no address could hold it', (id) => {
    const { value, differences } = rowed(fixtures.connectionWithoutUser, { ...fixtures.connection, id })
    expect(value.data).toEqual([fixtures.connectionWithoutUser])
    expect(placesOf(differences)).toEqual(['data[1].id: an ID', 'data[1]: a whole record'])
  })
  it('a text that no address holds is cut, and said to be; the body keeps it whole', () => {
    const long = `${'x'.repeat(MOST_TEXT - 1)}😀${'y'.repeat(100_000)}`
    const row = { ...fixtures.connection, id: long }
    const { value, differences } = rowed(row)
    const [read] = value.data ?? []
    expect(read?.id).toHaveLength(MOST_TEXT + 1)
    expect(read?.id.isWellFormed()).toBe(true)
    expect({ ...read, id: long }).toEqual(row)
    expect(placesOf(differences)).toEqual([`data[0].id: at most ${MOST_TEXT} characters`])
    expect(differences[0]?.got).toBe(long)
  })
  it('a numeric id is read as text', () => {
    const { value, differences } = rowed({ ...fixtures.connection, id: 4711 })
    expect(value.data?.[0]?.id).toBe('4711')
    expect(placesOf(differences)).toEqual(['data[0].id: an ID'])
  })
  it('no broken row is ever left out unseen', () => {
    const { value, differences } = rowed(...Array.from({ length: 300 }, () => ({ id: '' })), fixtures.connection)
    expect(value.data).toHaveLength(1)
    expect(differences.filter(({ expected }) => expected === 'a whole record')).toHaveLength(300)
  })
  it('a header of the wrong kind takes no other with it', () => {
    const headers = { 'xy-data-age': '2026-01-02T03:04:05Z', 'xy-count': 7, 'xy-odd': {}, 'xy-none': null }
    const body = { responses: [{ path: '/fuel', code: 200, body: null, headers }] }
    const { value, differences } = read(batch.send.response, body)
    expect(value.responses?.[0]).toEqual({
      path: '/fuel',
      code: 200,
      body: null,
      headers: { 'xy-data-age': '2026-01-02T03:04:05Z', 'xy-count': '7', 'xy-none': null },
    })
    expect(placesOf(differences)).toEqual([
      'responses[0].headers.xy-count: text',
      'responses[0].headers.xy-odd: text',
      'responses[0].headers.xy-none: text',
    ])
  })
  it('a signal value that differs elsewhere keeps its nulls', () => {
    const row = { row: 0, isLocked: null }
    expect(read(signals.values.response, { data: [row, 7] }).value.data).toEqual([row])
  })
  it.each([
    ['2026-01-02T03:04:05Z', true],
    ['2026-01-02T03:04:05.678901Z', true],
    ['2026-01-02T03:04Z', true],
    ['2026-01-02T03:04:05+00:00', true],
    ['2026-01-02T03:04:05+02:00', false],
    ['2026-01-02T03:04:05', false],
    ['2026-01-02 03:04:05', false],
    ['2026-01-02', false],
    ['2026-01-02 (about)', false],
    ['2026-02-30T00:00:00Z', false],
    ['2026-13-01T00:00:00Z', false],
    ['', false],
  ])('the time %j is one: %j', (time, isOne) => {
    const { value, differences } = read(vehicleData.troubleCodes.response, {
      activeCodes: [{ code: 'P0', timestamp: time }],
    })
    expect(value.activeCodes?.[0]?.timestamp).toBe(time)
    expect(placesOf(differences)).toEqual(isOne ? [] : ['activeCodes[0].timestamp: a timestamp or null'])
  })
  it('unknown fields pass without a word', () => {
    expect(rowed({ ...fixtures.connection, included: { a: 1 } }).differences).toEqual([])
  })
  it('lists a bounded number of differences', () => {
    const { differences } = rowed(...Array.from({ length: 1000 }, () => ({ id: 'x' })))
    expect(differences.length).toBe(200)
  })
})
