/**
 * Free reads that are the same: those under way are one request, and an answer just given is given again. A change of
 * any account ends both at once, and its own account is told nothing from memory for a while.
 */
import { Readable } from 'node:stream'
import { REMEMBERED_MS } from '../../api/config'
import type { Reused } from '../request-id'
import { shareBody } from './shared-body'
import type { UpstreamResponse } from './upstream'

/** What was accepted may take its time, and is looked for again and again: each look is one at the service. */
const QUIET_MS = 20_000
/** An answer past this is shared by those who wait for it already, and remembered for nobody. */
export const MOST_SHARED = 2 * 1024 * 1024
const MOST_REMEMBERED = 16 * 1024 * 1024

export interface Shared extends UpstreamResponse {
  /** Set where it was not asked for by this request. */
  reused?: Reused
}

interface Asking {
  /** Requests of the same text are one while they are under way. */
  flight: string
  /** An answer is given again to requests of the same text. */
  memory: string
  /** Asked of the service itself: whoever asks knows an answer already, and wants to know what is true now. */
  isFresh?: boolean
  /** Whose changes keep it from being remembered. */
  account: string
  /** Aborted when whoever asks has left. */
  gone: AbortSignal
}

interface Flight {
  /** Another one who waits. @returns what they do when they leave */
  join(): () => void
  answer: Promise<{ response: UpstreamResponse; open: () => Readable }>
}

interface Remembered {
  response: UpstreamResponse
  bytes: Buffer
  until: number
}

/** @param now milliseconds of a clock that nobody sets */
export function createFlights(now = () => performance.now()) {
  let flights = new Map<string, Flight>()
  const memory = new Map<string, Remembered>()
  const quietUntil = new Map<string, number>()
  let remembered = 0
  /** How many changes are under way. */
  let changes = 0
  /** Counts what ends all that is under way or remembered. */
  let epoch = 0

  function forget(key: string): void {
    remembered -= memory.get(key)?.bytes.length ?? 0
    memory.delete(key)
  }

  function remember({ memory: key, account }: Asking, response: UpstreamResponse, bytes: Buffer): void {
    for (const [old, { until }] of memory) if (until <= now()) forget(old)
    forget(key)
    if (response.status < 200 || response.status > 299 || (quietUntil.get(account) ?? 0) > now() || changes > 0) return
    if (remembered + bytes.length > MOST_REMEMBERED) return
    memory.set(key, { response, bytes, until: now() + REMEMBERED_MS })
    remembered += bytes.length
  }

  function take(asking: Asking, ask: (signal: AbortSignal) => Promise<UpstreamResponse>): Flight {
    const { flight: key } = asking
    const begun = epoch
    const given = new AbortController()
    let waiting = 0
    let isOver = false
    const leaveMap = () => flights.get(key) === flight && flights.delete(key)
    const answer = ask(given.signal).then((response) => {
      const { open, isWhole, whole } = shareBody(response.body, MOST_SHARED, leaveMap)
      given.signal.addEventListener('abort', () => response.body.destroy())
      if (given.signal.aborted) response.body.destroy()
      void whole.then((bytes) => {
        isOver = true
        leaveMap()
        if (bytes && begun === epoch && isWhole()) remember(asking, response, bytes)
      })
      return { response, open }
    })
    answer.catch(leaveMap)
    const flight: Flight = {
      join() {
        waiting += 1
        let isWaiting = true
        return () => {
          if (isWaiting) waiting -= 1
          isWaiting = false
          if (waiting > 0) return
          leaveMap()
          if (!isOver) given.abort()
        }
      },
      answer,
    }
    flights.set(key, flight)
    return flight
  }

  /**
   * The answer to a read, of a request of its own where there is none to share.
   * @param ask sends it; its signal is aborted when nobody waits any more
   * @throws what `ask` throws; the reason of `gone`
   */
  async function get(asking: Asking, ask: (signal: AbortSignal) => Promise<UpstreamResponse>): Promise<Shared> {
    const { gone } = asking
    gone.throwIfAborted()
    const known = asking.isFresh ? undefined : memory.get(asking.memory)
    if (known && known.until > now()) {
      return {
        ...known.response,
        body: Readable.from(known.bytes.length > 0 ? [known.bytes] : [], { objectMode: false }),
        reused: 'memory',
      }
    }
    const under = asking.isFresh ? undefined : flights.get(asking.flight)
    const flight = under ?? take(asking, ask)
    const leave = flight.join()
    gone.addEventListener('abort', leave, { once: true })
    try {
      const { response, open } = await Promise.race([flight.answer, rejected(gone)])
      const body = open()
      body.once('close', leave)
      return { ...response, body, ...(under && { reused: 'flight' }) }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** From here on nothing is what it was. */
  function startAnew(): void {
    epoch += 1
    flights = new Map()
    memory.clear()
    remembered = 0
  }

  /** A change is about to be sent. @returns what is called when it has ended, whatever became of it */
  function change(account: string): () => void {
    changes += 1
    startAnew()
    return () => {
      changes -= 1
      startAnew()
      for (const [one, until] of quietUntil) if (until <= now()) quietUntil.delete(one)
      quietUntil.set(account, now() + QUIET_MS)
    }
  }

  return { get, change }
}

const rejected = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
