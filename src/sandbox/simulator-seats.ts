/** Whom deliveries are about: connections of a world that a webhook of the receiver is subscribed to. */
import type { SimulatorOrder } from '../api/simulator'
import { isSubscribed, subscribedRows } from './subscriptions'
import { type WebhookBody, webhooksIn } from './webhooks'
import type { World } from './world'

export interface Seat {
  /** Of the connection: it says which user and which vehicle. */
  row: number
  /** Of the vehicle's first connection: its values are computed from it. */
  vehicleRow: number
  webhook: WebhookBody
}

export type Wanted = Pick<SimulatorOrder, 'vehicleId' | 'webhookId'>

/** Webhooks that deliver to the receiver: that they are enabled is the provider's condition. */
export const receiverWebhooks = (world: World, webhookId?: string): WebhookBody[] =>
  webhooksIn(world).filter(
    ({ id, attributes }) =>
      attributes.isEnabled &&
      attributes.callbackUri === world.deliveries.callback &&
      (webhookId === undefined || id === webhookId),
  )

const rowsOfVehicle = ({ fleet }: World, row: number) => fleet.find('vehicleId', fleet.vehicleId(row))
const seatAt = (world: World, row: number, webhook: WebhookBody): Seat => ({
  row,
  vehicleRow: rowsOfVehicle(world, row)[0] ?? row,
  webhook,
})

/** The first that are subscribed, one for each vehicle and webhook. */
export function seatsOf(world: World, { vehicleId, webhookId }: Wanted, most: number, now: number): Seat[] {
  return receiverWebhooks(world, webhookId).flatMap((webhook) => {
    const seats = new Map<number, Seat>()
    const rows =
      vehicleId === undefined
        ? subscribedRows(world, webhook.id, now)
        : world.fleet.find('vehicleId', vehicleId).filter((row) => isSubscribed(world, webhook.id, row, now))
    for (const row of rows) {
      const seat = seatAt(world, row, webhook)
      if (!seats.has(seat.vehicleRow)) seats.set(seat.vehicleRow, seat)
      if (seats.size >= most) break
    }
    return [...seats.values()]
  })
}

/** The one of a connection, where it is subscribed to a webhook of the receiver. */
export function seatOf(world: World, row: number, webhookId: string, now: number): Seat | undefined {
  const [webhook] = receiverWebhooks(world, webhookId)
  return webhook && isSubscribed(world, webhookId, row, now) ? seatAt(world, row, webhook) : undefined
}
export const isSeated = (world: World, { row, webhook }: Seat, now: number): boolean =>
  seatOf(world, row, webhook.id, now) !== undefined

/** The first that were removed from the world, whatever was subscribed before. */
export function removedSeat(world: World, { vehicleId, webhookId }: Wanted): Seat | undefined {
  const { fleet, isGone } = world
  const [webhook] = receiverWebhooks(world, webhookId)
  if (!webhook || world.isWhole) return undefined
  if (vehicleId !== undefined) {
    const row = fleet.find('vehicleId', vehicleId).find(isGone)
    return row === undefined ? undefined : seatAt(world, row, webhook)
  }
  for (let row = 0; row < fleet.size; row += 1) if (isGone(row)) return seatAt(world, row, webhook)
  return undefined
}
