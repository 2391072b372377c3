/** Subscriptions: a webhook tied to one user and one vehicle (sections 2.4 and 4.3). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint'
import { choice, defineFilters, identifier, modes } from './filters'
import { id, listOf, nothing, one, relationship, timestamp, Vehicle } from './json-api'
import { brackets } from './links'
import { once } from './once'
import { choiceField, textField } from './search'

export const Subscription = once(() =>
  z.object({
    type: z.literal('subscription'),
    id,
    attributes: z.object({ vehicle: Vehicle() }),
    meta: z.object({ createdAt: timestamp, updatedAt: timestamp }),
    links: z.object({ self: z.string() }),
    relationships: z.object({
      webhook: relationship('webhook'),
      user: relationship('user'),
      vehicle: relationship('vehicle'),
    }),
  }),
)

export const NewSubscription = once(() =>
  z.strictObject({
    data: z.strictObject({
      attributes: z.strictObject({ webhookId: z.string(), userId: z.string(), vehicleId: z.string() }),
    }),
  }),
)

/** Not in the interface; as publicly known. */
export const SUBSCRIPTIONS_DEFAULT_PAGE_SIZE = 25
export const SUBSCRIPTIONS_MAX_PAGE_SIZE = 100

/** States of the history of subscriptions. */
export const teamSubscriptionStates = ['accepted', 'present', 'not found', 'removed', 'unknown'] as const
export type TeamSubscriptionState = (typeof teamSubscriptionStates)[number]

/** A state, `id unknown` (accepted a while ago, never seen since), or `there`: present as far as is known. */
export const teamSubscriptionFilters = [...teamSubscriptionStates, 'id unknown', 'there'] as const
export type TeamSubscriptionFilter = (typeof teamSubscriptionFilters)[number]

/** Not in the interface; names as publicly known. */
export const subscriptionFilters = defineFilters(
  {
    'filter[userId]': identifier('User ID'),
    'filter[webhookId]': identifier('Webhook ID'),
    'filter[vehicleId]': identifier('Vehicle ID'),
    'filter[vehicle.mode]': choice('Mode', modes),
  },
  brackets,
  SUBSCRIPTIONS_MAX_PAGE_SIZE,
  { q: textField, state: choiceField(...teamSubscriptionFilters) }, // of the history
)
export type SubscriptionSearch = ReturnType<typeof subscriptionFilters.search>

/** How long a creation counts as in progress, in ms; how long it takes is not shown (3). */
export const IN_PROGRESS_MS = 60_000

const errors = [400, 401, 403, 404, 500]

export const subscriptions = {
  create: endpoint('management', 'POST /v3/subscriptions', {
    body: NewSubscription,
    response: () => z.object({ meta: z.object({ message: z.string() }) }),
    effect: 'change',
    errors: [400, 401, 403, 404, 409, 500],
    success: 202,
    isSuccessAssumed: true,
  }),
  read: endpoint('management', 'GET /v3/subscriptions/{subscriptionId}', {
    response: () => one(Subscription()),
    effect: 'free',
    errors,
    success: 200,
  }),
  remove: endpoint('management', 'DELETE /v3/subscriptions/{subscriptionId}', {
    response: nothing,
    effect: 'change',
    errors,
    success: 204,
    isSuccessAssumed: true,
  }),
  /** Not part of the interface: forwarded only where `CONFIG` switches `subscriptions.list` on. */
  list: endpoint('management', 'GET /v3/subscriptions', {
    query: subscriptionFilters.query,
    response: () => listOf(Subscription()),
    effect: 'free',
    errors: [400, 401, 403, 500],
    success: 200,
    extension: 'subscriptions.list',
  }),
}
