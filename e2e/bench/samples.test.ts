/** Medians, ratios, and what counts as a change. */
import { describe, expect, it } from 'vitest'
import { hasMoved, Samples, summaryOf } from './samples'

describe('a summary', () => {
  it('has the median, the least and the most', () => {
    expect(summaryOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
    expect(summaryOf([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 })
  })
})

describe('samples', () => {
  it('give the ratio of each round, and none where the floor has no such thing', () => {
    const samples = new Samples()
    samples.add({ console: { rows: 200, heap: 1 }, floor: { rows: 100 } })
    samples.add({ console: { rows: 900, heap: 1 }, floor: { rows: 300 } }) // both slowed down
    expect(samples.results()).toEqual({
      rows: {
        console: { median: 550, min: 200, max: 900 },
        floor: { median: 200, min: 100, max: 300 },
        ratio: { median: 2.5, min: 2, max: 3 },
      },
      heap: { console: { median: 1, min: 1, max: 1 } },
    })
  })
  it('give the ratio to the floor with its rows beside the other', () => {
    const samples = new Samples()
    samples.add({ console: { rows: 300 }, floor: { rows: 300 }, rendered: { rows: 200 } })
    samples.add({ console: { rows: 500 }, floor: {}, rendered: { rows: 200 } })
    expect(samples.results()).toEqual({
      rows: {
        console: { median: 400, min: 300, max: 500 },
        floor: { median: 300, min: 300, max: 300 },
        ratio: { median: 1, min: 1, max: 1 },
        rendered: { median: 200, min: 200, max: 200 },
        ratioToRendered: { median: 2, min: 1.5, max: 2.5 },
      },
    })
  })
})

describe('a figure has moved', () => {
  const before = { median: 100, min: 95, max: 110 }
  it.each([
    [{ median: 130, min: 120, max: 140 }, true],
    [{ median: 108, min: 90, max: 120 }, false],
    [{ median: 130, min: 98, max: 140 }, false],
  ])('%j: %s', (now, moved) => {
    expect(hasMoved(before, now)).toBe(moved)
  })
  it('only by a twentieth or more, where there is no noise', () => {
    const at = (bytes: number) => ({ median: bytes, min: bytes, max: bytes })
    expect(hasMoved(at(1000), at(1040))).toBe(false)
    expect(hasMoved(at(1000), at(1060))).toBe(true)
  })
})
