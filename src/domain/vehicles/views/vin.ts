/** What a VIN says about itself: advice only, for not every market uses these rules. */
import * as texts from './vin-texts'

export interface VinAdvice {
  length: string
  /** Position 9, by the rule of North America and China. */
  checkDigit: string
  /** Position 10: years 30 apart share a sign. */
  modelYears: number[]
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const letters: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const weightOf = (sign: string) => (/\d/.test(sign) ? Number(sign) : letters[sign])

/** The signs of model years from 1980 on: no I, O, Q, U, Z, then 1 to 9. */
const YEAR_SIGNS = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** @param today a year beyond which no model year is offered */
export function vinAdvice(given: string, today = new Date().getUTCFullYear()): VinAdvice {
  const vin = given.toUpperCase()
  const signs = [...vin]
  const values = signs.map(weightOf)
  const isComplete = signs.length === 17 && values.every((value) => value !== undefined)
  const remainder = values.reduce<number>((sum, value, index) => sum + (value ?? 0) * (weights[index] ?? 0), 0) % 11
  const expected = remainder === 10 ? 'X' : String(remainder)
  const sign = signs.length === 17 ? YEAR_SIGNS.indexOf(signs[9] ?? '?') : -1
  return {
    length: signs.length !== 17 ? texts.otherLength(signs.length) : isComplete ? texts.goodLength : texts.oddSigns,
    checkDigit: isComplete ? (expected === signs[8] ? texts.agrees : texts.disagrees) : texts.notComputed,
    modelYears: sign < 0 ? [] : [1980 + sign, 2010 + sign].filter((year) => year <= today + 1),
  }
}
