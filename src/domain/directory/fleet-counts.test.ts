/** The fleet in numbers: nothing counted twice, nothing lost. */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { nextAccount } from '../../core/account'
import { Entries } from './entries'
import { countFleet } from './fleet-counts'
import { noteRemoved } from './removed'

const entriesOf = (rows: readonly { make?: string; mode?: string; createdAt?: number }[]) => {
  const entries = new Entries()
  rows.forEach(({ make, mode = 'live', createdAt }, index) => {
    entries.add({
      id: `c${index}`,
      userId: 'u',
      externalId: undefined,
      vehicleId: `v${index}`,
      make,
      model: undefined,
      year: undefined,
      powertrainType: undefined,
      mode,
      changedAt: 0,
      createdAt,
      permissions: [],
    })
  })
  return entries
}
const at = (day: string) => Date.parse(`${day}T12:00:00Z`)

afterEach(() => nextAccount(null))

describe('the fleet in numbers', () => {
  it('has the most frequent make first, simulated apart, months without a connection among the others', () => {
    const counts = countFleet(
      entriesOf([
        { make: 'Kia', createdAt: at('2026-01-31') },
        { make: 'Fiat', createdAt: at('2026-03-01') },
        { make: 'Kia', mode: 'simulated', createdAt: at('2026-03-31') },
        {},
      ]),
    )
    expect(counts.makes).toEqual([
      { name: 'Kia', live: 1, simulated: 1 },
      { name: 'Fiat', live: 1, simulated: 0 },
      { name: 'Make not provided', live: 1, simulated: 0 },
    ])
    expect(counts.months).toEqual([
      { name: '2026-01', live: 1, simulated: 0 },
      { name: '2026-02', live: 0, simulated: 0 },
      { name: '2026-03', live: 1, simulated: 1 },
    ])
    expect(counts).toMatchObject({ before: 0, undated: 1, otherMakes: 0 })
  })
  it('puts rare makes together and leaves out what was removed', () => {
    const entries = entriesOf(Array.from({ length: 15 }, (_, index) => ({ make: `Make ${index}` })))
    noteRemoved('connection', ['c0'])
    const { makes, otherMakes } = countFleet(entries)
    expect(makes).toHaveLength(11)
    expect(otherMakes).toBe(4)
    expect(makes.at(-1)).toEqual({ name: 'other makes', live: 4, simulated: 0 })
  })
  it('shows two years at most and says how many stand before them', () => {
    const { months, before } = countFleet(entriesOf([{ createdAt: at('2020-06-15') }, { createdAt: at('2026-06-15') }]))
    expect(months).toHaveLength(24)
    expect(months[0]?.name).toBe('2024-07')
    expect(before).toBe(1)
  })
  it('counts each connection once, by make and by month, whatever they say', () => {
    const row = fc.record({
      make: fc.option(fc.string(), { nil: undefined }),
      mode: fc.constantFrom('live', 'simulated', 'test'),
      createdAt: fc.option(fc.double({ min: -9e15, max: 9e15, noNaN: true }), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const { makes, months, before, undated } = countFleet(entriesOf(rows))
        const sum = (all: typeof makes) => all.reduce((total, { live, simulated }) => total + live + simulated, 0)
        return sum(makes) === rows.length && sum(months) + before + undated === rows.length && months.length <= 24
      }),
    )
  })
})
