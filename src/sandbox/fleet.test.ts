/** The fleet: found again by every id it gives out, and consistent with itself. */
import { describe, expect, it } from 'vitest'
import { createFleet } from './fleet'
import { testSandbox } from './harness'

const keys = ['id', 'userId', 'vehicleId', 'externalId'] as const

describe.each([
  [2500, 1],
  [2500, 0xffff_ffff],
  [20_000, 7],
  [20, 3],
])('a fleet of %i with seed %i', (size, seed) => {
  const fleet = createFleet(size, seed)
  const rows = Array.from({ length: size }, (_, row) => row)

  it.each(keys)('is found again by %s exactly as a look through all rows would', (key) => {
    const expected = new Map<string, number[]>()
    for (const row of rows) {
      const value = fleet[key](row)
      if (value !== undefined) expected.set(value, [...(expected.get(value) ?? []), row])
    }
    for (const [value, found] of expected) expect(fleet.find(key, value)).toEqual(found)
  })
  it('has one user for each external id, and one description for each vehicle', () => {
    const owners = new Map<string, string>()
    const vehicles = new Map<string, object>()
    for (const row of rows) {
      const { attributes, relationships } = fleet.body(row)
      const user = relationships.user.data.id
      const externalId = fleet.externalId(row)
      if (externalId !== undefined) expect(owners.get(externalId) ?? user).toBe(user)
      if (externalId !== undefined) owners.set(externalId, user)
      const vehicle = relationships.vehicle.data.id
      expect(attributes.vehicle).toEqual(vehicles.get(vehicle) ?? attributes.vehicle)
      vehicles.set(vehicle, attributes.vehicle)
      expect(attributes.vehicle.mode === 'simulated').toBe(fleet.isSimulated(row))
    }
  })
  it.each(keys)('has no row for a %s that is nobody\u2019s', (key) => {
    const foreign = createFleet(size, seed + 1)
    const strange = ['', 'x', '-', 'C-', 'C-100001', '99999999', 'amber.0@drivers.example.com', 'amber-birch-0']
    for (const value of [...strange, '00000000-0000-4000-a000-000000000000', foreign.id(0), foreign.userId(0)])
      for (const row of fleet.find(key, value)) expect(fleet[key](row)).toBe(value)
  })
})

describe('a vehicle shared by users', () => {
  it('has several users, never one user twice', () => {
    const fleet = createFleet(2500, 1)
    const shared = Array.from({ length: 2500 }, (_, row) => fleet.find('vehicleId', fleet.vehicleId(row))).filter(
      (rows) => rows.length > 1,
    )
    expect(shared.length).toBeGreaterThan(20)
    for (const rows of shared) expect(new Set(rows.map(fleet.userId)).size).toBe(rows.length)
  })
  it('is simulated for all of them or none', () => {
    const fleet = createFleet(2500, 1)
    for (let row = 0; row < 2500; row += 1) {
      const { make, model, year } = fleet.body(row).attributes.vehicle
      if (make === 'Simulated') expect(model.startsWith(String(year))).toBe(true)
    }
  })
})

describe('100,000 connections', () => {
  it('are filtered the same after a removal', async () => {
    const sandbox = testSandbox({ connections: 100_000 })
    const token = 'sandbox-large'
    const ask = async (query: string) => (await sandbox.ask(`/v3/connections${query}`, { token })).body
    const before = await ask('?page[size]=100&filter[vehicle.mode]=live')
    const path = `/v3/connections/${before.data[0].id}`
    expect((await sandbox.ask(path, { token, method: 'DELETE' })).status).toBe(204)
    const after = await ask('?page[size]=100&filter[vehicle.mode]=live')
    expect(after.meta.totalCount).toBe(before.meta.totalCount - 1)
    expect(after.data[0].id).toBe(before.data[1].id)
  })
})
