/**
 * Free reads that are the same: those under way are one request, and an answer just given is given again. A change of
 * any account ends both at once, and its own account is told nothing from memory for a while.
 */
import type { Readable } from 'node:stream'
import { REMEMBERED_MS } from '../../api/config'
import type { Reused } from '../running'
import { shareBody } from './shared-body'
import type { UpstreamResponse } from './upstream'
import { bodyOf } from './whole'

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
  response: Omit<UpstreamResponse, 'body'>
  bytes: Buffer
  until: number
}

/** @param now milliseconds of a clock that nobody sets */
export function createFlights(now = () => performance.now()) {
  let flights = new Map<string, Flight>()
  /** The one that is forgotten first is the first. */
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

  function remember({ memory: key, account }: Asking, { status, headers }: UpstreamResponse, bytes: Buffer): void {
    const time = now()
    for (const [old, { until }] of memory) {
      if (until > time) break
      forget(old)
    }
    forget(key)
    if (status < 200 || status > 299 || (quietUntil.get(account) ?? 0) > time || changes > 0) return
    if (remembered + bytes.length > MOST_REMEMBERED) return
    memory.set(key, { response: { status, headers }, bytes, until: time + REMEMBERED_MS })
    remembered += bytes.length
  }

  function take(asking: Asking, ask: (signal: AbortSignal) => Promise<UpstreamResponse>): Flight {
    const { flight: key } = asking
    const begun = epoch
    const given = new AbortController()
    let waiting = 0
    let isOver = false
    const leaveMap = () => flights.get(key) === flight && flights.delete(key)
    let body: Readable | undefined
    const answer = ask(given.signal).then((response) => {
      body = response.body
      if (given.signal.aborted) body.destroy()
      const { open } = shareBody(response.body, {
        most: MOST_SHARED,
        onLarge: leaveMap,
        onEnd(whole) {
          isOver = true
          leaveMap()
          if (whole && begun === epoch) remember(asking, response, whole)
        },
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
          if (isOver) return
          given.abort()
          body?.destroy()
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
      return { ...known.response, body: bodyOf([known.bytes]), reused: 'memory' }
    }
    const under = asking.isFresh ? undefined : flights.get(asking.flight)
    const flight = under ?? take(asking, ask)
    const leave = flight.join()
    return new Promise((resolve, reject) => {
      const left = () => {
        leave()
        reject(gone.reason)
      }
      gone.addEventListener('abort', left, { once: true })
      function answered({ response, open }: Awaited<Flight['answer']>): void {
        if (gone.aborted) return
        const body = open()
        body.once('close', () => {
          gone.removeEventListener('abort', left)
          leave()
        })
        resolve({ ...response, body, ...(under && { reused: 'flight' }) })
      }
      function failed(error: unknown): void {
        gone.removeEventListener('abort', left)
        leave()
        reject(error)
      }
      flight.answer.then(answered, failed)
    })
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
