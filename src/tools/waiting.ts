/** How long a 429 asks to wait: never no time at all, and never so long that somebody would sit there for it. */
import { ApiError } from '../api/errors'

/** A 429 that does not say for how long: what a service's bucket takes to refill by one. */
const WAIT_S = 30
const LEAST_S = 1
/** Longer than this nobody waits: the walk stops, says so, and can go on later. */
const MOST_S = 15 * 60

/** Milliseconds to wait; undefined where the service asks for longer than is waited here. */
export function waitOf(error: unknown): number | undefined {
  const seconds = Math.max(LEAST_S, (error instanceof ApiError ? error.facts.retryAfter : undefined) ?? WAIT_S)
  return seconds > MOST_S ? undefined : seconds * 1000
}
