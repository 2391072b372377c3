/** The document is valid OpenAPI 3.1, has the whole table, marks what is assumed, and fits the example bodies. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../api'
import * as fixtures from '../fixtures'
import { namedOperations } from '../operations'
import { openApiOf } from './openapi'
import { checkerOf, documentedOperations } from './openapi-harness'

const options = { version: '1.2.3', parameters: {}, headerPrefix: 'xy' }
const document = openApiOf(options)
const all = documentedOperations(document)
const { wrongIn } = checkerOf(document)
const named = (id: string, of = document) => {
  const found = documentedOperations(of).find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found.operation
}

describe('the document', () => {
  it('is valid OpenAPI 3.1, with hosts and without; one that is broken is not', async () => {
    const addresses = { vehicleData: 'https://a.test', vehicle: 'https://b.test', management: 'https://c.test' }
    const valid = async (of: object) => (await new Validator().validate(structuredClone({ ...of }))).valid
    expect(await valid(document)).toBe(true)
    expect(await valid(openApiOf({ ...options, addresses, headerPrefix: null }))).toBe(true)
    expect(await valid({ ...document, paths: { '/x': { get: { responses: 7 } } } })).toBe(false)
  })
  it('has every endpoint of the table once, with its host, effect, permission, dates and statuses', () => {
    expect(all).toHaveLength(endpoints.length)
    for (const endpoint of endpoints) {
      const { path, method, host, effect, errors, success } = endpoint
      const found = all.find((one) => one.path === path && one.method === method.toLowerCase())?.operation
      expect(found, endpoint.operation).toMatchObject({
        security: [{ [host]: [] }],
        'x-effect': effect,
        ...(endpoint.permission && { 'x-permission': endpoint.permission }),
        ...(endpoint.deprecation && { deprecated: true, 'x-deprecation': endpoint.deprecation }),
        ...(endpoint.extension && { 'x-extension': endpoint.extension }),
      })
      expect(Object.keys(found?.responses ?? {})).toEqual(
        expect.arrayContaining([success, 401, 403, ...errors].map(String)),
      )
      const inTable = endpoint.query ? Object.keys((endpoint.query as { shape?: object }).shape ?? {}) : [] // every query is an object
      const inDocument = found?.parameters.filter((one) => one.in === 'query').map(({ name }) => name) ?? []
      expect(inDocument.toSorted()).toEqual(inTable.toSorted())
    }
  })
  it('has no two hosts under one path, and each host’s address', () => {
    for (const { path } of all)
      expect(new Set(endpoints.filter((one) => one.path === path).map(({ host }) => host)).size).toBe(1)
    const addresses = { vehicleData: 'https://a.test', vehicle: 'https://b.test', management: 'https://c.test' }
    const { paths } = openApiOf({ ...options, addresses })
    expect(paths['/v3/webhooks']?.servers.map(({ url }) => url)).toEqual(['https://c.test', '/api/management'])
    expect(paths['/v2.0/vehicles/{id}/vin']?.servers[0]?.url).toBe('https://a.test')
  })
  it('says the price: of a path in a batch, of a request, or nothing', () => {
    const prices = all.map(({ operation }) => [operation.operationId, operation['x-price']])
    expect(Object.fromEntries(prices)).toMatchObject({
      'batch.send': { vehicleRequests: 1, per: 'path' },
      'vehicleData.vin': { vehicleRequests: 1, per: 'request' },
      'connections.list': { vehicleRequests: 0 },
      'connections.remove': { vehicleRequests: 0 },
    })
  })
})

describe('what is assumed', () => {
  it('is marked: names of queries and of the user’s header, statuses that are not shown, version 2.0’s errors', () => {
    const queried = all.flatMap(({ operation }) => operation.parameters.filter((one) => one.in !== 'path'))
    expect(queried.length).toBeGreaterThan(15)
    expect(queried.every((one) => one['x-assumed'] === true)).toBe(true)
    const statuses = (id: string) =>
      Object.entries(named(id).responses).flatMap(([status, one]) =>
        one['x-assumed'] === true ? [Number(status)] : [],
      )
    expect(statuses('connections.read')).toEqual([])
    expect(statuses('connections.remove')).toEqual([204])
    expect(statuses('subscriptions.create')).toEqual([202])
    expect(statuses('vehicleData.vin')).toEqual([400, 404, 409, 429, 430, 500, 501, 502]) // 401 and 403: section 5
    const { Version2Error, ConnectionsListResponse } = document.components.schemas
    expect(Version2Error).toMatchObject({ 'x-assumed': true })
    expect(JSON.stringify(ConnectionsListResponse)).toMatch(/"previous":\{[^}]*"x-assumed":true/)
  })
  it('is not marked where CONFIG names it: that name is in its place', () => {
    const configured = openApiOf({ ...options, parameters: { 'filter[userId]': 'filter[user]' } })
    const parameters = named('connections.list', configured).parameters
    expect(parameters.map(({ name }) => name)).not.toContain('filter[userId]')
    expect(parameters.find(({ name }) => name === 'filter[user]')).not.toHaveProperty('x-assumed')
  })
})

describe('its schemas', () => {
  it('all compile', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.length).toBeGreaterThan(namedOperations.length)
    for (const name of names) expect(() => wrongIn(`#/components/schemas/${name}`, {})).not.toThrow()
  })
  const list = { meta: fixtures.listMeta, links: fixtures.listLinks }
  const fitting: [string, unknown][] = [
    ['ConnectionsListResponse', fixtures.connectionList],
    ['ConnectionsReadResponse', { data: fixtures.connectionWithLinks }],
    ['WebhooksListResponse', { ...list, data: [fixtures.webhook, fixtures.webhookWithoutErrorUri] }],
    ['WebhooksReadResponse', { data: fixtures.webhook }],
    ['SubscriptionsReadResponse', { data: fixtures.subscription }],
    ['SubscriptionsListResponse', { ...list, data: [fixtures.subscription] }],
    ['SubscriptionsCreateResponse', { meta: { message: 'subscription creation in progress' } }],
    ['SignalsValuesResponse', fixtures.doorList],
    ...Object.values(fixtures.capacity).map((body): [string, unknown] => ['VehicleDataBatteryCapacityResponse', body]),
    ['VehicleDataServiceHistoryResponse', fixtures.services.one],
    ['VehicleDataServiceHistoryResponse', fixtures.services.several],
    ['VehicleDataTroubleCodesResponse', fixtures.troubleCodes],
    ['VehicleDataSystemStatusResponse', fixtures.systemStatus],
    ['VehicleDataVinResponse', fixtures.vin],
    ['BatchSendResponse', fixtures.batchAnswer],
    ['Version3Error', fixtures.version3Error],
    ...Object.values(fixtures.version2Errors).map((body): [string, unknown] => ['Version2Error', body]),
  ]
  it.each(fitting)('%s fits an example body, and none without a part of it', (name, body) => {
    const ref = `#/components/schemas/${name}`
    expect(wrongIn(ref, body)).toBe('')
    expect(wrongIn(ref, {})).not.toBe('')
  })
  it.each([
    ['SubscriptionsReadResponse', { data: fixtures.subscriptionAllWebhooks }],
    ['VehicleDataServiceHistoryResponse', fixtures.services.looser],
    ['SignalsValuesResponse', fixtures.olderSignalList],
    ['Version3Error', fixtures.olderVersion3Error],
  ])('%s says what differs in a body that services send all the same', (name, body) => {
    expect(wrongIn(`#/components/schemas/${name}`, body)).not.toBe('')
  })
  it('cover every response of the table', () => {
    const tested = new Set(fitting.map(([name]) => name))
    const responses = Object.keys(document.components.schemas).filter((name) => name.endsWith('Response'))
    expect(responses.filter((name) => !tested.has(name))).toEqual([])
  })
})
