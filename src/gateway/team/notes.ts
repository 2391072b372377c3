/**
 * What went through this server and belongs in the team's store, written one after the other: removals, and what was
 * found out of subscriptions. Where the store is away it waits in memory, so much at most.
 */
import { failureOf } from './watched-store'

/** @typeParam K what is kept on a store that is open */
export interface Note<K> {
  /** What it is about: of two with one key the later is written, in the place of the earlier. */
  key: string
  /** @throws StoreError */
  write(kept: K): Promise<void>
}

/** A job on many users waits as a whole for a store that restarts. */
const MOST_WAITING = 10_000

/** Of these the store recovers: what could not be written is written later. */
const passing: readonly string[] = ['unavailable', 'readonly', 'timeout', 'conflict', 'full']

interface Options<K> {
  /** Undefined while there is none to write to. */
  kept: () => K | undefined
  /** Told of what was lost: how many, and why. Never whose. */
  onLost: (count: number, why: string) => void
  most?: number
}

export function createNotes<K>({ kept, onLost, most = MOST_WAITING }: Options<K>) {
  /** The longest waiting first. */
  const waiting = new Map<string, Note<K>>()
  let last = Promise.resolve()

  async function run(): Promise<void> {
    for (const [key, note] of waiting) {
      const store = kept()
      if (!store) return
      try {
        await note.write(store)
      } catch (error) {
        const why = failureOf(error)
        if (passing.includes(why)) return
        onLost(1, why)
      }
      if (waiting.get(key) === note) waiting.delete(key) // else a later one has come meanwhile
    }
  }

  /** Writes what waits, behind what is being written. Never throws. */
  function flush(): Promise<void> {
    last = last.then(run)
    return last
  }

  return {
    flush,
    note(note: Note<K>): void {
      const [oldest] = waiting.keys()
      if (waiting.size >= most && oldest !== undefined) {
        waiting.delete(oldest)
        onLost(1, 'too many are waiting')
      }
      waiting.set(note.key, note)
      void flush()
    },
    /** How many wait. */
    get size(): number {
      return waiting.size
    },
    /** Resolves once what was noted so far is written, or waits for the store. */
    applied: () => last,
  }
}
