/** The bodies of events, field by field beside the ones that the receiver is tested with. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { attempted, errorEvent, letterOf, namedSignal, type Subject, stateEvent, verifyEvent } from './deliver-bodies'
import { fullDialect } from './dialect'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../receiver/fixtures/${name}.json`, import.meta.url), 'utf8'))

const subject: Subject = {
  user: { id: 'u', externalId: 'customer-4711' },
  vehicle: { id: 'v', make: 'Kia', model: 'EV6', year: 2024, mode: 'live', powertrainType: 'BEV' },
  webhook: { id: 'w', name: 'Charging sessions' },
}
const AT = 1_790_000_000_000
const attempt = { deliveryId: 'd', deliveredAt: AT }

/** The places of all fields, in order, and what kind of value each has; of a list each form once. */
function placesOf(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => placesOf(one, `${place}[]`)))]
  if (typeof value !== 'object' || value === null) return [`${place}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, `${place}.${key}`))
}
const sorted = (value: unknown) => placesOf(value).toSorted()

describe('an event', () => {
  const codes = ['charge-ischarging', 'tractionbattery-stateofcharge', 'closure-doors']
  const report = (code: string) =>
    code === 'closure-doors'
      ? undefined
      : {
          body: code === 'charge-ischarging' ? { value: true } : { value: 61, unit: 'percent' },
          recordedAt: AT - 9_000,
        }
  const facts = { codes, report, at: AT, sequence: AT - 30 }
  it('of a state has the documented fields in their places', () => {
    const event = stateEvent(subject, { ...facts, changed: ['charge-ischarging'] })
    expect(sorted(attempted(event, attempt))).toEqual(sorted(fixture('state')))
    expect(Object.keys(attempted(event, attempt).meta)).toEqual(Object.keys(event.meta))
    expect(event).toMatchObject({
      triggers: [{ signal: { code: 'charge-ischarging', name: 'IsCharging', group: 'Charge' } }],
      meta: { mode: 'LIVE', signalCount: 3, sequence: AT - 30 },
    })
    expect(event.data.signals.map(({ status }) => status.value)).toEqual(['SUCCESS', 'SUCCESS', 'ERROR'])
    expect(event.data.signals[0]?.meta).toEqual({ oemUpdatedAt: AT - 9_000, retrievedAt: AT - 2_000 })
  })
  it('that is the first says so', () => {
    const first = stateEvent(subject, { ...facts, changed: undefined })
    const shown = fixture('state-first-delivery') as { data: { triggers: unknown } } // just that is compared
    expect(first.data.triggers).toEqual(shown.data.triggers)
    expect(first.triggers).toBeUndefined()
    expect(first.vehicleId).toBe('v')
  })
  it('whose value has no time keeps it unknown', () => {
    const event = stateEvent(subject, { ...facts, changed: [], report: () => ({ body: {}, recordedAt: 0 }) })
    expect(event.data.signals[0]?.meta).toEqual({ oemUpdatedAt: 0, retrievedAt: 0 })
  })
  const error = {
    type: 'VEHICLE_STATE',
    code: 'UNREACHABLE',
    description: 'x',
    suggestedUserMessage: 'y',
    docPage: 'vehicle-state-errors',
    resolution: 'RETRY_LATER',
  }
  it('of an error has the documented fields, and fewer once it is resolved', () => {
    const withDocs = { codes: ['closure-islocked'], style: { docs: 'http://docs.test', dialect: fullDialect() } }
    const begun = errorEvent(subject, { error, isResolved: false, ...withDocs })
    const shown = fixture('error') as { data: { errors: unknown[] } } // its first has all fields
    const whole = { ...shown, data: { ...shown.data, errors: shown.data.errors.slice(0, 1) } }
    expect(sorted(attempted(begun, attempt))).toEqual(sorted(whole))
    const resolved = errorEvent(subject, { error, isResolved: true, ...withDocs })
    expect(sorted(attempted(resolved, attempt))).toEqual(sorted(fixture('error-resolved')))
  })
  it('that verifies has the documented fields', () => {
    const event = verifyEvent(subject.webhook, 'challenge')
    expect(sorted(attempted(event, attempt))).toEqual(sorted(fixture('verify')))
  })
  it('is its own at every attempt but for two fields', () => {
    const letter = letterOf(stateEvent(subject, { ...facts, changed: ['charge-ischarging'] }))
    const first = JSON.parse(letter.write(attempt))
    const second = JSON.parse(letter.write({ deliveryId: 'e', deliveredAt: AT + 25_000 }))
    expect(second).toEqual({ ...first, meta: { ...first.meta, deliveryId: 'e', deliveredAt: AT + 25_000 } })
    expect(first.eventId).toBe(letter.eventId)
  })
})

it('a signal is named as the provider spells it, another by its code', () => {
  expect(namedSignal('vehicleidentification-vin')).toMatchObject({ name: 'VIN', group: 'VehicleIdentification' })
  expect(namedSignal('hvac-x')).toEqual({ code: 'hvac-x', name: 'x', group: 'hvac' })
})
