/** A vehicle's reads of a day, however its ID is written. */
import { expect, it } from 'vitest'
import { createBudget } from './budget'

it('counts the reads of a vehicle whose UUID is written in another case', () => {
  const budget = createBudget({ perVehicle: 2 })
  const vehicleId = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  const read = { subject: 'ann', requests: 1 }
  expect(budget.spend({ ...read, vehicleId })).toBeUndefined()
  expect(budget.spend({ ...read, vehicleId: vehicleId.toUpperCase() })).toBeUndefined()
  expect(budget.spend({ ...read, vehicleId: vehicleId.toUpperCase() })).toMatchObject({ of: 'vehicle' })
  budget.giveBack({ ...read, vehicleId })
  expect(budget.spend({ ...read, vehicleId: vehicleId.toUpperCase() })).toBeUndefined()
})
