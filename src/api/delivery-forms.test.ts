/** Forms of a delivery that no whole body shows: each field as it may be sent, what can't be read, and bounds. */
import { describe, expect, it } from 'vitest'
import type { DeliveredSignal } from './deliveries'
import { readDelivery } from './read-delivery'

const read = (body: unknown) => readDelivery(JSON.stringify(body))
const state = (data: object, more: object = {}) => read({ eventType: 'VEHICLE_STATE', data, ...more })
const meta = (fields: object) => read({ eventType: 'VEHICLE_STATE', meta: fields })

describe('the envelope', () => {
  it.each([
    [1790000000000, 1790000000000],
    ['1790000000000', 1790000000000],
    [1790000000000.75, 1790000000000],
    ['2026-09-21T14:13:20Z', 1790000000000],
    ['2026-09-21T16:13:20.000+02:00', 1790000000000],
    ['2026-09-21T14:13:20', 1790000000000],
    ['2026-09-21', Date.UTC(2026, 8, 21)],
    [253402300799999, 253402300799999],
  ])('reads the time %s', (deliveredAt, sentAt) => {
    expect(meta({ deliveredAt })).toMatchObject({ sentAt, unread: [] })
    expect(meta({ deliveryTime: deliveredAt })).toMatchObject({ sentAt, unread: [] })
  })
  it.each([0, '0', null])('has no time where it is %s', (deliveredAt) =>
    expect(meta({ deliveredAt })).toMatchObject({ sentAt: undefined, unread: [] }),
  )
  it.each([
    ...[-1, '-1', 253402300800000, 8640000000000001, 'yesterday', '2026-13-01T00:00:00Z', '', ' 1', '0x10', '1e12'],
    ...[true, [], {}, ['2026-09-21'], 'Mon, 21 Sep 2026 14:13:20 GMT', '9'.repeat(400)],
  ])('notes the time %j, and takes the other', (deliveredAt) => {
    const noted = { sentAt: 1790000000000, unread: ['meta.deliveredAt'] }
    expect(meta({ deliveredAt, deliveryTime: 1790000000000 })).toMatchObject(noted)
  })
  it.each([
    [{ mode: 'LIVE' }, {}, 'live', []],
    [{}, { mode: 'tEsT' }, 'test', []],
    [{ mode: 'TEST' }, { mode: 'live' }, 'test', []],
    [{ mode: 'SIMULATED' }, {}, undefined, ['meta.mode']],
    [{ mode: 7 }, { mode: 'live' }, 'live', ['meta.mode']],
  ])('reads the mode of %j and %j', (ofMeta, ofRoot, mode, unread) =>
    expect(read({ eventType: 'VEHICLE_STATE', meta: ofMeta, ...ofRoot })).toMatchObject({ mode, unread }),
  )
  it('tells the mode of a delivery from that of a vehicle', () =>
    expect(state({ vehicle: { mode: 'test' } })).toMatchObject({ mode: undefined, vehicle: { mode: 'test' } }))
  it.each([
    ['wh_abc', 'abc'],
    ['abc', 'abc'],
    ['wh_', 'wh_'],
    ['wh_wh_a', 'wh_a'],
  ])('reads the webhook %s', (webhookId, id) => expect(meta({ webhookId })).toMatchObject({ webhookId: id }))
  it.each([
    ['a', undefined, 'a', []],
    [undefined, 'b', 'b', []],
    ['a', 'a', 'a', []],
    ['a', 'b', 'b', ['vehicleId']],
    ['a', 7, 'a', ['data.vehicle.id']],
  ])('takes the vehicle of %j and %j', (vehicleId, id, taken, unread) =>
    expect(state({ vehicle: { id } }, { vehicleId })).toMatchObject({ vehicleId: taken, unread }),
  )
  it.each(['', 7, 'a\0', 'a\u0085', 'a\n', '\ud800', 'a\ufffd', 'x'.repeat(201)])(
    'takes %j for no ID, as it could be cut or mended to another’s',
    (id) =>
      expect(state({ user: { id }, vehicle: { id } }, { eventId: id })).toMatchObject({
        ...{ eventId: undefined, userId: undefined, vehicleId: undefined },
        unread: ['eventId', 'data.vehicle.id', 'data.user.id'],
      }),
  )
  it('takes an ID of 200 characters', () => expect(state({}, { eventId: 'x'.repeat(200) }).eventId).toHaveLength(200))
  it.each([
    [1789999999970, 1789999999970],
    ['1789999999970', 1789999999970],
    [0, undefined],
  ])('reads the sequence %s', (given, sequence) =>
    expect(meta({ sequence: given })).toMatchObject({ sequence, unread: [] }),
  )
  it.each([-1, 'NaN', '-0', true])('notes the sequence %s', (sequence) =>
    expect(meta({ sequence })).toMatchObject({ sequence: undefined, unread: ['meta.sequence'] }),
  )
  it('takes no number for infinite', () =>
    expect(readDelivery('{"meta":{"sequence":1e999,"deliveredAt":1e999}}').unread).toEqual([
      'meta.deliveredAt',
      'meta.sequence',
    ]))
  it.each(['NaN', -2024, 2024.5, 20_240, [2024]])('notes the year %j', (year) =>
    expect(state({ vehicle: { year } })).toMatchObject({ vehicle: { year: undefined }, unread: ['data.vehicle.year'] }),
  )
  it.each(['[]', '"VERIFY"', 'null', '7', '', '{', '\u0000'])('can’t read %j', (text) =>
    expect(readDelivery(text)).toMatchObject({ kind: 'unreadable', unread: [] }),
  )
  it('notes what is no object', () =>
    expect(read({ eventType: 7, data: [], meta: 'x' })).toMatchObject({
      kind: 'other',
      unread: ['data', 'meta', 'eventType'],
    }))
})

