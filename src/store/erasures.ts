/** Deliveries that are still to be erased, because the directory knows that their user or connection is gone. */
import * as z from 'zod/mini'
import type { Queries } from './store'

export interface Erasure {
  id: number
  userId: string | undefined
  /** Undefined: all of the user. */
  vehicleId: string | undefined
  /** When they were gone. */
  at: Date
  /** True if a connection of the user, or of both, is there now. */
  isUserConnected: boolean
  isPairConnected: boolean
  isVehicleConnected: boolean
  /** True if the directory has all connections: one that it doesn't have is none then. */
  isComplete: boolean
}

const text = z.nullable(z.string())
const Row = z.object({
  id: z.number(),
  user_id: text,
  vehicle_id: text,
  at: z.date(),
  has_user: z.boolean(),
  has_pair: z.boolean(),
  has_vehicle: z.boolean(),
  is_complete: z.boolean(),
})

const isConnected = (which: string) =>
  `EXISTS (SELECT FROM connections AS c WHERE realm = $1 AND gone_at IS NULL AND ${which})`
// The newest first, because an operator may be waiting for it.
const PENDING = `
SELECT id, user_id, vehicle_id, at,
  ${isConnected('c.user_id = erasures.user_id')} AS has_user,
  ${isConnected('c.user_id = erasures.user_id AND c.vehicle_id = erasures.vehicle_id')} AS has_pair,
  ${isConnected('c.vehicle_id = erasures.vehicle_id')} AS has_vehicle,
  EXISTS (SELECT FROM crawls WHERE realm = $1 AND kind = 'whole' AND phase = 'done' AND error IS NULL) AS is_complete
FROM erasures WHERE realm = $1 ORDER BY id DESC LIMIT $2`

export async function pendingErasures({ query }: Queries, realm: number, limit: number): Promise<Erasure[]> {
  const rows = (await query(PENDING, [realm, limit])).map((row) => Row.parse(row))
  return rows.map(({ id, user_id, vehicle_id, at, has_user, has_pair, has_vehicle, is_complete }) => ({
    ...{ id, userId: user_id ?? undefined, vehicleId: vehicle_id ?? undefined, at },
    ...{ isUserConnected: has_user, isPairConnected: has_pair, isVehicleConnected: has_vehicle },
    isComplete: is_complete,
  }))
}

export async function endErasures({ query }: Queries, realm: number, ids: readonly number[]): Promise<void> {
  await query('DELETE FROM erasures WHERE realm = $1 AND id = ANY ($2::bigint[])', [realm, ids])
}

export async function scheduleUserErasure({ query }: Queries, realm: number, userId: string, at: Date): Promise<void> {
  await query('INSERT INTO erasures (realm, user_id, at) VALUES ($1, $2, $3)', [realm, userId, at])
}

const without = (table: string) => `NOT EXISTS (SELECT FROM ${table} WHERE realm = $1)`
const FORGET = `DELETE FROM erasures WHERE realm = $1
  AND ${['deliveries', 'last_values', 'vehicle_errors'].map(without).join(' AND ')}`

/** Erases those of a realm that has no deliveries: a server without a receiver carries none of them out. */
export async function forgetErasures({ query }: Queries, realm: number): Promise<void> {
  await query(FORGET, [realm])
}
