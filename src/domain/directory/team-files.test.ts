/** Users and vehicles of either source as rows of a file. */
import { describe, expect, it } from 'vitest'
import { loadPages, nothingLoaded } from '../../lists/load-pages'
import { patiently } from '../../requests/retry-after'
import { columnsFor, userColumns, userRow, vehicleColumns, vehicleRow } from './directory-files'
import { Entries } from './entries'
import { someUser, someVehicle } from './directory-fixtures'
import { summaryOf } from './team-summaries'

const entries = new Entries()
for (const nth of [1, 2])
  entries.add({
    ...{ id: `c-${nth}`, userId: 'u', externalId: '007', vehicleId: `v-${nth}`, make: 'KIA', model: 'EV9', year: 2025 },
    ...{ powertrainType: 'BEV', mode: nth === 1 ? 'live' : 'simulated', changedAt: 1e12, permissions: [] },
  })
const [own] = entries.userList
const [car] = entries.vehicleList
if (!own || !car) throw new Error('Nothing was taken in.')
const cells = (columns: readonly string[], { record }: { record: Readonly<Record<string, unknown>> }) =>
  columns.map((name) => record[name])

describe('a row of a file', () => {
  it('of what this tab has loaded has what it always had', () => {
    expect(userColumns.own).toEqual('userId externalId connections live simulated vehicleIds lastChange'.split(' '))
    expect(cells(userColumns.own, userRow(own))).toEqual(['u', '007', 2, 1, 1, 'v-1 v-2', '2001-09-09T01:46:40.000Z'])
    expect(vehicleColumns.own).toEqual(
      'vehicleId make model year powertrainType mode userIds externalIds connections lastChange'.split(' '),
    )
    expect(cells(vehicleColumns.own, vehicleRow(car)).slice(5)).toEqual([
      'live',
      'u',
      '007',
      1,
      '2001-09-09T01:46:40.000Z',
    ])
  })
  it('of what the team’s directory knows names vehicles by number and name, and the first user', () => {
    const sent = someUser('u-1', { externalId: null, simulated: 1, changedAt: null })
    const row = userRow(summaryOf(sent) as never) // a user's
    expect(cells(userColumns.team, row)).toEqual([
      'u-1',
      undefined,
      3,
      2,
      1,
      2,
      '2021 TESLA Model 3, 2020 KIA Niro',
      undefined,
    ])
    expect([row.id, row.raw]).toEqual(['u-1', sent])
    const vehicle = vehicleRow(summaryOf(someVehicle('v-9', { year: null })) as never) // a vehicle's
    expect(cells(vehicleColumns.team, vehicle)).toEqual([
      'v-9',
      'TESLA',
      'Model 3',
      undefined,
      'BEV',
      'live',
      2,
      'u-1',
      'external-u-1',
      2,
      undefined,
    ])
  })
  it('of a selection from both has the columns that all of them fill', () => {
    const mine = ['u', { entry: own }] as const
    const theirs = ['u-1', { entry: summaryOf(someUser('u-1')) as never }] as const
    expect(columnsFor(userColumns, new Map([mine]))).toBe(userColumns.own)
    expect(columnsFor(userColumns, new Map<string, { entry: typeof own }>([mine, theirs]))).toBe(userColumns.team)
  })
})

it('everything that matches is read piece by piece, each row once', async () => {
  const asked: unknown[] = []
  const page = (ids: readonly string[], next: string | null) => ({
    ...{ rows: ids.map((id) => someUser(id)), next, count: { value: 1000, isExact: false }, asOf: null },
  })
  const read = async (list: string, question: object, at: object) => {
    asked.push([list, question, at])
    return asked.length === 1 ? page(['a', 'b'], 'b') : page(['b', 'c'], null)
  }
  const rows: string[] = []
  const pages = piecesOf('users', { q: 'x' }, userRow as never, read as never)
  const { signal } = new AbortController()
  const at = nothingLoaded()
  const options = { read: pages, ask: patiently, signal, onWait: () => undefined, idOf: ({ id }: { id: string }) => id }
  for await (const { fresh } of loadPages(at, options)) rows.push(...fresh.map(({ id }) => id))
  expect(rows).toEqual(['a', 'b', 'c'])
  expect(asked).toEqual([
    ['users', { q: 'x' }, { after: undefined, limit: 200 }],
    ['users', { q: 'x' }, { after: 'b', limit: 200 }],
  ])
})
