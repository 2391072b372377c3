/** The newest wins, in whichever order deliveries arrive, and however often. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Delivery } from './deliveries'
import { compareStates, compareValues, eventKeyOf, type StateOrder, type ValueOrder } from './delivery-order'
import { readDelivery } from './read-delivery'

const oldest: ValueOrder = { recordedAt: undefined, sequence: undefined, sentAt: undefined, eventKey: 'b' }

describe('the newer value', () => {
  it.each<[string, Partial<ValueOrder>, Partial<ValueOrder>]>([
    [
      'was recorded later, whenever it was sent',
      { recordedAt: 2 },
      { recordedAt: 1, sequence: 9, sentAt: 9, eventKey: 'z' },
    ],
    ['has a time, where the other has none', { recordedAt: 1 }, { sequence: 9, sentAt: 9, eventKey: 'z' }],
    [
      'has the greater sequence',
      { recordedAt: 1, sequence: 2 },
      { recordedAt: 1, sequence: 1, sentAt: 9, eventKey: 'z' },
    ],
    ['has a sequence, where the other has none', { sequence: 1 }, { sentAt: 9, eventKey: 'z' }],
    ['was sent later', { sequence: 1, sentAt: 2 }, { sequence: 1, sentAt: 1, eventKey: 'z' }],
    ['has the greater key', { sentAt: 2, eventKey: 'c' }, { sentAt: 2, eventKey: 'b' }],
  ])('%s', (_, newer, older) => {
    expect(compareValues({ ...oldest, ...newer }, { ...oldest, ...older })).toBeGreaterThan(0)
    expect(compareValues({ ...oldest, ...older }, { ...oldest, ...newer })).toBeLessThan(0)
  })
  it('is neither of two that are the same', () => {
    expect(compareValues(oldest, { ...oldest })).toBe(0)
    expect(compareValues({ ...oldest, recordedAt: 0, sequence: 0, sentAt: 0 }, oldest)).toBe(0)
  })
})

describe('the newer state', () => {
  it('has nothing to do with when a car recorded something', () => {
    const [before, after]: [ValueOrder, ValueOrder] = [
      { ...oldest, recordedAt: 9 },
      { ...oldest, sequence: 1 },
    ]
    expect(compareStates(after, before)).toBeGreaterThan(0)
    expect(compareValues(after, before)).toBeLessThan(0)
  })
})

const eventKey = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom('\uffff', '\ue000', '😀', 'é', 'e\u0301', 'Z', 'a'),
)
const little = fc.option(fc.nat({ max: 3 }), { nil: undefined })
const state: fc.Arbitrary<StateOrder> = fc.record({ sequence: little, sentAt: little, eventKey })
const value: fc.Arbitrary<ValueOrder> = fc.record({ recordedAt: little, sequence: little, sentAt: little, eventKey })

describe('the order', () => {
  it('is one: total, and the same from either side', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0)
        if (compareValues(a, b) >= 0 && compareValues(b, c) >= 0) expect(compareValues(a, c)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 1_000 },
    )
  })
  it('compares as a store compares rows: numbers, then keys by their bytes', () => {
    const row = ({ sequence, sentAt }: StateOrder) => [sequence ?? 0, sentAt ?? 0]
    const byRow = (a: StateOrder, b: StateOrder) => {
      const unlike = row(a).findIndex((number, at) => number !== row(b)[at])
      if (unlike >= 0) return Math.sign((row(a)[unlike] ?? 0) - (row(b)[unlike] ?? 0))
      return Buffer.compare(Buffer.from(a.eventKey), Buffer.from(b.eventKey))
    }
    fc.assert(
      fc.property(state, state, (a, b) => Math.sign(compareStates(a, b)) === byRow(a, b)),
      { numRuns: 2_000 },
    )
    expect(compareStates({ ...oldest, eventKey: '😀' }, { ...oldest, eventKey: '\uffff' })).toBeGreaterThan(0)
  })
})

interface Seen {
  vehicleId: string
  code: string
  recordedAt: number | undefined
  sequence: number | undefined
  sentAt: number | undefined
  /** Undefined: the signal fails. */
  value: number | undefined
}
const seen: fc.Arbitrary<Seen> = fc.record({
  vehicleId: fc.constantFrom('car-1', 'car-2', 'car-3'),
  code: fc.constantFrom('charge-ischarging', 'odometer-traveleddistance', '__proto__'),
  // Few, so that many are the same in all but their event.
  ...{ recordedAt: little, sequence: little, sentAt: little, value: fc.option(fc.nat(), { nil: undefined }) },
})
/** As it is delivered. */
const deliveryOf = ({ vehicleId, code, recordedAt, sequence, sentAt, value: read }: Seen, index: number): Delivery => {
  const body = {
    ...{ eventId: `event-${index}`, eventType: 'VEHICLE_STATE' },
    data: {
      vehicle: { id: vehicleId },
      signals: [
        {
          code,
          body: read === undefined ? undefined : { value: read },
          status: { value: read === undefined ? 'ERROR' : 'SUCCESS' },
          meta: { oemUpdatedAt: recordedAt },
        },
      ],
    },
    meta: { sequence, deliveredAt: sentAt },
  }
  return readDelivery(JSON.stringify(body))
}

