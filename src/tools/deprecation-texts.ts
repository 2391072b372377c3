/** The texts of how far off the end of an operation is. */
import { plural } from '../ui/format'

/** The day that is announced for an end, or the range of days. */
export const announced = (from: string, to: string) => (from === to ? `${to}, UTC` : `${from} to ${to}, UTC`)
export const passed = (days: number) => `passed ${plural(days, 'day')} ago`
export const ahead = (days: number) => `${plural(days, 'day')} ahead`
export const today = 'today'
export const lastDay = 'the last day of its quarter'
export const inside = (days: number) => `inside its quarter, ${plural(days, 'day')} left`
