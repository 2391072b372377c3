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
export const allOfThem = 'all of them as a list'
export const followFrom = (connections: number, all: ReactNode) => (
  <>
    Vehicles and permissions follow from {plural(connections, 'connection')}; {all}.
  </>
)
export const vehicles = (count: number) => `Vehicles ${formatCount(count)}`
export const vehicle = (car: string, id: ReactNode) => (
  <>
    {car || 'Vehicle'} {id}
  </>
)
export const ownConnections = (count: number) => plural(count, 'connection')
export const granted = 'Permissions granted'
export const noneGranted = 'The connections name none.'
export const onEvery = (connections: number) => (connections === 1 ? 'On the one connection' : 'On every connection')
export const onSome = 'On some of them'
export const onCount = (count: number, connections: number) =>
  `on ${formatCount(count)} of ${plural(connections, 'connection')}`
export const connections = 'Connections'
export const connectionsCounted = (count: number) => `Connections ${formatCount(count)}`
export const theseConnections = 'these connections'
export const listedWithoutMode = 'Without a mode the service lists none of them.'
export const simulated = 'Their simulated connections'
export const noConnection =
  'The service lists no connection of this user: there is no such user, or nothing of theirs is left.'

// Their removal.
export const notCounted = 'connections not counted'
export const counted = (total: number, live: number, simulated: number) =>
  `${plural(total, 'connection')}: ${formatCount(live)} live, ${formatCount(simulated)} simulated`
export const withConnections = (count: number) => `user and ${plural(count, 'connection')}`
