/** A time in the chosen zone, or its age; the other forms appear on hover and focus. */
import { createContext, useContext } from 'react'
import { dayOf, isInstant, parseInstant } from '../api/instant'
import { formatInstant, isDated, type TimeForm, written, type Zone } from './format'
import { asStop } from './stop'
import * as texts from './texts'
import { useNow } from './use-now'

const ZoneContext = createContext<Zone>('local')
export const ZoneProvider = ZoneContext.Provider
/** The zone in which times are shown. */
export const useZone = (): Zone => useContext(ZoneContext)
/** The zone of a moment that has to be a date: an age names no day. */
export const dateZoneOf = (zone: Zone): 'utc' | 'local' => (isDated(zone) ? zone : 'local')

/** How often ages are computed, in ms; their smallest unit is a minute. */
const STEP_MS = 10_000

/** A time as text, for attributes and titles; it stays current on screen. */
export const useInstant = (at: number | undefined, zone: Zone | 'age', form?: TimeForm): string =>
  useNow(isDated(zone) ? undefined : STEP_MS, (now) => (at === undefined ? '' : formatInstant(at, zone, now, form)))

interface Props {
  value: string | number | null | undefined
  /** True where the second matters. */
  isExact?: boolean
  /** True below a header that says the zone. */
  isBare?: boolean
  /** True in lists: “2d”, with the date for those who listen; `ago` where it stands alone: “2d ago”. */
  isAge?: boolean | 'ago'
  /** True for a field whose midnight names a day alone, such as `serviceDate` (2.8). A value without a time always does. */
  mayBeDay?: boolean
}

export function Time({ value, isAge = false, mayBeDay = false, ...form }: Props) {
  const at = typeof value === 'number' ? value : parseInstant(value)
  const day = typeof value === 'string' && (mayBeDay || !/[T ]/i.test(value)) ? dayOf(value) : undefined
  const zone = useZone()
  const kind = isAge === 'ago' ? 'relative' : isAge ? 'age' : zone
  const age = useInstant(isDated(kind) ? undefined : at, kind, form)
  if (at === undefined || !isInstant(at))
    return <span className="quiet">{value ? texts.unknownTime(written(value)) : texts.noTime}</span>
  if (day !== undefined && !isAge) return <Day day={day} />
  const text = () => {
    if (isAge) return `${age} ${formatInstant(at, dateZoneOf(zone))}`
    return isDated(kind) ? formatInstant(at, kind, undefined, form) : age
  }
  return (
    <time
      translate="no"
      ref={asStop}
      dateTime={new Date(at).toISOString()}
      data-exact={form.isExact || undefined}
      data-short={isAge ? age : undefined}
      className="number"
    >
      {text()}
    </time>
  )
}

/** A day is the same in every zone. @param day such as `2026-03-01` */
function Day({ day }: { day: string }) {
  return (
    <time translate="no" ref={asStop} dateTime={day} className="number">
      {formatInstant(Date.parse(day), 'utc', undefined, { isDay: true })}
    </time>
  )
}

/** In a column’s header: the zone of the times below it. */
export function ZoneNote() {
  const zone = useZone()
  return isDated(zone) && texts.inZone('', zone)
}
