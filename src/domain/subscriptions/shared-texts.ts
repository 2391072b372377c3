/** The texts that the list of subscriptions and the page of one share: what both name, and the removal of one. */

export const webhook = 'Webhook'
export const user = 'User'
export const vehicle = 'Vehicle'
export const mode = 'Mode'
export const created = 'Created'
export const subscriptionId = 'subscription ID'

// The removal.
export const noun = 'subscription'
export const titled = (title: string, id: string) => `${title} (${id})`
export const removeTitle = 'Remove this subscription?'
export const removeVerb = 'Remove subscription'
export const removeMeans =
  'The webhook stops delivering for this vehicle immediately (per public docs). You can subscribe it again, with a new ID. A webhook that subscribes automatically may subscribe it again.'
