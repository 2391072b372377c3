/** The texts of the look at changes that were accepted. */
import { formatCount, plural } from '../../ui/format'

export const check = (changes: number, requests: number) =>
  `Check ${formatCount(changes)} (${plural(requests, 'request')})`
