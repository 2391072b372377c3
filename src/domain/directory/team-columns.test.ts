/** The server's file of the directory has the columns and cells of the tab's own. */
import { expect, it } from 'vitest'
import type { TeamUser, TeamVehicle } from '../../api/team'
import { teamUserColumns, teamVehicleColumns } from '../../api/team-columns'
import { userColumns, userRow, vehicleColumns, vehicleRow } from './directory-files'
import { summaryOf } from './team-summaries'

const changedAt = '2026-01-02T03:04:05.000Z'
const user: TeamUser = {
  ...{ id: 'u-1', externalId: 'e-1', live: 2, simulated: 1, vehicles: 2, cars: ['A', 'A', '', 'B'], changedAt },
}
const vehicle: TeamVehicle = {
  ...{
    id: 'v-1',
    make: 'TESLA',
    model: null,
    year: 2021,
    powertrainType: 'BEV',
    mode: 'live',
    connections: 2,
    users: 1,
  },
  ...{ userId: 'u-1', externalId: 'e-1', changedAt },
}
const nobody = { ...vehicle, userId: null, externalId: 'e-1', changedAt: null }
const cellsOf = <Row>(columns: Readonly<Record<string, (row: Row) => unknown>>, row: Row) =>
  Object.entries(columns).map(([name, of]) => [name, of(row) ?? undefined])

it('of users', () => {
  expect(Object.keys(teamUserColumns)).toEqual(userColumns.team)
  for (const one of [user, { ...user, externalId: null, changedAt: null }]) {
    const { record } = userRow(summaryOf(one) as Parameters<typeof userRow>[0]) // of a user
    expect(cellsOf(teamUserColumns, one)).toEqual(userColumns.team.map((name) => [name, record[name]]))
  }
})
it('of vehicles', () => {
  expect(Object.keys(teamVehicleColumns)).toEqual(vehicleColumns.team)
  for (const one of [vehicle, nobody]) {
    const { record } = vehicleRow(summaryOf(one) as Parameters<typeof vehicleRow>[0]) // of a vehicle
    expect(cellsOf(teamVehicleColumns, one)).toEqual(vehicleColumns.team.map((name) => [name, record[name]]))
  }
})
