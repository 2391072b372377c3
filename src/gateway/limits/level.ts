/** How much is in a bucket by a clock, for how long nothing may be taken, and what each lane leaves to those before it. */
export interface BucketSettings {
  capacity: number
  refillPerMinute: number
}

/** What is left in a bucket, and for how long it is paused. */
export interface Left {
  level: number
  pausedMs: number
  /** How many instances shared it, where others did. */
  instances?: number | undefined
}

/** A `retry-after` of the service is heeded up to here: one request then asks whether it still holds. */
export const MOST_PAUSE_MS = 600_000

/** Sums of fractions of a request come to a whole one only nearly. */
const NEARLY = 1e-9

export const CHANGES = 0
export const READS = 1
export const JOBS = 2

/** What each lane leaves to those before it: nothing of a small bucket, which would leave it little. */
const reservesOf = (capacity: number): number[] => [0, Math.floor(capacity / 10), Math.floor(capacity / 4)]

export type Level = ReturnType<typeof createLevel>

/** @param now milliseconds of a clock that nobody sets */
export function createLevel({ capacity, refillPerMinute }: BucketSettings, now: () => number, left?: Left) {
  const perMs = refillPerMinute / 60_000
  const reserves = reservesOf(capacity)
  const neededFor = (lane: number) => 1 + (reserves[lane] ?? 0)
  const pauseOf = (ms: number) => Math.min(Math.max(ms, 0), MOST_PAUSE_MS)
  let level = left ? Math.min(Math.max(left.level, 0), capacity) : capacity
  let filledAt = now()
  let pausedUntil = filledAt + pauseOf(left?.pausedMs ?? 0)

  function fill(): number {
    const time = now()
    level = Math.min(capacity, level + (time - filledAt) * perMs)
    filledAt = time
    return level
  }
  const pausedMs = () => Math.max(0, pausedUntil - now())

  return {
    capacity,
    refillPerMinute,
    reserves,
    fill,
    pausedMs,
    isFree: (lane: number) => pausedMs() === 0 && fill() >= neededFor(lane) - NEARLY,
    /** So many are taken out; given back, where it is less than nothing. */
    take(count: number) {
      level = Math.min(capacity, fill() - count)
    },
    pause(ms: number) {
      pausedUntil = Math.max(pausedUntil, now() + pauseOf(ms))
    },
    /** So it is, as somebody knows who knows better. */
    set(known: Left) {
      level = Math.min(capacity, known.level)
      filledAt = now()
      pausedUntil = filledAt + pauseOf(known.pausedMs)
    },
    /** In how long one of a lane is free, behind so many others. */
    waitMs: (lane: number, before = 0) => Math.max(pausedMs(), (before + neededFor(lane) - fill()) / perMs),
    /** How many may be sent now. */
    remaining: () => (pausedMs() > 0 ? 0 : Math.max(0, Math.floor(fill() + NEARLY))),
    isFull: () => fill() >= capacity - NEARLY && pausedMs() === 0,
  }
}
