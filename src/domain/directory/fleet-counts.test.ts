/** The fleet in numbers: nothing counted twice, nothing lost. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TeamFleet } from '../../api/team-fleet'
import { fleetOf } from './fleet-counts'

const none = { count: 0, live: 0, simulated: 0 }
const fleet = (more: Partial<TeamFleet>): TeamFleet => ({
  makes: [],
  otherMakes: none,
  noMake: { live: 0, simulated: 0 },
  months: [],
  before: 0,
  undated: 0,
  asOf: null,
  ...more,
})

describe('the fleet in numbers', () => {
  it('has the most frequent make first, simulated apart, months without a connection among the others', () => {
    const counts = fleetOf(
      fleet({
        makes: [
          { name: 'Fiat', live: 1, simulated: 0 },
          { name: 'Kia', live: 1, simulated: 1 },
        ],
        noMake: { live: 1, simulated: 0 },
        months: [
          { name: '2026-01', live: 1, simulated: 0 },
          { name: '2026-03', live: 1, simulated: 1 },
        ],
        undated: 1,
      }),
    )
    expect(counts.makes).toEqual([
      { name: 'Kia', live: 1, simulated: 1 },
      { name: 'Fiat', live: 1, simulated: 0 },
      { name: 'Make not provided', live: 1, simulated: 0 },
    ])
    expect(counts.months.map(({ name, live }) => [name, live])).toEqual([
      ['2026-01', 1],
      ['2026-02', 0],
      ['2026-03', 1],
    ])
    expect(counts).toMatchObject({ before: 0, undated: 1, otherMakes: 0 })
  })
  it('puts rare makes together, with those that the server named no more', () => {
    const makes = Array.from({ length: 14 }, (_, index) => ({ name: `Make ${index}`, live: 1, simulated: 0 }))
    const counts = fleetOf(fleet({ makes, otherMakes: { count: 3, live: 5, simulated: 2 } }))
    expect(counts.makes).toHaveLength(11)
    expect(counts.otherMakes).toBe(7)
    expect(counts.makes.at(-1)).toEqual({ name: 'other makes', live: 9, simulated: 2 })
  })
  it('shows two years at most and says how many are before them', () => {
    const of = (name: string) => ({ name, live: 1, simulated: 0 })
    const { months, before } = fleetOf(fleet({ months: [of('2020-06'), of('2026-06')] }))
    expect(months).toHaveLength(24)
    expect(months[0]?.name).toBe('2024-07')
    expect(before).toBe(1)
  })
  it('counts each connection once, by make and by month', () => {
    const counted = fc.record({ live: fc.nat(99), simulated: fc.nat(99) })
    const sum = (all: readonly { live: number; simulated: number }[]) =>
      all.reduce((total, { live, simulated }) => total + live + simulated, 0)
    const month = fc.integer({ min: 0, max: 600 }).map((nth) => new Date(Date.UTC(1990, nth)).toISOString().slice(0, 7))
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string(), counted), { selector: ([name]) => name }),
        fc.uniqueArray(fc.tuple(month, counted), { selector: ([name]) => name }),
        counted,
        (byMake, byMonth, noMake) => {
          const named = <T extends object>(all: readonly (readonly [string, T])[]) =>
            all.map(([name, count]) => ({ name, ...count }))
          const given = fleet({ makes: named(byMake), months: named(byMonth), noMake })
          const { makes, months, before } = fleetOf(given)
          expect(sum(makes)).toBe(sum(given.makes) + sum([noMake]))
          expect(sum(months) + before).toBe(sum(given.months))
          expect(months.length).toBeLessThanOrEqual(24)
        },
      ),
    )
  })
})
