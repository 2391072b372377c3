/** The texts of one connection: as a row, as a page, and as it is removed. */
import type { ReactNode } from 'react'

export const noun = 'connection'

// Its row and its facts.
export const connection = 'Connection'
export const vehicle = 'Vehicle'
export const mode = 'Mode'
export const state = 'State'
export const externalId = 'External ID'
export const user = 'User'
export const permissions = 'Permissions'
export const created = 'Connected'
export const actions = 'Actions'
export const accepted = 'Accepted, not yet gone'
export const removed = 'Removed'

// Its page.
export const list = 'Connections'
export const title = (name: string) => `Connection ${name}`
export const subscribe = 'Subscribe to a webhook'
export const loading = 'Loading the connection…'
export const makeAndModel = 'Make and model'
export const year = 'Year'
export const powertrain = 'Powertrain'
export const updated = 'Updated'
export const ofUser = 'Connections of this user'
export const ofVehicle = 'Connections of this vehicle'
export const granted = 'Permissions granted'

// What is copied.
export const connectionId = 'connection ID'
export const copiedExternalId = 'external ID'
export const userId = 'user ID'
export const vehicleId = 'vehicle ID'

// Its removal.
export const unknownMode = 'mode unknown'
export const confirmTitle = (isSimulated: boolean) => `Remove this ${isSimulated ? 'simulated' : 'live'} connection?`
export const confirmUnread = 'Remove this connection?'
export const removeVerb = 'Remove connection'
export const whose = (name: ReactNode, owner: ReactNode) => (
  <>
    {name} of {owner}
  </>
)
export const consequences = (isSimulated: boolean) =>
  isSimulated
    ? 'Your app loses this simulated connection. You can’t undo this.'
    : 'Your app loses this connection to the vehicle. You can’t undo this; only the owner can reconnect.'
