/**
 * Waiting in turns: whoever waits is served round, one request for each operator, the first lane before the others.
 * Who leaves, or has waited for as long as they may, holds nobody up.
 */

export interface QueueEntry {
  /** Who asks: turns go round these. */
  key: string
  /** Aborted when nobody waits for it any more; not given for changes. */
  signal?: AbortSignal | undefined
  /** How long it waits at most. */
  timeoutMs: number
}

interface FairQueue {
  /**
   * Resolves when it is this request's turn.
   * @param late what it is refused with once its time is over; those who wait then are counted without it
   * @throws what `late` makes; the signal's reason
   */
  wait(lane: number, turn: QueueEntry, late: () => unknown): Promise<void>
  /** Serves the next one that may be. @returns whose turn it was; undefined where nobody could be served */
  serve(may: (lane: number, key: string) => boolean): { lane: number; key: string } | undefined
  /** How many wait in this lane and in those before it. */
  waitingUpTo(lane: number): number
}

export function createFairQueue(lanes: number): FairQueue {
  /** For each lane by who asks, whose turn is next first: what is called to serve each request of theirs. */
  const queues = Array.from({ length: lanes }, () => new Map<string, Set<() => void>>())

  function serve(may: (lane: number, key: string) => boolean) {
    for (const [lane, queue] of queues.entries()) {
      for (const [key, waiting] of queue) {
        if (!may(lane, key)) continue
        const [first] = waiting
        queue.delete(key)
        if (first) waiting.delete(first)
        if (waiting.size > 0) queue.set(key, waiting) // behind everyone else who waits
        first?.()
        return { lane, key }
      }
    }
    return undefined
  }

  function wait(lane: number, { key, signal, timeoutMs }: QueueEntry, late: () => unknown): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const queue = queues[lane]
    return new Promise((resolve, reject) => {
      const waiting = queue?.get(key) ?? new Set()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', goneAway)
      }
      const served = () => {
        end()
        resolve()
      }
      const leave = () => {
        end()
        waiting.delete(served)
        if (waiting.size === 0 && queue?.get(key) === waiting) queue.delete(key)
      }
      const goneAway = () => {
        leave()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        leave()
        reject(late())
      }, timeoutMs)
      signal?.addEventListener('abort', goneAway, { once: true })
      waiting.add(served)
      queue?.set(key, waiting)
    })
  }

  return {
    wait,
    serve,
    waitingUpTo(lane) {
      let sum = 0
      for (const [nth, queue] of queues.entries()) if (nth <= lane) for (const { size } of queue.values()) sum += size
      return sum
    },
  }
}
