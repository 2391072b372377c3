/** The table is section 4 of the interface, and a path can only ever name the operation it was made for. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints, extensions, match } from './api'
import { BadIdError, encodeId, hostNames, pathOf } from './endpoint'
import { isSoundSegment } from './segment'
import { signals } from './signals'

const v3 = [400, 401, 403, 404, 500]
/** Host, operation, permission, errors of section 7, dates of section 9. */
const section4 = [
  [
    'vehicleData',
    'POST /v2.0/vehicles/{id}/batch',
    'each requested endpoint’s own permission',
    [],
    '2026-10-01',
    '2026-12-31',
  ],
  ['vehicleData', 'GET /v2.0/vehicles/{id}/battery/nominal_capacity', 'read_battery', [], '2026-12-01', '2026-12-01'],
  ['vehicleData', 'GET /v2.0/vehicles/{id}/service/history', 'read_service_history', [], '2026-12-01', '2026-12-01'],
  ['vehicleData', 'GET /v2.0/vehicles/{id}/diagnostics/dtcs', 'read_diagnostics', [], '2026-12-01', '2026-12-01'],
  [
    'vehicleData',
    'GET /v2.0/vehicles/{id}/diagnostics/system_status',
    'read_diagnostics',
    [],
    '2026-07-01',
    '2026-09-30',
  ],
  ['vehicleData', 'GET /v2.0/vehicles/{id}/vin', 'read_vin', [], '2026-10-01', '2026-12-31'],
  ['vehicle', 'GET /v3/connections', undefined, v3],
  ['vehicle', 'GET /v3/connections/{connectionId}', undefined, v3],
  ['vehicle', 'DELETE /v3/connections/{connectionId}', undefined, v3],
  ['vehicle', 'DELETE /v3/users/{userId}', undefined, v3],
  ['vehicle', 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', undefined, []],
  ['management', 'POST /v3/subscriptions', undefined, [400, 401, 403, 404, 409, 500]],
  ['management', 'GET /v3/subscriptions/{subscriptionId}', undefined, v3],
  ['management', 'DELETE /v3/subscriptions/{subscriptionId}', undefined, v3],
  ['management', 'GET /v3/webhooks', undefined, [401, 403, 500]],
  ['management', 'GET /v3/webhooks/{webhookId}', undefined, [401, 403, 404, 500]],
]

describe('the table', () => {
  it('is section 4, no more and no less, extensions apart', () => {
    const rows = endpoints
      .filter(({ extension }) => !extension)
      .map(({ host, operation, permission, errors, deprecation }) => [
        host,
        operation,
        permission,
        errors,
        ...(deprecation ? [deprecation.from, deprecation.to] : []),
      ])
    const byOperation = (a: unknown[], b: unknown[]) => String(a[1]).localeCompare(String(b[1]))
    expect(rows.toSorted(byOperation)).toEqual(section4.toSorted(byOperation))
    expect(extensions).toEqual(['subscriptions.list'])
  })
  it('a change is a DELETE or the creation of a subscription; vehicle reads are billed', () => {
    const of = (effect: string) => endpoints.filter((one) => one.effect === effect).map(({ operation }) => operation)
    expect(of('change').every((operation) => /^DELETE |^POST \/v3\/subscriptions$/.test(operation))).toBe(true)
    expect(of('change')).toHaveLength(4)
    expect(of('billed')).toHaveLength(7)
  })
})

describe('encodeId', () => {
  it.each([
    ['a/b', 'a%2Fb'],
    ['%2F', '%252F'],
    ['%zz', '%25zz'],
    [' ', '%20'],
    ['\u0000\n', '%00%0A'],
    ['../..', '..%2F..'],
    ['a\udc00b', 'a%EF%BF%BDb'],
    ['..%2f', '..%252f'],
    ['...', '...'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['ü🚗', '%C3%BC%F0%9F%9A%97'],
    ['\ud800', '%EF%BF%BD'],
    ['\\..\\', '%5C..%5C'],
  ])('%j is one segment', (id, segment) => {
    expect(encodeId(id)).toBe(segment)
    expect(new URL(`http://h/v3/connections/${segment}`).pathname).toBe(`/v3/connections/${segment}`)
  })
  it.each(['', '.', '..'])('%j is refused', (id) => {
    expect(() => encodeId(id)).toThrow(BadIdError)
  })
})

describe('pathOf', () => {
  it('puts every id into its own place', () => {
    expect(pathOf(signals.values, { vehicleId: 'a/b', signalCode: '{vehicleId}' })).toBe(
      '/v3/vehicles/a%2Fb/signals/%7BvehicleId%7D/values',
    )
    expect(pathOf(signals.values, { vehicleId: '$&', signalCode: "$'" })).toBe(
      "/v3/vehicles/%24%26/signals/%24'/values",
    )
    expect(pathOf({ path: '/v3/connections' })).toBe('/v3/connections')
  })
  it.each<Record<string, string>>([{}, { vehicleId: 'v' }, { vehicleId: 'v', signalCode: '..' }])(
    'refuses %j, naming the one',
    (params) => {
      expect(() => pathOf(signals.values, params)).toThrow(/^(vehicleId|signalCode) can’t be/)
    },
  )
})

const id = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc
      .array(fc.constantFrom('.', '..', '/', '\\', '%', '%2e', '%2F', '?', '#', ';', '\u0000'), { minLength: 1 })
      .map((parts) => parts.join('')),
  )
  .filter((text) => text.isWellFormed() && isSoundSegment(encodeURIComponent(text)))

describe('match', () => {
  it.each(endpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
    '%s finds itself under any ids',
    (_, endpoint) => {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      fc.assert(
        fc.property(fc.array(id, { minLength: names.length, maxLength: names.length }), (ids) => {
          const params = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? '']))
          const found = match(endpoint.host, endpoint.method, pathOf(endpoint, params))
          expect(found?.endpoint).toBe(endpoint)
          expect(
            Object.fromEntries(
              Object.entries(found?.params ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
            ),
          ).toEqual(params)
        }),
      )
    },
  )
  it.each([
    '/v3/connections/',
    '/v3/connections/..',
    '/v3/connections/.',
    '/v3/connections/%2e%2e',
    '/v3/connections/%2E.',
    '/v3/connections/.%2e',
    '/v3//connections',
    '/v3/connections/a/b',
    '/v3/connections/a\\b',
    '/v3/connections/a#b',
    '/v3/connections/%2e',
    '/v3/connections/%2E%2E',
    '/v3/connections/..%2f',
    '/v3/connections/..%2Fusers',
    '/v3/connections/%2f..',
    '/v3/connections/a%2F..%2Fb',
    '/v3/connections/..%5c..',
    '/v3/connections/%252e%252e',
    '/v3/connections/..%252f',
    '/v3/connections/%25252e%25252e%25252f',
    '/v3/connections/..;a',
    '/v3/connections/..%3ba',
    '/v3/connections/%c0%ae%c0%ae',
    '/v3/connections/a%00',
    '/v3/connections/a%2500',
    '/v3/connections/a%0d%0ab',
    '/v3/connections/a%7F',
    '/v3/connections/a%C2%85',
    '/v3/vehicles/v/signals/..%2f..%2f/values',
    '/v3/connections/a?b',
    '/v3/connections/a/',
    '//v3/connections',
    '/v3/./connections',
    '/v3/connections\\a',
    'v3/connections',
    'http://h/v3/connections',
    '/v3/vehicles//signals/s/values',
    '/v3/vehicles/../signals/s/values',
    '/v3/vehicles/v/signals/%2e%2E/values',
    '/v3/{connections}',
    '/v3/Connections',
    '/v3%2Fconnections',
    '/v3/connections/x/../../users',
    '/v2.0/connections',
    '/',
    '',
  ])('%j is no operation', (path) => {
    for (const host of hostNames) expect(match(host, 'GET', path)).toBeUndefined()
  })
  it('method and host are part of the operation', () => {
    expect(match('vehicle', 'POST', '/v3/connections')).toBeUndefined()
    expect(match('vehicle', 'HEAD', '/v3/connections')).toBeUndefined()
    expect(match('management', 'GET', '/v3/connections')).toBeUndefined()
    expect(match('vehicle', 'get', '/v3/connections')).toBeUndefined()
    expect(match('management', 'DELETE', '/v3/webhooks/w')).toBeUndefined()
    expect(match('vehicle', 'DELETE', '/v3/connections')).toBeUndefined()
    expect(match('vehicle', 'GET', '/v3/users/u')).toBeUndefined()
  })
  it('an operation that is not offered is not found', () => {
    const offered = endpoints.filter(({ extension }) => !extension)
    expect(match('management', 'GET', '/v3/subscriptions')?.endpoint.extension).toBe('subscriptions.list')
    expect(match('management', 'GET', '/v3/subscriptions', offered)).toBeUndefined()
  })
})
