/**
 * A bucket of requests before one of the hosts, so that a team stays below the service's limit instead of running
 * into it. Whoever waits is served in turns, one request for each operator; a job's requests only when nobody else
 * waits, which means that a job stands still for as long as people keep the bucket empty. The bucket is this
 * process's own: several instances divide the service's numbers among them.
 */

/** A `retry-after` of the service is heeded up to here: one request then asks whether it still holds. */
export const MOST_PAUSE_MS = 600_000

export interface BucketSettings {
  capacity: number
  refillPerMinute: number
}

export interface Turn {
  /** Who asks: turns go round these. */
  key: string
  /** A request of a job waits behind all others. */
  isJob: boolean
  /** Aborted when nobody waits for it any more; not given for changes. */
  signal?: AbortSignal | undefined
  /** How long it waits at most. */
  timeoutMs: number
}

/** No turn within the time that it may take; nothing was sent. */
export class LimitReached extends Error {
  override name = 'LimitReached'
  constructor(readonly retryAfterS: number) {
    super('The requests that the service allows are used up.')
  }
}

export interface Bucket {
  /**
   * Resolves when it is this request's turn, with one request taken out of the bucket.
   * @throws LimitReached after its time, or at once where the service has asked for longer; the signal's reason
   */
  take(turn: Turn): Promise<void>
  /** Nothing is sent for so long, up to `MOST_PAUSE_MS`: the service has said so. */
  pause(ms: number): void
  state(): BucketSettings & { remaining: number }
}

interface Waiter {
  serve: () => void
}

/** Sums of fractions of a request come to a whole one only nearly. */
const NEARLY = 1e-9

/** @param now milliseconds of a clock that nobody sets */
export function createBucket({ capacity, refillPerMinute }: BucketSettings, now = () => performance.now()): Bucket {
  const perMs = refillPerMinute / 60_000
  /** Interactive requests, then those of jobs; by who asks, whose turn is next first. */
  const queues = [new Map<string, Waiter[]>(), new Map<string, Waiter[]>()] as const
  let level = capacity
  let filledAt = now()
  let pausedUntil = filledAt
  let timer: NodeJS.Timeout | undefined

  function fill(): void {
    const time = now()
    level = Math.min(capacity, level + (time - filledAt) * perMs)
    filledAt = time
  }

  function next(): Waiter | undefined {
    for (const queue of queues) {
      for (const [key, waiters] of queue) {
        const first = waiters.shift()
        queue.delete(key)
        if (waiters.length > 0) queue.set(key, waiters) // behind everyone else who waits
        return first
      }
    }
    return undefined
  }

  const isFree = () => now() >= pausedUntil && level >= 1 - NEARLY
  const isWaitedFor = () => queues.some((queue) => queue.size > 0)

  function serve(): void {
    clearTimeout(timer)
    fill()
    while (isFree() && isWaitedFor()) {
      level -= 1
      next()?.serve()
    }
    if (isWaitedFor())
      timer = setTimeout(serve, Math.max(1, Math.ceil(Math.max(pausedUntil - now(), (1 - level) / perMs))))
  }

  function retryAfterS(): number {
    fill()
    const ahead = queues.flatMap((queue) => [...queue.values()]).reduce((sum, { length }) => sum + length, 0)
    return Math.max(1, Math.ceil(Math.max(pausedUntil - now(), (ahead + 1 - level) / perMs) / 1000))
  }

  function take({ key, isJob, signal, timeoutMs }: Turn): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (pausedUntil - now() > timeoutMs) return Promise.reject(new LimitReached(retryAfterS()))
    const queue = queues[isJob ? 1 : 0]
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        const others = queue.get(key)?.filter((one) => one !== waiter) ?? []
        if (others.length > 0) queue.set(key, others)
        else queue.delete(key)
        end()
        reject(error)
      }
      const late = setTimeout(() => leave(new LimitReached(retryAfterS())), timeoutMs)
      const goneAway = () => leave(signal?.reason)
      const end = () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', goneAway)
      }
      const waiter: Waiter = {
        serve: () => {
          end()
          resolve()
        },
      }
      signal?.addEventListener('abort', goneAway, { once: true })
      queue.set(key, [...(queue.get(key) ?? []), waiter])
      serve()
    })
  }

  return {
    take,
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + Math.min(Math.max(0, ms), MOST_PAUSE_MS))
      if (isWaitedFor()) serve()
    },
    state() {
      fill()
      return { remaining: now() < pausedUntil ? 0 : Math.floor(level + NEARLY), capacity, refillPerMinute }
    },
  }
}

/** The bucket's state as a response header. */
export function bucketHeader(bucket: Bucket | undefined): Record<string, string> {
  if (!bucket) return {}
  const { remaining, capacity, refillPerMinute } = bucket.state()
  return { 'x-forecourt-bucket': `remaining=${remaining}, capacity=${capacity}, refill=${refillPerMinute}/min` }
}

/**
 * How long a `retry-after` asks to wait: seconds, or a date (RFC 9110, 10.2.3).
 * @returns undefined where there is none that can be read
 */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = [header].flat()[0]?.trim()
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
