/** What was measured, and what is said of it: medians, the least and the most, the ratio of console to floor. */
export type Which = 'console' | 'floor'

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
}

export class Samples {
  rounds = 0
  readonly #rounds: Record<Which, Record<string, number>>[] = []

  /** @param round figures by name that were measured in turn */
  add(round: { console: Record<string, number>; floor: Record<string, number> }): void {
    this.#rounds.push(round)
  }

  results(): Record<string, Result> {
    const names = [...new Set(this.#rounds.flatMap((round) => Object.keys(round.console)))]
    return Object.fromEntries(names.map((name) => [name, this.#result(name)]))
  }

  #result(name: string): Result {
    const pairs = this.#rounds.map(({ console, floor }) => ({ console: console[name], floor: floor[name] }))
    const numbers = (all: (number | undefined)[]) => all.filter((one) => one !== undefined)
    const floor = numbers(pairs.map((pair) => pair.floor))
    const ratios = pairs.map((pair) =>
      pair.floor && pair.console !== undefined ? pair.console / pair.floor : undefined,
    )
    return {
      console: summaryOf(numbers(pairs.map((pair) => pair.console))),
      ...(floor.length > 0 && { floor: summaryOf(floor) }),
      ...(numbers(ratios).length > 0 && { ratio: summaryOf(numbers(ratios)) }),
    }
  }
}

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
