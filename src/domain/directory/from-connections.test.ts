/** Users and vehicles as they follow from connections. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import { isFound, usersIn, vehiclesIn } from './from-connections'

const connection = (id: string, userId: string, vehicleId: string, mode = 'live'): ConnectionRow => ({
  id,
  attributes: {
    permissions: [],
    user: { id: userId, externalId: `ext-${userId}` },
    vehicle: { make: 'Kia', model: vehicleId, year: 2025, powertrainType: 'BEV', mode },
  },
  relationships: {
    user: { data: { id: userId, type: 'user' } },
    vehicle: { data: { id: vehicleId, type: 'vehicle' } },
  },
  meta: { createdAt: '2026-01-01T00:00:00Z', updatedAt: `2026-01-0${id.length}T00:00:00Z` },
})
const rows = [
  connection('c', 'u-1', 'EV9'),
  connection('cc', 'u-1', 'Niro', 'simulated'),
  connection('ccc', 'u-2', 'EV9'),
  connection('c', 'u-1', 'EV9'), // listed twice
]

describe('connections', () => {
  it('tell their users, each connection counted once', () => {
    expect(usersIn(rows).map(({ sent }) => sent)).toEqual([
      {
        ...{ id: 'u-1', externalId: 'ext-u-1', live: 1, simulated: 1, vehicles: 2 },
        ...{ cars: ['2025 Kia EV9', '2025 Kia Niro'], changedAt: '2026-01-02T00:00:00.000Z' },
      },
      {
        ...{ id: 'u-2', externalId: 'ext-u-2', live: 1, simulated: 0, vehicles: 1 },
        ...{ cars: ['2025 Kia EV9'], changedAt: '2026-01-03T00:00:00.000Z' },
      },
    ])
  })
  it('tell their vehicles, with the first of their users', () => {
    const [vehicle, ...others] = vehiclesIn(rows).map(({ sent }) => sent)
    expect(vehicle).toEqual({
      ...{ id: 'EV9', make: 'Kia', model: 'EV9', year: 2025, powertrainType: 'BEV', mode: 'live', connections: 2 },
      ...{ users: 2, userId: 'u-1', externalId: 'ext-u-1', changedAt: '2026-01-03T00:00:00.000Z' },
    })
    expect(others).toHaveLength(1)
  })
  it('without a user or a vehicle are in no list', () => {
    expect([usersIn([{ id: 'x' }]), vehiclesIn([{ id: 'x' }])]).toEqual([[], []])
  })
})

it('a search finds all of its words in any order, and the filters beside it', () => {
  const found = (search: Parameters<typeof isFound>[1]) =>
    vehiclesIn(rows)
      .filter((one) => isFound(one, search))
      .map(({ sent }) => sent.id)
  expect(found({ q: ' kia EXT-u-1 ' })).toEqual(['EV9', 'Niro'])
  expect(found({ q: 'u-2' })).toEqual(['EV9'])
  expect(found({ q: 'kia', mode: 'simulated' })).toEqual(['Niro'])
  expect(found({ make: 'KIA', mode: 'live' })).toEqual(['EV9'])
  expect(found({ make: 'Tesla' })).toEqual([])
})
