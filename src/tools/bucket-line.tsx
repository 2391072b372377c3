/** What is left of the allowance, in a line before many requests are sent. */
import type { Host } from '../api/endpoint'
import { useNow } from '../ui/use-now'
import { type BucketState, leftIn, minutesFor, useBucket } from './bucket'
import * as texts from './bucket-line-texts'

/** Said before many requests are sent; nothing where the server keeps to no limit. */
export function BucketLine({ host, requests }: { host: Host; requests: number }) {
  const state = useBucket(host)
  // The allowance comes back with the time.
  const said = useNow(state && 5000, (now) => (state ? inWords(state, requests, now) : ''))
  return said === '' ? null : <p className="quiet">{said}</p>
}

function inWords(state: BucketState, requests: number, now: number): string {
  const { capacity, refillPerMinute } = state
  const minutes = minutesFor(state, requests, now)
  const next = minutes < 1 ? texts.atOnce(requests) : texts.takes(requests, spanOf(minutes))
  return texts.left(leftIn(state, now), capacity, refillPerMinute, next)
}

function spanOf(minutes: number): string {
  if (minutes < 90) return texts.minutes(Math.ceil(minutes))
  const hours = Math.round(minutes / 60)
  return hours < 48 ? texts.hours(hours) : texts.days(Math.round(hours / 24))
}
