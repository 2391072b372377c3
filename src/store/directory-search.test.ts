/** What a search finds in the directory, in which order, and where its pages end. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TeamSort } from '../api/team'
import { createDirectory, type Directory } from './directory'
import { at, idsOfPages, rowOf } from './directory-harness'
import { type Patience, searchShelf, userShelf } from './directory-search'
import { newRealm, sqlEngines, storeOf } from './harness'
import { SearchError } from './search-error'

const car = (make: string, model: string, year: number) => ({ make, model, year })

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let directory: Directory
  const openDirectory = async () => {
    return createDirectory(store, await newRealm(store))
  }
  beforeAll(async () => {
    directory = await openDirectory()
    const rows = [
      rowOf('c-ada-1', { externalId: 'Ada.Lovelace+50%@Example.com', changedAt: at(1).getTime() }),
      rowOf('c-ada-2', {
        externalId: 'Ada.Lovelace+50%@Example.com',
        ...car('BMW', 'i3', 2019),
        changedAt: at(2).getTime(),
      }),
      rowOf('c-bob-2', { externalId: 'bob_1\\x', ...car('BMW', 'i3', 2019), changedAt: at(3).getTime() }),
      rowOf('c-cat-3', { externalId: 'Žofie', ...car('ŠKODA', 'Enyaq iV', 2023), mode: 'simulated', changedAt: 0 }),
      rowOf('C-DAN-4', {
        userId: 'U-DAN',
        vehicleId: 'V-4',
        externalId: undefined,
        ...car('FORD', '比亚迪', 2020),
        changedAt: 0,
      }),
      rowOf('c-eve-5', { ...car('BMW', 'Mini', 2022) }),
    ]
    await directory.save(rows, at(9))
    await directory.gone(['c-eve-5'], at(10))
  }, 30_000)

  const users = async (q: string) => (await directory.users({ q, sort: 'name', limit: 9 })).rows.map(({ id }) => id)
  const vehicles = async (q: string) =>
    (await directory.vehicles({ q, sort: 'name', limit: 9 })).rows.map(({ id }) => id)

  describe('users', () => {
    it.each([
      ['any part of an external ID', 'lovelace', ['u-ada']],
      ['in any case', 'LOVE', ['u-ada']],
      ['letters beyond ASCII', 'žof', ['u-cat']],
      ['in any case, too', 'ŽOFIE škoda', ['u-cat']],
      ['letters that no index has', '比亚', ['U-DAN']],
      ['a make', 'tesla', ['u-ada']],
      ['a model', 'i3', ['u-ada', 'u-bob']],
      ['a year and a make, in any order', '2019 bmw', ['u-ada', 'u-bob']],
      ['every word', 'bmw tesla', ['u-ada']],
      ['every word, each only once', ' bmw  tesla bmw ', ['u-ada']],
      ['nobody for one word that is missing', 'bmw ford', []],
      ['the beginning of a user’s ID', 'u-bo', ['u-bob']],
      ['of a vehicle’s ID', 'v-2', ['u-ada', 'u-bob']],
      ['of a connection’s ID', 'c-cat', ['u-cat']],
      ['of an ID, in any case', 'u-dan', ['U-DAN']],
      ['of an ID, in any case', 'v-4', ['U-DAN']],
      ['no end of an ID', '-bob', []],
      ['one letter', 'ž', ['u-cat']],
      ['two letters', 'i3', ['u-ada', 'u-bob']],
      ['short words together', 'i 2 3', ['u-ada', 'u-bob', 'u-cat']],
      ['a percent sign as it is', '50%@', ['u-ada']],
      ['and nothing else by it', 'l%e', []],
      ['an underline as it is', 'b_1', ['u-bob']],
      ['and nothing else by it', 'a_a', []],
      ['a backslash as it is', '1\\x', ['u-bob']],
      ['nothing by a backslash at the end', 'ada\\', []],
      ['what stands around a NUL', 'bmw\0tesla', ['u-ada']],
      ['nothing by half a character', '\ud800', []],
      ['nothing by quotes', `'; DROP TABLE users; --`, []],
      ['nobody who is gone', 'mini', []],
      ['nobody who is gone, by an ID', 'c-eve', []],
    ])('are found by %s: %j', async (_, q, found) => {
      expect(await users(q)).toEqual(found)
    })
  })

  describe('vehicles', () => {
    it.each([
      ['model', 'enyaq', ['v-3']],
      ['part of an owner’s external ID', 'lovelace', ['v-2', 'v-1']],
      ['the beginning of an owner’s ID', 'u-bob', ['v-2']],
      ['of a connection’s ID', 'c-ada', ['v-2', 'v-1']],
      ['of its own ID', 'v-1', ['v-1']],
      ['make and owner', 'bmw ada', ['v-2']],
    ])('are found by %s: %s', async (_, q, found) => {
      expect(await vehicles(q)).toEqual(found)
    })
    it('are filtered by mode and make, also with words', async () => {
      const idsOf = async (search: { q?: string; mode?: string; make?: string }) =>
        (await directory.vehicles({ ...search, sort: 'name', limit: 9 })).rows.map(({ id }) => id)
      expect(await idsOf({ mode: 'simulated' })).toEqual(['v-3'])
      expect(await idsOf({ make: 'BMW' })).toEqual(['v-2'])
      expect(await idsOf({ make: 'BMW', mode: 'live', q: '2019' })).toEqual(['v-2'])
      expect(await idsOf({ make: 'BMW', mode: 'simulated' })).toEqual([])
      expect((await directory.vehicles({ make: 'BMW', limit: 9 })).count).toEqual({ value: 1, isExact: true })
    })
  })

  describe('anything', () => {
    it('is found by a few of each kind', async () => {
      const { users: people, vehicles: cars, connections } = await directory.find('c-ada', 5)
      expect([people.map(({ id }) => id), cars.map(({ id }) => id)]).toEqual([['u-ada'], ['v-2', 'v-1']])
      expect(connections).toEqual([
        { id: 'c-ada-1', userId: 'u-ada', vehicleId: 'v-1', mode: 'live' },
        { id: 'c-ada-2', userId: 'u-ada', vehicleId: 'v-2', mode: 'live' },
      ])
      expect((await directory.find('c-', 1)).connections).toHaveLength(1)
      expect((await directory.find('c-ada bmw', 5)).connections).toEqual([])
      expect(await directory.find(' ', 5)).toEqual({ users: [], vehicles: [], connections: [] })
    })
  })

  describe('a complete ID', () => {
    const found = async (q: string, isByParts?: boolean) => {
      const { users: people, vehicles: cars, connections, isEqual } = await directory.find(q, 5, isByParts)
      return { ids: [people, cars, connections].map((rows) => rows.map(({ id }) => id)), isEqual }
    }
    it.each([
      ['an external ID, in any case', ' ADA.lovelace+50%@example.COM ', [['u-ada'], ['v-2', 'v-1'], []]],
      ['beyond ASCII', 'ŽOFIE', [['u-cat'], ['v-3'], []]],
      ['a user’s ID', 'U-BOB', [['u-bob'], ['v-2'], []]],
      ['a vehicle’s ID', 'v-2', [['u-bob', 'u-ada'], ['v-2'], []]],
      ['a connection’s ID', 'c-dan-4', [['U-DAN'], ['V-4'], ['C-DAN-4']]],
    ])('finds what it names alone: %s', async (_, q, ids) => {
      expect(await found(q)).toEqual({ ids, isEqual: true })
    })
    it('finds what contains it, if asked to', async () => {
      expect(await found('v-2', true)).toEqual({ ids: [['u-bob', 'u-ada'], ['v-2'], []], isEqual: undefined })
    })
    it('finds nothing that is gone', async () => {
      expect(await found('c-eve-5')).toEqual({ ids: [[], [], []], isEqual: undefined })
    })
    it('that many share is searched for like any other text', async () => {
      const fleet = await openDirectory()
      const shared = Array.from({ length: 30 }, (_, index) => rowOf(`s-${index}-1`, { externalId: 'Depot' }))
      await fleet.save(shared, at(9))
      expect((await fleet.users({ q: 'depot', limit: 200 })).count).toEqual({ value: 30, isExact: true })
    })
    it('stands first in a list, and the following pages leave it out', async () => {
      const fleet = await openDirectory()
      const rows = ['f-8', 'f-84', 'f-843'].map((externalId, index) =>
        rowOf(`e-${index}-1`, { externalId, changedAt: at(index).getTime() }),
      )
      await fleet.save(rows, at(9))
      const page = await fleet.users({ q: 'F-8', limit: 2 })
      expect(page).toMatchObject({ rows: [{ externalId: 'f-8' }], count: { value: 1, isExact: false }, isEqual: true })
      const rest = await fleet.users({ q: 'F-8', limit: 2, after: page.next ?? '' })
      expect(rest).toMatchObject({ rows: [{ externalId: 'f-843' }, { externalId: 'f-84' }], next: null })
      expect(rest.count).toEqual({ value: 3, isExact: true })
    })
  })

  it('moves new trigrams into the search indexes when it is tidied', async () => {
    const fleet = await openDirectory()
    await fleet.tidy()
    await fleet.save([rowOf('c-ada-1')], at(1))
    expect(await fleet.tidy()).toBeGreaterThan(0)
    expect(await fleet.tidy()).toBe(0)
    expect(await fleet.users({ q: 'ada', limit: 9 })).toMatchObject({ rows: [{ id: 'u-ada' }] })
  })

  describe('a question', () => {
    it.each(['x'.repeat(201), 'a b c d e f g h i'])('that is too long is not sent', async (q) => {
      await expect(directory.users({ q, limit: 9 })).rejects.toEqual(new SearchError('question'))
      await expect(directory.vehicles({ q, limit: 9 })).rejects.toEqual(new SearchError('question'))
      await expect(directory.find(q, 9)).rejects.toEqual(new SearchError('question'))
    })
    it('of any text gets an answer', async () => {
      const text = fc.string({
        unit: fc.oneof(fc.constantFrom('%', '_', '\\', "'", '"', ' ', '\0'), fc.string()),
        maxLength: 20,
      })
      await fc.assert(
        fc.asyncProperty(text, async (q) => {
          const found = await directory.find(q.slice(0, 200), 9).catch((error: unknown) => error)
          if (found instanceof SearchError) expect(found.fault).toBe('question')
          else expect(found).toHaveProperty('users')
        }),
        { numRuns: 50 },
      )
    })
  })

  describe('pages', () => {
    const sorts: TeamSort[] = ['changed', 'connections', 'name']
    const many = async () => {
      const fleet = await openDirectory()
      const rows = Array.from({ length: 40 }, (_, index) =>
        rowOf(`c${index}-user${index % 13}-${index % 17}`, {
          externalId: index % 13 < 9 ? `Name ${(index % 13) % 4}` : undefined,
          ...(index % 17 < 12 ? {} : { make: undefined, model: undefined }),
          changedAt: index % 13 < 10 ? at(index % 3).getTime() : 0,
        }),
      )
      await fleet.save(rows, at(9))
      return fleet
    }
    const latestRealm = async () => Number((await store.query('SELECT max(realm) AS realm FROM users'))[0]?.realm)
    const part = { rows: 5, mostRows: 5, ms: 0, few: 0, mostJoined: 0 }
    it.each(sorts)('sorted by %s hold everyone once, in one order', async (sort) => {
      const fleet = await many()
      for (const list of [fleet.users, fleet.vehicles]) {
        const whole = await list({ sort, limit: 200 })
        const ids = whole.rows.map(({ id }) => id)
        expect([ids.length, whole.next, whole.count]).toEqual([ids.length, null, { value: ids.length, isExact: true }])
        for (const limit of [1, 4, ids.length])
          expect(await idsOfPages((after) => list({ sort, limit, ...(after && { after }) }))).toEqual(ids)
      }
    })
    it('put what has no name or no time last', async () => {
      const fleet = await many()
      const names = (await fleet.users({ sort: 'name', limit: 99 })).rows.map(({ externalId }) => externalId)
      expect(names.indexOf(null)).toBe(9)
      expect(names.slice(0, 9)).toEqual(names.slice(0, 9).toSorted())
      const times = (await fleet.users({ limit: 99 })).rows.map(({ changedAt }) => changedAt)
      expect(times.indexOf(null)).toBe(10)
      const makes = (await fleet.vehicles({ sort: 'name', limit: 99 })).rows.map(({ make }) => make)
      expect(makes.indexOf(null)).toBe(12)
    })
    it('show nobody twice while rows come and go', async () => {
      const fleet = await many()
      const { rows, next } = await fleet.users({ sort: 'name', limit: 5 })
      await fleet.gone(['c0-user0-0', 'c13-user0-13', 'c26-user0-9', 'c39-user0-5'], at(10))
      await fleet.save([rowOf('new-aaa-1', { externalId: 'Aaa' }), rowOf('new-zzz-1', { externalId: 'Nam' })], at(11))
      const later = await idsOfPages((after) => fleet.users({ sort: 'name', limit: 5, after: after ?? next ?? '' }))
      expect(later.filter((id) => rows.some((row) => row.id === id))).toEqual([])
      expect(new Set([...rows.map(({ id }) => id), ...later]).size).toBe(13)
    })
    it.each([
      ['nothing', ''],
      ['no base64url', '%%%'],
      ['no JSON', Buffer.from('["changed"').toString('base64url')],
      ['another form', Buffer.from('{"a":1}').toString('base64url')],
      [
        'a time that is none',
        Buffer.from('["changed","yesterday","u1",{"value":1,"isExact":true}]').toString('base64url'),
      ],
      ['a number for a time', Buffer.from('["changed",1,"u1",{"value":1,"isExact":true}]').toString('base64url')],
      [
        'a year that is none',
        Buffer.from('["changed","0000-01-01T00:00:00.000Z","u1",{"value":1,"isExact":true}]').toString('base64url'),
      ],
      ['a number too large', Buffer.from('["connections",1e99,"u1",{"value":1,"isExact":true}]').toString('base64url')],
      ['no key', Buffer.from('["changed",null,"u1",{"value":1,"isExact":true}]').toString('base64url')],
      ['a NUL', Buffer.from('["name","\\u0000","u1",{"value":1,"isExact":true}]').toString('base64url')],
      ['another sort', Buffer.from('["name","a","u1",{"value":1,"isExact":true}]').toString('base64url')],
      ['no count', Buffer.from('["changed","2026-01-01T00:00:00.000Z","u1"]').toString('base64url')],
      ['too much', 'A'.repeat(100_000)],
    ])('refuse a cursor of %s', async (_, after) => {
      const sort =
        after.length > 10 && Buffer.from(after, 'base64url').toString().includes('connections')
          ? 'connections'
          : 'changed'
      const isName = Buffer.from(after, 'base64url').toString().includes('\\u0000')
      await expect(directory.users({ after, sort: isName ? 'name' : sort, limit: 9 })).rejects.toEqual(
        new SearchError('cursor'),
      )
    })
    it('count what few have, and at least what was seen of anything else', async () => {
      await many()
      const realm = await latestRealm()
      const page = (q: string, patience: Partial<Patience>, after?: string) =>
        searchShelf(store, realm, userShelf, { q, sort: 'name', limit: 2, after }, {}, { ...part, ...patience })
      expect((await page('name', { few: 99 })).count).toEqual({ value: 9, isExact: true })
      const first = await page('name', {})
      expect(first.count).toEqual({ value: 5, isExact: false })
      expect((await page('name', {}, first.next ?? '')).count).toEqual({ value: 7, isExact: false })
      expect(await page('model', {})).toMatchObject({ rows: [{}, {}] })
      const none = await page('zz', {})
      expect([none.rows, none.count, none.next === null]).toEqual([[], { value: 0, isExact: false }, false])
      expect(await page('zz', { ms: 1000 })).toEqual({ rows: [], next: null, count: { value: 0, isExact: true } })
    })
  })
})
