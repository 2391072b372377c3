/** How long an answer asks to wait; apart from who waits, for every page begins with what asks this. */
import { ApiError } from './errors'

/** A 429 that does not say for how long: what a service's bucket takes to refill by one. */
const WAIT_S = 30
const LEAST_S = 1

/** How many seconds the service asks to wait. */
export const askedSeconds = (error: unknown): number =>
  Math.max(LEAST_S, (error instanceof ApiError ? error.facts.retryAfter : undefined) ?? WAIT_S)

/** A service that is down for a while may say for how long, too. */
export const asksToWait = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.facts.retryAfter !== undefined)
