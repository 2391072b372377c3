/** The texts of how far off the end of an operation is. */
import { plural } from '../../ui/format'

/** The day that is announced for an end, or the range of days. */
export const announced = (from: string, to: string) => (from === to ? `${to}, UTC` : `${from} to ${to}, UTC`)
export const passed = (days: number) => `Ended ${plural(days, 'day')} ago`
export const ahead = (days: number) => `Ends in ${plural(days, 'day')}`
export const today = 'Ends today'
export const inside = (days: number) => `Ends this quarter (${plural(days, 'day')} left)`
