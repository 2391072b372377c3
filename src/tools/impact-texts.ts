/** The texts of what goes with a user. */
import { formatCount, plural } from '../ui/format'

export const live = (count: number | undefined) =>
  count === undefined ? 'live ones could not be counted' : `${formatCount(count)} live`
export const simulated = (count: number | undefined) =>
  count === undefined ? 'simulated ones could not be counted' : `${formatCount(count)} simulated`
export const atLeast = (count: number, live: string, simulated: string) =>
  `At least ${plural(count, 'connection')}: ${live}, ${simulated}.`
export const exact = (count: number, live: string, simulated: string) =>
  `${plural(count, 'connection')}, exact: ${live}, ${simulated}.`
export const moreRead = (read: number, counted: number, live: string, simulated: string) =>
  `${plural(read, 'connection')} were read though the service counts ${formatCount(counted)}: ${live}, ${simulated}.`

export const earlier = (count: number, isLeast: boolean, live: string, simulated: string) =>
  `${isLeast ? 'At least ' : ''}${plural(count, 'connection')} (${live}, ${simulated})`

// The file that is saved before a removal
export const removalOfUser = 'Removal of a user'
export const unknownSubscriptions = 'subscriptions that this browser does not know'
export const otherData = 'all other data of the user'
