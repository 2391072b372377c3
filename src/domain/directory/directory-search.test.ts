/** Searching the directory: what is found, and that it gives way to typing. */
import { afterEach, describe, expect, it } from 'vitest'
import { nextAccount } from '../../core/account'
import { findsUser, findsVehicle, Scan, wordsOf } from './directory-search'
import { Entries } from './entries'
import { ownersOf } from './lookup'
import { noteRemoved } from './removed'

afterEach(() => nextAccount(null))

function fleet(count: number): Entries {
  const entries = new Entries()
  for (let index = 0; index < count; index += 1) {
    entries.add({
      id: `c${index}`,
      userId: `user-${index}`,
      externalId: index === 3 ? '123456789012345678' : index === 4 ? '007' : `E-${index}`,
      vehicleId: `vehicle-${index}`,
      make: index % 2 ? 'Tesla' : 'Renault',
      model: index % 2 ? 'Model 3' : 'Zoe',
      year: 2020 + (index % 5),
      powertrainType: 'BEV',
      mode: 'live',
      changedAt: 1,
      permissions: [],
    })
  }
  return entries
}
const users = (entries: Entries, question: string) => {
  const words = wordsOf(question)
  return entries.userList.filter((user) => findsUser(user, words)).map(({ id }) => id)
}
const vehicles = (entries: Entries, question: string) => {
  const words = wordsOf(question)
  return entries.vehicleList.filter((vehicle) => findsVehicle(vehicle, words)).map(({ id }) => id)
}

describe('a search', () => {
  const entries = fleet(10)
  it.each([
    ['user-7', ['user-7']],
    ['123456789012345678', ['user-3']],
    ['007', ['user-4']],
    ['vehicle-6', ['user-6']],
    ['tesla MODEL 2023', ['user-3']],
    ['renault 007', ['user-4']],
    ['nobody', []],
  ])('of users for %s finds %j', (question, found) => {
    expect(users(entries, question)).toEqual(found)
  })
  it.each([
    ['vehicle-2', ['vehicle-2']],
    ['zoe', ['vehicle-0', 'vehicle-2', 'vehicle-4', 'vehicle-6', 'vehicle-8']],
    ['3 tesla 2021', ['vehicle-1']],
    ['007', ['vehicle-4']],
    ['user-5', ['vehicle-5']],
  ])('of vehicles for %s finds %j', (question, found) => {
    expect(vehicles(entries, question)).toEqual(found)
  })
  it('of nothing finds all', () => {
    expect(users(entries, '  ')).toHaveLength(10)
  })
})

describe('a scan', () => {
  it('goes on where it ended as the list grows, and finds each entry once', async () => {
    const entries = fleet(5)
    const scan = new Scan(entries.userList, () => true)
    await scan.run(() => true)
    expect([scan.matches.length, scan.isDone]).toEqual([5, true])
    entries.add({ ...fleetRow, id: 'new', userId: 'late' })
    expect(scan.isDone).toBe(false)
    await scan.run(() => true)
    expect(scan.matches.map(({ id }) => id)).toEqual(['user-0', 'user-1', 'user-2', 'user-3', 'user-4', 'late'])
  })
  it('gives way every few milliseconds, and ends where nobody wants it any more', async () => {
    const { userList } = fleet(4000)
    let clock = 0
    let slices = 0
    const scan = new Scan(userList, () => true)
    await scan.run(
      () => {
        slices += 1
        return slices < 4
      },
      () => {
        clock += 5 // every look at the clock finds it later
        return clock
      },
    )
    expect(slices).toBe(4)
    expect(scan.isDone).toBe(false)
    expect(scan.matches.length).toBeLessThan(4000)
    await scan.run(() => true)
    expect(scan.matches).toHaveLength(4000)
  })
  it('leaves out what was removed', async () => {
    const entries = fleet(5)
    noteRemoved('user', ['user-2'])
    const scan = new Scan(entries.userList, () => true)
    await scan.run(() => true)
    expect(scan.matches.map(({ id }) => id)).not.toContain('user-2')
  })
})

const fleetRow = {
  externalId: undefined,
  vehicleId: 'v',
  make: 'Kia',
  model: 'EV9',
  year: 2025,
  powertrainType: 'BEV',
  mode: 'live',
  changedAt: 1,
  permissions: [],
}

describe('what the service is asked for', () => {
  const uuid = '619daab6-a2a6-440b-a420-59be4aed236e'
  it('by a whole id: user, vehicle and external id', () => {
    expect(ownersOf(uuid, 'users')).toEqual([
      { 'filter[userId]': uuid },
      { 'filter[vehicleId]': uuid },
      { 'filter[user.externalId]': uuid },
    ])
  })
  it.each(['007', '1e5', 'true', 'a&b', 'alice'])('by %s among users: external id', (text) => {
    expect(ownersOf(text, 'users')).toEqual([{ 'filter[user.externalId]': text }])
  })
  it('nothing for no text, nor for a plain word among vehicles', () => {
    expect([ownersOf('', 'users'), ownersOf('tesla', 'vehicles'), ownersOf('model 3', 'vehicles')]).toEqual([
      [],
      [],
      [],
    ])
    expect(ownersOf('007', 'vehicles')).toEqual([{ 'filter[user.externalId]': '007' }])
  })
})
