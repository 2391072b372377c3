/** What a delivered car reports: it moves as a car does, and begins as the sandbox's other addresses have it. */
import { describe, expect, it } from 'vitest'
import { createMovingCar, type MovingCar } from './deliver-values'
import { NEWEST } from './fleet'
import { fraction } from './random'
import { valueAt } from './signal-values'
import { signalShapes } from './signals.data'
import { vinOf } from './vin'

const SEED = 1
const electric = { year: 2024, powertrainType: 'BEV' } as const
const BEGIN = NEWEST + 5 * 86_400_000
const codes = [
  'charge-ischarging',
  'charge-energyadded',
  'closure-islocked',
  'location-preciselocation',
  'odometer-traveleddistance',
  'tractionbattery-range',
  'tractionbattery-stateofcharge',
] as const
const valueIn = (car: MovingCar, code: string) => car.report(code)?.body.value
const numberOf = (car: MovingCar, code: string) => Number(valueIn(car, code))

describe.each([0, 1, 2, 5, 11])('the car of row %i', (row) => {
  it('charges, drives and turns from one to the other; every value it changes is newer', () => {
    const car = createMovingCar(SEED, row, electric, BEGIN)
    const turns = new Set<boolean>()
    for (let move = 1; move <= 400; move += 1) {
      const before = Object.fromEntries(codes.map((code) => [code, car.report(code)]))
      const was = {
        isCharging: valueIn(car, 'charge-ischarging'),
        charge: numberOf(car, 'tractionbattery-stateofcharge'),
      }
      const odometer = numberOf(car, 'odometer-traveleddistance')
      const at = BEGIN + move * 10
      const changed = car.move(fraction(SEED, row, move), at)
      const charge = numberOf(car, 'tractionbattery-stateofcharge')
      expect(charge).toBeGreaterThan(0)
      expect(charge).toBeLessThanOrEqual(100)
      if (was.isCharging) {
        expect(charge).toBeGreaterThanOrEqual(was.charge)
        expect(numberOf(car, 'odometer-traveleddistance')).toBe(odometer)
      } else {
        expect(charge).toBeLessThanOrEqual(was.charge)
        expect(numberOf(car, 'odometer-traveleddistance')).toBeGreaterThan(odometer)
      }
      const isCharging = valueIn(car, 'charge-ischarging') === true
      expect(changed.includes('charge-ischarging')).toBe(isCharging !== was.isCharging)
      if (isCharging !== was.isCharging) turns.add(isCharging)
      expect(changed.length).toBeGreaterThan(0)
      for (const code of codes) {
        const [old, now] = [before[code]?.recordedAt ?? 0, car.report(code)?.recordedAt ?? 0]
        if (changed.includes(code)) expect(now).toBeGreaterThan(old)
        else expect(car.report(code)).toBe(before[code])
        expect(now).toBeLessThan(at)
      }
    }
    expect(turns).toEqual(new Set([true, false]))
  })
})

it('begins with the seeded values, recorded before; its VIN is its own, of no known time', () => {
  const car = createMovingCar(SEED, 3, electric, BEGIN)
  const known = Object.keys(signalShapes)
  for (const code of ['tractionbattery-range', 'closure-islocked', 'location-preciselocation']) {
    const shape = signalShapes[code]
    if (!shape) throw new Error(`${code} has no shape`)
    const seeded = Array.from({ length: 10 }, (_, index) =>
      valueAt(shape, { seed: SEED, row: 3, code: known.indexOf(code), index }),
    ).find(({ value }) => value !== null)
    expect(seeded).toMatchObject(car.report(code)?.body ?? {})
    expect(car.report(code)?.recordedAt).toBeLessThan(BEGIN)
  }
  const vin = { body: { value: vinOf(SEED, 3, 2024) }, recordedAt: 0 }
  expect(car.report('vehicleidentification-vin')).toEqual(vin)
  expect(car.report('no-signal')).toBeUndefined()
})
it('without a traction battery only drives', () => {
  const car = createMovingCar(SEED, 4, { year: 2020, powertrainType: 'ICE' }, BEGIN)
  for (let move = 0; move < 50; move += 1)
    expect(car.move(fraction(SEED, 4, move), BEGIN + move).toSorted()).toEqual([
      'location-preciselocation',
      'odometer-traveleddistance',
    ])
  expect(car.report('charge-ischarging')).toBeUndefined()
})
it('does not turn its odometer back where the sandbox starts again later', () => {
  const fuelled = { year: 2020, powertrainType: 'ICE' }
  const before = createMovingCar(SEED, 5, fuelled, BEGIN)
  const hour = 30 // regular moves of one of twelve cars
  for (let move = 0; move < 10 * hour; move += 1) before.move(fraction(SEED, 5, move), BEGIN + move * 120_000)
  const later = createMovingCar(SEED, 5, fuelled, BEGIN + 10 * 3_600_000)
  const odometer = 'odometer-traveleddistance'
  expect(numberOf(later, odometer)).toBeGreaterThan(numberOf(before, odometer))
})
