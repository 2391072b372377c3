/** What the palette offers for a text. */
import { describe, expect, it } from 'vitest'
import type { TeamFound, TeamUser, TeamVehicle } from '../../api/team'
import { pageConfig as config } from '../../core/config-harness'
import { placesFor } from '../keyboard/shortcuts'
import { entriesFor, type Offered } from './palette-entries'

const user: TeamUser = {
  ...{
    id: 'u-1',
    externalId: '007',
    live: 1,
    simulated: 0,
    vehicles: 1,
    cars: ['2023 Tesla Model 3'],
    changedAt: null,
  },
}
const vehicle: TeamVehicle = {
  ...{ id: 'v-1', make: 'Tesla', model: 'Model 3', year: 2023, powertrainType: 'BEV', mode: 'live', connections: 1 },
  ...{ users: 1, userId: 'u-1', externalId: '007', changedAt: null },
}
/** The directory's response to a text that finds both. */
const both: TeamFound = { users: [user], vehicles: [vehicle], connections: [] }
const offered: Offered = {
  places: placesFor(false, config),
  recent: [{ kind: 'webhook', id: 'w/1', at: 1 }],
  names: new Map(),
  lookUp: () => undefined,
  views: [{ key: 'v', name: 'Simulated ones', address: '/connections?filter[vehicle.mode]=simulated', by: undefined }],
  actions: [{ key: 'a', text: 'Read VIN (1 request)', kind: 'on this page', icon: 'zap', go: () => undefined }],
}
const texts = (text: string) => entriesFor(text, offered).map((entry) => entry.text)
const groups = (text: string) => [...new Set(entriesFor(text, offered).map(({ group }) => group))]
const goes = (text: string) => entriesFor(text, offered).map(({ go }) => go)

describe('the palette', () => {
  it('offers every page and what was looked at, before anything is typed', () => {
    expect(texts('')).toEqual([
      ...['Webhook w/1', 'Overview', 'Connections', 'Users', 'Vehicles', 'Signals', 'Webhooks', 'Subscriptions'],
      ...['Deprecations', 'Jobs', 'Settings', 'Help', 'API operations', 'Simulated ones', 'Read VIN (1 request)'],
    ])
    expect(groups('')).toEqual(['Recent', 'Pages', 'Actions'])
  })
  it('calls what was looked at by its name where one is known, and offers it once', () => {
    const known = {
      ...offered,
      recent: [
        { kind: 'user', id: 'u-1', at: 2 },
        { kind: 'user', id: 'u-2', at: 1 },
      ] satisfies Offered['recent'],
      names: new Map([['u-1', '007']]),
    }
    expect(entriesFor('', known).slice(0, 2)).toMatchObject([
      { text: '007', code: 'u-1', kind: 'User', icon: 'users', go: '/users/u-1' },
      { text: 'User u-2', kind: 'Viewed', go: '/users/u-2' },
    ])
    expect(entriesFor('007', known).filter(({ go }) => go === '/users/u-1')).toHaveLength(1)
    expect(entriesFor('u-2', known).filter(({ kind }) => kind === 'Viewed')).toHaveLength(1)
    expect(entriesFor('user', known).filter(({ kind }) => kind === 'Viewed')).toEqual([]) // its page's address is no match
  })
  it('groups what is found in one order: names that begin so, the lookups, all else', () => {
    expect(groups('Web')).toEqual(['Go to', 'Look up'])
    expect(new Set(entriesFor('tesla', { ...offered, directory: both }).map(({ group }) => group))).toEqual(
      new Set(['Look up', 'Matches']),
    )
    expect(groups('s')).toEqual(['Go to', 'Look up', 'Pages', 'Actions'])
    expect(groups('ver view')).toEqual(['Look up', 'Pages'])
    expect(groups('vin')).toEqual(['Look up', 'Matches', 'Actions'])
    expect(entriesFor('conn', offered).find(({ text }) => text === 'Connections')?.keys).toBe('g c')
  })
  it('looks for a UUID without what was pasted with it, and offers an external ID with and without', () => {
    const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const pasted = entriesFor(`<\u200b${uuid}>`, offered)
    expect(pasted[0]).toMatchObject({ key: 'id', found: 'Removed 1 invisible character, quotes.' })
    expect(pasted.find(({ key }) => key === 'id user')?.go).toBe(`/users/${uuid}`)
    expect(goes('“007.”').slice(0, 3)).toEqual([
      '/connections?filter[user.externalId]=%E2%80%9C007.%E2%80%9D',
      '/connections?filter[user.externalId]=007',
      '/users?q=%E2%80%9C007.%E2%80%9D',
    ])
    expect(goes('\u200bwebh')[0]).toBe('/webhooks')
    expect(texts('\u200b')).toEqual(texts(''))
  })
  it('offers the record to those who may see it', () => {
    const found = (maySeeActivity: boolean) =>
      entriesFor('activ', { ...offered, places: placesFor(maySeeActivity, config) }).filter(
        ({ kind }) => kind === 'Page',
      )
    expect(found(true)).toMatchObject([{ text: 'Activity', go: '/activity' }])
    expect(found(false)).toEqual([])
  })
  it('finds pages and actions by a part of their names', () => {
    expect(texts('conn')).toContain('Connections')
    expect(texts('read vin')).toContain('Read VIN (1 request)')
  })
  it('finds signals by name, code and other words, of the vehicle in view', () => {
    const found = (text: string, vehicleId?: string) =>
      entriesFor(text, { ...offered, vehicleId }).filter(({ kind }) => kind === 'Signal')
    expect(found('mileage')).toMatchObject([
      { text: 'Odometer', code: 'odometer-traveleddistance', go: '/signals#odometer-traveleddistance' },
    ])
    expect(found('soc', 'v/1')[0]).toMatchObject({
      text: 'High-voltage battery state of charge',
      go: '/vehicles/v%2F1/signals/tractionbattery-stateofcharge',
    })
    expect(found('charge')).toHaveLength(6)
    expect(found('')).toEqual([])
    expect(found('read_vin')).toEqual([])
  })
  it('offers any id as each of the five', () => {
    expect(goes('36ab27d0-fd9d').slice(2)).toEqual([
      '/connections/36ab27d0-fd9d',
      '/users/36ab27d0-fd9d',
      '/vehicles/36ab27d0-fd9d',
      '/webhooks/36ab27d0-fd9d',
      '/subscriptions/36ab27d0-fd9d',
    ])
    expect(goes('a%b?c#d')).toContain('/connections/a%25b%3Fc%23d')
    for (const none of ['..', '...', 'tes', 'zoë'])
      expect(
        goes(none)
          .slice(2)
          .filter((go) => String(go).startsWith('/users/')),
      ).toEqual([])
    for (const some of ['a_b', 'tes1', 'abcdefgh', '١٢٣']) expect(groups(some)).toContain('Open by ID')
  })
  it('offers any text as an external ID and a search among users first, but for the beginning of a name', () => {
    expect(texts('a & b')).toEqual(['Connections with external ID “a & b”', 'Search users for “a & b”'])
    expect(goes('a & b')).toEqual(['/connections?filter[user.externalId]=a%20%26%20b', '/users?q=a%20%26%20b'])
    expect(texts('Web')[0]).toBe('Webhooks')
    expect(texts('read v')[0]).toBe('Read VIN (1 request)')
    expect(texts('simul')[0]).toBe('Simulated ones')
    expect(texts('hooks')[0]).toBe('Connections with external ID “hooks”')
  })
  it('offers to look up a UUID first', () => {
    const lookedUp: string[] = []
    const id = '36AB27D0-fd9d-4455-823a-ce30af709ffc'
    const [entry] = entriesFor(` ${id} `, { ...offered, lookUp: (one) => lookedUp.push(one) })
    expect(entry).toMatchObject({ text: 'Look up this ID (up to 3 free requests)', stays: true })
    if (typeof entry?.go === 'function') entry.go()
    expect(lookedUp).toEqual([id])
  })
  it('says that a link of too many parameters is opened with the first of them', () => {
    const [entry] = entriesFor(`/v3/connections?a=1${'&x=1'.repeat(1000)}`, offered)
    expect(entry?.kind).toBe('API link with too many parameters; only the first 1,000 are used')
  })
  it('opens a link of the API, whatever its host', () => {
    expect(goes('https://elsewhere.example/v3/connections?page[number]=3')).toEqual(['/connections?page[number]=3'])
  })
})

