/** The texts of a vehicle’s parts that are loaded later than its page: all permissions, subscriptions, menu, token. */

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

// Its subscriptions
export const subscriptions = 'Known subscriptions'
export const subscriptionsListed = 'Subscriptions of this vehicle'

// Troubleshooting a delivery
export const webhook = 'Webhook'
export const chooseWebhook = 'Choose the webhook to check'
export const readWebhooks = 'Load all webhooks'

// The menu
export const connectionList = 'Connections as a list'

// Its own token
export const token = 'Vehicle token'
export const tokenHeld = 'Set in this browser'
export const tokenField = 'Token for this vehicle'
export const show = 'Show'
export const showToken = 'Show this vehicle’s token'
export const tokenMeaning =
  'Used instead of the shared v2.0 token for this vehicle’s reads. “Forget tokens” in Settings removes it, too.'
export const takeToken = 'Use token'
export const tokenMissing = 'Enter a token.'
export const tokenTaken = 'Set in this browser. It is sent only with this vehicle’s reads.'
