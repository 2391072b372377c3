/** A request that runs: the server's own id of it, and the operation that it names. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Host } from '../api/endpoint'

export type Reused = 'flight' | 'memory'

export interface Running {
  /** Never what a proxy before this server calls it: who sends that may send it twice. */
  readonly id: string
  /** Set once it is known; the template, never the ids in it. */
  named?: {
    host: Host
    operation: string
    /** Set where no request of its own was sent for it. */
    reused?: Reused
  }
  /** The ids in it, for the record alone. */
  parameters?: Record<string, string>
}

/** Kept beside what the browser sent, which all on its way have, rather than in a context that every promise carries. */
const running = new WeakMap<IncomingMessage, Running>()

/** The same one for as long as the request lasts. */
export function runningOf(incoming: IncomingMessage): Running {
  const known = running.get(incoming)
  if (known) return known
  const one = { id: randomUUID() }
  running.set(incoming, one)
  return one
}
