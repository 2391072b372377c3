/** The texts of the list of connections. */

export const title = 'Connections'

// The filters.
export const filters = 'Filter connections'
export const searchUsers = (text: string) => `Search users for “${text}”`

// What is selected.
export const subscribe = 'Subscribe to a webhook'
