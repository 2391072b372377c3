/**
 * A bucket of requests, so that a team stays below the service's limit instead of running into it. Whoever waits is served
 * in turns, one request for each operator: first what people change, then what they read; a job's requests only when nobody
 * else waits, and only down to what is kept for people, so that a job stands still for as long as they keep the bucket low.
 * With `DATABASE_URL` there is one bucket for all instances, a row of the store: the turns are this process's own, and who is
 * next is asked for there. Else there is one process, which needs to ask nobody, with an embedded store, too.
 */
import { retryAfterSeconds } from '../../api/errors'
import type { BucketShare } from './bucket-share'
import { createFairQueue, type QueueEntry } from './fair-queue'
import { type BucketSettings, CHANGES, createLevel, JOBS, type Left, type Level, READS } from './level'
import { PATIENCE_MS } from './shared-buckets'

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
  /** As it was known last, with what has come back since. */
  state(): BucketState
  /** What a process that begins anew has to know of it; undefined while it is full, unpaused and nobody waits. */
  left(): Left | undefined
  /** Looks again who may be served: the store has come, or has gone. Resolves once it knows. */
  lookAgain(): Promise<void>
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

interface Options {
  /** What was left when the process before this one ended. */
  left?: Left | undefined
  /** Called when anything was taken out, given back or paused. */
  onChange?: (() => void) | undefined
  /** This process's part in it, where instances may share it. */
  shareOf?: ((whole: Level, now: () => number) => BucketShare) | undefined
}

/** How many are asked for at once: as many are lost with a process that is killed before it has sent them. */
export const MOST_AT_ONCE = 8
/** Who waits looks again after so long at the latest: elsewhere something may have been given back. */
const LOOK_EVERY_MS = 1_000

/** @param now milliseconds of a clock that nobody sets */
export function createBucket(
  settings: BucketSettings,
  now = () => performance.now(),
  { left, onChange, shareOf }: Options = {},
): Bucket {
  const turns = createFairQueue(3)
  const own = createLevel(settings, now, left)
  const share = shareOf?.(own, now)
  const level = () => share?.level() ?? own
  let timer: NodeJS.Timeout | undefined
  let isAsking = false
  let asked: Promise<void> | undefined
  /** What the store has refused: the lane and those behind it have to wait until then. */
  let refused = { lane: JOBS + 1, until: 0 }

  const waitingUpTo = (lane: number) => turns.waitingUpTo(lane)
  /** The first lane that is waited in needs the least; -1: none. */
  const first = () => [CHANGES, READS, JOBS].findIndex((lane) => waitingUpTo(lane) > 0)

  function lookAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(serve, Math.max(1, Math.ceil(ms)))
  }

  function serve(): void {
    clearTimeout(timer)
    if (!share?.isShared()) serveAlone()
    else if (!isAsking) asked = ask(share)
  }

  function serveAlone(): void {
    while (turns.serve((lane) => level().isFree(lane))) {
      level().take(1)
      share?.sent(1)
      onChange?.()
    }
    if (first() >= 0) lookAfter(level().waitMs(first()))
  }

  /** Asks for those that wait, a few at once, until nobody waits any more or nothing is free. */
  async function ask(from: BucketShare): Promise<void> {
    isAsking = true
    while (from.isShared()) {
      const lane = first()
      const isRefused = lane >= refused.lane && now() < refused.until
      if ((lane < 0 || isRefused) && !from.isOwing()) break
      const wanted = lane < 0 ? 0 : Math.min(waitingUpTo(lane), MOST_AT_ONCE)
      const { granted, waitMs } = await from.take(Math.max(lane, CHANGES), wanted)
      serveGranted(from, lane, granted)
      // Nothing shortens a pause.
      const ms = Math.max(level().pausedMs(), Math.min(waitMs, LOOK_EVERY_MS))
      if (granted < wanted) refused = { lane, until: now() + ms }
    }
    isAsking = false
    if (!from.isShared()) serve()
    else if (first() >= 0) lookAfter(refused.until - now())
  }

  /** Who is first by now: who has come meanwhile may go before those that were asked for. */
  function serveGranted(from: BucketShare, lane: number, granted: number): void {
    for (let nth = 0; nth < granted; nth += 1)
      if (level().pausedMs() > 0 || !turns.serve((one) => one <= lane)) from.sent(-1)
    if (granted > 0) onChange?.()
  }

  /** When one more of this lane would have its turn, behind those that wait before it. */
  const retryAfterS = (lane: number) => Math.max(1, Math.ceil(level().waitMs(lane, waitingUpTo(lane)) / 1000))

  function take({ isJob, isChange, ...turn }: BucketRequest): Promise<void> {
    const lane = isJob ? JOBS : isChange ? CHANGES : READS
    const late = () => new LimitReached(retryAfterS(lane))
    if (!turn.signal?.aborted && level().pausedMs() > turn.timeoutMs) return Promise.reject(late())
    // Who would not wait at all waits for what the store says.
    const timeoutMs = Math.max(turn.timeoutMs, share?.isShared() ? PATIENCE_MS : 0)
    const waited = turns.wait(lane, { ...turn, timeoutMs }, late)
    serve()
    return waited
  }

  const isWaitedFor = () => waitingUpTo(JOBS) > 0

  return {
    take,
    giveBack() {
      level().take(-1)
      share?.sent(-1)
      refused.until = 0
      onChange?.()
      if (isWaitedFor() || share?.isShared()) serve()
    },
    pause(ms) {
      own.pause(ms)
      share?.pause(ms)
      onChange?.()
      if (isWaitedFor() || share?.isShared()) serve()
    },
    state() {
      const { capacity, refillPerMinute, reserves, remaining, pausedMs } = level()
      const waiting = waitingUpTo(JOBS)
      const reserve = reserves[JOBS] ?? 0
      return { remaining: remaining(), capacity, refillPerMinute, reserve, waiting, pausedMs: pausedMs() }
    },
    left() {
      const { isFull, fill, pausedMs } = level()
      if (isFull() && !isWaitedFor() && !share?.isOwing()) return undefined
      return share?.left() ?? { level: fill(), pausedMs: pausedMs() }
    },
    async lookAgain() {
      refused.until = 0
      serve()
      await asked
    },
  }
}

/** The bucket's state as a response header. */
export function bucketHeader(bucket: Bucket | undefined): Record<string, string> {
  if (!bucket) return {}
  const { remaining, capacity, refillPerMinute, reserve } = bucket.state()
  const refill = Math.round(refillPerMinute * 100) / 100 || refillPerMinute // a share is a fraction
  const kept = reserve > 0 ? `, reserve=${reserve}` : ''
  return { 'x-forecourt-bucket': `remaining=${remaining}, capacity=${capacity}, refill=${refill}/min${kept}` }
}

/** How long a `retry-after` asks to wait, in milliseconds; undefined without one that can be read. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const seconds = retryAfterSeconds([header].flat()[0] ?? '', now)
  return seconds === undefined ? undefined : seconds * 1000
}
