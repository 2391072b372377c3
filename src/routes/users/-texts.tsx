/** The texts of the list of users. */
import { formatCount, plural } from '../../ui/format'

export const title = 'Users'
export const soFar = (count: number) => `${formatCount(count)} so far`
export const filters = 'Find users'
export const search = 'Search'
export const searchHint = 'User ID, external ID, vehicle ID, make or model'

// Columns.
export const user = 'User'
export const externalId = 'External ID'
export const connections = 'Connections'
export const vehicles = 'Vehicles'
export const modes = 'Modes'
export const lastChange = 'Last change'
export const actions = 'Actions'
export const connectionsOf = (count: number) => (
  <>
    {formatCount(count)}
    <span className="visually-hidden"> connections of this user</span>
  </>
)
export const andOthers = 'and others'
export const accepted = 'Accepted, not yet gone'
export const removed = 'Removed'

// What is selected.
export const removeVerb = (count: number) => `Remove ${plural(count, 'user')}`
export const confirmTitle = (count: number) => `Remove ${plural(count, 'user')} and everything of theirs?`
export const connectionsRead = (live: number, simulated: number) =>
  `${formatCount(live)} live, ${formatCount(simulated)} simulated connections read`
export const consequences = (live: number, simulated: number, isWhole: boolean) =>
  isWhole
    ? `With them go ${formatCount(live)} live and ${formatCount(simulated)} simulated connections, their subscriptions, and all other data of theirs. It cannot be undone: only the owners can connect again.`
    : `With them go at least ${formatCount(live)} live and ${formatCount(simulated)} simulated connections, as far as they were read, their subscriptions, and all other data of theirs. It cannot be undone: only the owners can connect again.`
export const course = (atOnce: number) =>
  `Each is sent once, ${atOnce} at a time. For an exact count, remove one user on its own page.`