describe('version 2', () => {
  it.each([
    [{ version: '2.0', eventName: 'scheduled' }, 'other'],
    [{ version: 2, eventName: 'dynamic' }, 'other'],
    [{ eventName: 'verify' }, 'verify'],
    [{ version: '2.0', eventName: 'VEHICLE_STATE', data: { signals: [{ code: 'a' }] } }, 'other'],
    [{ version: '2.0', eventType: 'VEHICLE_STATE' }, 'other'],
  ])('%j', (body, kind) => expect(read(body)).toMatchObject({ kind, version: '2.0', signals: [] }))
  it('is not what only begins like it', () =>
    expect(read({ version: '20', eventType: 'VEHICLE_STATE' })).toMatchObject({ kind: 'state', version: '20' }))
  it('bears a version that is no text', () =>
    expect(read({ version: { toString: 1 }, eventType: 'VEHICLE_STATE' })).toMatchObject({
      kind: 'state',
      unread: ['version'],
    }))
})

describe('a challenge', () => {
  const verify = (body: object) => JSON.stringify({ eventType: 'VERIFY', ...body })
  it('is found where it is said to be', () => {
    const text = verify({ challenge: 'root', a: { b: { c: 'deep' } }, data: { challenge: 'usual' } })
    expect(readDelivery(text).challenge).toBe('usual')
    expect(readDelivery(text, { challengePaths: ['challenge'] }).challenge).toBe('root')
    expect(readDelivery(text, { challengePaths: ['a.b.x', 'a.b.c', 'challenge'] }).challenge).toBe('deep')
    expect(readDelivery(text, { challengePaths: ['__proto__.x', 'constructor.name', ''] }).challenge).toBeUndefined()
  })
  it('is looked for in what was sent alone, and what is noted is noted once', () => {
    const paths = { challengePaths: ['constructor.name', '__proto__.x', 'toString', 'data.a', 'data.b'] }
    expect(readDelivery(verify({ data: 7 }), paths)).toMatchObject({ challenge: undefined, unread: ['data'] })
  })
  it('is none of an event that is no verification', () =>
    expect(state({ challenge: 'abcdefgh' }).challenge).toBeUndefined())
  it.each([7, { toString: 'x' }, ['abcdefgh']])('is not %j', (challenge) =>
    expect(read({ eventType: 'VERIFY', data: { challenge } })).toMatchObject({
      challenge: undefined,
      unread: ['data.challenge'],
    }),
  )
  it('that is cut or mended has no form that is answered', () => {
    const form = /^[A-Za-z0-9_-]{8,200}$/
    const challengeOf = (challenge: string) => read({ eventType: 'VERIFY', data: { challenge } }).challenge
    expect(challengeOf('x'.repeat(200))).toMatch(form)
    for (const length of [201, 2000, 2001, 5000]) expect(challengeOf('x'.repeat(length))).not.toMatch(form)
    for (const odd of ['\0', '\ud800', ' ', '\n', '"']) expect(challengeOf(`abcdefgh${odd}`)).not.toMatch(form)
  })
})

