/** Commits in groups: what arrives gathers for a moment, and while one is being saved. */
import { StoreError } from '../store/store'
import type { Arrival, DeliveryKeeper, Saved } from './arrival'

export const MOST_IN_GROUP = 64
/**
 * A transaction costs as much as several deliveries, which people's requests wait for: those that come within this share
 * one. Whoever delivers waits 15 s for an answer.
 */
const GATHER_MS = 15

export interface Grouped {
  /** Resolves once it is committed. What follows is begun once its caller has gone on. @throws StoreError */
  save(arrival: Arrival): Promise<Saved>
  /** Resolves once everything that was given is saved, or has failed, and what follows is begun. */
  idle(): Promise<void>
}

interface Member {
  arrival: Arrival
  resolve(saved: Saved): void
  reject(error: unknown): void
}

/** Where the store itself is well, one of a group may be what it rejects. */
const isOfOne = (error: unknown) => !(error instanceof StoreError) || error.failure === 'failed'

/**
 * @param keeper undefined while there is none
 * @param failed told of an error in what follows
 */
export function createGrouped(keeper: () => DeliveryKeeper | undefined, failed: (error: unknown) => void): Grouped {
  let gathered: Member[] = []
  let running: Promise<void> | undefined
  let goOn = () => {}

  async function commit(members: readonly Member[]): Promise<void> {
    const arrivals = members.map(({ arrival }) => arrival)
    const keeps = keeper()
    let saved: Saved[]
    try {
      if (!keeps) throw new StoreError('unavailable', new Error('It is not open.'))
      saved = await keeps.save(arrivals)
      if (saved.length !== members.length) throw new Error('The keeper saved another number than it was given.')
    } catch (error) {
      // Its neighbors must not be refused because of one.
      if (members.length > 1 && isOfOne(error)) for (const member of members) await commit([member])
      else for (const { reject } of members) reject(error)
      return
    }
    for (const [index, one] of saved.entries()) members[index]?.resolve(one)
    await new Promise((answered) => setImmediate(answered))
    try {
      keeps.follow(arrivals, saved)
    } catch (error) {
      failed(error)
    }
  }

  /** Whoever waits has nothing to wait for where a group is full. */
  async function gather(): Promise<void> {
    if (gathered.length >= MOST_IN_GROUP) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    goOn = () => {}
  }

  async function run(): Promise<void> {
    while (gathered.length > 0) {
      await gather()
      const group = gathered.slice(0, MOST_IN_GROUP)
      gathered = gathered.slice(group.length)
      await commit(group)
    }
    running = undefined
  }

  return {
    save: (arrival) =>
      new Promise((resolve, reject) => {
        gathered.push({ arrival, resolve, reject })
        if (gathered.length >= MOST_IN_GROUP) goOn()
        running ??= run()
      }),
    async idle() {
      goOn()
      while (running) await running
    },
  }
}
