/** The texts of what is left of the allowance. */
import { formatCount, plural } from '../ui/format'

export const left = (requests: number, capacity: number, perMinute: number, next: string) =>
  `The server keeps to the service’s limit: ${formatCount(requests)} of ${plural(capacity, 'request')} are left now, ${formatCount(perMinute)} a minute come back. ${next}`
export const atOnce = (requests: number) => `${plural(requests, 'request')} can go at once.`
export const takes = (requests: number, time: string) =>
  `${plural(requests, 'request')} take about ${time}; what people ask for goes first.`
export const minutes = (count: number) => plural(count, 'minute')
export const hours = (count: number) => plural(count, 'hour')
export const days = (count: number) => plural(count, 'day')
