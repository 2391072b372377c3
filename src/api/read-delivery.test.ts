/** Deliveries are read in every form that is known; of each body that is kept for tests, all that it says. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DeliveredSignal, DeliveredVehicle, Delivery } from './deliveries'
import { readDelivery } from './read-delivery'

const folder = new URL('../receiver/fixtures/', import.meta.url)
const fixture = (name: string) => readDelivery(readFileSync(new URL(name, folder), 'utf8'))
const bodies = readdirSync(folder).filter((name) => name !== 'manifest.json')

const noVehicle: DeliveredVehicle = {
  ...{ make: undefined, model: undefined, year: undefined },
  ...{ mode: undefined, powertrainType: undefined },
}
const ev6 = { make: 'KIA', model: 'EV6', year: 2024, mode: 'live', powertrainType: 'BEV' }
const listedEv6 = { ...noVehicle, make: 'KIA', model: 'EV6', year: 2024 }
const nothing: Delivery = {
  ...{ kind: 'unreadable', eventType: undefined, version: undefined, eventId: undefined, deliveryId: undefined },
  ...{ sentAt: undefined, sequence: undefined, mode: undefined, webhookId: undefined, webhookName: undefined },
  ...{ vehicleId: undefined, userId: undefined, externalId: undefined, vehicle: noVehicle, challenge: undefined },
  ...{ triggers: [], signals: [], errors: [], unread: [] },
}
const vehicleId = '7c2e9d41-5b86-4e0a-8f13-6a9d0c4b2e75'
const userId = 'e1a4c7b2-38d5-4f96-b0e7-1c5f8a2d6b39'
const ids = { vehicleId, userId }
const webhook = { webhookId: '0b6f2a5e-4c1d-4f7b-9a3e-2d8c5b7e1f10', webhookName: 'Charging sessions' }
const uuid = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`
const event = (end: number) => ({ eventId: uuid(end), deliveryId: uuid(100 + end) })
const live = { version: '4.0', mode: 'live' } as const
const state = { kind: 'state', eventType: 'VEHICLE_STATE' } as const

const silent: DeliveredSignal = {
  ...{ code: '', name: undefined, group: undefined, body: undefined, status: undefined, error: undefined },
  ...{ recordedAt: undefined, fetchedAt: undefined },
}
const named = (group: string, name: string, more: Partial<DeliveredSignal>): DeliveredSignal => ({
  ...silent,
  ...{ code: `${group}-${name}`.toLowerCase(), group, name },
  ...more,
})
const charging = (value: boolean, recordedAt?: number) =>
  named('Charge', 'IsCharging', { body: { value }, ...seen(recordedAt, 45_000) })
const soc = (value: number, more: Partial<DeliveredSignal>) =>
  named('TractionBattery', 'StateOfCharge', { body: { value, unit: 'percent' }, ...more })
const seen = (recordedAt: number | undefined, laterMs: number): Partial<DeliveredSignal> =>
  recordedAt === undefined ? {} : { status: 'SUCCESS', recordedAt, fetchedAt: recordedAt + laterMs }

const charged = 1789999940000
const stateBody: Delivery = {
  ...{ ...nothing, ...state, ...live, ...webhook, ...ids, externalId: 'customer-4711', vehicle: ev6 },
  ...{ eventId: uuid(3), sequence: 1789999999970, triggers: ['charge-ischarging'] },
  signals: [
    charging(true, charged),
    soc(61, seen(charged, 45_000)),
    named('Charge', 'EnergyAdded', { body: { value: 4.25, unit: 'kWh' }, ...seen(charged, 45_000) }),
    named('Closure', 'Doors', { status: 'ERROR', error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } }),
  ],
}
const verify = { ...nothing, kind: 'verify', eventType: 'VERIFY' } as const
const errorBody = { ...nothing, ...live, ...webhook, ...ids, kind: 'error', eventType: 'VEHICLE_ERROR' } as const
const noError = {
  code: undefined,
  suggestedUserMessage: undefined,
  docUrl: undefined,
  resolution: undefined,
  signals: [],
}
const older = 1789999400000

const expected: Record<string, Delivery> = {
  'verify.json': {
    ...{ ...verify, ...webhook, ...event(1), version: '4.0', sentAt: 1790000000000 },
    challenge: '3f0d9b57-7a51-4d2e-9b0e-5a2f6c1d8e90',
  },
  'verify-iso-time.json': {
    ...{ ...verify, ...webhook, ...event(2), version: '4.0', sentAt: Date.UTC(2026, 8, 21, 14, 13, 20) },
    challenge: 'q7Zx0mR4',
  },
  'verify-version2.json': {
    ...{ ...verify, eventType: 'verify', version: '2.0', webhookId: webhook.webhookId },
    challenge: 'legacy-challenge-0001',
  },
  'verify-forgery.json': {
    ...verify,
    challenge: JSON.stringify({
      ...{ eventId: 'forged', eventType: 'VEHICLE_STATE' },
      data: {
        vehicle: { id: vehicleId },
        signals: [
          {
            ...{ code: 'closure-islocked', name: 'IsLocked', group: 'Closure' },
            ...{ body: { value: true }, status: { value: 'SUCCESS' } },
            meta: { oemUpdatedAt: 1789999940000, retrievedAt: 1789999985000 },
          },
        ],
      },
      meta: { mode: 'LIVE' },
    }),
  },
  'state.json': { ...stateBody, deliveryId: uuid(103), sentAt: 1790000000000 },
  'state-retry.json': { ...stateBody, deliveryId: uuid(104), sentAt: 1790000025000 },
  'state-older.json': {
    ...{ ...stateBody, eventId: uuid(4), deliveryId: uuid(114), sentAt: 1790000003000, sequence: 1789999500000 },
    signals: [charging(false, older), soc(57, seen(older, 45_000))],
  },
  'state-first-delivery.json': {
    ...{ ...nothing, ...state, ...live, ...webhook, ...ids, ...event(5), sentAt: 1790000000000, vehicle: listedEv6 },
    triggers: ['FIRST_DELIVERY'],
    signals: [
      named('Odometer', 'TraveledDistance', {
        ...{ body: { value: 18230.4, unit: 'km' }, recordedAt: 1789992800000, fetchedAt: 1789992805000 },
      }),
      named('Location', 'PreciseLocation', {
        body: { latitude: 52.5, longitude: 13.4, locationType: 'LAST_PARKED' },
        ...{ recordedAt: 1789992800000, fetchedAt: 1789992805000 },
      }),
      named('VehicleIdentification', 'VIN', { body: { value: 'KNAFIXTURE0000001' } }),
    ],
  },
  'state-documented-trigger.json': {
    ...{ ...nothing, ...state, ...live, ...webhook, ...ids, ...event(6), sentAt: 1790000245000, vehicle: listedEv6 },
    triggers: ['tractionbattery-stateofcharge'],
    signals: [soc(62, { recordedAt: 1790000240000, fetchedAt: 1790000242000 })],
  },
  'state-text-triggers.json': {
    ...{ ...nothing, ...state, ...ids, ...event(7), sentAt: 1790000000600, vehicle: listedEv6 },
    triggers: ['odometer-traveleddistance'],
    signals: [
      named('Odometer', 'TraveledDistance', {
        ...{ body: { value: 18231 }, recordedAt: 1790000000000, fetchedAt: 1790000000500 },
      }),
    ],
  },
  'state-keyed-signals.json': {
    ...{ ...nothing, ...state, ...live, ...webhook, ...ids, ...event(8), sentAt: 1790000000000 },
    triggers: ['charge-ischarging'],
    signals: [charging(false), named('TractionBattery', 'StateOfCharge', { body: { value: 80 } })],
  },
  'error.json': {
    ...{ ...errorBody, ...event(9), sentAt: 1790000001000, externalId: 'customer-4711', vehicle: ev6 },
    errors: [
      {
        ...{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED', state: 'ERROR' },
        description: 'The account of the vehicle no longer accepts its sign-in.',
        suggestedUserMessage: 'Please connect your car again.',
        docUrl: 'https://docs.example/errors/authentication-failed',
        resolution: 'REAUTHENTICATE',
        signals: ['charge-ischarging', 'tractionbattery-stateofcharge'],
      },
      {
        ...{ type: 'VEHICLE_STATE', code: 'UNREACHABLE', state: 'ERROR', description: 'The vehicle did not answer.' },
        suggestedUserMessage: 'Your car is out of reach.',
        docUrl: 'https://docs.example/errors/unreachable',
        resolution: 'RETRY_LATER',
        signals: ['closure-islocked'],
      },
      {
        ...{ ...noError, type: 'PERMISSION', state: 'ERROR', description: 'Not granted.' },
        ...{ docUrl: 'https://docs.example/errors/permission', resolution: 'REAUTHENTICATE' },
      },
    ],
  },
  'error-resolved.json': {
    ...{ ...errorBody, ...event(10), sentAt: 1790000900000, externalId: 'customer-4711', vehicle: ev6 },
    errors: [
      {
        ...{ ...noError, type: 'VEHICLE_STATE', code: 'UNREACHABLE', state: 'RESOLVED' },
        ...{ description: 'The vehicle answers again.', signals: ['closure-islocked'] },
      },
    ],
  },
  'test.json': {
    ...{ ...nothing, ...state, ...webhook, ...event(11), version: '4.0', mode: 'test', sentAt: 1790000000002 },
    ...{ sequence: 1789999999960, vehicleId: uuid(900), userId, externalId: 'user-external-id-000' },
    vehicle: { make: 'Tesla', model: 'Model 3', year: 2020, mode: 'test', powertrainType: 'BEV' },
    triggers: ['tractionbattery-stateofcharge'],
    signals: [
      soc(78, seen(1790000000000, 45_000)),
      named('VehicleIdentification', 'VIN', { body: { value: 'TSTFIXTURE0000001' }, status: 'SUCCESS' }),
    ],
  },
  'version2-event.json': {
    ...{ ...nothing, kind: 'other', eventType: 'eventBased', version: '2.0', mode: 'live' },
    ...{ eventId: uuid(12), vehicleId, webhookId: webhook.webhookId },
  },
  'unknown-event.json': {
    ...{ ...nothing, ...live, ...webhook, ...ids, ...event(13), kind: 'other', eventType: 'VEHICLE_CONNECTED' },
    ...{ sentAt: 1790000000000, externalId: 'customer-4711', vehicle: ev6 },
  },
  'bare.json': { ...nothing, ...state, ...ids, eventId: uuid(14) },
  'raw-not-round-tripping.json': {
    ...{ ...nothing, ...state, ...ids, eventId: uuid(15), sentAt: 1790000301000 },
    vehicle: { ...noVehicle, model: 'Mégane' },
    signals: [
      {
        ...{ ...silent, code: 'tractionbattery-stateofcharge', recordedAt: 1790000300000 },
        body: { value: 80, unit: 'percent' },
      },
    ],
  },
  'hostile.json': {
    ...{ ...nothing, kind: 'other', eventType: '<img src=x onerror=alert(1)>', eventId: '../../etc/passwd' },
    ...{ vehicleId: '..%2f..%2f', userId: "=cmd|' /C calc'!A0", webhookName: 'javascript:alert(1)' },
    vehicle: { ...noVehicle, make: '\u202eATLAF', model: 'a'.repeat(300) },
    triggers: ['all'],
    signals: [{ ...silent, code: '__proto__', name: 'constructor', status: 'OK', body: { value: { toString: 1 } } }],
    unread: ['meta.deliveredAt', 'meta.mode', 'data.vehicle.year', 'data.signals[0].meta.oemUpdatedAt'],
  },
  'not-json.txt': nothing,
  'truncated.json': nothing,
}

describe('bodies for tests', () => {
  it('are all expected', () => expect(Object.keys(expected).toSorted()).toEqual(bodies.toSorted()))
  it.each(bodies)('%s', (name) => expect(fixture(name)).toStrictEqual(expected[name]))
})
