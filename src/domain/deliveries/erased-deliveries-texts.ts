/** The texts of what a removal erases on this server. */
import { formatCount, plural } from '../../ui/format'

export const counting = 'Counting deliveries kept on this server…'
export const notCounted = 'Deliveries kept on this server are erased, too. They could not be counted.'
export const erased = (deliveries: number, isExact: boolean, values: number) =>
  deliveries + values === 0
    ? 'This server keeps no deliveries of this.'
    : `This server also erases what webhooks delivered: ${isExact ? plural(deliveries, 'delivery', 'deliveries') : `more than ${formatCount(deliveries)} deliveries`} and ${plural(values, 'last known value')}.`
export const unreadable = (rows: number) =>
  `${plural(rows, 'entry', 'entries')} of all users can’t be searched: encrypted with a key that this server doesn’t have (DELIVERIES_KEY_OLD).`
