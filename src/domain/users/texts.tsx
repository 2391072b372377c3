/** The texts of the list of users. */

export const title = 'Users'
export const filters = 'Find users'
export const searchHint = 'User ID, external ID, vehicle ID, make, or model'

// Columns.
export const user = 'User'
export const externalId = 'External ID'
export const connections = 'Connections'
export const vehicles = 'Vehicles'
export const modes = 'Modes'
export const lastChange = 'Last change'
export const actions = 'Actions'
export const connectionsOf = (count: number) => (
  <span className="visually-hidden"> {count === 1 ? 'connection' : 'connections'} of this user</span>
)
export const andOthers = 'and others'
export const accepted = 'Accepted, not yet gone'
export const removed = 'Removed'
