/** The texts of the overview; those of the fleet at a glance come later, with it. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = 'Overview'

// Counts.
export const live = 'Live connections'
export const simulated = 'Simulated connections'
export const webhooks = 'Webhooks'
export const retry = 'Retry'
export const noCount = 'The response has no count that can be shown.'
export const notRead = 'Couldn’t load'
export const reading = 'Loading…'
export const notGiven = 'Not provided'
export const since = (more: number, lastVisit: ReactNode) => {
  const delta = more === 0 ? 'No change' : `${more > 0 ? '+' : '−'}${formatCount(Math.abs(more))}`
  return (
    <>
      {delta} since your last visit ({lastVisit})
    </>
  )
}

// The fleet.
export const fleet = 'The fleet at a glance'

// Hosts.
export const hosts = 'Hosts'
export const notAsked = 'No requests from this tab yet.'
export const lastCall = (status: number | undefined, durationMs: number | undefined, at: ReactNode) => (
  <>
    {status ?? 'No response'}
    {durationMs !== undefined && ` · ${formatCount(durationMs)} ms`}, {at}
  </>
)
export const lastCalls =
  'Last request from this tab to each host. Version 2.0 has no free endpoint, so it is not checked automatically.'

// Deprecations.
export const deprecations = 'Deprecations'
export const allDeprecations = 'View end dates and v3 replacements'

// Changes made in this tab.
export const journal = 'Changes made in this tab'
export const activity = 'Activity'
export const journalUnder = (page: ReactNode) => (
  <>Changes made in this tab. The server logs every change, too: see {page}.</>
)
export const journalOnOutput = 'Changes made in this tab. The server logs every change, too, on its standard output.'
export const leftOut = (count: number) =>
  `${plural(count, 'older change')} not listed. After a reload, only the newest are available here.`
export const noChanges = 'No changes yet.'

// Recently viewed, and saved.
export const recent = 'Recently viewed'
export const nothingRecent = 'Pages you open appear here.'
export const vehicle = (id: ReactNode) => <>Vehicle {id}</>
export const user = (id: ReactNode) => <>User {id}</>
export const webhook = (id: ReactNode) => <>Webhook {id}</>
export const subscription = (id: ReactNode) => <>Subscription {id}</>
export const connection = (id: ReactNode) => <>Connection {id}</>
export const views = 'Saved views'
