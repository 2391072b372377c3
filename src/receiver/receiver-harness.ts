/** For tests: deliveries kept in memory, and arrivals to give to who keeps them. */
import type { Delivery } from '../api/deliveries'
import { StoreError, type StoreFailure } from '../store/store'
import type { Arrival, DeliveryKeeper, Saved } from './arrival'

export const emptyDelivery: Delivery = {
  ...{ kind: 'state', eventType: undefined, version: undefined, eventId: undefined, deliveryId: undefined },
  ...{ sentAt: undefined, sequence: undefined, mode: undefined, webhookId: undefined, webhookName: undefined },
  ...{ vehicleId: undefined, userId: undefined, externalId: undefined, challenge: undefined },
  vehicle: { make: undefined, model: undefined, year: undefined, mode: undefined, powertrainType: undefined },
  ...{ triggers: [], signals: [], errors: [], unread: [] },
}

export const arrivalOf = (eventId: string): Arrival => ({
  ...{ at: new Date(0), body: Buffer.from(eventId), signature: '', signedWith: 'current', address: '192.0.2.1' },
  delivery: { ...emptyDelivery, eventId },
})

export interface MemoryKeeper extends DeliveryKeeper {
  /** Every save that was asked for, by its events. */
  readonly groups: string[][]
  readonly saved: Arrival[]
  readonly followed: Arrival[]
  /** Deliveries are held up until this is called. */
  hold(): () => void
  /** Fails from now on, or succeeds again; a word alone where it fails only with this event among others. */
  fail(failure: StoreFailure | undefined, event?: string): void
}

export const eventOf = ({ delivery, body }: Arrival): string => delivery.eventId ?? body.toString()

export function createMemoryKeeper(): MemoryKeeper {
  const events = new Set<string>()
  const [groups, saved, followed]: [string[][], Arrival[], Arrival[]] = [[], [], []]
  let gate: Promise<void> | undefined
  let failing: { failure: StoreFailure; event: string | undefined } | undefined
  return {
    ...{ groups, saved, followed },
    async save(arrivals) {
      groups.push(arrivals.map(eventOf))
      await gate
      await new Promise((resolve) => setImmediate(resolve)) // as a store would, later
      const isOurs = failing?.event === undefined || arrivals.some((one) => eventOf(one) === failing?.event)
      if (failing && isOurs) throw new StoreError(failing.failure)
      return arrivals.map((arrival): Saved => {
        const isNew = !events.has(eventOf(arrival))
        events.add(eventOf(arrival))
        saved.push(arrival)
        return { id: saved.length, isNew, isRemoved: false }
      })
    },
    follow: (arrivals) => void followed.push(...arrivals),
    hold() {
      const { promise, resolve } = withResolver()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    fail(failure, event) {
      failing = failure && { failure, event }
    },
  }
}

function withResolver() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
