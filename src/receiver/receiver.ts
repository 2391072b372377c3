/**
 * The public listener: takes what webhooks deliver, and is given nothing else. It has no way to a token, a session or a
 * page of the console.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readDelivery } from '../api/read-delivery'
import { StoreError } from '../store/store'
import { createAddressLimits } from './address-limits'
import { createAnswering } from './answering'
import { type Answer, type Outcome, outcomes, sendAnswer } from './answers'
import type { DeliveryKeeper } from './arrival'
import { createBodies } from './bodies'
import { createChallenges } from './challenge'
import { createEarlier } from './earlier'
import { type Explanation, explain, type NamedKey } from './explain'
import { createGrouped } from './grouped'
import { createLatelyProven } from './lately-proven'
import { createLine } from './line'
import { createPublicServer, type ServerLimits } from './public-server'
import type { ReceiverSettings } from './receiver-settings'
import { createRefusals, type KeptRefusal, type Refusal } from './refusals'

export interface ReceiverLimits extends ServerLimits {
  /** Proven deliveries between their body and their answer, and those that wait for it. */
  atOnce: number
  waiting: number
  /** Of all bodies that are held at a time. */
  heldBytes: number
  /** For how long what comes after an answer is thrown away. */
  lingerMs: number
  /** How long a stop waits for what is under way. */
  closeMs: number
}

export const RECEIVER_LIMITS: ReceiverLimits = {
  headersMs: 10_000,
  bodyMs: 15_000,
  connections: 2_000,
  atOnce: 64,
  waiting: 2_000,
  heldBytes: 32 * 1024 * 1024,
  lingerMs: 500,
  closeMs: 5_000,
}

export interface ReceiverMetrics {
  answered(outcome: Outcome, seconds: number): void
  /** How many proven deliveries aren't answered yet. */
  inFlight(count: number): void
}

export interface ReceiverOptions {
  settings: ReceiverSettings
  /** Undefined while there is none: what comes is to be sent again. */
  keeper: () => DeliveryKeeper | undefined
  log: { warn(line: string): void }
  metrics: ReceiverMetrics
  /** Milliseconds since the epoch. */
  /** Milliseconds since the epoch; also measures durations, in place of a clock that is never set. */
  now?: () => number
  limits?: Partial<ReceiverLimits>
}

export interface RefusedDelivery extends KeptRefusal {
  /** Undefined where its body isn't kept. */
  explanation: Explanation | undefined
}

export interface Receiver {
  /** @throws where its port can't be had */
  listen(): Promise<{ port: number }>
  /** Where it listens. */
  address(): AddressInfo | undefined
  /** The last requests that weren't proven, the newest first. */
  refused(): Refusal[]
  /** @param others tokens to compare its signature with, beside those that are configured */
  refusedOne(id: string, others?: readonly NamedKey[]): RefusedDelivery | undefined
  /** How often each came since the start. */
  counts(): Record<Outcome, number>
  /** Takes nothing more; what is under way is waited for, a few seconds at most. */
  close(): Promise<void>
}

const FEWEST_SLUG = 16

/** @throws where its settings would let anybody in */
export function createReceiver({ settings, keeper, log, metrics, ...options }: ReceiverOptions): Receiver {
  const { secret, oldSecret, slug, scheme, bodyLimitBytes } = settings
  const { now = Date.now } = options
  const elapsed = options.now ?? (() => performance.now())
  const limits: ReceiverLimits = { ...RECEIVER_LIMITS, ...options.limits }
  if (secret === '' || oldSecret === '' || slug.length < FEWEST_SLUG)
    throw new Error('A receiver requires a secret and a slug.')

  const keys = { current: secret, old: oldSecret }
  const counted = new Map<Outcome, number>()
  const refusals = createRefusals()
  const lately = createLatelyProven()
  const warn = (what: string, error: unknown) => log.warn(`${what}: ${wordsOf(error)}`)
  const grouped = createGrouped(keeper, (error) => warn('What follows a delivery failed', error))
  let failing: string | undefined
  let isClosing = false

  /** The first of a row is said, until it has succeeded. */
  function saved(error?: unknown): void {
    const words = error === undefined ? undefined : wordsOf(error)
    if (words !== undefined && words !== failing) warn('Deliveries can’t be saved', error)
    failing = words
  }

  const answer = createAnswering({
    ...{ settings, keys, grouped, refusals, lately, now, saved },
    bodies: createBodies({ mostBytes: bodyLimitBytes, mostMs: limits.bodyMs, heldBytes: limits.heldBytes }),
    limits: createAddressLimits(elapsed),
    challenges: createChallenges({ secret, scheme, now: elapsed }),
    line: createLine({ inside: limits.atOnce, waiting: limits.waiting }, (size) => metrics.inFlight(size)),
    earlier: createEarlier(),
  })

  function count(outcome: Outcome, seconds: number): void {
    counted.set(outcome, (counted.get(outcome) ?? 0) + 1)
    if (outcome !== 'healthy') metrics.answered(outcome, seconds)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now()
    let given: Answer
    try {
      given = await answer(request, () => request.headers.expect && response.writeContinue())
    } catch (error) {
      warn('A delivery couldn’t be answered', error)
      given = { outcome: 'store-away', retryAfterS: 5 }
    }
    sendAnswer(request, response, given, { isLast: isClosing, lingerMs: limits.lingerMs })
    count(given.outcome, (performance.now() - began) / 1000)
    given.after?.()
  }

  const { server, endIdle } = createPublicServer({
    limits,
    ...{ keepAlive: settings.keepAlive, trusts: settings.trusts },
    handle: (request, response) => void handle(request, response),
    broken: (outcome) => count(outcome, 0),
  })
  const address = () => {
    const bound = server.address()
    return typeof bound === 'object' ? (bound ?? undefined) : undefined // text is a pipe's
  }

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(settings.port, settings.host, () => {
          server.off('error', reject)
          resolve({ port: address()?.port ?? 0 })
        })
      }),
    address,
    refused: () => refusals.list(),
    refusedOne(id, others = []) {
      const one = refusals.one(id)
      if (!one) return undefined
      const { body, header, at } = one
      if (!body) return { ...one, explanation: undefined }
      const delivery = readDelivery(body.toString(), { challengePaths: scheme.challengePaths })
      const isLiveAlone = lately.isLiveAlone(delivery, at.getTime())
      return { ...one, explanation: explain({ body, header, keys, scheme, others, isLiveAlone }) }
    },
    counts() {
      const zero = Object.fromEntries(Object.keys(outcomes).map((outcome) => [outcome, 0])) as Record<Outcome, number> // of every key
      return { ...zero, ...Object.fromEntries(counted) }
    },
    async close() {
      isClosing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      endIdle()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limits.closeMs)
      })
      await Promise.race([closed.then(() => grouped.idle()), late])
      clearTimeout(timer)
      server.closeAllConnections()
    },
  }
}

/** Of an error that isn't the store's nothing but its kind: its message may hold what was delivered. */
function wordsOf(error: unknown): string {
  if (error instanceof StoreError) return error.message
  return error instanceof Error ? `an unexpected ${error.name}` : 'an unexpected error'
}
