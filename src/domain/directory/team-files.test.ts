/** Users and vehicles of either source as rows of a file. */
import { describe, expect, it } from 'vitest'
import { columnsFor, userColumns, userRow, vehicleColumns, vehicleRow } from './directory-files'
import { Entries } from './entries'
import { someUser, someVehicle } from './team-fixtures'
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
    expect(row.raw).toEqual(sent)
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
