/**
 * The buckets of all credentials: the service's limit is that of an application, so that a token's requests to both
 * version 3 hosts come out of one, and another token's 429 pauses nobody else. Version 2.0 has one of its own.
 */
import type { Host } from '../../api/endpoint'
import type { Credential } from '../auth/account'
import type { Log } from '../log'
import { type Bucket, type BucketSettings, createBucket, type Left } from './bucket'
import { openBucketFile } from './bucket-file'

/** At so many the ones at rest are forgotten, which is as good as kept, and then those longest unused, down to so few. */
const MOST_BUCKETS = 1_000
const FEWER_BUCKETS = 750

export interface Buckets {
  of(host: Host, credential: Credential): Bucket
  /** All of them together: how many requests wait for their turn, and how many buckets are paused. */
  state(): { waiting: number; paused: number }
  /** Writes down now what is left in them, where that is kept. */
  keep(): Promise<void>
}

interface Options {
  settings: BucketSettings
  /** Names a credential. */
  fingerprint: (credential: Credential) => string
  /** Where what is left is kept across restarts; undefined: nowhere. */
  file: string | undefined
  log: Log
}

export function createBuckets({ settings, fingerprint, file, log }: Options): Buckets {
  /** The one used last is the last. */
  const buckets = new Map<string, Bucket>()
  const left = () => [...buckets].map(([key, bucket]) => [key, bucket.left()] as const)
  const kept = file === undefined ? undefined : openBucketFile(file, left, log)
  const bucketOf = (leftBefore?: Left) => createBucket(settings, undefined, { left: leftBefore, onChange: kept?.note })
  for (const [key, one] of kept?.read(settings) ?? []) buckets.set(key, bucketOf(one))

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
      const bucket = known ?? bucketOf()
      buckets.delete(key)
      buckets.set(key, bucket)
      return bucket
    },
    state() {
      const states = [...buckets.values()].map((bucket) => bucket.state())
      const waiting = states.reduce((sum, one) => sum + one.waiting, 0)
      return { waiting, paused: states.filter(({ pausedMs }) => pausedMs > 0).length }
    },
    keep: async () => kept?.write(),
  }
}
