/** What the simulator sends goes through here: to the one callback, counted, with the last thing that went wrong. */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { type CallbackVerification, MOST_EVENT_IDS, type SimulatorResult, type SimulatorState } from '../api/simulator'
import { deliver, hmac, type Letter, type Recipient } from './deliver'
import { letterOf, type Subject, verifyEvent } from './deliver-bodies'
import type { Reply, Sleep } from './deliver-request'

/** Thrown for an order that can't be delivered. */
export class SimulatorError extends Error {
  override name = 'SimulatorError'
}

/** Letters that belong together. */
export interface Run {
  tally: SimulatorResult
  /** Divides the waits. */
  timeScale: number
  /** Aborted: they are given up. */
  signal: AbortSignal
}
const emptyTally = (): SimulatorResult => ({ sent: 0, answered: {}, eventIds: [], dropped: 0 })
export function createRun(signal: AbortSignal, timeScale = 1): Run {
  setMaxListeners(0, signal) // each letter on its way is one
  return { tally: emptyTally(), timeScale, signal }
}

export interface Outbox {
  /** Letters that are sent from now on go there. */
  address(to: Recipient): void
  recipient(): Recipient | undefined
  /** @returns the last response to it @throws SimulatorError before there is a recipient */
  send(letter: Letter, run: Run): Promise<Reply>
  /** Asks for a signed challenge, as the provider does before it delivers. */
  verify(webhook: Subject['webhook'], run: Run): Promise<CallbackVerification>
  facts(): Pick<SimulatorState, 'verification' | 'totals' | 'lastError'>
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>
}

interface Options {
  now: () => number
  sleep: Sleep
  timeoutMs: number
}

export function createOutbox({ now, sleep, timeoutMs }: Options): Outbox {
  const totals = emptyTally()
  const sending = new Set<Promise<unknown>>()
  let to: Recipient | undefined
  let verification: CallbackVerification | null = null
  let lastError: SimulatorState['lastError'] = null

  const failed = (text: string) => {
    lastError = { at: new Date(now()).toISOString(), text }
  }

  function count(tally: SimulatorResult, { status, problem }: Reply): void {
    for (const one of [tally, totals]) {
      one.sent += 1
      one.answered[status] = (one.answered[status] ?? 0) + 1
    }
    if (status < 200 || status >= 300) failed(problem ?? `returned ${status}`)
  }

  async function send(letter: Letter, { tally, timeScale, signal }: Run): Promise<Reply> {
    if (!to) throw new SimulatorError('The sandbox has no receiver yet.')
    const { eventIds } = tally
    if (eventIds.length < MOST_EVENT_IDS && !eventIds.includes(letter.eventId)) eventIds.push(letter.eventId)
    const dropped = () => {
      tally.dropped += 1
      totals.dropped += 1
    }
    const sent = (reply: Reply) => count(tally, reply)
    const delivered = deliver(letter, to, { timeScale, timeoutMs, now, sleep, signal, sent, dropped })
    sending.add(delivered)
    return delivered.finally(() => sending.delete(delivered))
  }

  return {
    address(recipient) {
      to = recipient
    },
    recipient: () => to,
    send,
    async verify(webhook, run) {
      const challenge = randomUUID()
      const expected = to && hmac(to.secret, challenge, { ...to, encoding: 'hex' })
      const letter = letterOf(verifyEvent(webhook, challenge))
      const { status, text } = await send({ ...letter, key: 'none', isSentOnce: true }, run)
      const isRight = status === 200 && challengeIn(text) === expected
      if (status === 200 && !isRight) failed('returned a wrong challenge')
      verification = { at: new Date(now()).toISOString(), status, isRight }
      return verification
    },
    facts: () => ({
      verification,
      totals: { sent: totals.sent, answered: { ...totals.answered }, dropped: totals.dropped },
      lastError,
    }),
    async settled() {
      await Promise.all(sending)
    },
  }
}

/** What a response gives back for a challenge. */
export function challengeIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  } catch {
    return undefined
  }
}
