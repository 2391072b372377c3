/** A future time as a clock shows it, such as “at 14:20”; as an age, or as a date if it is another day. */
import type { ReactNode } from 'react'
import { parseInstant } from '../../api/instant'
import { formatClock, formatInstant, isDated } from '../../ui/format'
import { dateZoneOf, Time, useZone } from '../../ui/time'
import { useNow } from '../../ui/use-now'

/** A clock tells the time of half a day. */
const MOST_MS = 12 * 3_600_000
const STEP_MS = 60_000

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
  const isNear = useNow(STEP_MS, (now) => instant !== undefined && Math.abs(instant - now) <= MOST_MS)
  if (instant === undefined || !isDated(zone)) return within(<Time value={value} isAge="ago" />)
  if (!isNear) return at(<Time value={value} />)
  return at(
    <time
      translate="no"
      dateTime={new Date(instant).toISOString()}
      title={formatInstant(instant, dateZoneOf(zone))}
      className="number"
    >
      {formatClock(instant, zone, { isBare: true })}
    </time>,
  )
}
