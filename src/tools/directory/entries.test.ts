/** The directory's entries: what the lists are made of. */
import { describe, expect, it } from 'vitest'
import { Connection } from '../../api/connections'
import * as fixtures from '../../api/fixtures'
import { read } from '../../api/read'
import { Entries, isPresent, type Keepable, keepable, presentOf } from './entries'

const row = (over: Partial<Keepable> = {}): Keepable => ({
  id: 'c1',
  userId: 'u1',
  externalId: '007',
  vehicleId: 'v1',
  make: 'Tesla',
  model: 'Model 3',
  year: 2023,
  powertrainType: 'BEV',
  mode: 'live',
  changedAt: 5,
  permissions: ['read_vin'],
  ...over,
})
function entriesOf(...rows: Keepable[]): Entries {
  const entries = new Entries()
  for (const one of rows) entries.add(one)
  return entries
}

describe('entries', () => {
  it('gather users and vehicles over connections, each connection once', () => {
    const entries = entriesOf(row(), row({ id: 'c2', vehicleId: 'v2' }), row({ id: 'c3', userId: 'u2' }), row())
    expect([entries.connections.size, entries.users.size, entries.vehicles.size]).toEqual([3, 2, 2])
    expect(entries.users.get('u1')?.connections.map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect(entries.vehicles.get('v1')?.connections.map(({ id }) => id)).toEqual(['c1', 'c3'])
    expect(entries.userList.map(({ id }) => id)).toEqual(['u1', 'u2'])
  })
  it('take what is newer about a connection, in place', () => {
    const entries = entriesOf(row(), row({ id: 'c2', userId: 'u2' }), row({ changedAt: 9, permissions: [] }))
    expect(entries.connections.get('c1')).toMatchObject({ changedAt: 9, permissions: [] })
    expect(entries.userList.map(({ id }) => id)).toEqual(['u1', 'u2'])
    expect(entries.users.get('u1')?.connections).toHaveLength(1)
  })
  it('take an external id that a later connection names', () => {
    const entries = entriesOf(row({ externalId: undefined }), row({ id: 'c2', externalId: 'A-1' }))
    expect(entries.users.get('u1')).toMatchObject({ externalId: 'A-1', text: 'u1 a-1' })
    entries.add(row({ id: 'c3', externalId: undefined }))
    expect(entries.users.get('u1')?.externalId).toBe('A-1')
  })
  it('live without user and vehicle', () => {
    const entries = entriesOf(row({ userId: undefined, vehicleId: undefined }))
    expect([entries.connections.size, entries.users.size, entries.vehicles.size]).toEqual([1, 0, 0])
  })
  it('leave out what was removed, though a row that is drawn keeps its numbers', () => {
    const entries = entriesOf(row(), row({ id: 'c2', vehicleId: 'v2' }), row({ id: 'c3', userId: 'u2' }))
    const user = entries.userList[0]
    const vehicle = entries.vehicleList[0]
    if (!user || !vehicle) throw new Error('both were added')
    entries.forget('c2')
    expect(presentOf(user)).toHaveLength(1)
    entries.forgetUser('u1')
    entries.forgetUser('nobody')
    expect(isPresent(user)).toBe(false)
    expect(presentOf(user)).toHaveLength(2)
    expect(isPresent(vehicle)).toBe(true)
    expect(presentOf(vehicle).map(({ id }) => id)).toEqual(['c3'])
  })
  it('are read from a connection as the service sends it, and from one that lacks nearly everything', () => {
    const given = read(Connection, fixtures.connection)
    expect(keepable({ ...given.value, id: 'c' })).toMatchObject({
      id: 'c',
      mode: expect.stringMatching(/live|simulated/),
    })
    expect(keepable({ id: 'bare' })).toEqual({
      id: 'bare',
      userId: undefined,
      externalId: undefined,
      vehicleId: undefined,
      make: undefined,
      model: undefined,
      year: undefined,
      powertrainType: undefined,
      mode: 'unknown',
      changedAt: 0,
      permissions: [],
    })
  })
})
