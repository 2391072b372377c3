/** Records of every shape: what becomes of them, and that nothing is lost. */

import * as fc from 'fast-check'
import papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { positionOf } from '../../api/position'
import { tableBlob } from '../../core/table-file'
import { isTime, type TableRow } from '../../core/table-row'
import {
  beginOf,
  columnsOf,
  figuresOf,
  Joiner,
  MOST_COLUMNS,
  numbersOf,
  recordsOf,
  seatLine,
  seatName,
  seatsOf,
  seriesOf,
  since,
} from './signal-values'

describe('recordsOf', () => {
  it.each([
    [{ data: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }]],
    [{ data: [1, 'x', null, [1, 2]] }, [{ value: 1 }, { value: 'x' }, { value: null }, { value: [1, 2] }]],
    [{ data: { a: 1 } }, [{ a: 1 }]],
    [{ data: null }, []],
    [{ data: [] }, []],
    [{ value: 5 }, [{ value: 5 }]],
    [
      {
        data: [
          {
            id: 's',
            type: 'signal',
            attributes: { code: 'c', body: { value: 3, unit: 'km' }, status: { value: 'SUCCESS' } },
            meta: { retrievedAt: 1 },
            links: {},
          },
        ],
      },
      [{ value: 3, unit: 'km', code: 'c', status: { value: 'SUCCESS' }, retrievedAt: 1, id: 's', type: 'signal' }],
    ],
    [{ data: [{ attributes: { body: 7 } }] }, [{ value: 7 }]],
  ])('%j', (raw, expected) => {
    expect(recordsOf(raw)).toEqual(expected)
  })
})

describe('columnsOf', () => {
  it('stand in first-seen order, typed by what they hold', () => {
    const { columns } = columnsOf([
      { value: 1, unit: 'km', recordedAt: '2026-01-01T00:00:00Z' },
      { value: null, unit: 'km', ok: true, note: 'x', deep: { a: 1 } },
      { value: 2.5, retrievedAt: 1_700_000_000_000, mixed: 1 },
      { mixed: 'two' },
    ])
    expect(columns).toEqual([
      { name: 'value', kind: 'number' },
      { name: 'recordedAt', kind: 'time' },
      { name: 'ok', kind: 'boolean' },
      { name: 'note', kind: 'text' },
      { name: 'deep', kind: 'mixed' },
      { name: 'retrievedAt', kind: 'time' },
      { name: 'mixed', kind: 'mixed' },
    ])
  })
  it('a unit without a number is a column', () => {
    expect(columnsOf([{ unit: 'km', text: 'a' }]).columns.map(({ name }) => name)).toEqual(['unit', 'text'])
  })
  it('a thousand columns are bounded, and the others named', () => {
    const record = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, index]))
    const { columns, others } = columnsOf([record])
    expect([columns.length, others.length]).toEqual([MOST_COLUMNS, 1000 - MOST_COLUMNS])
  })
  it.each([
    ['recordedAt', 0, true],
    ['oemUpdatedAt', 1_700_000_000_000, true],
    ['timestamp', 5, false],
    ['value', 1_700_000_000_000, false],
    ['anything', '2026-01-01T00:00:00Z', true],
    ['heat', 200_000_000_000, false],
  ])('%s %j is a time: %s', (name, value, expected) => {
    expect(isTime(name, value)).toBe(expected)
  })
})

describe('seats', () => {
  it('of records, the newest for each place', () => {
    const records = [
      { row: 0, column: 0, isOpen: true },
      { row: 0, column: 0, isOpen: false },
      { row: 2, column: 1, isOpen: false },
    ]
    expect(seatsOf(records).map(({ row, column, record }) => [row, column, record.isOpen])).toEqual([
      [0, 0, true],
      [2, 1, false],
    ])
  })
  it('of the newest record that has a grid', () => {
    expect(
      seatsOf([{ values: [] }, { values: [{ row: 1, column: 1 }], rowCount: 2 }, { values: [{ row: 0, column: 0 }] }]),
    ).toHaveLength(1)
    expect(seatsOf([{ value: 1 }, { row: 'a', column: 0 }, { row: 0.5, column: 0 }])).toEqual([])
    const [front, back] = [
      { row: 0, column: 0, tirePressure: 240, unit: 'kPa' },
      { row: 1, column: 1, isOpen: true, isLocked: null },
    ]
    expect(seatLine([front, back])).toBe('Front left: 240 · Back right: open, unknown whether locked')
    expect(seatLine([front, 'a'])).toBeUndefined()
    expect(seatLine([])).toBeUndefined()
  })
  it('have names', () => {
    expect(seatName({ row: 0, column: 0 }, 2)).toBe('Front left')
    expect(seatName({ row: 1, column: 1 }, 2)).toBe('Back right')
    expect(seatName({ row: 2, column: 2 }, 3)).toBe('Row 3 place 3')
  })
})

