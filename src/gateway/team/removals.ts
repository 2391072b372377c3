/**
 * Removals that succeeded through this server, applied to the team's directory one after the other. Where the store is
 * away they wait in memory, so many at most: what is forgotten here is found by the next check of the lists.
 */
import type { Directory } from '../../store/directory'
import { failureOf } from './watched-store'

export interface Removal {
  kind: 'connection' | 'user'
  id: string
  at: Date
}

/** A job on many users waits as a whole for a store that restarts. */
const MOST_WAITING = 10_000

/** Of these the store recovers: what could not be written is written later. */
const passing: readonly string[] = ['unavailable', 'timeout', 'full']

interface Options {
  /** Undefined while there is none to write to. */
  directory: () => Pick<Directory, 'removed' | 'purgeUser'> | undefined
  /** Told of what was lost: how many, and why. Never whose. */
  onLost: (count: number, why: string) => void
  most?: number
}

export function createRemovals({ directory, onLost, most = MOST_WAITING }: Options) {
  /** By what is removed, the longest waiting first. */
  const waiting = new Map<string, Removal>()
  let last = Promise.resolve()

  async function run(): Promise<void> {
    for (const [key, { kind, id, at }] of waiting) {
      const kept = directory()
      if (!kept) return
      try {
        await (kind === 'user' ? kept.purgeUser(id, at) : kept.removed(id, at))
      } catch (error) {
        const why = failureOf(error)
        if (passing.includes(why)) return
        onLost(1, why)
      }
      waiting.delete(key)
    }
  }

  /** Writes what waits, behind what is being written. Never throws. */
  function flush(): Promise<void> {
    last = last.then(run)
    return last
  }

  return {
    flush,
    note(removal: Removal): void {
      const [oldest] = waiting.keys()
      if (waiting.size >= most && oldest !== undefined) {
        waiting.delete(oldest)
        onLost(1, 'too many are waiting')
      }
      waiting.set(`${removal.kind} ${removal.id}`, removal)
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
