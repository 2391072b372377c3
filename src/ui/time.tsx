/** A time in the chosen zone; the other two stand in its title. */
import { createContext, useContext } from 'react'
import { formatInstant, instantOf, type Zone } from './format'

const ZoneContext = createContext<Zone>('local')
export const ZoneProvider = ZoneContext.Provider
/** The zone in which times are shown. */
export const useZone = (): Zone => useContext(ZoneContext)

export function Time({ value }: { value: string | number | null | undefined }) {
  const zone = useZone()
  const at = typeof value === 'number' ? value : instantOf(value)
  if (at === undefined) return <span className="quiet">{value ? `unknown time “${value}”` : 'not given'}</span>
  const others = (['utc', 'local', 'relative'] as const).filter((other) => other !== zone)
  return (
    <time dateTime={isoOf(at)} title={others.map((other) => formatInstant(at, other)).join(' · ')} className="number">
      {formatInstant(at, zone)}
    </time>
  )
}

const isoOf = (at: number) => (Math.abs(at) > 8.64e15 ? undefined : new Date(at).toISOString())
