/** Series of different times in one: no point is lost, none is invented, and a gap stays a gap. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTimes, nearestPoint, type Timed } from './merge-times'

describe('merging', () => {
  it('keeps the times of each, and tells a gap from no point', () => {
    const merged = mergeTimes([
      { at: [1, 3, 5], values: [10, null, 30] },
      { at: [2, 3], values: [200, 300] },
    ])
    expect(merged).toEqual({
      at: [1, 2, 3, 5],
      values: [
        [10, undefined, null, 30],
        [undefined, 200, 300, undefined],
      ],
    })
  })
  it('keeps two points of one time', () => {
    const merged = mergeTimes([
      { at: [1, 1], values: [10, 11] },
      { at: [1], values: [100] },
    ])
    expect(merged).toEqual({
      at: [1, 1],
      values: [
        [10, 11],
        [100, undefined],
      ],
    })
  })
  it('of nothing is nothing', () => {
    expect(mergeTimes([])).toEqual({ at: [], values: [] })
    expect(mergeTimes([{ at: [], values: [] }])).toEqual({ at: [], values: [[]] })
  })
  it('gives every series back as it was', () => {
    const series = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.option(fc.integer())), { maxLength: 20 })
      .map((points) => points.toSorted(([a], [b]) => a - b))
      .map((points): Timed => ({ at: points.map(([at]) => at), values: points.map(([, value]) => value) }))
    fc.assert(
      fc.property(fc.array(series, { maxLength: 8 }), (all) => {
        const { at, values } = mergeTimes(all)
        expect(at).toEqual(at.toSorted((a, b) => a - b))
        const back = values.map((line) => {
          const places = line.flatMap((value, index) => (value === undefined ? [] : [index]))
          return { at: places.map((place) => at[place]), values: places.map((place) => line[place]) }
        })
        expect(back).toEqual(all)
      }),
    )
  })
})

describe('the nearest point of a series', () => {
  const at = [0, 10, 11, 20]
  it('is the one there, a gap among them', () => {
    expect(nearestPoint(at, [1, 2, 3, 4], 2)).toBe(2)
    expect(nearestPoint(at, [1, 2, null, 4], 2)).toBe(2)
  })
  it('or the next one in time, before or after', () => {
    expect(nearestPoint(at, [1, undefined, undefined, 4], 2)).toBe(3)
    expect(nearestPoint(at, [1, 2, undefined, 4], 2)).toBe(1)
    expect(nearestPoint(at, [1, undefined, undefined, undefined], 3)).toBe(0)
    expect(nearestPoint(at, [undefined, undefined, undefined, 4], 0)).toBe(3)
  })
  it('is none where there is none', () => {
    expect(nearestPoint(at, [undefined, undefined, undefined, undefined], 1)).toBeUndefined()
    expect(nearestPoint(at, [1], 9)).toBeUndefined()
    expect(nearestPoint([], [], 0)).toBeUndefined()
  })
})
