/**
 * `POST /simulator`: has the sandbox deliver to this server's receiver, well or with a fault. It is the console's own
 * address, there with the sandbox alone; times are ISO 8601 in UTC.
 */
import * as z from 'zod/mini'
import { deliveryFaults } from './delivery-faults.data'

export const MOST_DELIVERIES = 10_000
export const MOST_PER_SECOND = 200
/** `burst-500` sends so many at once. */
export const BURST = 500
/** So many ids of events are told of each order. */
export const MOST_EVENT_IDS = 1_000

const id = z.string().check(z.minLength(1), z.maxLength(200))

export const SimulatorOrder = z
  .strictObject({
    /** None: good deliveries, the mix that the sandbox sends regularly. */
    fault: z.optional(z.enum(deliveryFaults.map(([name]) => name))),
    /** How often. */
    count: z.optional(z.int().check(z.gte(1), z.lte(MOST_DELIVERIES))),
    perSecond: z.optional(z.number().check(z.gte(1), z.lte(MOST_PER_SECOND))),
    /** About this vehicle alone. */
    vehicleId: z.optional(id),
    /** From this webhook alone: one that delivers to this server. */
    webhookId: z.optional(id),
    /** Divides the waits before further attempts, and the time that a slow body takes. */
    timeScale: z.optional(z.number().check(z.gte(1), z.lte(100_000))),
    /** The same gives the same vehicles in the same order. */
    seed: z.optional(z.int().check(z.gte(0), z.lte(0xffff_ffff))),
  })
  .check(z.refine(({ fault, count = 1 }) => fault !== 'burst-500' || count * BURST <= MOST_DELIVERIES))
export type SimulatorOrder = z.output<typeof SimulatorOrder>

/** How many requests had each status; 0 where there was no response. */
const Statuses = z.record(z.string(), z.number())

/** What became of an order, once all of its deliveries have ended. */
export const SimulatorResult = z.object({
  /** Requests, further attempts among them. */
  sent: z.number(),
  answered: Statuses,
  /** Of the first 1,000 events. */
  eventIds: z.array(z.string()),
  /** Events that were given up: none of their attempts was accepted, or the order was stopped first. */
  dropped: z.number(),
})
export type SimulatorResult = z.output<typeof SimulatorResult>

/** The last verification of the callback: the response has to hold its challenge, signed. */
export const CallbackVerification = z.object({ at: z.string(), status: z.number(), isRight: z.boolean() })
export type CallbackVerification = z.output<typeof CallbackVerification>

/** `GET /simulator` */
export const SimulatorState = z.object({
  /** Where it delivers; null before it was told. */
  callback: z.nullable(z.string()),
  verification: z.nullable(CallbackVerification),
  /** Regular deliveries. */
  perMinute: z.number(),
  /** Regular deliveries that won't be sent (`silent`). */
  silenced: z.number(),
  /** Orders that are being delivered. */
  orders: z.number(),
  /** Of everything since the start, orders and regular deliveries. */
  totals: z.object({ sent: z.number(), answered: Statuses, dropped: z.number() }),
  lastError: z.nullable(z.object({ at: z.string(), text: z.string() })),
})
export type SimulatorState = z.output<typeof SimulatorState>
