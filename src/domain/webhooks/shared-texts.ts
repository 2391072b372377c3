/** The texts that the list of webhooks and the page of one share. */

export const enabled = 'Enabled'
export const autoSubscribe = 'Auto-subscribe'
export const callbackUri = 'Callback URI'
export const errorCallbackUri = 'Error callback URI'
export const triggers = 'Triggers'
export const data = 'Data'
export const created = 'Created'
export const webhookId = 'webhook ID'

// A yes or no of the provider.
export const isEnabled = 'Enabled'
export const isDisabled = 'Disabled'
export const yes = 'Yes'
export const no = 'No'
