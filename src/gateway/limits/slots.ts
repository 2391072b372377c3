/**
 * How many exchanges with a host may be open at once, all together and for each operator, so that answers which never
 * end, or which nobody reads, hold up no other operator. Who has no slot yet has sent nothing.
 */
import { createFairQueue, type QueueEntry } from './fair-queue'

export interface SlotRequest extends QueueEntry {
  /** A request of a job waits behind all others. */
  isJob: boolean
}

/** No slot became free in time; nothing was sent. */
export class TooManyOpen extends Error {
  override name = 'TooManyOpen'
  constructor() {
    super('Too many requests are open.')
  }
}

export interface Slots {
  /**
   * Resolves once the request may be sent, to what ends it: to be called once its answer is through, or has failed.
   * @throws TooManyOpen after its time; the signal's reason
   */
  take(request: SlotRequest): Promise<() => void>
  /** How many are open, and how many wait for one. */
  state(): { open: number; waiting: number }
}

const PEOPLE = 0
const JOBS = 1

/** @param most at once; `perKey` of them by one operator */
export function createSlots(most: { inAll: number; perKey: number }): Slots {
  const turns = createFairQueue(2)
  const open = new Map<string, number>()
  let inAll = 0

  const hasRoom = (key: string) => inAll < most.inAll && (open.get(key) ?? 0) < most.perKey
  function begin(key: string): void {
    inAll += 1
    open.set(key, (open.get(key) ?? 0) + 1)
  }

  function serve(): void {
    while (inAll < most.inAll) {
      const served = turns.serve((_, key) => hasRoom(key))
      if (!served) return
      begin(served.key)
    }
  }

  function giveBack(key: string): void {
    inAll -= 1
    const left = (open.get(key) ?? 0) - 1
    if (left > 0) open.set(key, left)
    else open.delete(key)
    serve()
  }

  return {
    async take({ isJob, ...turn }) {
      const { key, signal } = turn
      signal?.throwIfAborted()
      if (hasRoom(key) && turns.waitingUpTo(JOBS) === 0) begin(key)
      else {
        const waited = turns.wait(isJob ? JOBS : PEOPLE, turn, () => new TooManyOpen())
        serve()
        await waited
      }
      let isOpen = true
      return () => {
        if (isOpen) giveBack(key)
        isOpen = false
      }
    },
    state: () => ({ open: inAll, waiting: turns.waitingUpTo(JOBS) }),
  }
}
