/** The texts of the page of one subscription. */

export const title = 'Subscription'
export const titleOf = (name: string) => `Subscription of ${name}`
export const trail = 'Subscriptions'
export const inProgress =
  'A subscription that is still being created is not found either, so check again later. The history shows it as Not found.'
export const reading = 'Loading the subscription…'
export const rawName = 'subscription'
export const webhookId = 'webhook ID'
export const userId = 'user ID'
export const vehicleId = 'vehicle ID'
export const powertrain = 'Powertrain'
export const updated = 'Updated'
