/**
 * The buckets of all credentials: the service's limit is that of an application, so that a token's requests to both
 * version 3 hosts come out of one, and another token's 429 pauses nobody else. Version 2.0 has one of its own. At one
 * PostgreSQL they are those of all instances; before it is open, and while it is away, each has its share.
 */
import type { Host } from '../../api/endpoint'
import type { BucketRows } from '../../store/buckets'
import { type Credential, createFingerprints } from '../auth/account'
import type { Log } from '../log'
import { within } from '../within'
import { type Bucket, createBucket } from './bucket'
import { openBucketFile } from './bucket-file'
import { createBucketShare } from './bucket-share'
import type { BucketSettings, Left, Level } from './level'
import { createSharedBuckets, PATIENCE_MS } from './shared-buckets'

/**
 * Keyed by a fixed label and never by `SESSION_SECRET`: the instances may have several, while it is replaced or for good,
 * and a budget is not to begin anew with another one. A token can't be read from its name.
 */
const fingerprint = createFingerprints(undefined)

/** At so many the ones at rest are forgotten, which is as good as kept, and then those longest unused, down to so few. */
const MOST_BUCKETS = 1_000
const FEWER_BUCKETS = 750

export interface Buckets {
  of(host: Host, credential: Credential): Bucket
  /** All of them together: how many requests wait for their turn, and how many buckets are paused. */
  state(): { waiting: number; paused: number }
  /** From now on they are those of all instances. */
  open(rows: BucketRows): void
  /** Why they are not any more; for people. */
  reason(): string | undefined
  /** Tells the other instances and writes down now what is left in them, where that is kept; then as `leave`. */
  keep(): Promise<void>
  /** From now on no store is asked. */
  leave(): void
}

interface Options {
  settings: BucketSettings
  /** Where what is left is kept across restarts; undefined: nowhere. */
  file: string | undefined
  log: Log
  /** How many instances there are, where somebody counts those that send nothing, too. */
  instances?: (() => number) | undefined
  /** How long the store may take to say whose turn it is. */
  patienceMs?: number | undefined
}

export function createBuckets({ settings, file, log, instances, patienceMs }: Options): Buckets {
  /** The one used last is the last. */
  const buckets = new Map<string, Bucket>()
  const left = () => [...buckets].map(([key, bucket]) => [key, bucket.left()] as const)
  const kept = file === undefined ? undefined : openBucketFile(file, left, log)
  const shared = createSharedBuckets({
    log,
    instances,
    patienceMs,
    onUp: () => {
      for (const bucket of buckets.values()) void bucket.lookAgain()
    },
  })
  function bucketOf(key: string, before?: Left): Bucket {
    const shareOf = (whole: Level, now: () => number) =>
      createBucketShare({ shared, key, settings, whole, instances: before?.instances, now })
    return createBucket(settings, undefined, {
      left: before,
      onChange: kept?.note,
      shareOf,
    })
  }
  for (const [key, one] of kept?.read(settings) ?? []) buckets.set(key, bucketOf(key, one))

  function forgetSome(): void {
    for (const [key, bucket] of buckets) if (bucket.left() === undefined) buckets.delete(key)
    for (const key of buckets.keys()) {
      if (buckets.size <= FEWER_BUCKETS) return
      buckets.delete(key)
    }
  }

  return {
    of(host, credential) {
      const key = `${host === 'vehicleData' ? 'version 2.0' : 'version 3'} ${fingerprint(credential)}`
      const known = buckets.get(key)
      if (!known && buckets.size >= MOST_BUCKETS) forgetSome()
      const bucket = known ?? bucketOf(key)
      buckets.delete(key)
      buckets.set(key, bucket)
      return bucket
    },
    state() {
      const states = [...buckets.values()].map((bucket) => bucket.state())
      const waiting = states.reduce((sum, one) => sum + one.waiting, 0)
      return { waiting, paused: states.filter(({ pausedMs }) => pausedMs > 0).length }
    },
    open: shared.open,
    reason: shared.reason,
    leave: shared.close,
    async keep() {
      const told = [...buckets.values()].map((bucket) => bucket.lookAgain())
      await within(PATIENCE_MS, Promise.all(told))
      shared.close()
      await kept?.write()
    },
  }
}
