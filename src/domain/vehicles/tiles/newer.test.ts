/** What a tile shows: the reading of this tab, or what a delivery told, whichever is the newer. */
import { describe, expect, it } from 'vitest'
import { knownSignals } from '../../../api/signals.data'
import type { TeamLastValue } from '../../../api/team-deliveries'
import { deliveredOf, newerOf } from './newer'
import type { TileState } from './tile-state'

const iso = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString()
const at = (minute: number) => Date.parse(iso(minute))

const CHARGE = 'tractionbattery-stateofcharge'
const last = (code: string, body: unknown, told: Partial<NonNullable<TeamLastValue['value']>> = {}): TeamLastValue => ({
  ...{ code, name: null, group: null, failing: null },
  value: {
    ...{ body, recordedAt: iso(10), fetchedAt: null, sentAt: null, receivedAt: iso(12), deliveryId: 1 },
    ...{ isPrivate: false, isRedacted: false, isSealed: false },
    ...told,
  },
})
const charge = (told = {}) => last(CHARGE, { value: 61, unit: 'percent' }, told)
const tile = (kind: TileState['kind'], told: Partial<TileState> = {}): TileState => ({
  ...{ read: { path: '/battery', label: 'Battery', name: 'battery level' }, kind, startedAt: 0, paths: ['/battery'] },
  ...told,
})
const read = (dataAge: string | undefined, receivedAt = at(11)) =>
  tile('value', {
    startedAt: receivedAt,
    answer: {
      path: '/battery',
      state: 'answered',
      isExtra: false,
      facts: { dataAge },
      remarks: [],
      receivedAt,
    } as never, // no more is read of it
  })
const isDelivered = (state: TileState, value = charge()) => newerOf(state, [value]) !== undefined

describe('the newer one', () => {
  it('is the delivered value where nothing was read', () => expect(isDelivered(tile('idle'))).toBe(true))
  it.each([
    ['older', iso(9), true],
    ['the same', iso(10), false],
    ['newer', iso(11), false],
  ])('goes by when each was recorded: a reading that is %s', (_, dataAge, isIt) =>
    expect(isDelivered(read(dataAge))).toBe(isIt),
  )
  it('goes by when it was received, where one does not say when it was recorded', () => {
    expect(isDelivered(read(undefined, at(9)))).toBe(true)
    expect(isDelivered(read('yesterday', at(11)))).toBe(false)
    expect(isDelivered(read(iso(11)), charge({ recordedAt: null }))).toBe(true)
    expect(isDelivered(read(iso(13)), charge({ recordedAt: null }))).toBe(false)
  })
  it('hides nothing that a click led to, until something arrives after it', () => {
    expect(isDelivered(tile('reading', { startedAt: at(1) }))).toBe(false)
    for (const kind of ['failed', 'asleep', 'incapable', 'cancelled', 'missing'] as const) {
      expect(isDelivered(tile(kind, { startedAt: at(12) })), kind).toBe(false)
      expect(isDelivered(tile(kind, { startedAt: at(11) })), kind).toBe(true)
    }
  })
})

describe('what a delivery told', () => {
  const measure = (path: string, code: string, body: unknown) => deliveredOf(path, [last(code, body)])?.measure
  it.each([
    ['/battery', CHARGE, { value: 61, unit: 'percent' }, { value: 61, unit: 'percent' }],
    ['/fuel', 'internalcombustionengine-fuellevel', { value: 61 }, { value: 61, unit: '%' }],
    ['/odometer', 'odometer-traveleddistance', { value: 7, unit: 'miles' }, { value: 7, unit: 'miles' }],
    ['/odometer', 'odometer-traveleddistance', { value: 0 }, { value: 0 }],
    ['/charge', 'charge-ischarging', { value: true }, { value: 'Charging' }],
    ['/charge', 'charge-ischarging', { value: false }, { value: 'Not charging' }],
    ['/location', 'location-preciselocation', { latitude: 1, longitude: 2.5 }, { value: '1, 2.5' }],
    ['/location', 'location-preciselocation', { value: { latitude: 1, longitude: 2 } }, { value: '1, 2' }],
  ])('%s of %s', (path, code, body, expected) => {
    expect(measure(path, code, body)).toEqual(expected)
    expect(knownSignals.map((one) => one.code)).toContain(code)
  })
  it.each([
    null,
    'text',
    7,
    [],
    {},
    { value: null },
    { value: '61' },
    { value: [61] },
    { hidden: true },
    { value: {} },
  ])('%j is left to the reading, where it is not what the tile shows', (body) => {
    for (const path of ['/charge', '/location', '/tires/pressure', '/constructor'])
      expect(measure(path, 'charge-ischarging', body)).toBeUndefined()
    expect(measure('/location', 'location-preciselocation', body)).toBeUndefined()
    if (body !== 7) expect(measure('/battery', CHARGE, body)).toBeUndefined()
  })
  it('is nothing where it is hidden, not stored, sealed or never came', () => {
    for (const told of [{ isSealed: true }, { isRedacted: true }, { body: undefined }])
      expect(deliveredOf('/battery', [charge(told)])).toBeUndefined()
    expect(deliveredOf('/battery', [{ ...charge(), value: null }])).toBeUndefined()
    expect(deliveredOf('/battery', [])).toBeUndefined()
  })
})
