/** The texts of the page of one subscription. */

export const title = 'Subscription'
export const titleOf = (name: string) => `Subscription of ${name}`
export const trail = 'Subscriptions'
export const inProgress =
  'A creation that is still in progress is not found either: look again in a while. The ledger keeps it as not found.'
export const reading = 'Reading the subscription…'
export const rawName = 'subscription'
export const webhookId = 'webhook ID'
export const userId = 'user ID'
export const vehicleId = 'vehicle ID'
export const powertrain = 'Powertrain'
export const updated = 'Updated'
