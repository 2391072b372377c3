/** What is left of the allowance, in a line before many requests are sent. */
import type { Host } from '../api/endpoint'
import { useNow } from '../ui/use-now'
import { leftIn, minutesFor, useBucket } from './bucket'
import * as texts from './bucket-line-texts'

/** Said before many requests are sent; nothing where the server keeps to no limit. */
export function BucketLine({ host, requests }: { host: Host; requests: number }) {
  const state = useBucket(host)
  useNow(state && 5000, (now) => state && leftIn(state, now)) // the allowance comes back with the time
  if (!state) return null
  const { capacity, refillPerMinute } = state
  const minutes = minutesFor(state, requests)
  const next = minutes < 1 ? texts.atOnce(requests) : texts.takes(requests, inWords(minutes))
  return <p className="quiet">{texts.left(leftIn(state), capacity, refillPerMinute, next)}</p>
}

function inWords(minutes: number): string {
  if (minutes < 90) return texts.minutes(Math.ceil(minutes))
  const hours = Math.round(minutes / 60)
  return hours < 48 ? texts.hours(hours) : texts.days(Math.round(hours / 24))
}
