/** The texts of the webhooks that include a signal: apart, as a signal's page fetches them late. */
import { formatCount, plural } from '../../ui/format'

export const title = 'Webhooks with this signal'
export const progress = 'Webhooks read'
const ofAll = (total: number | undefined) => (total === undefined ? 'an unknown number' : formatCount(total))
export const reached = (read: number, total: number | undefined, requests: number) =>
  `${formatCount(read)} of ${ofAll(total)} webhooks read, ${plural(requests, 'request')} in all`
export const stop = 'Stop'
const found = (count: number, code: string) =>
  count === 0 ? `No webhook includes ${code}` : `${plural(count, 'webhook')} with ${code}`
export const foundInAll = (count: number, code: string, read: number) =>
  `${found(count, code)}, of ${formatCount(read)}.`
export const foundSoFar = (count: number, code: string, read: number, total: number | undefined) =>
  `${found(count, code)}, among ${formatCount(read)} of ${ofAll(total)}.`

/** How a webhook includes it. */
export const triggered = 'triggered by it'
export const delivers = 'delivers it'
export const disabled = 'disabled'
