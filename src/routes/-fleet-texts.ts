/** The texts of the fleet at a glance. */
import { formatCount, plural } from '../ui/format'

export const unread = 'By make and by month, from the connections themselves: no vehicle is asked.'
export const read = 'Read the newest connections (1 request)'
export const isPart = 'A part, the newest first: what is not read is in no picture.'
export const byMake = 'By make'
export const makes = 'Connections by make'
export const otherMakes = (count: number) => `${formatCount(count)} other makes`
export const byMonth = 'By the month they were made in'
export const overMonths = (made: number, months: number) =>
  `${plural(made, 'connection')} made over ${plural(months, 'month')}`
export const table = 'The months as a table'
export const months = 'Connections by month'
export const before = (count: number) => `${formatCount(count)} before`
export const undated = (count: number) => `${formatCount(count)} without a date`
export const notAmongMonths = (counted: string) => `Not among the months: ${counted}.`
