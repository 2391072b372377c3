/** A fixture names nobody: IDs are replaced, places and VINs are blank, and the shape is as it was. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureOf } from './delivery-fixture'

const parsed = (body: unknown) => JSON.parse(fixtureOf(JSON.stringify(body)) ?? 'null')

describe('a fixture', () => {
  it('has stand-ins for IDs, the same for the same one', () => {
    const made = parsed({
      eventId: 'e-1',
      data: { user: { id: 'u-1' }, vehicle: { id: 'v-1' } },
      meta: { userId: 'u-1' },
    })
    expect(made.data.user.id).toBe(made.meta.userId)
    expect(new Set([made.eventId, made.data.user.id, made.data.vehicle.id]).size).toBe(3)
    expect(JSON.stringify(made)).not.toMatch(/[euv]-1/)
  })
  it('is blank where the car is and which it is', () => {
    const signals = [
      { code: 'location-preciselocation', body: { latitude: 52.1, longitude: 4.9, heading: 90, text: 'Home' } },
      { code: 'vehicleidentification-vin', body: { value: '1HGCM82633A004352' } },
      { code: 'odometer-traveleddistance', body: { value: 12, unit: 'km' } },
    ]
    const made = parsed({ data: { signals, vin: '1HGCM82633A004352' }, note: 'VIN 1HGCM82633A004352' })
    expect(made.data.signals[0].body).toEqual({ latitude: 0, longitude: 0, heading: 0, text: '' })
    expect(made.data.signals[2].body).toEqual({ value: 12, unit: 'km' })
    expect(JSON.stringify(made)).not.toContain('1HGCM')
  })
  it('keeps the shape of whatever JSON it is made of', () => {
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
          : typeof value === 'boolean' || value === null
            ? 'word'
            : typeof value
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (body) => {
        const made = fixtureOf(body)
        expect(made).toBeDefined()
        const [now, before] = [JSON.parse(made ?? ''), JSON.parse(body)].map((one) => JSON.stringify(shape(one)))
        expect(now).toBe(before)
      }),
      { numRuns: 200 },
    )
  })
  it('is none of what is no JSON', () => {
    expect(fixtureOf('<html>')).toBeUndefined()
  })
})
