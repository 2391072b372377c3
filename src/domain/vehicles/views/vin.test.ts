/** What follows from the characters of a VIN. */
import { describe, expect, it } from 'vitest'
import { vinAdvice } from './vin'

describe('a VIN', () => {
  it('with a check digit that matches, its model years, its region', () => {
    expect(vinAdvice('1M8GDM9AXKP042788', 2026)).toEqual({
      flaw: undefined,
      check: 'matches',
      modelYears: [1989, 2019],
      region: 'northAmerica',
    })
  })
  it('with one that does not', () => {
    expect(vinAdvice('1M8GDM9A1KP042788', 2026).check).toBe('differs')
  })
  it('with signs or a length that no VIN has', () => {
    expect(vinAdvice('1234A67Q90F2T4567', 2026)).toMatchObject({ flaw: 'signs', check: 'unknown' })
    expect(vinAdvice('1short')).toEqual({ flaw: 'length', check: 'unknown', modelYears: [], region: undefined })
    expect(vinAdvice('😀'.repeat(17))).toEqual({ flaw: 'signs', check: 'unknown', modelYears: [], region: undefined })
  })
  it('of a year to come is offered for the earlier one', () => {
    expect(vinAdvice('1M8GDM9AXVP042788', 2026).modelYears).toEqual([1997, 2027])
    expect(vinAdvice('1M8GDM9AXWP042788', 2026).modelYears).toEqual([1998])
  })
  it.each([
    ...([...'ABCDEFGH'].map((sign) => [sign, 'africa']) as [string, string][]),
    ...([...'JKLMNPR'].map((sign) => [sign, 'asia']) as [string, string][]),
    ...([...'STUVWXYZ'].map((sign) => [sign, 'europe']) as [string, string][]),
    ...([...'12345'].map((sign) => [sign, 'northAmerica']) as [string, string][]),
    ['6', 'oceania'],
    ['7', 'oceania'],
    ['8', 'southAmerica'],
    ['9', 'southAmerica'],
    ...([...'0IOQ-'].map((sign) => [sign, undefined]) as [string, undefined][]),
  ])('that begins with %s is of %s', (sign, region) => {
    expect(vinAdvice(`${sign}M8GDM9AXKP042788`).region).toBe(region)
  })
})
