/** The texts that a vehicle’s pages share; the names of its tabs are the titles of their pages. */

export const list = 'Vehicles'
export const vehicle = 'Vehicle'
export const vehicleId = 'vehicle ID'
export const delivery = 'Troubleshoot delivery'
export const more = 'More'
export const retry = 'Retry'
export const connectionsUnloaded = 'Couldn’t load this vehicle’s connections while it’s asleep.'

// Of every read
export const price = '(1 request)'
export const cancel = 'Cancel'
export const mayBeRead = 'Permissions'
export const noPermission = 'None needed'
export const assumed = 'Assumed'
export const webhooksPending = 'Loading webhooks…'

// The tabs
export const firstTab = 'Summary'
export const battery = 'Battery capacity'
export const service = 'Service history'
export const troubleCodes = 'Trouble codes'
export const systemStatus = 'System status'
export const vin = 'VIN'
export const batch = 'Batch'
export const signals = 'Signals'
