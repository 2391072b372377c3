/** The texts of the impact sheet of a user's removal. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = 'Remove this user and everything of theirs?'
export const remove = 'Remove user'
export const removeWith = (connections: number) => `Remove user and ${plural(connections, 'connection')}`
export const wait = 'Their connections are being counted'
export const externalId = (externalId: ReactNode, userId: ReactNode) => (
  <>
    External ID {externalId}, user {userId}
  </>
)
export const save = 'Save manifest (JSON)'

// Connections.
export const connections = 'Connections'
export const counting = 'Counting their connections in both modes…'
export const notCounted = 'What would go could not be counted. The removal is possible all the same.'
export const followFrom = (count: number) =>
  `Vehicles and permissions below follow from ${formatCount(count)} of them; so does the manifest.`
export const readRest = (requests: number) => `Read the rest (${plural(requests, 'request')})`
export const stop = 'Stop'

// Vehicles.
export const vehicles = 'Vehicles'
export const vehiclesCounted = (
  count: number,
  isComplete: boolean,
  alone: number,
  unchecked: number,
  unknown: number,
) => {
  const clauses = [
    `${formatCount(alone)} of them would have no other connection`,
    unchecked > 0 && `${formatCount(unchecked)} not checked`,
    unknown > 0 && `${formatCount(unknown)} could not be checked`,
  ]
  return `${plural(count, 'vehicle')}${isComplete ? '' : ' so far'}; ${clauses.filter(Boolean).join(', ')}.`
}
export const otherVehicles = (count: number) => `The other ${formatCount(count)}`
export const checkOthers = (count: number) => `Check the other ${formatCount(count)} (${plural(count, 'request')})`
export const vehicle = (car: string, id: ReactNode) => (
  <>
    {car || 'Vehicle'} {id}
  </>
)
export const notChecked = 'not checked'
export const checking = 'checking…'
export const uncheckable = 'could not be checked'
export const otherConnections = (count: number) =>
  count === 0 ? 'no other connection' : `${plural(count, 'other connection')} stay${count === 1 ? 's' : ''}`

// Permissions.
export const permissions = 'Permissions lost'
export const noPermissions = 'None that the connections name.'
export const onConnections = (count: number) => `on ${plural(count, 'connection')}`

// What is not counted.
export const beyond = 'And what the API does not count'
export const subscriptions = (known: number) =>
  `Subscriptions of this user: the interface lists none. This browser knows of ${plural(known, 'subscription')}; how many others end with the user is not known here. All other data of the user is purged by the service; what that is, the interface does not say. None of it can be undone.`
