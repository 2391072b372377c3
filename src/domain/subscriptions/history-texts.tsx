/** The texts of the history of subscriptions. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = (count: number | undefined) => `History ${count ? formatCount(count) : ''}`
export const means =
  'Subscriptions created, viewed and removed through this server, with who and when. Only IDs and names are saved.'
export const hintAbout = 'the history'
export const hint =
  'The API returns no ID for a new subscription and has no list of subscriptions, so the server keeps a history. “ID unknown” is a subscription that was accepted. To check it, enter its ID under “Find a subscription”; the receiver of the webhook or the provider’s dashboard has it. Removing a user deletes their entries.'
export const loading = 'Loading the history…'
export const nothing = 'No subscriptions yet. Those you create or find appear here.'
export const couldNotLoad = 'Couldn’t load the history.'
export const away = (why: string) =>
  `The history can’t be read now: ${why} You can still create, find and remove subscriptions. The server adds them to the history once its store is back; until then, it can’t tell what is subscribed already.`
export const tryAgain = 'Try again'
export const filters = 'Filter the history'
export const search = 'Search'
export const searchHint = 'Beginning of an ID'
export const state = 'State'
export const anyState = 'Any'
export const there = 'Accepted or present'
export const addedColumn = 'Added'
export const updatedColumn = 'Last updated'
/** The source, after a time. */
export const through = (name: ReactNode) => <> · {name}</>
export const fromBrowserOf = (name: ReactNode) => <>from {name}’s browser, not confirmed</>
export const fromABrowser = 'from a browser, not confirmed'
export const noMatch = 'No subscription in the history matches.'
export const showMore = 'Show more'
export const exportAs = (kind: string) => `Export ${kind}`

// How long it lasts, beside "Create subscription".
export const download = 'Download history'
export const untilStop = 'Its history is kept until the server stops.'
export const untilToken = (at: ReactNode) => (
  <>
    The token was added in this browser: its history ends when you forget the token{at && <>, at {at} at the latest</>}.
  </>
)

// The page of one subscription.
export const known = 'In the history'
export const addedFact = 'Added'
export const stateFact = 'Last known state'

// A webhook.
export const subscribedTo = (link: (text: string) => ReactNode, count: number) => (
  <>The API has no list of subscriptions. The history has {link(plural(count, 'subscription'))} to this webhook.</>
)
export const unread = 'The API has no list of subscriptions, and the history can’t be read now.'
