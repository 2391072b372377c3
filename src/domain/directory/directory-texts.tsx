/** The texts of the team's directory: how old it is, what is loaded for it, why a list comes from elsewhere. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'
import type { What } from './texts'

export const notTeam = 'The server’s response isn’t a page of the team’s directory.'

// The bar
export const label = 'Where this list comes from'
export const asOf = (time: ReactNode) => <>As of {time}</>
export const notLoaded = 'Not loaded yet'
export const nextCheckAt = (time: ReactNode) => <>next check at {time}</>
export const nextCheckIn = (time: ReactNode) => <>next check {time}</>
export const hintAbout = 'the team’s directory'
export const hint = (what: What, perDay: number | undefined) =>
  `The API has no ${what} list: it lists connections. The server loads all of them, page by page, keeps them for the whole team and checks for changes. ${
    perDay === undefined ? '' : `Checks take about ${plural(perDay, 'request')} a day. `
  }Requests are free; no vehicle is read. Before anything is removed, its connections are loaded again.`

// What is done for it
export const progress = 'Loading progress'
const kinds = { whole: 'Loading all connections', head: 'Checking for new connections', seek: 'Checking for removals' }
export const doing = (kind: keyof typeof kinds | null) => kinds[kind ?? 'whole']
export const reached = (read: number, all: number) => `${formatCount(read)} of ${plural(all, 'request')}`
export const reachedOpen = (read: number) => plural(read, 'request')
export const endsAt = (time: ReactNode) => <>ends at {time}</>
export const endsIn = (time: ReactNode) => <>ends {time}</>
export const waitingUntil = (time: ReactNode) => <>Rate limit reached (429). Resumes {time}</>
export const waiting = 'Rate limit reached (429)'
export const startedBy = (name: ReactNode) => <>started by {name}</>
export const paused = 'Paused'
export const failed = 'The last load failed'
export const failedWith = (reason: ReactNode) => <>The last load failed: {reason}</>
export const pause = 'Pause'
export const stop = 'Stop'
export const resume = (left: number) => (left > 0 ? `Resume (${plural(left, 'request')})` : 'Resume')
const priced = (verb: string, requests: number | null) =>
  requests === null ? verb : `${verb} (${plural(requests, 'request')})`
export const start = (requests: number | null, isFirst: boolean) =>
  priced(isFirst ? 'Load all' : 'Reload all', requests)
export const cost = (requests: number, duration: string) =>
  `${plural(requests, 'request')}; at today’s limit about ${duration}`
export const couldNotOrder = 'Couldn’t change the load'
export const couldNotRefresh = 'Couldn’t refresh the team’s directory.'
export const seconds = (count: number) => plural(count, 'second')
/** “7 h 20 min”. */
export const hoursAndMinutes = (hours: number, minutes: number) =>
  [hours > 0 && `${formatCount(hours)} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
export const days = (count: number) => plural(count, 'day')

// What loading it could not do
const gaps = { missing: 'missing', unsure: 'unsure', short: 'short', broken: 'broken' } as const
export type Gap = keyof typeof gaps
export const remarks: Readonly<Record<Gap, (count: number) => string>> = {
  missing: (pages) => `${plural(pages, 'page')} of connections failed twice and ${pages === 1 ? 'is' : 'are'} missing.`,
  unsure: (pages) => `The list changed while loading. Some connections before ${plural(pages, 'page')} may be missing.`,
  short: (connections) => `The provider counts ${plural(connections, 'connection')} more than it listed.`,
  broken: (connections) =>
    `${plural(connections, 'connection')} didn’t match the API’s format. Their users and vehicles are missing here.`,
}

// The list
export const count = (value: number, isExact: boolean) => `${isExact ? '' : 'at least '}${formatCount(value)}`
export const soFar = (value: number) => `${formatCount(value)} so far`
export const sort = 'Sort by'
export const sorts = [
  ['', 'Last change'],
  ['connections', 'Connections'],
  ['name', 'Name'],
] as const
export const tooFar = (most: number) =>
  `This page is too far into the list to open directly. Pages up to row ${formatCount(most)} open by number; narrow the list with a search instead.`
export const none = (what: What, isLoaded: boolean) =>
  isLoaded ? `The team’s directory has no ${what}s.` : `No ${what}s yet: the team’s directory isn’t loaded.`
export const newMissing = (externalId: ReactNode) => <>New connections appear after the next check. {externalId}</>
export const searchConnections = (externalId: string) => `Search connections for external ID “${externalId}”`

// Another source
export const inTab = (why: string) => `Built in this tab instead of from the team’s directory: ${why}`
export const otherAccount = 'your token is for another account.'
export const noStore = 'the server’s store is unavailable.'
export const cause = (title: string) => `${title.replace(/\.$/, '')}.`
export const tryAgain = 'Try again'

// A file
export const derivedFrom = 'the team’s directory'
export const notYetWhole = 'not all connections were loaded yet'

// All that match, selected
export const selectAll = (value: number, isExact: boolean, most: number) =>
  value > most
    ? `Select the first ${formatCount(most)} that match`
    : isExact
      ? `Select all ${formatCount(value)} that match`
      : 'Select all that match'
export const filterNames: Readonly<Record<string, string>> = { q: 'search', mode: 'mode', make: 'make' }

// The fleet
export const fleet = (live: ReactNode, simulated: ReactNode, users: ReactNode, vehicles: ReactNode) => (
  <>
    {live} · {simulated} · {users} · {vehicles}
  </>
)
export const live = (count: number) => `${formatCount(count)} live`
export const simulated = (count: number) => `${formatCount(count)} simulated`
export const users = (count: number) => plural(count, 'user')
export const vehicles = (count: number) => plural(count, 'vehicle')
export const atLeast = 'At least '