describe('what the directory finds', () => {
  const found = (text: string, directory: TeamFound) =>
    entriesFor(text, { ...offered, directory }).filter(({ group }) => group === 'Matches')
  it('is offered among the matches, each thing once', () => {
    const directory: TeamFound = {
      users: [{ ...user, id: 'u-9', externalId: '<b>‮0070</b>' }, user, { ...user, id: 'u-0', externalId: null }],
      vehicles: [{ ...vehicle, id: 'v-9' }],
      connections: [{ id: 'c-9', userId: 'u-9', vehicleId: null, mode: 'live' }],
    }
    expect(found('00', directory).map(({ go }) => go)).toEqual([
      '/users/u-9',
      '/users/u-1',
      '/users/u-0',
      '/vehicles/v-9',
      '/connections/c-9',
    ])
    expect(found('00', directory).map(({ text, kind }) => [text, kind])).toContainEqual(['<b>‮0070</b>', 'User'])
    const recent: Offered['recent'] = [{ kind: 'user', id: 'u-1', at: 1 }]
    const entries = entriesFor('u-1', { ...offered, recent, directory })
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  })
  it('says by what it was found if that is not its name', () => {
    const pairs = (text: string) => found(text, both).map((entry) => [entry.text, entry.found])
    expect(pairs('tesla')).toEqual([
      ['007', '2023 Tesla Model 3'],
      ['2023 Tesla Model 3', undefined],
    ])
    expect(pairs('007')).toEqual([
      ['007', undefined],
      ['2023 Tesla Model 3', '007'],
    ])
  })
  it('stays a few of each, however much was sent', () => {
    const users = Array.from({ length: 300 }, (_, nth) => ({ ...user, id: `many-${nth}` }))
    expect(found('00', { ...both, users }).filter(({ kind }) => kind === 'User')).toHaveLength(6)
  })
})
