/** Users and vehicles of the directory as rows of a file. */
import { expect, it } from 'vitest'
import { userColumns, userRow, vehicleColumns, vehicleRow } from './directory-files'
import { someUser, someVehicle } from './directory-fixtures'

const cells = (columns: readonly string[], { record }: { record: Readonly<Record<string, unknown>> }) =>
  columns.map((name) => record[name])

it('a row names the vehicles of a user by number and name, and the first user of a vehicle', () => {
  const sent = someUser('u-1', { externalId: null, simulated: 1, changedAt: null })
  const row = userRow(sent)
  expect(cells(userColumns, row)).toEqual(['u-1', null, 3, 2, 1, 2, '2021 TESLA Model 3, 2020 KIA Niro', null])
  expect(row.raw).toEqual(sent)
  const vehicle = vehicleRow(someVehicle('v-9', { year: null }))
  expect(cells(vehicleColumns, vehicle)).toEqual([
    ...['v-9', 'TESLA', 'Model 3', null, 'BEV', 'live', 2, 'u-1', 'external-u-1', 2, null],
  ])
})