describe('a series', () => {
  it('ascends in time, with gaps where a value is missing', () => {
    expect(
      seriesOf([
        { value: 3, unit: 'km', at: '2026-01-03T00:00:00Z' },
        { value: null, unit: 'km', at: '2026-01-02T00:00:00Z' },
        { value: 1, unit: 'km', at: '2026-01-01T00:00:00Z' },
        { value: 9, unit: 'km', at: null },
      ]),
    ).toEqual({ name: 'value', unit: 'km', at: [1767225600, 1767312000, 1767398400], values: [1, null, 3] })
  })
  it('is not lost for a stray word, and says where units are mixed', () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    const series = seriesOf([
      { value: 1, unit: 'km', at: at(1) },
      { value: 'n/a', at: at(2) },
      { value: 3, unit: 'mi', at: at(3) },
    ])
    expect(series).toMatchObject({ values: [1, null, 3], unit: 'mixed units' })
  })
  it('takes numbers that were sent as text, and an empty one is a gap', () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    const column = ['59.5', 60.5, 61, '', '62.0'].map((value, index) => ({ value, unit: '%', at: at(index + 1) }))
    const series = seriesOf(column)
    expect(series?.values).toEqual([59.5, 60.5, 61, null, 62])
    expect(series && figuresOf(series)).toMatchObject({
      ...{ latest: { value: 62 }, least: { value: 59.5 }, known: 4, gaps: 1 },
    })
    const texts = ['1', ' ', '3.5'].map((value, index) => ({ value, code: '007', at: at(index + 1) }))
    expect(seriesOf(texts)).toMatchObject({ name: 'value', values: [1, null, 3.5] })
    expect(numbersOf([{ code: '007' }, { code: '008' }])).toEqual([])
    expect(numbersOf([{ value: '1' }, { value: 'open' }])).toEqual([])
  })
  it('leaves a share as it was sent, 0.62 beside 62', () => {
    const records = [0.62, 62].map((value, index) => ({
      value,
      unit: 'percent',
      at: `2026-01-0${index + 1}T00:00:00Z`,
    }))
    expect(seriesOf(records)?.values).toEqual([0.62, 62])
  })
  it('goes by when values were recorded, and not by when they were fetched', () => {
    const fetched = { retrievedAt: '2026-02-01T00:00:00Z' }
    const series = seriesOf([
      { value: 1, ...fetched, recordedAt: '2026-01-01T00:00:00Z' },
      { value: 2, ...fetched, recordedAt: '2026-01-02T00:00:00Z' },
    ])
    expect(series?.at).toEqual([1767225600, 1767312000])
  })
  it('draws no places', () => {
    expect(numbersOf([{ rowCount: 2, columnCount: 2, row: 1, column: 0, pressure: 220 }])).toEqual(['pressure'])
    expect(numbersOf([{ latitude: 49.2, longitude: 8.6, heading: 90 }])).toEqual([]) // a track says it
  })
  it.each([
    [[{ value: 1, at: '2026-01-01T00:00:00Z' }]],
    [[{ value: 'a', at: '2026-01-01T00:00:00Z' }]],
    [[{ value: 1 }, { value: 2 }]],
    [[]],
  ])('is none of %j', (records) => {
    expect(seriesOf(records)).toBeUndefined()
  })
})

it('a place on earth', () => {
  expect(positionOf({ latitude: 0, longitude: -180 })).toEqual({ latitude: 0, longitude: -180 })
  const others = [
    { latitude: 91, longitude: 0 },
    { latitude: '1', longitude: 2 },
    {},
    null,
    { latitude: 0, longitude: 0 },
  ]
  expect(others.map(positionOf)).toEqual(others.map(() => undefined))
})

describe('joining pages', () => {
  const value = (index: number) => ({ value: index, at: new Date(1.7e12 - index * 1000).toISOString() })
  const values = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => value(from + index))
  const join = (...pages: (readonly object[])[]) => {
    const joiner = new Joiner([])
    return pages.flatMap((page) => joiner.take(page as never))
  }
  it('takes each value once though some came in between, whatever the total says', () => {
    expect(join(values(0, 4), values(2, 6))).toEqual(values(0, 6))
    expect(join(values(0, 4), values(4, 8))).toEqual(values(0, 8))
  })
  it('and though more than a page came in before it goes on', () => {
    expect(join(values(100, 110), values(90, 100), values(95, 105), values(110, 112))).toHaveLength(22)
    expect(new Joiner(values(0, 50)).take(values(45, 55))).toEqual(values(50, 55))
  })
  it('keeps records that cannot be told apart', () => {
    const same = [{ value: 1 }, { value: 1 }]
    expect(join(same, same)).toHaveLength(4)
    expect(join([{ value: 1, at: 0 }], [{ value: 1, at: 0 }])).toHaveLength(2)
  })
})

