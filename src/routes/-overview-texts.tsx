/** The texts of the overview; those of the fleet at a glance come later, with it. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../ui/format'

export const title = 'Overview'

// Counts.
export const live = 'Live connections'
export const simulated = 'Simulated connections'
export const webhooks = 'Webhooks'
export const showThem = 'Show them'
export const retry = 'Retry'
export const noCount = 'The service answered without a count that can be shown.'
export const notRead = 'could not be read'
export const reading = 'reading…'
export const notGiven = 'not given'
export const since = (more: number, lastVisit: ReactNode) => {
  const many = formatCount(Math.abs(more))
  if (more === 0) return <>as many as at the last visit, {lastVisit}</>
  if (more > 0)
    return (
      <>
        {many} more than at the last visit, {lastVisit}
      </>
    )
  return (
    <>
      {many} fewer than at the last visit, {lastVisit}
    </>
  )
}

// The fleet.
export const fleet = 'The fleet at a glance'

// Hosts.
export const hosts = 'Hosts'
export const notAsked = 'Nothing was asked of it in this tab.'
export const lastCall = (status: number | undefined, durationMs: number | undefined, at: ReactNode) => (
  <>
    {status ?? 'No answer'}
    {durationMs !== undefined && ` in ${formatCount(durationMs)} ms`}, {at}
  </>
)
export const lastCalls =
  'This tab’s last call to each. Version 2.0 has no call that costs nothing, so none is made to find out.'

// Deprecations.
export const deprecations = 'Deprecations'
export const allDeprecations = 'Their dates, and what stands for them in version 3'

// Changes made in this tab.
export const journal = 'Changes made in this tab'
export const activity = 'Activity'
export const journalUnder = (page: ReactNode) => (
  <>A record of this tab alone. Every change stands in the server’s own log too, which is under {page}.</>
)
export const journalOnOutput =
  'A record of this tab alone. Every change stands in the server’s own log too, on its standard output.'
export const fileName = 'changes'
export const fileCount = (count: number) => plural(count, 'row')
export const inFile = 'changes made in one tab'
export const leftOut = (count: number) =>
  `${plural(count, 'older change')} of this tab ${count === 1 ? 'is' : 'are'} not listed: over a reload the browser keeps the newest.`
export const noChanges = 'None yet. Every change leaves its receipt here.'
/** What is left to say of one after a reload. */
export const sent = (operation: string, status: number | undefined) =>
  status === undefined ? operation : `${operation} · ${status}`
export const searchChanges = 'Search the changes'
export const search = 'Search'
export const found = (some: number, all: number) => `${formatCount(some)} of ${formatCount(all)}`
export const saveAs = (kind: string) => (
  <>
    {kind}
    <span className="visually-hidden"> of the changes</span>
  </>
)

// What was looked at, and what is kept.
export const recent = 'Recently looked at'
export const nothingRecent = 'Nothing in this tab yet.'
export const vehicle = (id: ReactNode) => <>Vehicle {id}</>
export const user = (id: ReactNode) => <>User {id}</>
export const webhook = (id: ReactNode) => <>Webhook {id}</>
export const subscription = (id: ReactNode) => <>Subscription {id}</>
export const connection = (id: ReactNode) => <>Connection {id}</>
export const views = 'Saved views'
