/** What is left of the allowance, in a line before many requests are sent. */
import type { Host } from '../api/endpoint'
import { formatCount, plural } from '../ui/format'
import { leftIn, minutesFor, useBucket } from './bucket'

/** Said before many requests are sent; nothing where the server keeps to no limit. */
export function BucketLine({ host, requests }: { host: Host; requests: number }) {
  const state = useBucket(host)
  if (!state) return null
  const { capacity, refillPerMinute } = state
  const minutes = minutesFor(state, requests)
  return (
    <p className="quiet">
      The server keeps to the service’s limit: {formatCount(leftIn(state))} of {plural(capacity, 'request')} are left
      now, {formatCount(refillPerMinute)} a minute come back.{' '}
      {minutes < 1
        ? `${plural(requests, 'request')} can go at once.`
        : `${plural(requests, 'request')} take about ${inWords(minutes)}; what people ask for goes first.`}
    </p>
  )
}

function inWords(minutes: number): string {
  if (minutes < 90) return plural(Math.ceil(minutes), 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day')
}
