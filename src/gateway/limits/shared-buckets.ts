/**
 * The buckets' rows in a store that several instances share, as far as it can be asked: not before it is open, and for a
 * while not once a statement has failed or taken too long. Nobody waits for a store longer than for their turn.
 */
import type { BucketAnswer, BucketAsk, BucketRows } from '../../store/buckets'
import { inWords } from '../../store/failures'
import { StoreError } from '../../store/store'
import type { Log } from '../log'
import { within } from '../within'

/** How long a statement may take before requests go on without it, in ms. */
export const PATIENCE_MS = 250
/** How often a store that is away is tried, in ms. */
const TRY_EVERY_MS = 1_000
/** When it is back nobody takes anything for so long: by then all have told what they sent meanwhile. */
export const RETURN_MS = 2_000
/** A store that comes and goes is spoken of this often at most. */
const SAY_EVERY_MS = 60_000

/** Whether it is there in time. A process that was itself too busy to hear of it hears first what has come meanwhile. */
async function inTime(act: Promise<unknown>, patienceMs: number): Promise<boolean> {
  if (await within(patienceMs, act)) return true
  const heard = new Promise<false>((resolve) => setImmediate(() => resolve(false)))
  return Promise.race([act.then(() => true), heard])
}

export interface SharedBuckets {
  /** From now on rows are asked. */
  open(rows: BucketRows): void
  /** From now on none is. */
  close(): void
  isUp(): boolean
  /** Whether rows could be asked at any time. */
  wasOpen(): boolean
  /** How many instances there were, as it was known last. */
  instances(): number
  /**
   * @param late what comes of it where it had been given up
   * @returns undefined where the store can't be asked: then nobody does, until it can
   */
  take(asked: BucketAsk, late: (answer: BucketAnswer) => void): Promise<BucketAnswer | undefined>
  /** Why rows can't be asked that could be before; for people. */
  reason(): string | undefined
}

interface Options {
  log: Pick<Log, 'info' | 'warn'>
  /** Told when rows can be asked, for the first time or again. */
  onUp: () => void
  /** How many instances there are, where somebody counts them who also sees those that send nothing. */
  instances?: (() => number) | undefined
  /** How long a statement may take; for tests beside others that keep the processor busy. */
  patienceMs?: number | undefined
}

export function createSharedBuckets({
  log,
  onUp,
  instances = () => 1,
  patienceMs = PATIENCE_MS,
}: Options): SharedBuckets {
  let rows: BucketRows | undefined
  let wasOpen = false
  let away: string | undefined
  let seen = 1
  let freeAt = Number.NEGATIVE_INFINITY
  let saidAt = Number.NEGATIVE_INFINITY
  let isSaid = false
  let timer: NodeJS.Timeout | undefined
  const isUp = () => rows !== undefined && away === undefined

  function back(): void {
    away = undefined
    freeAt = performance.now() + RETURN_MS
    if (isSaid) log.info('The rate buckets are shared by all instances again.')
    isSaid = false
    onUp()
  }

  function gone(error: unknown): void {
    if (!isUp()) return
    away = `${inWords(error)} Until it responds, each instance uses its share of every rate bucket.`
    isSaid = performance.now() - saidAt >= SAY_EVERY_MS
    if (isSaid) {
      log.warn(away)
      saidAt = performance.now()
    }
    tryAgain()
  }

  function tryAgain(): void {
    timer = setTimeout(async () => {
      if (rows === undefined) return
      const isThere = await inTime(rows.look(), patienceMs).catch(() => false)
      if (rows === undefined) return // closed meanwhile
      if (isThere) back()
      else tryAgain()
    }, TRY_EVERY_MS).unref()
  }

  return {
    open(opened) {
      clearTimeout(timer)
      rows = opened
      wasOpen = true
      onUp()
    },
    close() {
      clearTimeout(timer)
      rows = undefined
      away = undefined
    },
    isUp,
    wasOpen: () => wasOpen,
    instances: () => Math.max(seen, instances()),
    async take(asked, late) {
      if (!rows) return undefined
      const holdMs = freeAt - performance.now()
      const isHeld = holdMs > 0 && asked.wanted > 0
      const answering = rows.take(isHeld ? { ...asked, wanted: 0 } : asked)
      try {
        if (await inTime(answering, patienceMs)) {
          const answer = await answering
          seen = answer.instances
          return isHeld ? { ...answer, waitMs: holdMs } : answer
        }
        answering.then(late, () => undefined)
        throw new StoreError('timeout')
      } catch (error) {
        gone(error)
        return undefined
      }
    },
    reason: () => away,
  }
}
