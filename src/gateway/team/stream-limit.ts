/** How many streams one operator may have open, and how fast new ones may follow each other. */
import { createBoundedMap } from '../../receiver/bounded-map'

/** Of all keys. */
const MOST_STREAMS = 1_000
/** Of one person, whose tabs share one stream for each browser; of an address, which may be that of a whole team. */
const MOST_OF_KEY = { person: 20, address: MOST_STREAMS / 2 }
/** A key may open as many at once as it may have open; this long after that, it may again, in seconds. */
const REFILL_S = 40
const MOST_KEYS = 10_000
/** Until others have probably ended theirs. */
const FULL_RETRY_S = 60

interface Key {
  key: string
  isPerson: boolean
}
export interface StreamLimit {
  /** @returns after how many seconds to try again; undefined if the stream may open */
  refusal(of: Key): number | undefined
  /** Counts a stream that opens. @returns what releases it */
  take(of: Key): () => void
}

/** @param now milliseconds of any clock that only goes forward */
export function createStreamLimit(now: () => number = () => performance.now()): StreamLimit {
  const open = new Map<string, number>()
  const allowances = createBoundedMap<{ left: number; at: number }>(MOST_KEYS)
  let total = 0

  const mostOf = ({ isPerson }: Key) => (isPerson ? MOST_OF_KEY.person : MOST_OF_KEY.address)
  function allowanceOf(of: Key): number {
    const most = mostOf(of)
    const known = allowances.get(of.key)
    return known ? Math.min(most, known.left + ((now() - known.at) / 1_000) * (most / REFILL_S)) : most
  }

  return {
    refusal(of) {
      if (total >= MOST_STREAMS || (open.get(of.key) ?? 0) >= mostOf(of)) return FULL_RETRY_S
      const missing = 1 - allowanceOf(of)
      return missing > 0 ? Math.ceil((missing * REFILL_S) / mostOf(of)) : undefined
    },
    take(of) {
      allowances.set(of.key, { left: allowanceOf(of) - 1, at: now() })
      open.set(of.key, (open.get(of.key) ?? 0) + 1)
      total += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total -= 1
        const remaining = (open.get(of.key) ?? 0) - 1
        if (remaining > 0) open.set(of.key, remaining)
        else open.delete(of.key)
      }
    },
  }
}
