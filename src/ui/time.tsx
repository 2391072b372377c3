/** A time in the chosen zone; the other two stand in its title. */
import { createContext, useContext } from 'react'
import { formatInstant, instantOf, written, type Zone } from './format'

const ZoneContext = createContext<Zone>('local')
export const ZoneProvider = ZoneContext.Provider
/** The zone in which times are shown. */
export const useZone = (): Zone => useContext(ZoneContext)

interface Props {
  value: string | number | null | undefined
  /** True where the second matters. */
  isExact?: boolean
}

export function Time({ value, isExact = false }: Props) {
  const zone = useZone()
  const at = typeof value === 'number' ? value : instantOf(value)
  if (at === undefined) return <span className="quiet">{value ? `unknown time “${written(value)}”` : 'not given'}</span>
  const others = (['utc', 'local', 'relative'] as const).filter((other) => other !== zone)
  const say = (one: Zone) => formatInstant(at, one, Date.now(), isExact)
  return (
    <time dateTime={isoOf(at)} title={others.map(say).join(' · ')} className="number">
      {say(zone)}
    </time>
  )
}

const isoOf = (at: number) => (Math.abs(at) > 8.64e15 ? undefined : new Date(at).toISOString())
