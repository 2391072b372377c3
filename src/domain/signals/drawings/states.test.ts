/** States over time: which columns are states, what is merged, what is a gap, and what is drawn of very many. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableRow } from '../../../core/table-row'
import { drawnOf, lanesOf, MOST_DRAWN, type Segment } from './states'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 20)
const at = (hour: number) => new Date(START + hour * HOUR).toISOString()
const valued = (...values: unknown[]): TableRow[] => values.map((value, hour) => ({ value, recordedAt: at(hour) }))
const lane = (records: readonly TableRow[]) => lanesOf(records)[0]
/** State and hours from the start. */
const brief = (segments: readonly Segment[] = []) =>
  segments.map(({ state, from, to }) => [state, (from - START) / HOUR, (to - START) / HOUR])

describe('lanes', () => {
  it('merge equal neighbors, and each lasts until the next value', () => {
    expect(brief(lane(valued(false, false, true, true, false))?.segments)).toEqual([
      [false, 0, 2],
      [true, 2, 4],
      [false, 4, 4],
    ])
  })
  it('go by time, whatever the order', () => {
    expect(brief(lane(valued('A', 'B', 'A').reverse())?.segments)).toEqual([
      ['A', 0, 1],
      ['B', 1, 2],
      ['A', 2, 2],
    ])
  })
  it('have a gap where a value is missing', () => {
    const records = [...valued('A', null), { recordedAt: at(2) }, { value: 'A', recordedAt: at(3) }]
    expect(brief(lane(records)?.segments)).toEqual([
      ['A', 0, 1],
      [null, 1, 3],
      ['A', 3, 3],
    ])
  })
  it('name each state once, yes before no, words in their order', () => {
    expect(lane(valued(false, true, false))?.states).toEqual([true, false])
    expect(lane(valued('b', 'a', '', 'b'))?.states).toEqual(['', 'a', 'b'])
  })
  it('are one for each yes or no, and without any for the first column of words', () => {
    const records = [0, 1].map((hour) => ({
      isOpen: true,
      isLocked: hour === 0,
      note: 'x',
      recordedAt: at(hour),
    }))
    expect(lanesOf(records).map(({ column }) => column)).toEqual(['isOpen', 'isLocked'])
    const statuses = [0, 1].map((hour) => ({ status: 'OK', description: 'x', recordedAt: at(hour) }))
    expect(lanesOf(statuses).map(({ column }) => column)).toEqual(['status'])
  })
  it.each<[string, readonly TableRow[]]>([
    ['numbers', valued(1, 2, 3)],
    ['numbers with words beside them', [0, 1].map((hour) => ({ value: 1, from: 'CAR', at: at(hour) }))],
    ['one moment', [...valued(true), ...valued(false)]],
    ['no time', [{ value: true }, { value: false }]],
    ['too many words', valued(...'abcdefghi')],
    ['a text', valued('x'.repeat(41), 'y')],
    ['a VIN', valued('ZZ90A1B2XNS004711', 'ZZ90A1B2XNS004711')],
    ['a VIN that is masked', valued('•'.repeat(17), '•'.repeat(17))],
    ['only names', [0, 1].map((hour) => ({ type: 'signal', code: 'c', id: 's', unit: 'km', at: at(hour) }))],
    ['nested values', valued({ a: 1 }, [1])],
    ['nothing', []],
  ])('are none of %s', (_, records) => expect(lanesOf(records)).toEqual([]))
  it('leave out what has no time', () => {
    const records = [...valued(true, false), { value: true, recordedAt: null }, { value: true, recordedAt: 0 }]
    expect(brief(lane(records)?.segments)).toEqual([
      [true, 0, 1],
      [false, 1, 1],
    ])
  })
})

describe('what is drawn', () => {
  it('is every segment, as long as they can be told apart', () => {
    const segments = lane(valued(true, false, true))?.segments ?? []
    expect(drawnOf(segments)).toBe(segments)
  })
  it('is without a break, within its time, and bounded, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 500, maxLength: 1500 }), (lengths) => {
        let from = 0
        const segments = lengths.map((length, index): Segment => {
          const segment = { state: index % 3 === 0 ? null : index % 2 === 0, from, to: from + length }
          from += length
          return segment
        })
        const drawn = drawnOf(segments)
        expect(drawn.length).toBeLessThanOrEqual(MOST_DRAWN)
        expect([drawn[0]?.from, drawn.at(-1)?.to]).toEqual([0, from])
        drawn.forEach((one, index) => {
          expect(one.from).toBe(drawn[index - 1]?.to ?? 0)
          expect(one.to).toBeGreaterThan(one.from)
        })
      }),
    )
  })
  it('is in each step the state that lasted longest', () => {
    const segments = Array.from({ length: 2 * MOST_DRAWN }, (_, index): Segment => {
      const from = Math.floor(index / 2) * 10 + (index % 2) * 9
      return { state: index % 2 === 0 ? 'long' : 'short', from, to: from + (index % 2 === 0 ? 9 : 1) }
    })
    expect(drawnOf(segments)).toEqual([{ state: 'long', from: 0, to: MOST_DRAWN * 10 }])
  })
})
