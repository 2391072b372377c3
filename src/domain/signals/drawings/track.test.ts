/** Tracks: where positions lie on the drawing, how far it is between them, and what is no position. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableRow } from '../../../core/table-row'
import { scaleOf, trackOf } from './track'

const RATIO = 1.6
/** The newest first, as they come. */
const way = (...places: readonly (readonly [latitude: unknown, longitude: unknown])[]): TableRow[] =>
  places
    .map(([latitude, longitude], day) => ({
      latitude,
      longitude,
      recordedAt: new Date(Date.UTC(2026, 10, 1 + day)).toISOString(),
    }))
    .reverse()
const drawn = (...places: readonly (readonly [unknown, unknown])[]) => trackOf(way(...places), RATIO)

describe('a track', () => {
  it('goes from the oldest to the newest, with times or without', () => {
    const places = [
      [52, 13],
      [53, 13],
      [54, 13],
    ] as const
    expect(drawn(...places)?.positions.map(({ latitude }) => latitude)).toEqual([52, 53, 54])
    const timeless = way(...places).map(({ recordedAt: _at, ...rest }) => rest)
    expect(trackOf(timeless, RATIO)?.positions.map(({ latitude, at }) => [latitude, at])).toEqual([
      [52, undefined],
      [53, undefined],
      [54, undefined],
    ])
  })
  it('has north above and east to the right', () => {
    const [from, to] = drawn([50, 10], [51, 11])?.positions ?? []
    expect(to?.y).toBeLessThan(from?.y ?? 0)
    expect(to?.x).toBeGreaterThan(from?.x ?? 1)
  })
  it('keeps its proportions at any latitude: a degree of longitude is half as wide at 60° as one of latitude is high', () => {
    const [a, b, c] = drawn([60, 10], [60, 11], [60.0001, 10])?.positions ?? []
    const kmEast = ((b?.x ?? 0) - (a?.x ?? 0)) * (drawn([60, 10], [60, 11], [60.0001, 10])?.widthKm ?? 0)
    expect(kmEast).toBeCloseTo(55.66, 1)
    expect(c?.y).toBeLessThan(a?.y ?? 0)
  })
  it('knows how far it is', () => {
    expect(drawn([52.52, 13.405], [48.137, 11.575])?.km).toBeCloseTo(504, 0) // Berlin to Munich
    expect(drawn([0, 1], [0, -179])?.km).toBeCloseTo(Math.PI * 6371, 0)
  })
  it('crosses 180° the short way', () => {
    const track = drawn([0, 179.5], [0, -179.5], [0, 179])
    expect(track?.km).toBeLessThan(300)
    expect(track?.widthKm).toBeLessThan(300)
    const [a, b, c] = track?.positions ?? []
    expect([a, b, c].map((one) => one && one.x > 0 && one.x < 1)).toEqual([true, true, true])
    expect((b?.x ?? 0) > (a?.x ?? 1) && (c?.x ?? 1) < (a?.x ?? 0)).toBe(true)
  })
  it('of one position, or of equal ones, is in the middle', () => {
    expect(drawn([52, 13])).toMatchObject({ isOnePlace: true, km: 0, positions: [{ x: 0.5, y: 0.5 }] })
    expect(drawn([52, 13], [52, 13])).toMatchObject({ isOnePlace: true, km: 0 })
    expect(drawn([90, 0], [90, 0])?.positions[0]).toMatchObject({ x: 0.5, y: 0.5 })
  })
  it('leaves out and counts what is no place on earth', () => {
    const track = drawn([52, 13], [91, 0], [0, 181], [1e308, 1], ['52', 13], [null, null], [Number.NaN, 1], [-0, 0])
    expect(track?.positions).toHaveLength(1)
    expect(track?.leftOut).toBe(7)
    expect(drawn([91, 0])).toBeUndefined()
    expect(trackOf([{ value: 1 }], RATIO)).toBeUndefined()
  })
  it('is within the drawing, whatever the places', () => {
    const latitude = fc.double({ min: -90, max: 90, noNaN: true })
    const longitude = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(latitude, longitude), { minLength: 1, maxLength: 40 }), (places) => {
        for (const { x, y } of drawn(...places)?.positions ?? []) {
          expect(x).toBeGreaterThan(0)
          expect(x).toBeLessThan(1)
          expect(y).toBeGreaterThan(0)
          expect(y).toBeLessThan(1)
        }
      }),
    )
  })
  it('takes a hundred thousand positions', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({
      latitude: 1 + (index % 90) / 2,
      longitude: index % 180,
    }))
    expect(trackOf(many, RATIO)?.positions).toHaveLength(100_000)
  })
})

it.each([
  [0.28, 0.05],
  [1, 0.2],
  [9, 2],
  [40, 10],
  [100, 20],
  [3000, 500],
  [40_000, 10_000],
])('a drawing of %d km has a scale of %d km', (width, scale) => expect(scaleOf(width)).toBeCloseTo(scale, 10))
