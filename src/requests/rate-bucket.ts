/** What is left of the service's allowance of requests, as the server told it last, and how long many requests take. */
import { observeCalls } from '../api/client'
import type { Host } from '../api/endpoint'
import { accountStore } from '../core/account'
import { tellLater, useStore } from '../core/store'

export interface BucketState {
  remaining: number
  capacity: number
  refillPerMinute: number
  /** How many of them the server keeps from jobs, for what people ask. */
  reserve: number
  /** Milliseconds since the epoch, of the answer that told it. */
  at: number
}

const buckets = accountStore<Partial<Record<Host, BucketState>>>({})
const bucketsBeside = tellLater(buckets)
export const useBucket = (host: Host): BucketState | undefined => useStore(bucketsBeside)[host]
/** As told for each host; two of them may be one. */
export const bucketsTold = (): readonly BucketState[] => Object.values(buckets.get())

/** @param header as the server writes it: `remaining=87, capacity=120, refill=2/min, reserve=30`, the last where it keeps any */
export function readBucket(header: string, at: number): BucketState | undefined {
  const numberOf = (name: string) => Number(new RegExp(`(?:^|[ ,])${name}=(\\d+(?:\\.\\d+)?)`).exec(header)?.[1])
  const state = {
    remaining: numberOf('remaining'),
    capacity: numberOf('capacity'),
    refillPerMinute: numberOf('refill'),
  }
  return Object.values(state).some(Number.isNaN) ? undefined : { ...state, reserve: numberOf('reserve') || 0, at }
}

observeCalls(({ endpoint: { host }, headers, at, durationMs }) => {
  const header = headers.find(([name]) => name === 'x-forecourt-bucket')?.[1]
  const state = header === undefined ? undefined : readBucket(header, at + durationMs)
  if (state) buckets.set((old) => ({ ...old, [host]: state }))
})

/** What has come back since it was told, too. */
export const leftIn = ({ remaining, capacity, refillPerMinute, at }: BucketState, now = Date.now()): number =>
  Math.min(capacity, Math.floor(remaining + ((now - at) / 60_000) * refillPerMinute))

/** Minutes until `requests` of a job have been let through, where nobody else asks. */
export const minutesFor = (state: BucketState, requests: number, now?: number): number =>
  Math.max(0, requests + state.reserve - leftIn(state, now)) / state.refillPerMinute
