/** The texts of how far off the end of an operation is. */
import type { Deprecation } from '../../api/endpoint'
import { formatInstant, plural } from '../../ui/format'

/** The day that is announced for an end, or the range of days. */
export const days = (from: string, to = from) => (from === to ? dayOf(to) : `${dayOf(from)} to ${dayOf(to)}`)
const dayOf = (day: string) => formatInstant(Date.parse(day), 'utc', undefined, { isDay: true })
/** A quarter is named by its last day: it may end on any day until then. */
export const deprecated = ({ from, to }: Deprecation, hasEnded: boolean) =>
  `Deprecated · ${hasEnded ? 'Ended' : 'Ends'} ${from === to ? '' : 'by '}${dayOf(to)}`
export const passed = (days: number) => `Ended ${plural(days, 'day')} ago`
export const ahead = (days: number) => `Ends in ${plural(days, 'day')}`
export const today = 'Ends today'
export const inside = (days: number) => `Ends this quarter (${plural(days, 'day')} left)`