const textOf = async (kind: 'CSV' | 'JSON', records: readonly TableRow[], facts = {}) =>
  (await tableBlob(kind, { what: 'values', parts: [], at: 0, facts, records })).text()

describe('text to take away', () => {
  const facts = { code: 'odometer-traveleddistance', vehicle: 'v', readAt: '2026-01-01T00:00:00.000Z' }
  it('CSV: disarmed, read back whole', async () => {
    const records = [
      { a: '=1+1', b: 'x,"y"\n', c: { deep: [1] } },
      { a: '@cmd', d: -5 },
      { a: null, b: 0 },
    ]
    const rows = papa.parse<string[]>(await textOf('CSV', records)).data
    expect(rows[0]).toEqual(['a', 'b', 'c', 'd'])
    expect(rows[1]).toEqual(["'=1+1", 'x,"y"\n', '{"deep":[1]}', ''])
    expect(rows[2]?.[0]).toBe("'@cmd")
    expect(rows[2]?.[3]).toBe('-5')
  })
  it('CSV: times as ISO in UTC', async () => {
    const text = await textOf('CSV', [{ at: 1_767_323_045_000, recordedAt: 0, value: 1_767_323_045_000 }])
    expect(text).toContain('2026-01-02T03:04:05.000Z,0,1767323045000')
  })
  const cellText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\n\r\t ]{0,2}[=+@-][a-z()\n]{0,4}$/),
  )
  it('no cell of any record, nor of its names, begins a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(cellText, cellText), { minLength: 1, maxLength: 5 }), async (records) => {
        const rows = papa.parse<string[]>(await textOf('CSV', records), { delimiter: ',' }).data
        expect(rows.flat().filter((cell) => /^\s*[=+@-]/.test(cell) && !/^-?[\d.]+$/.test(cell))).toEqual([])
      }),
    )
  })
  it('JSON: as it was read', async () => {
    expect(JSON.parse(await textOf('JSON', [{ a: [1] }], facts))).toEqual({ ...facts, rows: [{ a: [1] }] })
  })
})

it('a column that is called like what every object has is empty where a record has none', async () => {
  const records: TableRow[] = JSON.parse('[{"constructor":"x","toString":1},{"a":2}]')
  const lines = papa.parse((await textOf('CSV', records)).trim()).data
  expect(lines).toEqual([
    ['constructor', 'toString', 'a'],
    ['x', '1', ''],
    ['', '', '2'],
  ])
  expect(numbersOf(recordsOf({ data: records }))).not.toContain('constructor')
})
it('a number that no date can hold is no time', async () => {
  expect([isTime('at', 1e308), isTime('at', 8.64e15), isTime('at', 1.7e12)]).toEqual([false, true, true])
  expect(await textOf('CSV', [{ at: 1e308 }])).toContain('1e+308')
})

describe('a series as it is looked at', () => {
  const DAY_S = 86_400
  const series = { name: 'value', unit: 'km', at: [0, DAY_S, 2 * DAY_S, 2.5 * DAY_S], values: [5, 9, 1, null] }
  it('of some days ends with the latest value, a gap among them', () => {
    expect(since(series, beginOf(series, 1)).values).toEqual([1, null])
    expect(since(series, beginOf(series, 0))).toBe(series)
    expect(since(series, 9 * DAY_S).values).toEqual([])
    expect(beginOf({ at: [] }, 1)).toBe(-DAY_S)
  })
  it('has its latest, least and greatest value, each with its time, the first of several', () => {
    const figure = (value: number, day: number) => ({ value, at: day * DAY_S })
    const { latest, least, most, known, gaps } = figuresOf(series)
    expect([latest, least, most]).toEqual([figure(1, 2), figure(1, 2), figure(9, 1)])
    expect([known, gaps]).toEqual([3, 1])
    expect(figuresOf({ at: [0, DAY_S], values: [7, 7] }).most).toEqual(figure(7, 0))
    expect(figuresOf({ at: [0], values: [null] })).toMatchObject({
      latest: undefined,
      least: undefined,
      known: 0,
      gaps: 1,
    })
  })
  it('needs two numbers by itself, and one beside another', () => {
    const one = [{ value: 1, at: '2026-01-02T03:04:05Z' }]
    expect(seriesOf(one)).toBeUndefined()
    expect(seriesOf(one, undefined, 1)?.values).toEqual([1])
  })
})
