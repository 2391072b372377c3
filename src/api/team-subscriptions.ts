/**
 * What the server's own store knows of subscriptions, which the API doesn't list (4.3): IDs, who and when. Its address is
 * the console's own (`/team/subscriptions`); times are ISO 8601 in UTC. Without a store it answers 503
 * `STORE_UNAVAILABLE`.
 */
import * as z from 'zod/mini'
import { teamSubscriptionStates } from './subscriptions'
import { Count } from './team'

const text = z.nullable(z.string())

export const TeamSubscription = z.object({
  /** Names the row, whatever becomes of it. */
  n: z.number(),
  webhookId: text,
  userId: text,
  vehicleId: text,
  subscriptionId: text,
  state: z.enum(teamSubscriptionStates),
  /** When its state was found out, and through whom; null where nobody signs in. */
  at: z.string(),
  by: text,
  /** When it was first heard of, and through whom. */
  since: z.string(),
  sinceBy: text,
  /** True where a browser told it of its own history: the server itself has not seen it. */
  isTold: z.boolean(),
})
export type TeamSubscription = z.infer<typeof TeamSubscription>

/** `GET /team/subscriptions`: `webhook`, `user`, `vehicle`, `state`, `q` (what an ID begins with), `limit`, `after`. */
export const TeamSubscriptions = z.object({
  rows: z.array(TeamSubscription),
  next: text,
  count: Count,
})
export type TeamSubscriptions = z.infer<typeof TeamSubscriptions>

/** What a browser may tell at once. */
export const MOST_TOLD = 200
/** Answers `POST /team/subscriptions`: how many were taken in. */
export const Told = z.object({ told: z.number() })
