/** The texts of the impact sheet of a user's removal. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = 'Remove this user and all their data?'
export const remove = 'Remove user'
export const removeWith = (connections: number) => `Remove user and ${plural(connections, 'connection')}`
export const wait = 'Counting connections…'
export const externalId = (externalId: ReactNode, userId: ReactNode) => (
  <>
    External ID {externalId}, user {userId}
  </>
)
export const noUndo = 'You can’t undo this.'

// The page of the removal.
export const goesWith = 'Also removes all connections, subscriptions, and all other data of this user.'
export const notCountedYet = 'Connections: not counted.'
export const inDirectory = (live: number, simulated: number) =>
  `From the directory: ${plural(live + simulated, 'connection')} (${formatCount(live)} live, ${formatCount(simulated)} simulated).`
export const asOf = (time: ReactNode) => <>As of {time}</>
export const count = 'Count (2 requests)'
export const save = 'Save manifest (JSON)'

// Connections.
export const connections = 'Connections'
export const counting = 'Counting live and simulated connections…'
export const notCounted = 'What this removes could not be counted. You can still remove the user.'
export const followFrom = (count: number) =>
  `The vehicles, permissions, and manifest below cover ${plural(count, 'connection')}.`
export const loadRest = (requests: number) => `Load the rest (${plural(requests, 'request')})`
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
    `${formatCount(alone)} will be fully disconnected`,
    unchecked > 0 && `${formatCount(unchecked)} not checked`,
    unknown > 0 && `${formatCount(unknown)} couldn’t be checked`,
  ]
  return `${plural(count, 'vehicle')}${isComplete ? '' : ' so far'}; ${clauses.filter(Boolean).join(', ')}.`
}
export const otherVehicles = (count: number) => `The other ${formatCount(count)}`
export const checkOthers = (count: number) => `Check the other ${formatCount(count)} (${plural(count, 'request')})`
export const vehicle = (car: string, id: ReactNode) => (
  <>
    {car ? <bdi translate="no">{car}</bdi> : 'Vehicle'} {id}
  </>
)
export const notChecked = 'Not checked'
export const checking = 'Checking…'
export const uncheckable = 'Couldn’t be checked'
export const otherConnections = (count: number) =>
  count === 0 ? 'Last connection' : `${plural(count, 'other connection')} remain${count === 1 ? 's' : ''}`

// Permissions.
export const permissions = 'Permissions lost'
export const noPermissions = 'No permissions on these connections.'
export const onConnections = (count: number) => `On ${plural(count, 'connection')}:`

// What is not counted.
export const beyond = 'What can’t be counted'
/** @param known undefined until the history is loaded, and while it can't be read */
export const subscriptions = (known: number | undefined, isLoading: boolean) =>
  `Subscriptions (${known === undefined ? (isLoading ? 'loading the history' : 'the history can’t be read now') : `the history has ${formatCount(known)}`}) and all other data of the user that the provider deletes.`
