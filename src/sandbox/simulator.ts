/**
 * Plays the provider's part in deliveries: verifies a callback, delivers what happens to a few vehicles of the default
 * world from time to time, and delivers whatever is ordered, well or with a fault.
 */

import type { Dialect } from '../api/presets/dialect'
import type { CallbackVerification, SimulatorOrder, SimulatorResult, SimulatorState } from '../api/simulator'
import { type Letter, TIMEOUT_MS } from './deliver'
import { letterOf } from './deliver-bodies'
import { nap, type Reply, type Sleep } from './deliver-request'
import { fullDialect } from './dialect'
import { fraction } from './random'
import { createHappenings } from './simulator-events'
import { plays, type Stage } from './simulator-faults'
import { createOutbox, createRun, type Run, SimulatorError } from './simulator-outbox'
import { isSeated, receiverWebhooks, removedSeat, type Seat, seatOf, seatsOf } from './simulator-seats'
import { CREATION_MS } from './subscriptions'
import type { Tie, World } from './world'

/** Regular deliveries begin after so long. */
export const FIRST_MS = 3_000
export const PER_MINUTE = 6
const MINUTE_MS = 60_000
/** Deliveries are about so few vehicles, so that each of them has several. */
const VEHICLES = 12
/** A burst is about as many as there are. */
const BURST_VEHICLES = 500
/** One in so many is an error, or the end of one. */
const ERROR_EVERY = 10
const PER_SECOND = 10
const MOST_ORDERS = 10
const SALT = { vehicle: 320, share: 321 }

export interface DeliveryOptions {
  /** Regular deliveries; 0: none. */
  perMinute?: number
  /** The dialect's by default, as are the algorithm and the encoding. */
  signatureHeader?: string
  algorithm?: Dialect['signatureAlgorithm']
  encoding?: Dialect['signatureEncoding']
  prefix?: string
  /** Signs under the fault `old-key`. */
  oldSecret?: string
}

export interface Simulator {
  /**
   * Delivers there from now on; the webhook that does is in the lists at once.
   * @returns the result of its verification: deliveries begin without waiting for it
   * @throws TypeError for an address that isn't one of http
   */
  deliverTo(callback: string, secret: string, options?: DeliveryOptions): Promise<CallbackVerification>
  /** Resolves when every delivery has ended. @throws SimulatorError */
  simulate(order: SimulatorOrder): Promise<SimulatorResult>
  /** Ends all orders with what they have sent, and a silence. Regular deliveries continue. */
  stop(): void
  state(): SimulatorState
  close(): Promise<void>
}

export interface SimulatorOptions {
  /** The world that it belongs to. */
  world: () => World
  /** The address of the error reference. */
  docs: string
  dialect?: Partial<Dialect>
  now?: () => number
  sleep?: Sleep
  timeoutMs?: number
}

/** What was used before a secret, where nothing else is said. */
export const oldSecretOf = (secret: string): string => `${secret}-before`

