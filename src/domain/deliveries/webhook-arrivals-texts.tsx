/** The texts of how a webhook's deliveries arrive on this server. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'

export const title = 'Deliveries'
export const reading = 'Loading…'
export const last = 'Last delivery'
export const lastDay = 'Last 24 hours'
export const usualGap = 'Usual gap'
export const tooFew = 'Too few deliveries to tell'
export const refused = 'Refused'
export const refusedNote =
  'By this server, of all webhooks: nothing in a refused request is proven, so it can’t be traced to a webhook.'
export const noneRefused = 'None'
export const refusedLink = (count: string) => `${count} refused`
export const notCounted = 'Couldn’t load'
export const sentence = (words: string) => `${words}.`
export const quietNext = (troubleshoot: ReactNode) => <>If something should have arrived, see {troubleshoot}.</>
export const nothing = 'Nothing has arrived yet.'
export const nothingNext = (troubleshoot: ReactNode) => (
  <>If a subscribed vehicle should have sent something, see {troubleshoot}.</>
)
export const all = 'All deliveries of this webhook'
export const hours = 'Deliveries in each of the last 24 hours'
export const most = (count: number) => `Most in an hour: ${formatCount(count)}`
const hoursAgo = (ago: number) => (ago === 0 ? 'Last hour' : `${ago} h ago`)
export const hour = (ago: number, count: number) => `${hoursAgo(ago)}: ${formatCount(count)}`
/** What the drawing shows, for those who listen. */
export const drawn = (total: string, most: number, ago: number, empty: number) =>
  `Deliveries by the hour: ${total} in 24 hours, most (${formatCount(most)}) ${ago === 0 ? 'in the last hour' : `${ago} h ago`}, none in ${formatCount(empty)} of 24`
