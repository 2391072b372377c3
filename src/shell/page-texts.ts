/** The names of the pages, as the menu, the keys and “Jump to…” know them. */

export const overview = 'Overview'
export const connections = 'Connections'
export const users = 'Users'
export const vehicles = 'Vehicles'
export const signals = 'Signals'
export const webhooks = 'Webhooks'
export const subscriptions = 'Subscriptions'
export const deprecations = 'Deprecations'
export const jobs = 'Jobs'
export const activity = 'Activity'
export const settings = 'Settings'
export const help = 'Help'
