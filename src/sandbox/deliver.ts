/** Delivers one event as the provider does: signed, and tried again on anything but a 2xx until it is given up. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Dialect } from '../api/presets/dialect'
import { type Pace, post, type Reply, type Sleep } from './deliver-request'

/** When an event is tried, in ms after its first attempt; then it is dropped. */
export const ATTEMPTS_MS = [0, 25_000, 75_000, 175_000] as const
/** How long a response may take. */
export const TIMEOUT_MS = 15_000
/** How long a slow body takes. */
const SLOW_MS = 20_000

/** What is new with each attempt; the event's own ID stays. */
export interface Attempt {
  deliveryId: string
  /** Milliseconds since the epoch. */
  deliveredAt: number
}

export interface Letter {
  eventId: string
  /** The body of one attempt, as it is signed. */
  write(attempt: Attempt): string
  /** What becomes of it after it was signed. */
  alter?: (body: string) => string
  /** Whose key signs: the callback's by default. */
  key?: 'current' | 'old' | 'wrong' | 'none'
  /** A signature that was got elsewhere. */
  signature?: string
  pace?: Pace
  /** The first response is lost, whatever it says. */
  losesFirst?: boolean
  /** It isn't the provider's own, or can't succeed: it is sent once. */
  isSentOnce?: boolean
  /** How far the sender's clock is wrong, in ms. */
  clockMs?: number
  /** Whether it is still to be delivered, asked before each further attempt. */
  isWanted?: () => boolean
}

export interface Recipient {
  callback: string
  secret: string
  oldSecret: string
  signatureHeader: string
  algorithm: Dialect['signatureAlgorithm']
  encoding: Dialect['signatureEncoding']
  prefix: string
}

export interface Terms {
  /** Divides the waits. */
  timeScale: number
  timeoutMs: number
  now: () => number
  sleep: Sleep
  /** Aborted: the event is given up. */
  signal: AbortSignal
  sent: (reply: Reply) => void
  dropped: () => void
}

export const hmac = (
  secret: string,
  text: string,
  { algorithm, encoding }: Pick<Recipient, 'algorithm' | 'encoding'>,
) => createHmac(algorithm, secret).update(text).digest(encoding)

const isSuccess = ({ status }: Reply) => status >= 200 && status < 300

/** @returns the last response */
export async function deliver(letter: Letter, to: Recipient, terms: Terms): Promise<Reply> {
  const { timeScale, now, sleep, signal, sent, dropped } = terms
  const { isWanted = () => true } = letter
  const began = now()
  let reply: Reply = { status: 0, text: '', problem: 'stopped' }
  for (const [attempt, afterMs] of ATTEMPTS_MS.entries()) {
    if (attempt > 0) await sleep(Math.max(0, began + afterMs / timeScale - now()), signal)
    if (signal.aborted || (attempt > 0 && !isWanted())) break
    reply = await postOnce(letter, to, attempt === 0 ? began : now(), terms)
    sent(reply)
    const isLost = letter.losesFirst && attempt === 0
    if (letter.isSentOnce || (isSuccess(reply) && !isLost)) return reply
  }
  dropped()
  return reply
}

function postOnce(letter: Letter, to: Recipient, at: number, { timeScale, timeoutMs, signal }: Terms): Promise<Reply> {
  const { alter = (body) => body, pace = 'whole', clockMs = 0 } = letter
  const written = letter.write({ deliveryId: randomUUID(), deliveredAt: at + clockMs })
  const signature = signatureOf(letter, to, written)
  return post(to.callback, {
    body: alter(written),
    headers: signature === undefined ? {} : { [to.signatureHeader]: signature },
    pace,
    slowMs: SLOW_MS / timeScale,
    timeoutMs,
    signal,
  })
}

function signatureOf({ key = 'current', signature }: Letter, to: Recipient, body: string): string | undefined {
  if (signature !== undefined || key === 'none') return signature
  const secrets = { current: to.secret, old: to.oldSecret, wrong: randomBytes(32).toString('hex') }
  return to.prefix + hmac(secrets[key], body, to)
}
