/** One world per bearer token: what it removed, laid over the fleet that all worlds share. It costs nothing until used. */
import { type Faults, faultsOf } from './faults'
import type { Fleet } from './fleet'

/** A world that nobody has used for this long is forgotten. */
export const IDLE_MS = 10 * 60_000
/** Beyond this many, the one unused for longest is forgotten first. */
export const MOST_WORLDS = 2000
/** How often a removed thing can still be read under `sandbox-slow-purge`; a look at a user takes two reads. */
const LINGERING_READS = 3
export const LINGERING_READS_OF_USER = 5

/** What ties a webhook, a user and a vehicle together: `row` is the connection between the two. */
export interface Tie {
  id: string
  webhookId: string
  row: number
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** Where the sandbox delivers to. The webhook that does is in every world's list; events are of the default world alone. */
export interface Deliveries {
  /** Undefined: nowhere, and there is no such webhook. */
  callback: string | undefined
  /** Told of every creation of a subscription. */
  subscribed: (world: World, tie: Tie) => void
}

export interface World {
  readonly fleet: Fleet
  readonly deliveries: Deliveries
  readonly faults: Faults
  readonly token: string
  /** What owners chose in the hosted flow: kWh by row. */
  readonly chosenCapacities: Map<number, number>
  /** Tokens of the owner links that this world has given out. */
  readonly flowTokens: Set<string>
  /** Created in this world, by id. */
  readonly subscriptions: Map<string, Tie>
  readonly goneSubscriptions: Set<string>
  /** Counts the calls, the one under way among them. */
  calls: number
  /** Counts the reads, under `sandbox-flaky-5`. */
  reads: number
  /** Counts the lists that were asked for, under `sandbox-rough-list`. */
  readonly lists: { asked: number; page4Failed: number }
  /** Counts the creations, under `sandbox-rough-create`. */
  creations: number
  /** Counts the batches, under `sandbox-rough-batch`. */
  batches: number
  isGone(row: number): boolean
  /** Takes rows away; under a slow purge they can still be read for a while. */
  remove(rows: readonly number[], lingeringReads?: number): void
  /** To be told of every read, for purges that take their time. */
  sawRead(): void
  readonly goneCount: number
  /** True where every row of the fleet is still there. */
  readonly isWhole: boolean
  lastUsed: number
}

function createWorld(fleet: Fleet, token: string, deliveries: Deliveries): World {
  const faults = faultsOf(token)
  const gone = new Set<number>()
  const lingering = new Map<number, number>()
  return {
    fleet,
    deliveries,
    faults,
    token,
    chosenCapacities: new Map(),
    flowTokens: new Set(),
    subscriptions: new Map(),
    goneSubscriptions: new Set(),
    calls: 0,
    reads: 0,
    batches: 0,
    creations: 0,
    lists: { asked: 0, page4Failed: 0 },
    lastUsed: 0,
    isGone: (row) => gone.has(row),
    remove(rows, lingeringReads = LINGERING_READS) {
      for (const row of rows) {
        if (!faults.slowPurge) gone.add(row)
        else if (!lingering.has(row)) lingering.set(row, lingeringReads)
      }
    },
    sawRead() {
      for (const [row, left] of lingering) {
        if (left > 0) lingering.set(row, left - 1)
        else {
          lingering.delete(row)
          gone.add(row)
        }
      }
    },
    get goneCount() {
      return gone.size
    },
    get isWhole() {
      return gone.size === 0
    },
  }
}

/** Worlds by token, made on demand, their number and age bounded. */
export function createWorlds(
  fleet: Fleet,
  now: () => number = Date.now,
  deliveries: Deliveries = { callback: undefined, subscribed: () => {} },
) {
  const worlds = new Map<string, World>() // in the order of their last use
  return {
    /** The world that fits, among those in use. */
    find: (fits: (world: World) => boolean): World | undefined => [...worlds.values()].find(fits),
    get size() {
      return worlds.size
    },
    of(token: string): World {
      const at = now()
      for (const [other, world] of worlds) {
        if (at - world.lastUsed <= IDLE_MS && worlds.size <= MOST_WORLDS) break
        worlds.delete(other)
      }
      const world = worlds.get(token) ?? createWorld(fleet, token, deliveries)
      world.lastUsed = at
      worlds.delete(token)
      worlds.set(token, world)
      return world
    },
  }
}
