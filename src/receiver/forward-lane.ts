/** One destination's deliveries on their way: some at once, each again after a while until it is taken or given up. */
import type { ClaimedForward, ForwardOutcome, ForwardRows } from '../store/forwards'
import { StoreError } from '../store/store'
import { type ForwardAnswer, type ForwardSend, MOST_AT_ONCE, type Original, type SendFailure } from './forward-send'
import type { Destination } from './receiver-settings'

export interface LaneOptions {
  rows: Pick<ForwardRows, 'claim' | 'nextIn' | 'outcome' | 'release'>
  /** As it came; undefined where that isn't there any more. */
  body: (delivery: number) => Promise<Original | undefined>
  send: Pick<ForwardSend, 'send'>
  log: { warn(line: string): void }
  /** Of each try. */
  metrics: { forwarded(outcome: 'done' | 'retried' | 'failed', destination: string): void }
  /** This process, among several at one store. */
  instance: string
  /** Ends early, without an error, where its signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Lane {
  /** Something may be due. */
  wake(): void
  /** Begins nothing more, and breaks off what is under way after a moment: it is given back. Never throws. */
  close(): Promise<void>
}

/** After the first try, then after each one that failed; then it is given up. */
export const RETRIES_MS: readonly number[] = [5, 30, 2 * 60, 10 * 60, 60 * 60, 6 * 60 * 60].map((s) => s * 1000)
/** Longer than a try takes, with what is asked of the store. */
export const LEASE_MS = 60_000
/** How often is looked for what other instances left. */
export const LOOK_MS = 30_000
/** What is due and can't be had, as another has it in hand, is not asked for without a pause. */
const LEAST_MS = 100
/** How long an end waits for what is under way. */
export const GRACE_MS = 3_000

export function createLane(to: Destination, options: LaneOptions): Lane {
  const { rows, body, send, log, metrics, instance, sleep } = options
  const running = new Set<Promise<void>>()
  const ending = new AbortController()
  let isClosing = false
  let nap = new AbortController()
  const said = new Set<string>()
  const wake = () => nap.abort()

  /** Logs each kind of failure once until nothing waits: successes between failures change nothing. */
  function say(what: string, reason = what): void {
    if (!said.has(what)) log.warn(`Passing deliveries on to “${to.name}” fails: ${reason}.`)
    said.add(what)
  }
  /** Nothing of its message, which may hold what was delivered. The store's own trouble is told elsewhere. */
  function sayError(error: unknown): void {
    if (!(error instanceof StoreError)) say(`an unexpected ${error instanceof Error ? error.name : 'error'}`)
  }

  async function attempt(one: ClaimedForward): Promise<void> {
    try {
      const original = await body(one.delivery)
      const answer = original && original.signature !== '' ? await send.send(to, original, ending.signal) : undefined
      const outcome = outcomeOf(one, answer)
      if (answer?.error) say(wordsOf(answer), answer.reason)
      metrics.forwarded(outcome.state === 'waiting' ? 'retried' : outcome.state, to.name)
      await rows.outcome(one, instance, outcome)
    } catch (error) {
      // What can't be given back is claimed again once its lease is over. So is what fails here: at once, it would fail again.
      if (ending.signal.aborted) await rows.release(one, instance).catch(() => undefined)
      else sayError(error)
    }
  }

  function start(one: ClaimedForward): void {
    const done = attempt(one).finally(() => {
      running.delete(done)
      wake()
    })
    running.add(done)
  }

  /** @returns how long nothing more is to be done, unless somebody wakes it */
  async function begin(): Promise<number> {
    const room = MOST_AT_ONCE - running.size
    if (room === 0) return LOOK_MS
    const claimed = await rows.claim(to.name, room, instance, LEASE_MS)
    if (isClosing) await Promise.all(claimed.map((one) => rows.release(one, instance)))
    else for (const one of claimed) start(one)
    if (claimed.length === room || isClosing) return LOOK_MS
    const next = await rows.nextIn(to.name)
    if (next === undefined) said.clear()
    return Math.max(LEAST_MS, Math.min(LOOK_MS, next ?? LOOK_MS))
  }

  async function run(): Promise<void> {
    while (!isClosing) {
      nap = new AbortController() // who wakes it from here on is heard
      const ms = await begin().catch((error: unknown) => {
        sayError(error)
        return LOOK_MS
      })
      if (!isClosing) await sleep(ms, nap.signal)
    }
  }
  const lane = run()

  return {
    wake,
    async close() {
      isClosing = true
      wake()
      await lane
      const late = new AbortController()
      const grace = sleep(GRACE_MS, late.signal).then(() => ending.abort())
      await Promise.all(running)
      late.abort()
      await grace
    },
  }
}

/** @param answer undefined: there is nothing to send any more */
function outcomeOf({ tries }: ClaimedForward, answer: ForwardAnswer | undefined): ForwardOutcome {
  if (!answer) return { state: 'failed', error: 'gone' }
  const { status, error } = answer
  if (!error) return { status, error, state: 'done' }
  const afterMs = RETRIES_MS[tries]
  return afterMs === undefined ? { status, error, state: 'failed' } : { status, error, state: 'waiting', afterMs }
}

const words: Record<Exclude<SendFailure, 'redirect' | 'status'>, string> = {
  'not public': 'its name has an address that isn’t public',
  'name not found': 'its name has no address',
  'no connection': 'no connection',
  certificate: 'its certificate isn’t trusted',
  timeout: 'no response in time',
}
function wordsOf({ error = 'status', status }: ForwardAnswer): string {
  if (error === 'redirect') return `it returned ${status}, and no redirect is followed`
  return error === 'status' ? `it returned ${status}` : words[error]
}
