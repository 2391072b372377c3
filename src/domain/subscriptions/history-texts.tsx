/** The texts of the team's history of subscriptions. */
import type { ReactNode } from 'react'
import { cut, formatCount } from '../../ui/format'

export const title = (count: number | undefined) => `History ${count ? formatCount(count) : ''}`
export const means =
  'The team’s history: subscriptions created, viewed and removed through this server, with who and when. Only IDs and names are saved.'
export const hintAbout = 'the team’s history'
export const hint =
  'The API returns no ID for a new subscription and has no list of subscriptions, so the server keeps a history for the whole team. What this browser knew before is added to it once, under your name. “ID unknown” is a subscription that was accepted. To check it, enter its ID under “Find a subscription”; the receiver of the webhook or the provider’s dashboard has it. Removing a user deletes their entries.'
export const loading = 'Loading the team’s history…'
export const couldNotLoad = 'Couldn’t load the team’s history.'
export const filters = 'Filter the history'
export const search = 'Search'
export const searchHint = 'Beginning of an ID'
export const state = 'State'
export const there = 'Accepted or present'
export const addedColumn = 'Added'
export const updatedColumn = 'Last updated'
/** Who, behind a time. */
export const through = (name: ReactNode) => <> · {name}</>
export const fromBrowserOf = (name: ReactNode) => <>from {name}’s browser</>
export const fromABrowser = 'from a browser'
export const thisBrowser = 'this browser'
export const noMatch = 'No subscription in the team’s history matches.'
export const showMore = 'Show more'
export const clearOwn = 'Clear this browser’s history'
export const exportTitle = 'the team’s history of subscriptions'

// This browser's instead.
export const inBrowser = (why: string) => `This browser’s history instead of the team’s: ${why}`

// On the page of one subscription.
export const known = 'In the team’s history'
export const addedFact = 'Added'
export const stateFact = 'Last known state'

// Before one is created.
export const before = (state: string, name: string | null | undefined) =>
  `The team’s history has this webhook, user and vehicle already (${[state, name && cut(name, 60)].filter(Boolean).join(', ')}). A second request may be rejected or create a second subscription.`
