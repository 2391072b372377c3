/** Queries of deliveries that several components share. The server's own store responds, so none is billed. */
import type * as z from 'zod/mini'
import { query } from '../../api/console/client'
import { deliveries, type ReceiverInfo } from '../../api/console/deliveries'
import { whileAway } from '../../requests/away'

/** Without hints, too. */
export const polled = { refetchInterval: whileAway(30_000) } as const
/** The response never changes. */
export const constant = { staleTime: Number.POSITIVE_INFINITY } as const

export type DeliveriesQuestion = z.output<typeof deliveries.list.query>

/** The newest first. */
export const deliveryList = (question: DeliveriesQuestion) => ({
  ...query(deliveries.list, { query: question }),
  ...polled,
})

export const lastValuesOf = (vehicleId: string) => ({
  ...query(deliveries.lastValues, { path: { vehicleId } }),
  ...polled,
})

/** How deliveries of a webhook, a vehicle, or both arrive. */
export const arrivalsOf = (of: { webhookId?: string; vehicleId?: string }) => ({
  ...query(deliveries.arrivals, { query: of }),
  ...polled,
})

/** This server's memory has them. */
export const refusedList = { ...query(deliveries.refused, {}), ...polled }
export const oneRefused = (id: string) => ({ ...query(deliveries.refusedOne, { path: { id } }), ...constant })

export const receiverInfo = { ...query(deliveries.receiver, {}), ...constant }

/** True for a callback that is this server's receiver: no other server has the slug in its path. */
export function isOurs(callbackUri: string | null | undefined, info: ReceiverInfo | undefined): boolean {
  if (!callbackUri || !info || !URL.canParse(callbackUri)) return false
  return new URL(callbackUri).pathname.endsWith(info.path)
}
