/** What was measured, and what is said of it: medians, the least and the most, the ratio of console to floor. */
export type Which = 'console' | 'floor' | 'rendered'

/** Figures by name that were measured in turn. */
export type Round = Record<'console' | 'floor', Record<string, number>> & { rendered?: Record<string, number> }

export interface Summary {
  median: number
  min: number
  max: number
}

export interface Result {
  console: Summary
  /** Absent where the floor has no such thing. */
  floor?: Summary
  /** Console to floor, from each round its own, so that what slows both does not count. */
  ratio?: Summary
  /** The floor that has its rows in the HTML, and the ratio to it. */
  rendered?: Summary
  ratioToRendered?: Summary
}

export class Samples {
  readonly #rounds: Round[] = []

  add(round: Round): void {
    this.#rounds.push(round)
  }

  results(): Record<string, Result> {
    const names = [...new Set(this.#rounds.flatMap((round) => Object.keys(round.console)))]
    return Object.fromEntries(names.map((name) => [name, this.#result(name)]))
  }

  #result(name: string): Result {
    const all = (which: Which) => numbersIn(this.#rounds.map((round) => round[which]?.[name]))
    const ratios = (to: Which) =>
      numbersIn(
        this.#rounds.map((round) => {
          const [console, floor] = [round.console[name], round[to]?.[name]]
          return floor && console !== undefined ? console / floor : undefined
        }),
      )
    const optional = {
      floor: all('floor'),
      ratio: ratios('floor'),
      rendered: all('rendered'),
      ratioToRendered: ratios('rendered'),
    }
    const there = Object.entries(optional).filter(([, numbers]) => numbers.length > 0)
    return {
      console: summaryOf(all('console')),
      ...Object.fromEntries(there.map(([key, numbers]) => [key, summaryOf(numbers)])),
    }
  }
}

const numbersIn = (all: readonly (number | undefined)[]): number[] => all.filter((one) => one !== undefined)

export function summaryOf(numbers: readonly number[]): Summary {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  const rounded = (number: number) => Number(number.toPrecision(4))
  return {
    median: rounded((at(Math.floor(middle)) + at(Math.ceil(middle))) / 2),
    min: rounded(at(0)),
    max: rounded(at(sorted.length - 1)),
  }
}

/** True where neither median lies within what the other run saw, and they are a twentieth or more apart. */
export function hasMoved(before: Summary, now: Summary): boolean {
  const isOutside = (median: number, { min, max }: Summary) => median < min || median > max
  const isApart = Math.abs(now.median - before.median) >= 0.05 * Math.max(Math.abs(before.median), Number.EPSILON)
  return isApart && isOutside(now.median, before) && isOutside(before.median, now)
}
