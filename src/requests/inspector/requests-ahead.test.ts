/** The calls that a page can make: each operation of the interface is seen somewhere before it is made. */
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../api/api'
import { pathOf } from '../../api/endpoint'
import { callsAhead } from './requests-ahead'

const seen = (pathname: string, params = {}, search = {}) =>
  callsAhead(pathname, params, search, []).map(({ endpoint, input, isTemplate }) =>
    [isTemplate && '…', endpoint.method, pathOf(endpoint, input.path), input.query && JSON.stringify(input.query)]
      .filter(Boolean)
      .join(' '),
  )

describe('the calls ahead', () => {
  it('of a list: what it asks, and what a row can be told', () => {
    expect(seen('/connections', {}, { 'filter[userId]': 'u', 'page[number]': '2' })).toEqual([
      'GET /v3/connections {"filter[userId]":"u","page[number]":"2"}',
      '… DELETE /v3/connections/CONNECTION_ID',
      '… POST /v3/subscriptions',
    ])
    expect(seen('/users', {}, { q: 'ann' })).toEqual(['GET /v3/connections {}', '… DELETE /v3/users/USER_ID'])
  })
  it('of one thing: with its id as one segment', () => {
    expect(seen('/connections/a%2Fb', { connectionId: 'a/b' })).toEqual([
      'GET /v3/connections/a%2Fb',
      'DELETE /v3/connections/a%2Fb',
      '… POST /v3/subscriptions',
    ])
    expect(seen('/users/u', { userId: 'u' })).toEqual([
      'DELETE /v3/users/u',
      'GET /v3/connections {"filter[userId]":"u"}',
    ])
  })
  it('of a vehicle: every read, and the batch as the address has it', () => {
    const reads = callsAhead('/vehicles/v/batch', { vehicleId: 'v' }, { path: ['/odometer', '/vin'] }, [])
    const batch = reads.find(({ endpoint }) => endpoint.path.endsWith('/batch'))
    expect(batch?.input.body).toEqual({ requests: [{ path: '/odometer' }, { path: '/vin' }] })
    expect(batch?.isTemplate).toBe(false)
    expect(seen('/vehicles/v', { vehicleId: 'v' })).toContain('GET /v2.0/vehicles/v/vin')
  })
  it('leaves no operation of the interface out', () => {
    const pages = [
      callsAhead('/connections', {}, {}, []),
      callsAhead('/connections/c', { connectionId: 'c' }, {}, []),
      callsAhead('/users', {}, {}, []),
      callsAhead('/users/u', { userId: 'u' }, {}, []),
      callsAhead('/vehicles/v', { vehicleId: 'v' }, {}, []),
      callsAhead('/webhooks', {}, {}, []),
      callsAhead('/webhooks/w', { webhookId: 'w' }, {}, []),
      callsAhead('/subscriptions', {}, {}, []),
      callsAhead('/subscriptions/s', { subscriptionId: 's' }, {}, []),
    ].flat()
    const operations = new Set(pages.map(({ endpoint }) => endpoint.operation))
    const missing = endpoints.filter(
      ({ extension, operation }) => extension === undefined && !operations.has(operation),
    )
    expect(missing.map(({ operation }) => operation)).toEqual([])
  })
  it('shows an extension only where it is on', () => {
    expect(seen('/subscriptions')).not.toContain('GET /v3/subscriptions {}')
    expect(
      callsAhead('/subscriptions', {}, {}, ['subscriptions.list']).map(({ endpoint }) => endpoint.operation),
    ).toContain('GET /v3/subscriptions')
  })
})
