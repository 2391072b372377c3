/** Measured numbers: no digit that means something is lost without a way to it, and all are grouped alike. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatExact, formatMeasure, formatNumber } from './measure'

describe('a measured number', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [53180, '53,180'],
    [53.85474, '53.8547'],
    [0.20634, '0.2063'],
    [722.08683, '722.08683'], // four decimals behind the zero that they begin with
    [1234.567, '1,234.567'],
    [55540.354, '55,540.354'],
    [0.00123456, '0.001235'],
    [-0.5, '-0.5'],
    [0.1 + 0.2, '0.3'], // the noise of the binary form is no digit
    [5.000000000000001, '5'],
    [1e15, '1,000,000,000,000,000'],
    [1e308, '1e+308'],
    [-1e21, '-1e+21'],
    [5e-324, '5e-324'],
    [1.23456789e-8, '1.235e-8'],
  ])('%d is %s', (value, text) => expect(formatNumber(value)).toBe(text))
  it('has four decimals that mean something, wherever they begin', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.nat(2),
        (whole, decimals, zeros) => {
          const text = `${whole}.${'0'.repeat(zeros)}${String(decimals).padStart(4, '0')}`
          expect(Number(formatNumber(Number(text)).replaceAll(',', ''))).toBe(Number(text))
        },
      ),
    )
  })
})

describe('a number in full', () => {
  it.each([
    [53.85474, '53.85474'],
    [47.123456789012, '47.123456789012'],
    [-179.99999999, '-179.99999999'],
    [53180.25, '53,180.25'],
    [0.30000000000000004, '0.30000000000000004'],
    [1e-7, '1e-7'],
    [1e300, '1e+300'],
  ])('%d is %s', (value, text) => expect(formatExact(value)).toBe(text))
  it('is the number, whatever it is', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(formatExact(value).replaceAll(',', ''))).toBe(value + 0)
      }),
    )
  })
})

describe('a number under a name', () => {
  it.each([
    ['latitude', 53.8547412345, '53.8547412345'],
    ['longitude', -8.1234567, '-8.1234567'],
    ['lat, destination.longitude, startLatitude', 1.1234567, '1.1234567'],
    ['value, flat', 1.1234567, '1.1235'],
    ['distance', 53180, '53,180'],
    ['year, modelYear', 2020, '2020'],
    ['id, vehicleId', 1234567, '1234567'],
    ['code', 4096, '4096'],
    ['valid', 4096, '4,096'],
  ])('%s %d is %s', (names, value, text) => {
    for (const name of names.split(', ')) expect([name, formatMeasure(name, value)]).toEqual([name, text])
  })
})
