/** Each table of connections has columns of its own, told apart by their ids. */
import { expect, it } from 'vitest'
import { columns, columnsOfUser, columnsOfVehicle } from './connection-columns'

it.each([
  ['the list', columns, ['vehicle', 'externalId', 'user', 'mode', 'permissions', 'created']],
  ['those of a user', columnsOfUser, ['vehicle', 'mode', 'permissions', 'created']],
  ['those of a vehicle', columnsOfVehicle, ['externalId', 'user', 'mode', 'created']],
])('%s', (_, table, between) => {
  expect(table.map(({ id }) => id)).toEqual(['connection', ...between, 'actions'])
})
