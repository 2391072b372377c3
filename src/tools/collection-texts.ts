/** The texts of reading all values of a signal: why it stopped by itself. */
import { formatCount, plural } from '../ui/format'

export const otherSize = (asked: number, answered: number) =>
  `Pages of ${formatCount(asked)} were asked for; the service answers pages of ${formatCount(answered)}, so the price is another one. Nothing more is read until you go on.`

export const moreValues = (requests: number) =>
  `There are more values now than ${plural(requests, 'request')} can read, so the price is another one. Nothing more is read until you go on.`
