/** Several series over one time: the points of each keep their own times, so that one chart can draw them all. */

export interface Timed {
  /** Ascending. */
  at: readonly number[]
  /** `null` where a value is missing: a gap. */
  values: readonly (number | null)[]
}

export interface Merged {
  /** Every time of every series, ascending; twice where one series has two points at it. */
  at: number[]
  /** For each series: `undefined` at a time at which it has no point, which is no gap. */
  values: (number | null | undefined)[][]
}

export function mergeTimes(all: readonly Timed[]): Merged {
  const next = all.map(() => 0)
  const merged: Merged = { at: [], values: all.map(() => []) }
  for (;;) {
    let first = Number.POSITIVE_INFINITY
    all.forEach(({ at }, index) => {
      first = Math.min(first, at[next[index] ?? 0] ?? first)
    })
    if (first === Number.POSITIVE_INFINITY) return merged
    merged.at.push(first)
    all.forEach(({ at, values }, index) => {
      const place = next[index] ?? 0
      const isHere = at[place] === first
      merged.values[index]?.push(isHere ? (values[place] ?? null) : undefined)
      if (isHere) next[index] = place + 1
    })
  }
}

/** The place of the point that is next in time to `index`, in a series that need not have one there. */
export function nearestPoint(
  at: readonly number[],
  values: readonly (number | null | undefined)[],
  index: number,
): number | undefined {
  const here = at[index]
  if (here === undefined) return undefined
  let [before, after] = [index, index]
  while (before >= 0 && values[before] === undefined) before -= 1
  while (after < at.length && values[after] === undefined) after += 1
  const distance = (place: number) => Math.abs((at[place] ?? Number.POSITIVE_INFINITY) - here)
  const found = distance(after) < distance(before) ? after : before
  return values[found] === undefined ? undefined : found
}
