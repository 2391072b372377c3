/** Connections: the links between an application's users and vehicles (sections 2.2 and 4.2). */
import * as z from 'zod/mini'
import { endpoint, type Output } from './endpoint'
import { id, listOf, nothing, one, relationship, timestamp, Vehicle } from './json-api'

export const Connection = z.object({
  id,
  type: z.literal('connection'),
  attributes: z.object({
    permissions: z.array(z.string()),
    vehicle: Vehicle,
    // Services seen leave the user out; relationships.user still names them.
    user: z.optional(z.object({ id, externalId: z.optional(z.nullable(z.string())) })),
  }),
  relationships: z.object({ vehicle: relationship('vehicle'), user: relationship('user') }),
  meta: z.object({ createdAt: timestamp, updatedAt: timestamp }),
  links: z.object({ self: z.string() }),
})

/** Section 4.2 shows the filters but not their names: these are the defaults that `CONFIG` can replace. */
export const ConnectionFilters = z.object({
  'filter[userId]': z.optional(z.string()),
  'filter[vehicleId]': z.optional(z.string()),
  'filter[vehicle.mode]': z.optional(z.string()),
  'filter[user.externalId]': z.optional(z.string()),
  'page[number]': z.optional(z.string()),
  'page[size]': z.optional(z.string()),
})

/** Section 8: what the service uses when the request names none. */
export const CONNECTIONS_DEFAULT_PAGE_SIZE = 10

const errors = [400, 401, 403, 404, 500]

export const connections = {
  list: endpoint('vehicle', 'GET /v3/connections', {
    query: ConnectionFilters,
    response: listOf(Connection),
    effect: 'free',
    errors,
    success: 200,
  }),
  read: endpoint('vehicle', 'GET /v3/connections/{connectionId}', {
    response: one(Connection),
    effect: 'free',
    errors,
    success: 200,
  }),
  remove: endpoint('vehicle', 'DELETE /v3/connections/{connectionId}', {
    response: nothing,
    effect: 'change',
    errors,
    success: 204, // not shown (4.2); any 2xx is success
  }),
}

/** One connection as a list or a read holds it, as far as it fits. */
export type ConnectionRow = NonNullable<NonNullable<Output<typeof connections.list>['data']>[number]>
