/** The texts of a vehicle’s first page: its connections, how much they permit, its webhooks. */
import { formatCount } from '../../ui/format'

// Its connections
export const pending = 'Loading connections…'
export const noConnection =
  'The API lists no connection of this vehicle. Either nobody is connected, or the ID is wrong.'
export const noConnectionSeen = 'The response contains no connection of this vehicle.'
export const connections = 'Connections'
export const asList = 'View as a list'

// Permissions
/** The permission view has a column for each connection: of many, the newest are compared. */
export const MOST_COMPARED = 6
export const compared = (most: number, all: number) => `Shows the newest ${most} of ${formatCount(all)} connections.`
export const granted = (count: number, all: number) => `${count} of ${all} granted`
export const missing = 'Not granted'
export const moreMissing = (count: number) => `${formatCount(count)} more`
export const showAll = 'Show all'

// Webhooks
export const webhooks = 'Webhooks'
export const subscribe = 'Subscribe to a webhook'
export const whyNothing = 'Why did nothing arrive?'
