/** Whether connections are what a filter asked for, told by what they have. */
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from '../../api/connections'
import { contradictedBy, contradictedIn, contradictionsIn, leftOutInWords } from './filter-check'

const row: ConnectionRow = {
  id: 'c',
  attributes: { vehicle: { mode: 'live' }, user: { id: 'u', externalId: '007' } },
  relationships: { user: { data: { id: 'u' } }, vehicle: { data: { id: 'v' } } },
}
const [user, vehicle] = ['filter[userId]', 'filter[vehicleId]'] as const
const [mode, externalId] = ['filter[vehicle.mode]', 'filter[user.externalId]'] as const

describe('a row', () => {
  it.each([
    [user, 'u', 'other'],
    [vehicle, 'v', 'other'],
    [mode, 'live', 'simulated'],
    [externalId, '007', '7'],
  ])('is what %s asked for, or contradicts it', (name, own, other) => {
    expect(contradictedBy(row, { [name]: own })).toEqual([])
    expect(contradictedBy(row, { [name]: other })).toEqual([name])
    expect(contradictedBy(row, { [name]: '' })).toEqual([])
    expect(contradictedBy({ id: 'bare' }, { [name]: other })).toEqual([])
  })
  it('has the UUID that was requested in any case, and an external ID only to the letter', () => {
    const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const data = { data: { id } }
    const one: ConnectionRow = {
      id: 'c',
      attributes: { user: { id, externalId: id } },
      relationships: { user: data, vehicle: data },
    }
    const upper = id.toUpperCase()
    expect(contradictedBy(one, { [user]: upper, [vehicle]: upper, [externalId]: upper })).toEqual([externalId])
  })
  it('names its user by the relationship alone, too', () => {
    const { attributes: _, ...bare } = row
    expect(contradictedBy(bare, { [user]: 'other', [mode]: 'simulated', [externalId]: '8' })).toEqual([user])
  })
  it('of a user without an external id contradicts one', () => {
    const without = { id: 'c', attributes: { user: { id: 'u', externalId: null } } }
    expect(contradictedBy(without, { [externalId]: '007' })).toEqual([externalId])
  })
  it('of a mode of its own counts as live', () => {
    const test = { id: 'c', attributes: { vehicle: { mode: 'test' } } }
    expect(contradictedBy(test, { [mode]: 'live' })).toEqual([])
    expect(contradictedBy(test, { [mode]: 'simulated' })).toEqual([mode])
  })
})

it('is told with the filter and how many rows', () => {
  const filters = { [user]: 'other', [mode]: 'simulated' }
  expect(contradictionsIn([row, { id: 'bare' }], filters)).toEqual([
    'The API ignored filter[userId] (assumed name): 1 row doesn’t match.',
    'The API ignored filter[vehicle.mode] (assumed name): 1 row doesn’t match.',
  ])
  expect(leftOutInWords(contradictedIn([row, row], { [vehicle]: 'w' }))).toEqual([
    'The API ignored filter[vehicleId] (assumed name): 2 rows don’t match and are hidden.',
  ])
})
