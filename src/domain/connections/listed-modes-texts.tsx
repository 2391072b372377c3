/** The texts of how many connections are live and simulated, and of what is listed where no mode is given. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'

export const countOf = (count: number, mode: string) => `${formatCount(count)} ${mode}`
export const both = (live: ReactNode, simulated: ReactNode) => (
  <>
    {live} · {simulated}
  </>
)

export interface Totals {
  /** Where no mode is given. */
  none: number
  live: number
  simulated: number
}

/** True where either mode has the total of all: the API ignores the filter. */
export const isIgnored = ({ none, live, simulated }: Totals): boolean => none > 0 && none === live && none === simulated

/**
 * What the total without a mode says, where it is not that of both modes.
 * @param filter the filter by mode, as people read it
 */
export function note(totals: Totals, filter: string): string | undefined {
  const { none, live, simulated } = totals
  if (isIgnored(totals))
    return `The API ignored ${filter}: it returns ${formatCount(none)} connections with or without it.`
  if (simulated === 0 || none === live + simulated) return undefined
  if (none === live) return 'Simulated connections appear only if you filter by mode.'
  return `The API lists ${formatCount(none)} connections without a mode filter.`
}
