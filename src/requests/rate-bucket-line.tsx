/** What is left of the allowance, in a line before many requests are sent. */
import type { Host } from '../api/endpoint'
import { formatCount, plural } from '../ui/format'
import { useNow } from '../ui/use-now'
import { leftIn, minutesFor, useBucket } from './rate-bucket'

const left = (requests: number, capacity: number, perMinute: number, next: string) =>
  `Rate limit: ${formatCount(requests)} of ${plural(capacity, 'request')} left, refilled by ${formatCount(perMinute)} a minute. ${next}`
const atOnce = (requests: number) => `${plural(requests, 'request')} can be sent now.`
const takes = (requests: number, time: string) =>
  `${plural(requests, 'request')} take about ${time}; single requests go first.`
const minutesText = (count: number) => plural(count, 'minute')
const hoursText = (count: number) => plural(count, 'hour')
const days = (count: number) => plural(count, 'day')

/** Said before many requests are sent; nothing where the server keeps to no limit. */
export function BucketLine({ host, requests }: { host: Host; requests: number }) {
  const state = useBucket(host)
  useNow(state && 5000, (now) => state && leftIn(state, now)) // the allowance comes back with the time
  if (!state) return null
  const { capacity, refillPerMinute } = state
  const minutes = minutesFor(state, requests)
  const next = minutes < 1 ? atOnce(requests) : takes(requests, inWords(minutes))
  return <p className="quiet">{left(leftIn(state), capacity, refillPerMinute, next)}</p>
}

function inWords(minutes: number): string {
  if (minutes < 90) return minutesText(Math.ceil(minutes))
  const hours = Math.round(minutes / 60)
  return hours < 48 ? hoursText(hours) : days(Math.round(hours / 24))
}
