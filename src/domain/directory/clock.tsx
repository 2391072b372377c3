/** A time to come as a clock shows it: “at 14:20”; as an age, or as a date where it is another day. */
import type { ReactNode } from 'react'
import { parseInstant } from '../../api/instant'
import { formatInstant, isDated, presentTime } from '../../ui/format'
import { dateZoneOf, Time, useZone } from '../../ui/time'

/** A clock tells the time of half a day. */
const MOST_MS = 12 * 3_600_000

const shapeOf = (zone: 'utc' | 'local') =>
  new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === 'utc' && { timeZone: 'UTC' }),
  })

interface Props {
  /** ISO 8601. */
  value: string
  /** The words around a time, and around an age such as “in 20m”. */
  at: (time: ReactNode) => ReactNode
  within: (age: ReactNode) => ReactNode
}

export function Clock({ value, at, within }: Props) {
  const zone = useZone()
  const instant = parseInstant(value)
  if (instant === undefined || !isDated(zone)) return within(<Time value={value} isAge="ago" />)
  if (Math.abs(instant - presentTime()) > MOST_MS) return at(<Time value={value} />)
  return at(
    <time
      translate="no"
      dateTime={new Date(instant).toISOString()}
      title={formatInstant(instant, dateZoneOf(zone))}
      className="number"
    >
      {shapeOf(zone).format(instant)}
    </time>,
  )
}
