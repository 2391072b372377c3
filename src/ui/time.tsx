/** A time in the chosen zone; the other two stand in its title. */
import { createContext, useContext } from 'react'
import { formatInstant, instantOf, written, type Zone } from './format'
import * as texts from './texts'

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
  if (at === undefined) return <span className="quiet">{value ? texts.unknownTime(written(value)) : texts.noTime}</span>
  const say = (one: Zone) => formatInstant(at, one, Date.now(), isExact)
  // Made when it is asked for: a list has hundreds of times, and “3 minutes ago” does not stay true.
  const sayOthers = ({ currentTarget }: React.PointerEvent) => {
    const others = (['utc', 'local', 'relative'] as const).filter((other) => other !== zone)
    currentTarget.setAttribute('title', others.map(say).join(' · '))
  }
  return (
    <time dateTime={isoOf(at)} onPointerEnter={sayOthers} className="number">
      {say(zone)}
    </time>
  )
}

const isoOf = (at: number) => (Math.abs(at) > 8.64e15 ? undefined : new Date(at).toISOString())
