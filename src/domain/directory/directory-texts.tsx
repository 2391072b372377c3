/** The texts of the directory: its source, how old it is, what loading it costs, what was found in it. */
import type { ReactNode } from 'react'
import type { Chip } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'

export type What = 'user' | 'vehicle'

// The bar
export const loading = 'Loading the directory…'
export const label = 'Where this list comes from'
export const asOf = (time: ReactNode) => <>As of {time}</>
export const notLoaded = 'Not loaded yet'
export const partLoaded = 'Not all connections are loaded yet'
export const partOf = (read: number, total: number | undefined) =>
  `${formatCount(read)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} connections`
/** @param isAll true if the API counts no others */
export const fromNewest = (read: number, total: number | undefined) =>
  read === total ? `From all ${plural(read, 'connection')}` : `From the newest ${partOf(read, total)}`
export const nextCheckAt = (time: ReactNode) => <>next check at {time}</>
export const nextCheckIn = (time: ReactNode) => <>next check {time}</>
export const notChecked = 'not checked for changes'
export const hintAbout = 'the directory'
export const hint = (what: What, perDay: number | undefined) =>
  `The API has no ${what} list: it lists connections. The server loads all of them, page by page, keeps them for everyone who uses this console and checks for changes. ${
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
export const cancel = 'Cancel'
export const resume = (left: number) => (left > 0 ? `Resume (${plural(left, 'request')})` : 'Resume')
export const loadRest = (requests: number | undefined) =>
  `Load the rest (${requests === undefined ? 'unknown number of requests' : plural(requests, 'request')})`
export const reloadAll = (requests: number | undefined) =>
  requests === undefined ? 'Reload all' : `Reload all (${plural(requests, 'request')})`
export const resumeChecks = 'Resume checks'
export const stopChecks = 'Stop checks'
export const cost = (requests: number, duration: string) => `${plural(requests, 'request')}; about ${duration}`
export const couldNotOrder = 'Couldn’t change the load'
export const couldNotRefresh = 'Couldn’t refresh the directory.'
export const seconds = (count: number) => plural(count, 'second')
/** “7 h 20 min”. */
export const hoursAndMinutes = (hours: number, minutes: number) =>
  [hours > 0 && `${formatCount(hours)} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
export const days = (count: number) => plural(count, 'day')

// How long it takes and stays
export const takes = (duration: string) => `About ${duration}. `
const fresh = (until: string, perDay: number | undefined) =>
  `Kept fresh${until}${perDay === undefined ? '' : `: about ${plural(perDay, 'request')} a day`}.`
export const keptFresh = (perDay: number | undefined) => fresh(', also after a restart', perDay)
export const keptInMemory = (perDay: number | undefined) => fresh(' and kept until the server stops', perDay)
export const endsWithToken = (time: ReactNode) => (
  <>
    Not kept fresh. It ends with the added token
    {time && <>, by {time}</>}.
  </>
)

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

// What was found
export const lookupFailed = (text: string) => `Couldn’t look up “${text}” as an ID.`
export const lookingUp = (text: string) => `Looking up “${text}”…`
export const foundByApi = (count: number, what: What) => `The API’s filter found ${plural(count, what)}. `
/** Nothing has the text as its complete external ID, or ID. */
export const noExactMatch = (text: string) => `No exact match for “${text}”. `
export const foundInAll = (count: number) => `${formatCount(count)} in total.`
export const none = (what: What, isComplete: boolean) =>
  isComplete ? `The directory has no ${what}s.` : `No ${what}s in the connections loaded so far.`
/** What was searched for needs no name. */
const listed = (chips: readonly Chip[]) =>
  chips.map(({ name, label, value }) => (name === 'q' ? `“${value}”` : `${label} “${value}”`)).join(' and ')
export const noMatch = (chips: readonly Chip[], what: What) => `No ${what} matches ${listed(chips)}.`
export const noMatchSoFar = (chips: readonly Chip[], what: What) =>
  `No ${what} matches ${listed(chips)} in the connections loaded so far. Loading the rest may find one.`
export const newMissing = (externalId: ReactNode) => <>New connections appear after the next check. {externalId}</>
export const searchConnections = (externalId: string) => `Search connections for external ID “${externalId}”`

// While the directory can't be read
export const newestOnly = (why: string) =>
  `Couldn’t read the directory: ${why} This list has only the newest connections. To look up a user or a vehicle, search for a complete ID or external ID.`
export const noDirectory = (why: string) => `Couldn’t read the directory: ${why}`
export const noFleet = (why: string) =>
  `Couldn’t read the directory: ${why} To look up a user or a vehicle, enter a complete ID or external ID.`
export const noStore = 'the server’s store is unavailable.'
export const cause = (title: string) => `${title.replace(/\.$/, '')}.`
export const tryAgain = 'Try again'

// A file
export const derivedFrom = 'the directory'
export const notYetWhole = 'not all connections were loaded yet'

// All that match, selected
/** As many are selected at once; a larger job is not begun from a page. */
export const MOST_COLLECTED = 20_000
export const selectAll = (value: number, isExact: boolean) =>
  value > MOST_COLLECTED
    ? `Select the first ${formatCount(MOST_COLLECTED)} that match`
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
