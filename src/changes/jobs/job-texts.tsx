/** The texts of jobs, wherever they are started, listed or pointed to. */
import type { ReactNode } from 'react'
import type { JobItemState, JobOperation, TeamJob } from '../../api/team-jobs'
import { formatCount, plural } from '../../ui/format'

const nouns = {
  'DELETE /v3/connections/{connectionId}': 'connection',
  'DELETE /v3/users/{userId}': 'user',
  'DELETE /v3/subscriptions/{subscriptionId}': 'subscription',
  'POST /v3/subscriptions': 'vehicle',
  'POST /v2.0/vehicles/{id}/batch': 'vehicle',
  'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values': 'signal',
  'GET /v3/connections': 'page',
  'GET /v3/webhooks': 'page',
  'GET /v3/subscriptions': 'page',
  'GET /team/users': 'page',
  'GET /team/vehicles': 'page',
} as const satisfies Record<JobOperation, string>
const exports: Readonly<Partial<Record<JobOperation, string>>> = {
  'GET /v3/connections': 'Export connections',
  'GET /v3/webhooks': 'Export webhooks',
  'GET /v3/subscriptions': 'Export subscriptions',
  'GET /team/users': 'Export users',
  'GET /team/vehicles': 'Export vehicles',
}
const verbs: Readonly<Partial<Record<JobOperation, string>>> = {
  'POST /v3/subscriptions': 'Subscribe',
  'POST /v2.0/vehicles/{id}/batch': 'Send batches to',
  'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values': 'Read all values of',
}
export const nounOf = (operation: JobOperation) => nouns[operation]
/** @param count of its items, which of a list are pages */
export const titleOf = (operation: JobOperation, count: number): string =>
  exports[operation] ?? `${verbs[operation] ?? 'Remove'} ${plural(count, nouns[operation])}`
export const job = (id: number) => `Job ${id}`

/** What each state of an item is called, beside a count. */
const counted = {
  done: 'done',
  failed: 'failed',
  unknown: 'unknown',
  asleep: 'asleep',
  sending: 'in progress',
  waiting: 'queued',
} as const satisfies Record<JobItemState, string>
const order = ['done', 'failed', 'unknown', 'asleep', 'sending', 'waiting'] as const
/** “80 done · 2 failed · 38 queued”: what there is none of is not said. */
export function progressOf(counts: TeamJob['counts']): string {
  const said = order
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${counted[state]}`)
  return said.length > 0 ? said.join(' · ') : '0 done'
}

/** “2 failed, 3 asleep” */
export const failedAndAsleep = (failed: number, asleep: number): string =>
  [failed > 0 && `${formatCount(failed)} failed`, asleep > 0 && `${formatCount(asleep)} asleep`]
    .filter(Boolean)
    .join(', ')

// Notes before a job starts.
export const continues = 'Continues if you close the page. You and your team can stop it at any point under Jobs.'
/** @param time when the token ends at the latest; undefined if that isn’t known */
export const addedToken = (time: string | undefined) =>
  `This token was added in this browser: the job ends when you forget it${time ? `, at ${time} at the latest` : ''}. For longer work, set the token on the server.`
export const memoryStore =
  'The server keeps its store in memory: after a stop, only its log, or AUDIT_LOG, will know what was sent.'
export const cannotStart = (why: string) => `Can’t start now: ${why}`
export const noStore = 'the server’s store is unavailable.'
export const tooMany = (most: number) => `a job takes up to ${formatCount(most)} at a time.`
export const start = 'Start'
export const starts = { now: 'Now', at: 'At a time', hours: 'Within hours' } as const
export const startAt = 'Start at'
export const from = 'From'
export const to = 'To'
export const eachDay = (zone: string) => `Each day, ${zone} time`
export const share = 'Rate limit'
export const percent = (share: string) => `${share}%`
export const noStart = 'Enter a start time in the future'
export const tooFarAhead = (days: number) => `Enter a start time at most ${days} days ahead`
export const noHours = 'Enter two different times'
export const starting = 'Starting the job…'
export const couldNotStart = 'Couldn’t start the job'

// The sign-in that it depends on.
export const you = 'you sign in again'
export const theySignIn = (name: string) => `${name} signs in again`
export const continuesUnless = (time: ReactNode, signIn: string) => (
  <>
    Continues until {time} unless {signIn}.
  </>
)
export const startsOnlyIf = (days: number | null) =>
  `Starts only if you’ve signed in within the ${plural(days ?? 0, 'day')} before.`

// Where others are to send some of it already.
export const queuedTitle = (count: number, noun: string) =>
  count === 1 ? `1 ${noun} is already queued` : `${plural(count, noun)} are already queued`
const by = (name: ReactNode) => (name ? <> (started by {name})</> : null)
export const queuedIn = (count: number, link: ReactNode, begunBy: ReactNode) => (
  <>
    {formatCount(count)} {count === 1 ? 'is' : 'are'} already queued in {link}
    {by(begunBy)}.
  </>
)
export const jobLink = (id: number) => `job ${id}`
export const nothingStarted = 'Nothing was started.'
export const leaveOut = 'Leave them out'
export const leftOut = (count: number, noun: string) => `The new job would include the other ${plural(count, noun)}.`
export const noneLeft = 'None are left for a new job.'

// Jobs that this page started.
export const started = (link: ReactNode) => <>{link} started.</>
export const overNotice = (link: ReactNode, state: string, progress: string) => (
  <>
    {link} {state}: {progress}.
  </>
)
export const overStates: Readonly<Record<TeamJob['phase'], string>> = {
  running: 'is running',
  paused: 'is paused',
  stopped: 'stopped',
  ended: 'ended',
}
export const couldNotChange = 'Couldn’t change the job'

// A thing that waits in one.
export const queuedFor = (link: ReactNode, begunBy: ReactNode) => (
  <>
    Queued for removal in {link}
    {by(begunBy)}
  </>
)