describe('triggers', () => {
  const code = 'charge-ischarging'
  it.each<[unknown]>([
    [{ type: 'SIGNAL_UPDATED', signal: { code } }],
    [{ type: 'SIGNAL_UPDATED', signal: { name: 'IsCharging', group: 'Charge' } }],
    [{ type: 'SIGNAL_UPDATED', signal: 'Charge.IsCharging' }],
    [{ code }],
    [{ name: 'IsCharging', group: 'Charge' }],
    ['Charge.IsCharging'],
    [code],
  ])('%j', (trigger) => {
    const told = { triggers: [code], unread: [] }
    expect(state({}, { triggers: [trigger] })).toMatchObject(told)
    expect(state({}, { triggers: trigger })).toMatchObject(told)
    expect(state({ triggers: [trigger, trigger] })).toMatchObject(told)
    expect(state({ triggers: trigger }, { triggers: [trigger] })).toMatchObject(told)
  })
  it.each<[unknown]>([['FIRST_DELIVERY'], [{ code: 'FIRST_DELIVERY' }], [{ type: 'FIRST_DELIVERY' }]])(
    '%j',
    (trigger) => expect(state({ triggers: [trigger] })).toMatchObject({ triggers: ['FIRST_DELIVERY'], unread: [] }),
  )
  it('that name nothing are noted', () =>
    expect(
      state({ triggers: [7, null, 'a.b'] }, { triggers: [{ type: 'SIGNAL_UPDATED' }, { signal: 7 }] }),
    ).toMatchObject({
      triggers: ['a-b'],
      unread: ['triggers[0]', 'triggers[1]', 'data.triggers[0]', 'data.triggers[1]'],
    }))
})

describe('signals', () => {
  const only = (signals: unknown): DeliveredSignal | undefined => state({ signals }).signals[0]
  const charge = { code: 'charge-ischarging', name: 'IsCharging', group: 'Charge' }
  it('have a code that is made of what they are called', () =>
    expect(only([{ name: 'IsCharging', group: 'Charge', body: { value: true } }])).toMatchObject(charge))
  it('may be a single one', () =>
    expect(only({ code: 'charge-ischarging', body: { value: true } })).toMatchObject({ body: { value: true } }))
  it.each<[unknown, Partial<DeliveredSignal>]>([
    [{ value: false }, { body: { value: false } }],
    [false, { body: false }],
    [{ value: 'OPEN', status: 'OK' }, { body: { value: 'OPEN', status: 'OK' } }],
    [
      { body: { value: 1 }, status: 'SUCCESS' },
      { body: { value: 1 }, status: 'SUCCESS' },
    ],
    [
      { body: { value: 1 }, status: { value: 'SUCCESS' }, meta: { oemUpdatedAt: 5, fetchedAt: 6 } },
      { body: { value: 1 }, status: 'SUCCESS', recordedAt: 5, fetchedAt: 6 },
    ],
    [
      { value: 1, unit: 'km', meta: { oemUpdatedAt: '5' } },
      { body: { value: 1, unit: 'km' }, recordedAt: 5 },
    ],
    [
      { status: { value: 'ERROR', error: { type: 'A', code: null } } },
      { body: undefined, status: 'ERROR', error: { type: 'A', code: undefined } },
    ],
  ])('under their names: %j', (value, told) => {
    expect(only({ 'Charge.IsCharging': value })).toMatchObject({ ...charge, ...told })
    expect(only({ 'charge-ischarging': value })).toMatchObject({ code: charge.code, name: undefined, ...told })
  })
  it('have times of the epoch, or of ISO 8601', () =>
    expect(
      only([{ ...charge, meta: { oemUpdatedAt: '2026-09-21T14:13:20Z', retrievedAt: 0, fetchedAt: 9 } }]),
    ).toMatchObject({ recordedAt: 1790000000000, fetchedAt: 9 }))
  it('that can’t be read hide no others', () =>
    expect(
      state({ signals: [7, null, 'Charge.IsCharging', { name: 'IsCharging' }, { code: '' }, charge] }),
    ).toMatchObject({
      signals: [charge],
      unread: [
        ...['data.signals[0]', 'data.signals[1]', 'data.signals[2]', 'data.signals[3]'],
        ...['data.signals[4].code', 'data.signals[4]'],
      ],
    }))
  it('keep what a part that can’t be read stands beside', () =>
    expect(state({ signals: [{ ...charge, body: 1, status: [], meta: 7, name: {} }] })).toMatchObject({
      signals: [{ code: charge.code, body: 1, status: undefined, name: undefined }],
      unread: ['data.signals[0].meta', 'data.signals[0].name', 'data.signals[0].status'],
    }))
  it('that are called like parts of a prototype are like any other', () => {
    const { signals } = readDelivery('{"data":{"signals":{"__proto__":{"value":1},"constructor":{"value":2}}}}')
    expect(signals.map(({ code, body }) => [code, body])).toEqual([
      ['__proto__', { value: 1 }],
      ['constructor', { value: 2 }],
    ])
    expect(Object.hasOwn(Object.prototype, 'value')).toBe(false)
  })
})

