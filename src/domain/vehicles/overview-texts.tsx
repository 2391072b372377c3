/** The texts of a vehicle's first page: its connections, quick reads, permissions, deliveries and token. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

// Its connections
export const pending = 'Loading connections…'
export const noConnection =
  'The API lists no connection of this vehicle. Either nobody is connected, or the ID is wrong.'
export const noConnectionSeen = 'The response contains no connection of this vehicle.'
export const connections = 'Connections'
export const asList = 'View as a list'
export const compared = (most: number, all: number) => `Shows the newest ${most} of ${formatCount(all)} connections.`

// Quick reads
export const reported = 'Latest readings'
export const odometer = 'odometer'
export const location = 'location'
export const fuel = 'fuel'
export const read = (name: string) => `Read ${name}`
export const readAgain = (name: string) => (
  <>
    Read again<span className="visually-hidden"> {name}</span>
  </>
)
export const quickPrice = 'Each read uses 1 request.'
export const cancelled = 'Canceled. The request may still be counted.'
export const missing = (path: string) => `The response has no item for ${path}.`
export const needs = (permission: ReactNode, granted: ReactNode) => (
  <>
    · requires {permission}: {granted}
  </>
)

// Permissions
export const permissionsMeaning =
  'From each connection’s permissions; no request is made. A missing permission is only a warning, because we can’t tell which connection a v2.0 token belongs to.'
/** Read before what a connection’s column is called, which is an ID alone. */
export const connectionOf = 'Connection of user '
export const connection = 'Connection '
export const readColumn = 'Read'
export const permissionColumn = 'Permission'
export const reads = 'Version 2.0 reads, also in a batch'
export const batchReads = 'Batch only'
export const signalReads = 'Version 3 signals'
export const signals = (count: number) => plural(count, 'signal')

// Troubleshooting a delivery
export const delivery = 'Troubleshoot delivery'
export const checkDelivery = 'Check delivery from a webhook'
export const webhook = 'Webhook'
export const chooseWebhook = 'Choose the webhook to check'
export const firstWebhooks = (count: number, total: number | undefined) =>
  `${formatCount(count)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} webhooks loaded.`
export const readWebhooks = 'Load all webhooks'

// Its own token
export const token = 'Vehicle token'
export const tokenHeld = 'Set in this browser'
export const tokenForm = 'Vehicle token'
export const tokenField = 'Token for this vehicle'
export const showToken = 'Show this vehicle’s token'
export const tokenMeaning =
  'Used instead of the shared v2.0 token for this vehicle’s reads. “Forget tokens” in Settings removes it, too.'
export const takeToken = 'Use token'
export const tokenMissing = 'Enter a token.'
export const tokenTaken = 'Set in this browser. It is sent only with this vehicle’s reads.'
