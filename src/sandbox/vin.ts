/** Invented vehicle identification numbers with a right check digit (position 9). */
import { hash } from './random'

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const values: Record<string, number> = Object.fromEntries(
  [...'ABCDEFGH']
    .map((letter, index) => [letter, index + 1])
    .concat(
      [...'JKLMN'].map((letter, index) => [letter, index + 1]),
      [
        ['P', 7],
        ['R', 9],
      ],
      [...'STUVWXYZ'].map((letter, index) => [letter, index + 2]),
    ),
)
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const years = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** The digit, or X, that position 9 has to hold. */
export function checkDigit(vin: string): string {
  const sum = [...vin].reduce((total, sign, index) => total + (values[sign] ?? Number(sign)) * (weights[index] ?? 0), 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** A number of 17 signs; its maker's part, `ZZ9`, belongs to nobody. */
export function vinOf(seed: number, row: number, year: number): string {
  const body = Array.from({ length: 5 }, (_, place) => letters[hash(seed, 160 + place, row) % letters.length]).join('')
  const serial = String(hash(seed, 170, row) % 1_000_000).padStart(6, '0')
  const blank = `ZZ9${body}0${years[(year - 2010) % years.length]}S${serial}`
  return blank.slice(0, 8) + checkDigit(blank) + blank.slice(9)
}
