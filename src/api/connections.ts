/** Connections: the links between an application's users and vehicles (sections 2.2 and 4.2). */
import * as z from 'zod/mini'
import { endpoint, type Input, type Output } from './endpoint'
import { choice, defineFilters, identifier, modes, ownIdentifier } from './filters'
import { id, listOf, nothing, one, relationship, timestamp, Vehicle } from './json-api'
import { brackets } from './links'
import { once } from './once'

export const Connection = once(() =>
  z.object({
    id,
    type: z.literal('connection'),
    attributes: z.object({
      permissions: z.array(z.string()),
      vehicle: Vehicle(),
      // Services seen leave the user out; relationships.user still names them.
      user: z.optional(z.object({ id, externalId: z.optional(z.nullable(z.string())) })),
    }),
    relationships: z.object({ vehicle: relationship('vehicle'), user: relationship('user') }),
    meta: z.object({ createdAt: timestamp, updatedAt: timestamp }),
    links: z.object({ self: z.string() }),
  }),
)

/** The service's maximum is not shown (8): an address may ask for more than the list offers, within reason. */
const MOST_ROWS = 1000

/** Section 4.2 shows the filters but not their names: these are the defaults that `CONFIG` can replace. */
export const connectionFilters = defineFilters(
  {
    'filter[user.externalId]': ownIdentifier('External ID'),
    'filter[userId]': identifier('User ID'),
    'filter[vehicleId]': identifier('Vehicle ID'),
    'filter[vehicle.mode]': choice('Mode', modes),
  },
  brackets,
  MOST_ROWS,
)
export type ConnectionSearch = ReturnType<typeof connectionFilters.search>

/** Section 8: what the service uses when the request names none. */
export const CONNECTIONS_DEFAULT_PAGE_SIZE = 10

const errors = [400, 401, 403, 404, 500]

export const connections = {
  list: endpoint('vehicle', 'GET /v3/connections', {
    query: connectionFilters.query,
    response: () => listOf(Connection()),
    effect: 'free',
    errors,
    success: 200,
  }),
  read: endpoint('vehicle', 'GET /v3/connections/{connectionId}', {
    response: () => one(Connection()),
    effect: 'free',
    errors,
    success: 200,
  }),
  remove: endpoint('vehicle', 'DELETE /v3/connections/{connectionId}', {
    response: nothing,
    effect: 'change',
    errors,
    success: 204,
    isSuccessAssumed: true,
  }),
}

/** One connection as a list or a read holds it, as far as it fits. */
export type ConnectionRow = NonNullable<NonNullable<Output<typeof connections.list>['data']>[number]>

/** What a list of connections may be narrowed by. */
export type ConnectionFilters = Omit<
  NonNullable<Input<typeof connections.list>['query']>,
  'page[number]' | 'page[size]'
>

/** The user that a connection names: by relationship, else embedded (some services leave the latter out). */
export const userIdOf = ({ attributes, relationships }: ConnectionRow): string | undefined =>
  relationships?.user?.data?.id ?? attributes?.user?.id ?? undefined

export const vehicleIdOf = ({ relationships }: ConnectionRow): string | undefined =>
  relationships?.vehicle?.data?.id ?? undefined
