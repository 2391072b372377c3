/** What a VIN says about itself: advice only, for not every market uses these rules. */

interface VinAdvice {
  /** What is wrong with it as a VIN. */
  flaw: 'length' | 'signs' | undefined
  /** Position 9, by the rule of North America and China. */
  check: 'matches' | 'differs' | 'unknown'
  /** Position 10: years 30 apart share a sign. */
  modelYears: number[]
  /** Position 1, by ISO 3780. */
  region: Region | undefined
}

type Region = 'africa' | 'asia' | 'europe' | 'northAmerica' | 'oceania' | 'southAmerica'

/** The number of signs in a VIN. */
export const VIN_LENGTH = 17

/** Its parts: the first and the last position, counted from 1. */
export const vinParts = {
  manufacturer: [1, 3],
  vehicle: [4, 8],
  check: [9, 9],
  year: [10, 10],
  plant: [11, 11],
  serial: [12, 17],
} as const

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const letters: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const weightOf = (sign: string) => (/\d/.test(sign) ? Number(sign) : letters[sign])

/** The signs of model years from 1980 on: no I, O, Q, U, Z, then 1 to 9. */
const YEAR_SIGNS = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** By the first sign; 0 is not assigned, and I, O and Q are no signs of a VIN. */
const regions: readonly (readonly [signs: RegExp, region: Region])[] = [
  [/^[A-H]/, 'africa'],
  [/^[J-NPR]/, 'asia'],
  [/^[S-Z]/, 'europe'],
  [/^[1-5]/, 'northAmerica'],
  [/^[67]/, 'oceania'],
  [/^[89]/, 'southAmerica'],
]

/** Its signs as they were sent, each whole. */
export const signsOf = (vin: string): string[] => [...vin]

/** @param today a year beyond which no model year is offered */
export function vinAdvice(given: string, today = new Date().getUTCFullYear()): VinAdvice {
  const signs = signsOf(given.toUpperCase())
  const values = signs.map(weightOf)
  const isLong = signs.length === VIN_LENGTH
  const isComplete = isLong && values.every((value) => value !== undefined)
  const remainder = values.reduce<number>((sum, value, index) => sum + (value ?? 0) * (weights[index] ?? 0), 0) % 11
  const expected = remainder === 10 ? 'X' : String(remainder)
  const sign = isLong ? YEAR_SIGNS.indexOf(signs[9] ?? '?') : -1
  return {
    flaw: !isLong ? 'length' : isComplete ? undefined : 'signs',
    check: isComplete ? (expected === signs[8] ? 'matches' : 'differs') : 'unknown',
    modelYears: sign < 0 ? [] : [1980 + sign, 2010 + sign].filter((year) => year <= today + 1),
    region: isLong ? regions.find(([first]) => first.test(signs[0] ?? ''))?.[1] : undefined,
  }
}
