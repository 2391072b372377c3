/** A time in the chosen zone; the other two stand beside it while it is pointed at or has the focus. */
import { createContext, useContext } from 'react'
import { formatInstant, instantOf, written, type Zone } from './format'
import { asStop } from './stop'
import * as texts from './texts'
import { useNow } from './use-now'

const ZoneContext = createContext<Zone>('local')
export const ZoneProvider = ZoneContext.Provider
/** The zone in which times are shown. */
export const useZone = (): Zone => useContext(ZoneContext)

/** How often it is looked whether a time is further away now, in ms: its words count minutes at the least. */
const STEP_MS = 10_000

/** A time in words, for where no element can stand: true for as long as it is on screen. */
export const useInstant = (at: number | undefined, zone: Zone, isExact = false): string =>
  useNow(zone === 'relative' ? STEP_MS : undefined, (now) =>
    at === undefined ? '' : formatInstant(at, zone, now, isExact),
  )

interface Props {
  value: string | number | null | undefined
  /** True where the second matters. */
  isExact?: boolean
}

export function Time({ value, isExact = false }: Props) {
  const at = typeof value === 'number' ? value : instantOf(value)
  const said = useInstant(at, useZone(), isExact)
  if (at === undefined) return <span className="quiet">{value ? texts.unknownTime(written(value)) : texts.noTime}</span>
  return (
    <time ref={asStop} dateTime={isoOf(at)} data-exact={isExact || undefined} className="number">
      {said}
    </time>
  )
}

const isoOf = (at: number) => (Math.abs(at) > 8.64e15 ? undefined : new Date(at).toISOString())
