/** The fleet in numbers: what is named, what stands together, and what a restart with older tables counts anew. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_MAKES, MOST_MONTHS } from '../api/team-fleet'
import { createDirectory, type Directory } from './directory'
import { at, rowOf } from './directory-harness'
import { openTestStore } from './harness'
import { migrations } from './migrate'
import { openRealm } from './realms'
import type { Store } from './store'

let store: Store
let directory: Directory
const many = MOST_MONTHS + 2
beforeAll(async () => {
  store = await openTestStore('postgresql')
  directory = createDirectory(store, await openRealm(store, 'one'))
  const monthly = Array.from({ length: many }, (_, nth) =>
    rowOf(`c-u-${nth}`, {
      make: nth < MOST_MAKES + 3 ? `MAKE ${nth}` : 'MAKE 0',
      createdAt: Date.UTC(2010, nth, 15),
      mode: nth === 1 ? 'simulated' : 'live',
    }),
  )
  const odd = [rowOf('c-odd-1', { make: undefined, createdAt: undefined, mode: 'simulated' })]
  await directory.save([...monthly, ...odd], at(1))
}, 30_000)
afterAll(() => store.close())

it('names the most frequent makes and the latest months, and counts the others', async () => {
  const { makes, months, ...rest } = await directory.fleet()
  expect(makes[0]).toEqual({ name: 'MAKE 0', live: many - MOST_MAKES - 2, simulated: 0 })
  expect([makes.length, months.length]).toEqual([MOST_MAKES, MOST_MONTHS])
  expect([months[0], months.at(-1)]).toEqual([
    { name: '2010-03', live: 1, simulated: 0 },
    { name: '2020-02', live: 1, simulated: 0 },
  ])
  expect(rest).toEqual({
    otherMakes: { count: 3, live: 3, simulated: 0 },
    noMake: { live: 0, simulated: 1 },
    ...{ before: 2, undated: 1 },
  })
})
it('is nobody else’s', async () => {
  const other = createDirectory(store, await openRealm(store, 'two'))
  const none = { live: 0, simulated: 0 }
  expect(await other.fleet()).toEqual({
    ...{ makes: [], otherMakes: { count: 0, ...none }, noMake: none, months: [], before: 0, undated: 0 },
  })
})
it('begins with what a store of before has', async () => {
  const before = await directory.fleet()
  const sql = migrations.find(({ name }) => name.startsWith('0003'))?.sql ?? expect.fail('no such file')
  await store.query('DELETE FROM fleet_counts')
  await store.query(sql.slice(sql.indexOf('INSERT INTO fleet_counts')))
  expect(await directory.fleet()).toEqual(before)
})
