/** What a browser may tell the team's history of subscriptions: checked by the server alone, so no page loads the check. */
import * as z from 'zod/mini'
import { isStoredTime } from './stored-time'
import { teamSubscriptionStates } from './subscriptions'
import { MOST_TOLD } from './team-subscriptions'

/** As long as an ID may be. */
export const MOST_ID = 500

const id = z.string().check(
  z.minLength(1),
  z.maxLength(MOST_ID),
  z.refine((given) => !given.includes('\0') && given.isWellFormed()),
)
const time = z.iso.datetime().check(z.refine(isStoredTime))

/** A subscription as a browser's own history has it: by its ID, or by the three that it ties together. */
export const ToldSubscription = z
  .strictObject({
    webhookId: z.optional(id),
    userId: z.optional(id),
    vehicleId: z.optional(id),
    subscriptionId: z.optional(id),
    state: z.enum(teamSubscriptionStates),
    at: time,
    since: time,
  })
  .check(
    z.refine(
      ({ subscriptionId, webhookId, userId, vehicleId }) =>
        subscriptionId !== undefined || (webhookId !== undefined && userId !== undefined && vehicleId !== undefined),
    ),
  )
export type ToldSubscription = z.infer<typeof ToldSubscription>

/** `POST /team/subscriptions`: what a browser knew already. */
export const TellSubscriptions = z.strictObject({
  subscriptions: z.array(ToldSubscription).check(z.minLength(1), z.maxLength(MOST_TOLD)),
})
