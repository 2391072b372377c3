/**
 * What one process has of a bucket that several share: what the store said of it last, and a share to go on with while the
 * store can't be asked. What was sent meanwhile is told of once it can.
 */
import { type BucketSettings, createLevel, type Left, type Level, READS } from './level'
import type { SharedBuckets } from './shared-buckets'

export interface BucketShare {
  isShared(): boolean
  /** What is known of all of it; while the store can't be asked, this instance's own share. */
  level(): Level
  /** So many were sent without having been taken in the store; less than nothing: taken there, and not sent. */
  sent(count: number): void
  pause(ms: number): void
  /** Whether the store has yet to hear of something. */
  isOwing(): boolean
  /** Tells what the store has yet to hear of, and asks for some of a lane. */
  take(lane: number, wanted: number): Promise<{ granted: number; waitMs: number }>
  /** What a process that begins anew has to know. */
  left(): Left
}

interface Options {
  shared: SharedBuckets
  key: string
  settings: BucketSettings
  /** All of the bucket, as far as it is known. */
  whole: Level
  /** How many shared it before this process began. */
  instances: number | undefined
  now: () => number
}

/** What the store said is believed for so long: who waits asks more often. Later others may have taken it. */
const KNOWN_MS = 2_000

export function createBucketShare({ shared, key, settings, whole, now, ...before }: Options): BucketShare {
  const { capacity, refillPerMinute } = settings
  let instances = before.instances ?? 1
  let heardAt = Number.NEGATIVE_INFINITY
  let part: Level | undefined
  let parts = 1
  let untold = 0
  let pausedUntil = 0

  /** Before the store is open, alone, or of late. */
  const isSure = () =>
    now() - heardAt <= KNOWN_MS || (parts === 1 && (heardAt > Number.NEGATIVE_INFINITY || !shared.wasOpen()))

  /**
   * The level divided by the instances seen last. Of what isn’t sure only that is believed which all leave to changes: the
   * rest others may have taken.
   */
  function makePart(): Level {
    parts = Math.max(instances, shared.instances())
    const level = isSure() ? whole.fill() : Math.min(whole.fill(), whole.reserves[READS] ?? 0)
    const known = { level, pausedMs: whole.pausedMs() }
    if (parts === 1) return createLevel(settings, now, known)
    const divided = {
      capacity: Math.max(1, Math.floor(capacity / parts)),
      refillPerMinute: refillPerMinute / parts,
    }
    return createLevel(divided, now, { ...known, level: Math.floor(level) / parts })
  }
  const alone = () => (part ??= makePart())

  /** What was sent alone is missing here for as long as it has not come back. */
  const owed = () => (part ? Math.min(untold, part.capacity - part.fill()) : untold)
  const untoldPauseMs = () => Math.max(0, pausedUntil - now())

  return {
    isShared: shared.isUp,
    level: () => (shared.isUp() ? whole : alone()),
    sent(count) {
      untold += count
    },
    pause(ms) {
      part?.pause(ms)
      pausedUntil = Math.max(pausedUntil, now() + whole.pausedMs())
    },
    isOwing: () => owed() !== 0 || untoldPauseMs() > 0,
    async take(lane, wanted) {
      const spent = owed()
      const pauseMs = untoldPauseMs()
      // What is told twice, because nobody knows what became of it, is only ever something that was sent.
      const again = Math.max(0, spent)
      untold = 0
      const reserve = whole.reserves[lane] ?? 0
      const asked = { key, capacity, refillPerMinute, lane, reserve, wanted, spent, pauseMs }
      const answer = await shared.take(asked, ({ granted }) => {
        untold -= granted + again
      })
      if (!answer) {
        untold += again
        return { granted: 0, waitMs: 0 }
      }
      part = undefined
      heardAt = now()
      instances = answer.instances
      if (untoldPauseMs() <= pauseMs) pausedUntil = 0
      whole.set(answer)
      whole.pause(untoldPauseMs())
      return answer
    },
    left() {
      const { fill, pausedMs } = shared.isUp() ? whole : alone()
      const level = shared.isUp() ? fill() : fill() * parts
      return { level, pausedMs: pausedMs(), instances: Math.max(instances, shared.instances()) }
    },
  }
}
