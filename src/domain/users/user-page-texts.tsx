/** The texts of one user: as a page, and as they are removed. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const noun = 'user'

// Their page.
export const title = (name: string) => `User ${name}`
export const list = 'Users'
export const userId = 'user ID'
export const externalId = (id: ReactNode) => <>External ID {id}</>
export const copiedExternalId = 'external ID'
export const pending = 'loading…'
export const counting = 'Counting connections…'
export const allOfThem = 'View all'
export const followFrom = (connections: number, all: ReactNode) => (
  <>
    Vehicles and permissions are based on {plural(connections, 'connection')}. {all}
  </>
)
export const vehicles = (count: number) => `Vehicles ${formatCount(count)}`
export const vehicle = (car: string, id: ReactNode) => (
  <>
    {car ? <bdi translate="no">{car}</bdi> : 'Vehicle'} {id}
  </>
)
export const ownConnections = (count: number) => plural(count, 'connection')
export const granted = 'Permissions granted'
export const noneGranted = 'No permissions on these connections.'
export const onEvery = (connections: number) => (connections === 1 ? 'On the only connection' : 'On every connection')
export const onSome = 'On some connections'
export const onCount = (count: number, connections: number) =>
  `on ${formatCount(count)} of ${plural(connections, 'connection')}`
export const connections = 'Connections'
export const connectionsCounted = (count: number) => `Connections ${formatCount(count)}`
export const theseConnections = 'these connections'
export const listedWithoutMode = 'Simulated connections appear only if you filter by mode.'
export const simulated = 'View simulated connections'
export const noConnection = 'No connections found for this user. The user may not exist, or all their data was removed.'

// Their removal.
export const notCounted = 'connections not counted'
export const counted = (total: number, live: number, simulated: number) =>
  `${plural(total, 'connection')}: ${formatCount(live)} live, ${formatCount(simulated)} simulated`
export const withConnections = (count: number) => `user and ${plural(count, 'connection')}`
