/** The texts of the receiver among the hosts: on the overview, and beside the frame's lamps. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'

export const receiver = 'Receiver'
export const states = {
  reading: 'Loading…',
  ok: 'OK',
  quiet: 'Quiet',
  'nothing yet': 'Nothing yet',
  error: 'Error',
  unknown: 'Unknown',
} as const
/** The server keeps no more of them than that. */
const MOST_REFUSED = 50
export const refusedCount = (count: number) => (count >= MOST_REFUSED ? `${MOST_REFUSED}+` : formatCount(count))
export const lastDelivery = (at: ReactNode) => <>Last delivery {at}</>
export const inDay = (count: string) => ` · ${count} in 24 h`
export const refused = (count: number) => ` · ${refusedCount(count)} refused`
export const nothingYet = 'No deliveries have arrived yet'
export const storeAway = 'Store unavailable: deliveries get a 503, and the provider sends them again'
export const notRead = 'Couldn’t load deliveries'
