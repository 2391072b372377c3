/** Fields that the interface does not show are found wherever they stand, and nothing else is taken for one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from './api'
import { batch } from './batch'
import { connections } from './connections'
import * as fixtures from './fixtures'
import { pathText, read } from './read'
import { MOST_UNSHOWN, unshownIn } from './unshown'
import { vehicleData } from './vehicle-data'

const placesIn = (...given: Parameters<typeof unshownIn>) => unshownIn(...given).map(({ path }) => pathText(path))

describe('unshownIn', () => {
  it('finds none in what is as the interface shows it', () => {
    expect(placesIn(connections.list.response, fixtures.connectionList)).toEqual([])
    expect(placesIn(batch.send.response, fixtures.batchAnswer)).toEqual([])
  })
  it('finds them at every depth, in rows, and under prototype keys', () => {
    const row = JSON.parse(
      JSON.stringify({ ...fixtures.connection, extra: 1 }).replace(
        '"attributes":{',
        '"attributes":{"__proto__":1,"constructor":2,',
      ),
    )
    expect(
      placesIn(connections.list.response, { ...fixtures.connectionList, data: [fixtures.connection, row] }),
    ).toEqual(['data[1].attributes.__proto__', 'data[1].attributes.constructor', 'data[1].extra'])
  })
  it('looks into one record where a list is shown, and into neither of what is open', () => {
    expect(
      placesIn(vehicleData.troubleCodes.response, { activeCodes: { code: 'P1', timestamp: null, new: 1 } }),
    ).toEqual(['activeCodes.new'])
    expect(placesIn(vehicleData.serviceHistory.response, [{ new: 1 }])).toEqual(['[0].new'])
    const item = { path: '/odometer', code: 200, body: { anything: 1 }, headers: { 'x-any': 'a' } }
    expect(placesIn(batch.send.response, { responses: [item] })).toEqual([])
  })
  it('never throws, is bounded, and names only what was sent', () => {
    const many = Object.fromEntries(Array.from({ length: 3 * MOST_UNSHOWN }, (_, index) => [`f${index}`, index]))
    expect(unshownIn(connections.read.response, many)).toHaveLength(MOST_UNSHOWN)
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), fc.jsonValue({ maxDepth: 6 }), ({ response }, body) =>
        unshownIn(response, body).every(({ path, got }) => {
          const at = path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], body)
          return at === got
        }),
      ),
      { numRuns: 500 },
    )
  })
  it('and what differs are never the same place', () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), fc.jsonValue({ maxDepth: 6 }), ({ response }, body) => {
        const differing = new Set(read(response, body).differences.map(({ path }) => pathText(path)))
        return placesIn(response, body).every((place) => !differing.has(place))
      }),
      { numRuns: 300 },
    )
  })
})