describe('errors', () => {
  const errors = (given: unknown) => read({ eventType: 'VEHICLE_ERROR', data: { errors: given } })
  it('may be a single one, with signals of every form', () =>
    expect(
      errors({
        ...{ type: 'A', docUrl: 'https://a.example', resolution: 'RETRY' },
        signals: ['Charge.IsCharging', 'odometer-traveleddistance', { group: 'Wheel', name: 'Tires' }, 7],
      }),
    ).toMatchObject({
      errors: [
        {
          ...{ type: 'A', docUrl: 'https://a.example', resolution: 'RETRY' },
          signals: ['charge-ischarging', 'odometer-traveleddistance', 'wheel-tires'],
        },
      ],
      unread: ['data.errors.signals[3]'],
    }))
  it('that are none are noted, null resolutions are not', () =>
    expect(errors(['A', { type: 'B', resolution: { type: null } }])).toMatchObject({
      errors: [{ type: 'B', resolution: undefined }],
      unread: ['data.errors[0]'],
    }))
})

describe('bounds', () => {
  it('cut texts, and say where', () => {
    const sent = read({ eventType: 'x'.repeat(301), data: { errors: [{ description: 'y'.repeat(2001) }] } })
    expect(sent.eventType).toBe(`${'x'.repeat(299)}…`)
    expect(sent.errors[0]?.description).toBe(`${'y'.repeat(1999)}…`)
    expect(sent.unread).toEqual(['eventType', 'data.errors[0].description'])
  })
  it('make a text harmless, and cut through no character', () => {
    expect(meta({ webhookName: 'a\0b\ud800' }).webhookName).toBe('a\ufffdb\ufffd')
    expect(meta({ webhookName: `${'x'.repeat(298)}😀😀` }).webhookName?.isWellFormed()).toBe(true)
  })
  it('hold for a code, too, which can grow when it is made', () => {
    const grown = 'İ'.repeat(150)
    const given = [{ code: `${grown}.a` }, { group: grown, name: 'a' }, `${grown}.a`]
    const unread = ['triggers[0]', 'triggers[1]', 'triggers[2]']
    expect(state({}, { triggers: given })).toMatchObject({ triggers: [], unread })
  })
  it('read 2,000 of a list, and say how many there were', () => {
    const signals = Array.from({ length: 2501 }, (_, at) => ({ code: `c-${at}` }))
    const told = state({ signals, errors: signals, triggers: signals })
    expect([told.signals.length, told.errors.length, told.triggers.length]).toEqual([2000, 2000, 2000])
    expect(told.unread).toEqual(['data.triggers[2000…2500]', 'data.signals[2000…2500]', 'data.errors[2000…2500]'])
    const keyed = state({ signals: Object.fromEntries(signals.map(({ code }) => [code, 1])) })
    expect([keyed.signals.length, keyed.unread]).toEqual([2000, ['data.signals[2000…2500]']])
  })
  it('read 2,000 triggers of both places together', () => {
    const triggers = (from: string) => Array.from({ length: 1500 }, (_, at) => `${from}-${at}`)
    const told = state({ triggers: triggers('a') }, { triggers: triggers('b') })
    expect([told.triggers.length, told.unread]).toEqual([2000, ['data.triggers[500]']])
  })
  it('note 50 places, each short', () => {
    const { unread } = state({
      signals: Object.fromEntries(Array.from({ length: 99 }, (_, at) => ['.'.repeat(500) + at, {}])),
    })
    expect(unread.length).toBeLessThanOrEqual(50)
    expect(state({ signals: Array(99).fill(7) }).unread).toHaveLength(50)
    const name = `x${'y'.repeat(5000)}`
    const [place = ''] = state({ signals: { [name]: { meta: { oemUpdatedAt: 'never' }, body: 1, code: 7 } } }).unread
    expect(place.length).toBeLessThan(100)
  })
})
