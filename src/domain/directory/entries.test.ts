/** The directory's entries: what the lists are made of. */
import { afterEach, describe, expect, it } from 'vitest'
import { type DirectoryRow, directoryRow } from '../../api/directory-row'
import { parseInstant } from '../../api/instant'
import { nextAccount } from '../../core/account'
import { Entries, isGone, isPresent, presentOf } from './entries'
import { noteRemoved, noteStillThere } from './removed'

const row = (over: Partial<DirectoryRow> = {}): DirectoryRow => ({
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
function entriesOf(...rows: DirectoryRow[]): Entries {
  const entries = new Entries()
  for (const one of rows) entries.add(one)
  return entries
}

afterEach(() => nextAccount(null))

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
    noteRemoved('connection', ['c2'])
    expect(presentOf(user)).toHaveLength(1)
    noteRemoved('user', ['u1', 'nobody'])
    expect(isPresent(user)).toBe(false)
    expect(presentOf(user)).toHaveLength(2)
    expect(isPresent(vehicle)).toBe(true)
    expect(presentOf(vehicle).map(({ id }) => id)).toEqual(['c3'])
  })
  it('have the times that the parts would draw', () => {
    const texts = ['2024-01-01T10:00:00Z', '0', '1700000000000', '8640000000000001', '-5', 'soon', '', null, undefined]
    const kept = texts.map((createdAt) => directoryRow({ id: 'c', meta: { createdAt } }).createdAt)
    expect(kept).toEqual(texts.map(parseInstant))
    expect(kept.filter((at) => at !== undefined)).toHaveLength(2)
  })
})

describe('who was removed', () => {
  const isListed = (entries: Entries, id: string) => {
    const entry = entries.connections.get(id)
    return entry !== undefined && !isGone(entry)
  }
  it('is not brought back by a page that comes later, as one of theirs that was not seen before is not', () => {
    const entries = entriesOf(row())
    noteRemoved('user', ['u1'])
    noteRemoved('connection', ['c8'])
    for (const one of [row(), row({ id: 'c7' }), row({ id: 'c8', userId: 'u2' })]) entries.add(one)
    expect(['c1', 'c7', 'c8'].filter((id) => isListed(entries, id))).toEqual([])
    expect(entries.userList.filter(isPresent)).toEqual([])
    expect(entries.vehicleList.filter(isPresent)).toEqual([])
  })
  it('is in no list that is begun anew, until a look has shown that they are still there', () => {
    noteRemoved('user', ['u1'])
    const entries = entriesOf(row(), row({ id: 'c2', userId: 'u2' }))
    expect(entries.userList.filter(isPresent).map(({ id }) => id)).toEqual(['u2'])
    noteStillThere('user', ['u1'])
    expect(entries.userList.filter(isPresent).map(({ id }) => id)).toEqual(['u1', 'u2'])
  })
  it('and has come back since is there with what is new', () => {
    noteRemoved('user', ['u1'])
    const later = Date.now() + 1000
    const entries = entriesOf(row({ createdAt: 1 }), row({ id: 'c2', createdAt: later }), row({ id: 'c3' }))
    expect(entries.userList.filter(isPresent)).toHaveLength(1)
    expect(['c1', 'c2', 'c3'].filter((id) => isListed(entries, id))).toEqual(['c2'])
  })
  it('is forgotten with the account', () => {
    noteRemoved('connection', ['c1'])
    nextAccount(null)
    expect(isListed(entriesOf(row()), 'c1')).toBe(true)
  })
})
