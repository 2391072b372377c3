/** What is never to be stored leaves a body, whatever form it has there. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDelivery } from '../api/read-delivery'
import { redactedBody } from './book-redact'

const codes = new Set(['location-preciselocation', 'charge-ischarging'])
const redacted = (json: unknown) => {
  const text = redactedBody(Buffer.from(JSON.stringify(json)), codes)?.toString()
  return text === undefined ? undefined : JSON.parse(text)
}
const delivery = (data: unknown, more = {}) => ({ eventType: 'VEHICLE_STATE', data, meta: { version: '4.0' }, ...more })
const secret = { latitude: 'canary' }

it('takes it out of lists, of keyed signals, and of triggers, and leaves the rest', () => {
  const list = [
    { code: 'location-preciselocation', body: secret, meta: { oemUpdatedAt: 1 } },
    { group: 'Location', name: 'PreciseLocation', body: secret },
    { code: 'LOCATION-PreciseLocation', value: 'canary' },
    { code: 'other', body: { value: 1 } },
  ]
  expect(redacted(delivery({ signals: list }))).toEqual(
    delivery({
      signals: [
        { code: 'location-preciselocation', meta: { oemUpdatedAt: 1 } },
        { group: 'Location', name: 'PreciseLocation' },
        { code: 'LOCATION-PreciseLocation' },
        { code: 'other', body: { value: 1 } },
      ],
    }),
  )
  const keyed = {
    'Location.PreciseLocation': secret,
    'Charge.IsCharging': 'canary',
    'Odometer.TraveledDistance': { value: 7 },
  }
  expect(redacted(delivery({ signals: keyed }))).toEqual(
    delivery({ signals: { 'Odometer.TraveledDistance': { value: 7 } } }),
  )
  const triggers = [{ type: 'SIGNAL_UPDATED', signal: { code: 'charge-ischarging', body: { value: 'canary' } } }]
  expect(redacted(delivery({ signals: [] }, { triggers }))).toEqual(
    delivery({ signals: [] }, { triggers: [{ type: 'SIGNAL_UPDATED', signal: { code: 'charge-ischarging' } }] }),
  )
})
it('leaves the bytes as they came where there is nothing to take out', () => {
  const body = Buffer.from(
    '{ "eventType":"VEHICLE_STATE","data":{"signals":[{"code":"other","body":{"value":1e400}}]}}',
  )
  expect(redactedBody(body, codes)).toBe(body)
})
it('keeps nothing where it can’t tell it apart', () => {
  for (const text of ['canary', '{"data":{"signals":[{"code":"location-preciselocation","body":"canary"', '[]', '7'])
    expect(redactedBody(Buffer.from(text), codes)).toBeUndefined()
  expect(redactedBody(readFileSync(new URL('./fixtures/version2-event.json', import.meta.url)), codes)).toBeUndefined()
  const deep = `{"eventType":"VEHICLE_STATE","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(() => redactedBody(Buffer.from(deep), codes)).not.toThrow()
})
it('leaves no value of theirs to be read, whatever the body', () => {
  const name = fc.constantFrom(
    'location-preciselocation',
    'Location.PreciseLocation',
    'charge-ischarging',
    'LOCATION-PRECISELOCATION',
    'other',
    '__proto__',
  )
  const value = fc.constantFrom<unknown>(secret, 'canary', ['canary'], { value: { body: 'canary' } }, null, 0)
  const one = fc.oneof(
    fc.record({ code: name, body: value }),
    fc.record({
      name: fc.constantFrom('PreciseLocation', 'Location.PreciseLocation'),
      group: fc.constantFrom('Location', 'location', undefined),
      body: value,
    }),
    fc.record({ code: name, body: fc.record({ code: name, body: value }) }),
  )
  const signals = fc.oneof(fc.array(one), one, fc.dictionary(name, fc.oneof(value, fc.record({ body: value, value }))))
  fc.assert(
    fc.property(signals, fc.boolean(), (data, isRoot) => {
      const body = Buffer.from(
        JSON.stringify(isRoot ? { ...delivery({}), signals: data } : delivery({ signals: data })),
      )
      const left = redactedBody(body, codes)
      const read = readDelivery(left?.toString() ?? '')
      const named = read.signals.filter(({ code }) => codes.has(code.toLowerCase()))
      expect(named.filter((signal) => signal.body !== undefined)).toEqual([])
      if (left === body)
        expect(
          readDelivery(body.toString()).signals.filter(
            ({ code, body: had }) => codes.has(code.toLowerCase()) && had !== undefined,
          ),
        ).toEqual([])
    }),
    { numRuns: 500 },
  )
})
