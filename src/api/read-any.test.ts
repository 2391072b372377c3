/** Whatever JSON a service sends, an answer has the shape that the pages were compiled against. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flawIn } from '../sandbox/hostile-bodies'
import { endpoints } from './api'
import { broken } from './broken-harness'
import { connections } from './connections'
import * as fixtures from './fixtures'
import { pathText, read } from './read'

const bodies: Record<string, unknown> = {
  'GET /v3/connections': fixtures.connectionList,
  'GET /v3/connections/{connectionId}': { data: fixtures.connectionWithLinks },
  'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values': fixtures.doorList,
  'POST /v3/subscriptions': { meta: { message: 'in progress' } },
  'GET /v3/subscriptions/{subscriptionId}': { data: fixtures.subscription },
  'GET /v3/subscriptions': { data: [fixtures.subscription], meta: fixtures.listMeta, links: fixtures.listLinks },
  'GET /v3/webhooks': { data: [fixtures.webhook], meta: fixtures.listMeta, links: fixtures.listLinks },
  'GET /v3/webhooks/{webhookId}': { data: fixtures.webhook },
  'POST /v2.0/vehicles/{id}/batch': fixtures.batchAnswer,
  'GET /v2.0/vehicles/{id}/battery/nominal_capacity': fixtures.capacity.ownerChose,
  'GET /v2.0/vehicles/{id}/service/history': fixtures.services.several,
  'GET /v2.0/vehicles/{id}/diagnostics/dtcs': fixtures.troubleCodes,
  'GET /v2.0/vehicles/{id}/diagnostics/system_status': fixtures.systemStatus,
  'GET /v2.0/vehicles/{id}/vin': fixtures.vin,
}

/** JSON with the names that would reach a prototype. */
const names = fc.constantFrom('__proto__', 'constructor', 'prototype', 'id', 'data', 'attributes', 'toString')
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(names, tie('node')),
    ),
  })).node,
)
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const table = endpoints.map((endpoint) => [endpoint.operation, endpoint] as const)

describe('any JSON at all', () => {
  it('every operation with a body has one here', () => {
    const silent = endpoints.filter(({ method }) => method === 'DELETE').map(({ operation }) => operation)
    expect([...Object.keys(bodies), ...silent].toSorted()).toEqual(
      endpoints.map(({ operation }) => operation).toSorted(),
    )
  })
  it.each(table)('%s: foreign bodies have the shape', (_, { response, method }) => {
    fc.assert(
      fc.property(json, (given) => {
        const { value, differences } = read(response, asSent(given))
        expect(flawIn(response, value)).toBeUndefined()
        if (method !== 'DELETE') expect(typeof value === 'object' && value !== null).toBe(true)
        expect(new Set(differences.map(({ path }) => JSON.stringify(path))).size).toBe(differences.length)
      }),
      { numRuns: 80 },
    )
  })
  it.each(Object.entries(bodies))(
    '%s: a body broken in one place has the shape, and the place is listed',
    (operation, body) => {
      const response = endpoints.find((endpoint) => endpoint.operation === operation)?.response
      if (!response) throw new Error(`No ${operation}`)
      expect(read(response, body)).toEqual({ value: body, differences: [] })
      fc.assert(
        fc.property(fc.array(fc.nat(50), { maxLength: 7 }), json, (turns, by) => {
          const given = asSent(broken(body, turns, by))
          const { value, differences } = read(response, given)
          expect(flawIn(response, value)).toBeUndefined()
          if (response.safeParse(given).success) expect(differences).toEqual([])
          else expect(differences.map(({ path }) => pathText(path))).not.toEqual([])
        }),
        { numRuns: 150 },
      )
    },
  )
  it('every row is either kept or listed with its index and its raw value, and good ones are unchanged', () => {
    const rows = fc.array(fc.oneof(json, fc.record({ id: json, attributes: json }), fc.constant(fixtures.connection)))
    fc.assert(
      fc.property(rows, (data) => {
        const sent = asSent(data) as unknown[] // it was a list
        const { value, differences } = read(connections.list.response, { ...fixtures.connectionList, data: sent })
        const out = differences.filter(({ path }) => path.length === 2 && path[0] === 'data')
        expect((value.data ?? []).length + out.length).toBe(sent.length)
        for (const { path, got } of out) expect(got).toBe(sent[Number(path[1])])
        const good = data.filter((row) => row === fixtures.connection)
        expect(value.data?.filter(({ id }) => id === fixtures.connection.id)).toEqual(good)
      }),
    )
  })
  it('prototype keys stay data', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).toString()
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'
    for (const { response } of endpoints) {
      const text = `${hostile},"id":"x","data":[${hostile},"id":"x"}],"responses":[${hostile},"headers":${hostile},"a":1}}]}`
      read(response, JSON.parse(text))
      read(response, JSON.parse(`{"data":${text}}`))
      read(response, JSON.parse(`[${text}]`))
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(Object.getOwnPropertyNames(Object.prototype).toString()).toBe(before)
  })
  it.each([20, 2000])('nesting of %i levels does not matter', (levels) => {
    let deep: unknown = 'end'
    for (let level = 0; level < levels; level += 1) deep = level % 2 ? { attributes: deep, data: deep } : [deep]
    for (const { response } of endpoints) {
      expect(flawIn(response, read(response, deep).value)).toBeUndefined()
      expect(flawIn(response, read(response, { data: [{ id: 'x', attributes: deep }] }).value)).toBeUndefined()
    }
  })
})
