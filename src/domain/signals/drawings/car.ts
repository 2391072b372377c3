/** Whether places are those of a car, and what stands at them: doors, windows, tires, or something else. */
import type { Seat } from '../signal-values'

export type Part = 'door' | 'window' | 'tire' | 'place'

export interface Car {
  rows: number
  part: Part
  seats: readonly Seat[]
}

const MOST_ROWS = 3
const COLUMNS = 2

/**
 * A car has up to three rows, and a left and a right: the interface names no more (2.6).
 * @param code tells windows from doors, whose records are alike
 */
export function carOf(seats: readonly Seat[], code: string): Car | undefined {
  const rows = 1 + seats.reduce((last, { row }) => Math.max(last, row), 0)
  const columns = 1 + seats.reduce((last, { column }) => Math.max(last, column), 0)
  if (rows > MOST_ROWS || columns !== COLUMNS) return undefined
  return { rows, part: partOf(seats, code), seats }
}

function partOf(seats: readonly Seat[], code: string): Part {
  const has = (name: RegExp) => seats.some(({ record }) => Object.keys(record).some((one) => name.test(one)))
  if (has(/^is(Open|Locked)$/)) return /window/i.test(code) ? 'window' : 'door'
  return has(/pressure|tire|tyre/i) ? 'tire' : 'place'
}
