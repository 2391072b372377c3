/** How long a silence lasts and how often deliveries come, in words. */
import { plural } from '../../ui/format'
import type { Silence } from './silence'

const SECOND = 1000

/** “40 s”, “4 min”, “3 h”, “2 days”: no more of it than is of use. */
export function span(ms: number): string {
  const seconds = Math.round(ms / SECOND)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : plural(Math.round(hours / 24), 'day')
}
export const every = (gap: number) => (gap < SECOND ? 'more than one a second' : `every ${span(gap)}`)
/** Without its full stop, as in a row. */
export const quietFor = ({ lasts, usualGap }: Silence) => `Quiet for ${span(lasts)}, usually ${every(usualGap)}`
