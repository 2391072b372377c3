/** The texts of the overview's panels; those of the fleet at a glance come later, with it. */
import type { ReactNode } from 'react'
import type { Finding } from '../../domain/webhooks/webhook-checks'
import { formatCount, plural } from '../../ui/format'

// What needs somebody.
export const attention = 'Needs attention'
export const allClear = 'All clear'
export const checkingWebhooks = 'Checking webhooks…'
export const checkingDeliveries = 'Checking deliveries…'
export const failingSince = (state: string, since: ReactNode) => (
  <>
    {state} since {since}
  </>
)
export const checkToken = 'Check its token in Settings'
export const jobStopped = (left: number) => `Stopped with ${formatCount(left)} left`
export const jobFailed = (failed: number) => `${formatCount(failed)} failed`
export const jobUnknown = (unknown: number) => `${formatCount(unknown)} with an unknown outcome`
export const accepted = 'Accepted, not yet gone'
export const outcomeUnknown = 'Outcome unknown'
export const moreRemovals = (count: number) => `${plural(count, 'more removal')}`
export const inChanges = 'Not confirmed yet'
export const moreJobs = (count: number) => `${plural(count, 'more job')}`
export const jobsNeedSignIn = 'paused because of a sign-in'
export const moreWebhooks = (count: number) => `${plural(count, 'more webhook')}`
export const haveFindings = 'Configuration to check'
/** One line each; the webhook's own page says all. */
export const findings: Readonly<Record<Finding['rule'], string>> = {
  'no callback': 'No callback URI that can be delivered to',
  'no triggers': 'No triggers, so nothing is delivered',
  'no data': 'No data, so nothing is delivered',
  'not https': 'Uses http, which can be read in transit',
  'trigger not in data': 'Triggers on a signal that isn’t in its data',
  'duplicate codes': 'Lists a signal more than once',
  'disabled but auto-subscribing': 'Disabled, but subscribes vehicles',
  'no error address': 'No error callback URI',
  'same addresses': 'Errors go where values go',
}
export const unnamed = 'Unnamed webhook'
export const notChecked = (checked: number, total: number) =>
  `Checked ${formatCount(checked)} of ${formatCount(total)} webhooks.`
export const checkRest = (requests: number) => `Check all (${plural(requests, 'request')})`
/** @param isRange true where it may be any day up to then */
export const readsEnd = (count: number, days: number, isRange: boolean) => {
  const when = days === 0 ? 'today' : `${isRange ? 'within' : 'in'} ${plural(days, 'day')}`
  return `${plural(count, 'read')} ${count === 1 ? 'ends' : 'end'} ${when}`
}
export const tokens = 'Access tokens'
export const noToken = {
  version3: 'None for version 3: nothing can be loaded',
  version2: 'None for version 2.0: vehicles can’t be read',
}

// The first run.
export const firstRun = 'First steps in the sandbox'
export const lookUpStep = 'Look up a customer'
export const readStep = 'Read a battery'
export const deliveryStep = 'See what webhooks deliver'
export const removeStep = 'Remove a simulated connection'
export const lookUpWords = 'By external ID, as they’d give it on the phone. Free.'
export const readWords = 'One billed request, priced in its button.'
export const deliveryWords = 'A delivery arrives every 10 s. Values without a request.'
export const removeWords = 'Its consequences come first; nothing real is removed.'
export const dismissSteps = 'Dismiss first steps'

// The fleet.
export const fleet = 'The fleet at a glance'

// Hosts.
export const hosts = 'Hosts'
export const notAsked = 'No requests from this tab yet.'
export const lastCall = (status: number | undefined, durationMs: number | undefined, at: ReactNode) => (
  <>
    {status ?? 'No response'}
    {durationMs !== undefined && ` · ${formatCount(durationMs)} ms`} · {at}
  </>
)
export const lastCalls =
  'Last request from this tab to each host. Version 2.0 has no free endpoint, so it is not checked automatically.'

// Deprecations.
export const deprecations = 'Deprecations'
export const allDeprecations = 'View end dates and v3 replacements'

// Today's changes.
export const journal = 'Changes today'
export const ownJournal = 'Your changes today'
export const changesToday = 'Today’s changes in Activity'
export const noChanges = 'No changes yet.'

// Recently viewed, and saved.
export const recent = 'Recently viewed'
export const nothingRecent = 'Pages you open appear here.'
export const kinds = {
  connection: 'Connection',
  user: 'User',
  vehicle: 'Vehicle',
  webhook: 'Webhook',
  subscription: 'Subscription',
} as const
export const views = 'Saved views'
