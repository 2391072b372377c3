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
  'The webhook stops delivering for this vehicle, as far as is publicly known at once. It can be subscribed again, under another id. A webhook that subscribes by itself may subscribe it again by itself; the interface does not tell.'