/** What is known after deliveries in this order: of each signal its value and whether it fails. */
function known(deliveries: readonly Delivery[]): unknown {
  const values = new Map<string, ValueOrder & { body: unknown }>()
  const states = new Map<string, StateOrder & { status: string | undefined }>()
  for (const delivery of deliveries) {
    const { sequence, sentAt, vehicleId } = delivery
    for (const { code, body, status, recordedAt } of delivery.signals) {
      const [name, order] = [`${vehicleId} ${code}`, { sequence, sentAt, eventKey: eventKeyOf(delivery, '') }]
      const last = values.get(name)
      const given = { ...order, recordedAt, body }
      if (body !== undefined && (!last || compareValues(given, last) > 0)) values.set(name, given)
      const lastState = states.get(name)
      if (!lastState || compareStates(order, lastState) > 0) states.set(name, { ...order, status })
    }
  }
  return [values, states].map((all) => [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

describe('1,000 deliveries', () => {
  it('tell the same in the end when they are shuffled and doubled', () => {
    const shuffled = fc
      .array(seen, { minLength: 1_000, maxLength: 1_000 })
      .map((all) => all.map(deliveryOf))
      .chain((deliveries) => {
        const doubled = [...deliveries, ...deliveries]
        const all = { minLength: doubled.length, maxLength: doubled.length }
        return fc.tuple(fc.constant(deliveries), fc.shuffledSubarray(doubled, all))
      })
    fc.assert(
      fc.property(shuffled, ([deliveries, again]) => {
        expect(again).toHaveLength(2_000)
        expect(known(again)).toEqual(known(deliveries))
      }),
      { numRuns: 3 },
    )
  })
  it('that were recorded one after another leave the last one’s values, in whichever order', () => {
    const deliveries = Array.from({ length: 1_000 }, (_, index) =>
      deliveryOf(
        {
          vehicleId: 'car',
          code: 'soc',
          recordedAt: index + 1,
          sequence: undefined,
          sentAt: 5_000 - index,
          value: index,
        },
        index,
      ),
    )
    for (const order of [deliveries, deliveries.toReversed()])
      expect(known(order)).toMatchObject([
        [['car soc', { body: { value: 999 } }]],
        [['car soc', { status: 'SUCCESS' }]],
      ])
  })
})

describe('bodies for tests', () => {
  const readFixture = (name: string) =>
    readDelivery(readFileSync(new URL(`../receiver/fixtures/${name}`, import.meta.url), 'utf8'))
  it('that are older never replace a value, in either order', () => {
    const soc = (names: readonly string[]) => known(names.map(readFixture))
    expect(soc(['state.json', 'state-older.json'])).toEqual(soc(['state-older.json', 'state.json']))
    expect(JSON.stringify(soc(['state.json', 'state-older.json']))).toContain('"value":61')
    expect(JSON.stringify(soc(['state.json', 'state-older.json']))).not.toContain('"value":57')
  })
  it('have one key over all attempts of an event', () => {
    const keys = ['state.json', 'state-retry.json', 'state-older.json'].map((name) => eventKeyOf(readFixture(name), ''))
    expect(keys).toEqual([3, 3, 4].map((end) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`))
  })
})

describe('the key of an event', () => {
  const hash = '0'.repeat(64)
  const keyOf = (eventId: string | undefined) => eventKeyOf({ eventId }, hash)
  it.each(['a', '../../etc/passwd', 'é 😀', 'x'.repeat(200)])('%s is its ID', (id) => expect(keyOf(id)).toBe(id))
  it.each([
    undefined,
    '',
    'x'.repeat(201),
    'a\0',
    'a\n',
    'a\x7f',
    'a\x85',
    '\ud800',
    'a\ufffd',
    `sha256:${'1'.repeat(64)}`,
  ])('%j is none: it is that of its body', (id) => expect(keyOf(id)).toBe(`sha256:${hash}`))
  it('differs for events that differ only where an ID is cut or mended', () => {
    const ids = [`${'x'.repeat(250)}1`, `${'x'.repeat(250)}2`, 'a\0', 'a\ufffd', '\ud800', '\udc00']
    const keys = ids.map((eventId, index) => eventKeyOf(readDelivery(JSON.stringify({ eventId })), String(index)))
    expect(new Set(keys).size).toBe(ids.length)
  })
})
