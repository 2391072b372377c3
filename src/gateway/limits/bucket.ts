/**
 * A bucket of requests, so that a team stays below the service's limit instead of running into it. Whoever waits is served in turns, one request for each operator: first what people change, then what they read; a job's
 * requests only when nobody else waits, and only down to what is kept for people, so that a job stands still for as long
 * as they keep the bucket low. The bucket is this
 * process's own: several instances divide the service's numbers among them.
 */
import { createFairQueue, type QueueEntry } from './fair-queue'

/** A `retry-after` of the service is heeded up to here: one request then asks whether it still holds. */
export const MOST_PAUSE_MS = 600_000

export interface BucketSettings {
  capacity: number
  refillPerMinute: number
}

export interface BucketRequest extends QueueEntry {
  /** A request of a job waits behind all others, and leaves a quarter of the bucket to people. */
  isJob: boolean
  /** What a person changes goes first, and is left a tenth by what people read. */
  isChange?: boolean
}

/** No turn within the time that it may take; nothing was sent. */
export class LimitReached extends Error {
  override name = 'LimitReached'
  constructor(readonly retryAfterS: number) {
    super('The rate limit of the provider is used up.')
  }
}

export interface Bucket {
  /**
   * Resolves when it is this request's turn, with one request taken out of the bucket.
   * @throws LimitReached after its time, or at once where the service has asked for longer; the signal's reason
   */
  take(request: BucketRequest): Promise<void>
  /** What was taken for a request that then was not sent. */
  giveBack(): void
  /** Nothing is sent for so long, up to `MOST_PAUSE_MS`: the service has said so. */
  pause(ms: number): void
  state(): BucketState
  /** What a process that begins anew has to know of it; undefined while it is full, unpaused and nobody waits. */
  left(): Left | undefined
}

export interface BucketState extends BucketSettings {
  remaining: number
  /** How many of them are kept from jobs. */
  reserve: number
  /** How many requests wait for their turn. */
  waiting: number
  /** For how long nothing is sent, because the service has said so. */
  pausedMs: number
}

/** What is left in a bucket, and for how long it is paused. */
export interface Left {
  level: number
  pausedMs: number
}

interface Options {
  /** What was left when the process before this one ended. */
  left?: Left | undefined
  /** Called when anything was taken out, given back or paused. */
  onChange?: (() => void) | undefined
}

/** Sums of fractions of a request come to a whole one only nearly. */
const NEARLY = 1e-9

const CHANGES = 0
const READS = 1
const JOBS = 2

/** @param now milliseconds of a clock that nobody sets */
export function createBucket(
  { capacity, refillPerMinute }: BucketSettings,
  now = () => performance.now(),
  { left, onChange }: Options = {},
): Bucket {
  const perMs = refillPerMinute / 60_000
  const turns = createFairQueue(3)
  /** What each lane leaves to those before it: nothing of a small bucket, which would leave it little. */
  const reserves = [0, Math.floor(capacity / 10), Math.floor(capacity / 4)]
  const neededFor = (lane: number) => 1 + (reserves[lane] ?? 0)
  let level = left ? Math.min(Math.max(left.level, 0), capacity) : capacity
  let filledAt = now()
  let pausedUntil = filledAt + Math.min(Math.max(left?.pausedMs ?? 0, 0), MOST_PAUSE_MS)
  let timer: NodeJS.Timeout | undefined

  function fill(): void {
    const time = now()
    level = Math.min(capacity, level + (time - filledAt) * perMs)
    filledAt = time
  }

  const isFree = (lane: number) => now() >= pausedUntil && level >= neededFor(lane) - NEARLY
  const isWaitedFor = () => turns.waitingUpTo(JOBS) > 0

  function serve(): void {
    clearTimeout(timer)
    fill()
    while (turns.serve(isFree)) {
      level -= 1
      onChange?.()
    }
    // The first lane that is waited in needs the least.
    const first = reserves.findIndex((_, lane) => turns.waitingUpTo(lane) > 0)
    if (first < 0) return
    const ms = Math.max(pausedUntil - now(), (neededFor(first) - level) / perMs)
    timer = setTimeout(serve, Math.max(1, Math.ceil(ms)))
  }

  /** When one more of this lane would have its turn, behind those that wait before it. */
  function retryAfterS(lane: number): number {
    fill()
    const short = turns.waitingUpTo(lane) + neededFor(lane) - level
    return Math.max(1, Math.ceil(Math.max(pausedUntil - now(), short / perMs) / 1000))
  }

  function take({ isJob, isChange, ...turn }: BucketRequest): Promise<void> {
    const lane = isJob ? JOBS : isChange ? CHANGES : READS
    const late = () => new LimitReached(retryAfterS(lane))
    if (!turn.signal?.aborted && pausedUntil - now() > turn.timeoutMs) return Promise.reject(late())
    const waited = turns.wait(lane, turn, late)
    serve()
    return waited
  }

  return {
    take,
    giveBack() {
      fill()
      level = Math.min(capacity, level + 1)
      onChange?.()
      if (isWaitedFor()) serve()
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + Math.min(Math.max(0, ms), MOST_PAUSE_MS))
      onChange?.()
      if (isWaitedFor()) serve()
    },
    state() {
      fill()
      const pausedMs = Math.max(0, pausedUntil - now())
      const remaining = pausedMs > 0 ? 0 : Math.floor(level + NEARLY)
      const waiting = turns.waitingUpTo(JOBS)
      return { remaining, capacity, refillPerMinute, reserve: reserves[JOBS] ?? 0, waiting, pausedMs }
    },
    left() {
      fill()
      const pausedMs = Math.max(0, pausedUntil - now())
      return level >= capacity - NEARLY && pausedMs === 0 && !isWaitedFor() ? undefined : { level, pausedMs }
    },
  }
}

/** The bucket's state as a response header. */
export function bucketHeader(bucket: Bucket | undefined): Record<string, string> {
  if (!bucket) return {}
  const { remaining, capacity, refillPerMinute, reserve } = bucket.state()
  const kept = reserve > 0 ? `, reserve=${reserve}` : ''
  return { 'x-forecourt-bucket': `remaining=${remaining}, capacity=${capacity}, refill=${refillPerMinute}/min${kept}` }
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
