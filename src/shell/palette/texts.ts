/** The texts of “Jump to…”. */
import { formatCount } from '../../ui/format'

export const jump = 'Jump to'
export const example = 'Search, or paste an ID or API link'
export const whereTo = 'Results'

export const lookUp = 'Look up'
export const lookUpId = 'Look up this ID (up to 3 free requests)'
export const connectionsOf = (externalId: string) => `Connections with external ID “${externalId}”`
export const usersNamed = (name: string) => `Search users for “${name}”`
export const lookingUp = 'Looking up…'
export const noSuchId = 'No connection, vehicle or user has this ID.'
export const couldNot = (cause: string) => `Couldn’t look up this ID: ${cause}`

// The groups of entries
export const recent = 'Recent'
export const goTo = 'Go to'
export const matches = 'Matches'
export const byId = 'Open by ID'
export const pages = 'Pages'
export const actions = 'Actions'

// What an entry is
export const open = (address: string) => `Open ${address}`
export const openAs = (id: string, kind: string) => `Open ${id} as ${kind.toLowerCase()}`
export const looked = (kind: string, id: string) => `${kind} ${id}`
export const link = 'API link'
export const overfullLink = (most: number) =>
  `API link with too many parameters; only the first ${formatCount(most)} are used`
export const page = 'Page'
export const lookedAt = 'Viewed'
export const savedView = 'Saved view'
export const onThisPage = 'On this page'
export const id = 'ID'
export const connection = 'Connection'
export const user = 'User'
export const vehicle = 'Vehicle'
export const webhook = 'Webhook'
export const subscription = 'Subscription'
export const signal = 'Signal'