export function createSimulator(options: SimulatorOptions): Simulator {
  const { world, docs, now = Date.now, sleep = nap, timeoutMs = TIMEOUT_MS } = options
  const dialect = fullDialect(options.dialect)
  const closing = new AbortController()
  const outbox = createOutbox({ now, sleep, timeoutMs })
  const happenings = createHappenings(world, { docs, dialect }, now)
  const orders = new Set<AbortController>()
  let regular = new AbortController()
  let perMinute = 0
  let silenced = 0
  let turns = 0

  /** Whoever is removed meanwhile is delivered about no more. */
  const about = (seat: Seat, letter: Letter): Letter => ({ isWanted: () => isSeated(world(), seat, now()), ...letter })
  const shareOf = (seed: number, turn: number) => fraction(seed, SALT.share, turn)
  function pickSeat(order: SimulatorOrder, seed: number, turn: number): Seat | undefined {
    if (order.fault === 'after-removal') return removedSeat(world(), order)
    const seats = seatsOf(world(), order, VEHICLES, now())
    return seats[Math.floor(fraction(seed, SALT.vehicle, turn) * seats.length)]
  }

  /** Nine states of ten, and one error. @param place in its order */
  function deliverGood(seat: Seat, share: number, place: number, run: Run, mayBeOther: boolean): Promise<Reply> {
    if (place % ERROR_EVERY !== ERROR_EVERY - 1)
      return outbox.send(about(seat, letterOf(happenings.state(seat, share))), run)
    const { event, seat: whom } = happenings.error(seat, share, mayBeOther)
    return outbox.send(about(whom, letterOf(event)), run)
  }

  async function deliverRegularly(signal: AbortSignal): Promise<void> {
    const run = createRun(signal)
    await sleep(FIRST_MS, signal)
    for (let place = 0; !signal.aborted; place += 1) {
      const { seed } = world().fleet
      turns += 1
      const seat = pickSeat({}, seed, turns)
      if (silenced > 0) silenced -= 1
      else if (seat) void deliverGood(seat, shareOf(seed, turns), place, run, true)
      await sleep(MINUTE_MS / perMinute, signal)
    }
  }

  /** Once the subscription is there. */
  async function deliverFirst({ row, webhookId }: Tie, signal: AbortSignal): Promise<void> {
    await sleep(CREATION_MS, signal)
    const seat = seatOf(world(), row, webhookId, now())
    if (seat) await outbox.send(about(seat, letterOf(happenings.first(seat))), createRun(signal))
  }

  function stageFor(order: SimulatorOrder, seat: Seat, share: (move: number) => number, run: Run): Stage {
    let moves = 0
    return {
      seat,
      state() {
        moves += 1
        return happenings.state(seat, share(moves))
      },
      first(count) {
        const seats = seatsOf(world(), order, BURST_VEHICLES, now())
        return Array.from({ length: count }, (_, index) => seats[index % seats.length] ?? seat).map((one) =>
          about(one, letterOf(happenings.first(one))),
        )
      },
      send: (letter) => outbox.send(about(seat, letter), run),
      verify: async () => void (await outbox.verify(nameOf(seat.webhook), run)),
      silence() {
        silenced += 1
      },
    }
  }

  /** @returns undefined where there is nobody to deliver about */
  function play(order: SimulatorOrder, place: number, run: Run): Promise<unknown> | undefined {
    turns += 1
    const seed = order.seed ?? world().fleet.seed
    const turn = order.seed === undefined ? turns : place
    const seat = pickSeat(order, seed, turn)
    if (!seat) return undefined
    if (!order.fault) return deliverGood(seat, shareOf(seed, turn), place, run, order.vehicleId === undefined)
    const share = (move: number) => shareOf(seed, turn * 31 + move)
    return plays[order.fault](stageFor(order, seat, share, run))
  }

  async function simulate(order: SimulatorOrder): Promise<SimulatorResult> {
    if (!outbox.recipient()) throw new SimulatorError('The sandbox has no receiver yet.')
    if (orders.size >= MOST_ORDERS) throw new SimulatorError(`${MOST_ORDERS} orders are being delivered already.`)
    const { count = 1, perSecond = PER_SECOND, timeScale, fault } = order
    const stopped = new AbortController()
    const run = createRun(AbortSignal.any([stopped.signal, closing.signal]), timeScale)
    const playing: Promise<unknown>[] = []
    const began = now()
    orders.add(stopped)
    try {
      for (let place = 0; place < count && !run.signal.aborted; place += 1) {
        if (place > 0) await sleep(Math.max(0, began + (place * 1000) / perSecond - now()), run.signal)
        const one = run.signal.aborted ? undefined : play(order, place, run)
        if (!one) break
        playing.push(one)
      }
      await Promise.all(playing)
    } finally {
      orders.delete(stopped)
    }
    if (playing.length === 0 && !run.signal.aborted)
      throw new SimulatorError(
        fault === 'after-removal'
          ? 'No such vehicle has been removed in the sandbox.'
          : 'No such vehicle is subscribed to a webhook that delivers to this server.',
      )
    return run.tally
  }

  function deliverTo(callback: string, secret: string, more: DeliveryOptions = {}): Promise<CallbackVerification> {
    if (new URL(callback).protocol !== 'http:') throw new TypeError('The sandbox delivers over http.')
    regular.abort()
    regular = new AbortController()
    const signal = AbortSignal.any([regular.signal, closing.signal])
    const { signatureHeader = dialect.signatureHeader, oldSecret = oldSecretOf(secret) } = more
    const { algorithm = dialect.signatureAlgorithm, encoding = dialect.signatureEncoding } = more
    const { prefix = dialect.signaturePrefix } = more
    outbox.address({ callback, secret, oldSecret, signatureHeader, algorithm, encoding, prefix })
    perMinute = more.perMinute ?? PER_MINUTE
    const { deliveries } = world()
    deliveries.callback = callback
    deliveries.subscribed = (where, tie) => {
      if (where.token === world().token) void deliverFirst(tie, signal)
    }
    const [webhook] = receiverWebhooks(world())
    if (!webhook) throw new Error('The webhook of the receiver is missing.')
    if (perMinute > 0) void deliverRegularly(signal)
    return outbox.verify(nameOf(webhook), createRun(signal))
  }

  return {
    deliverTo,
    simulate,
    stop() {
      silenced = 0
      for (const order of orders) order.abort()
    },
    state: () => ({
      callback: outbox.recipient()?.callback ?? null,
      perMinute,
      silenced,
      orders: orders.size,
      ...outbox.facts(),
    }),
    async close() {
      closing.abort()
      await outbox.settled()
    },
  }
}

const nameOf = ({ id, attributes }: Seat['webhook']) => ({ id, name: attributes.name })
