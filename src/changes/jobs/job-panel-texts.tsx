/** The texts of the tray of jobs, and of a job's outcome as a file. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'
import type { ItemState, Job } from './job-list'

export const jobs = 'Jobs'
export const details = (job: string) => `Details of ${job}`
/** What each state of an item is called. */
export const states: Readonly<Record<ItemState, string>> = {
  waiting: 'Queued',
  sending: 'In progress',
  done: 'Done',
  failed: 'Failed',
  asleep: 'Asleep',
  unknown: 'Unknown',
}
export const inState = (count: number, state: ItemState) => `${formatCount(count)} ${states[state].toLowerCase()}`

// How far a job is.
export const progress = (job: string) => `Progress of ${job}`
export const reached = (over: number, all: number) => `${formatCount(over)} of ${formatCount(all)}`
export const ended = (summary: string) => `Ended: ${summary}.`
export const stopped = (reason = 'Requests already sent will finish.') => `Stopped. ${reason}`
export const running = 'Running.'
/** @param held what waits beside the retry */
export const retrying = (held: number) => `Retrying. The other ${formatCount(held)} stay queued.`
export const paused = 'Paused for a rate limit.'
export const secondsLeft = (seconds: number) => `about ${plural(seconds, 'second')} left`
export const resumesIn = (seconds: number) => `Resumes in ${plural(seconds, 'second')}.`

// What can be done about it.
export const stop = 'Stop'
export const continueRest = (left: number) => `Continue (${formatCount(left)} left)`
export const continueNow = 'Continue now'
export const retryFailed = (count: number) => `Retry failed (${formatCount(count)})`
export const retryAsleep = (count: number) => `Retry asleep (${formatCount(count)})`
export const exportWord = 'Export'
export const exportAs = (kind: 'CSV' | 'JSON') => (
  <>
    <span className="visually-hidden">Export outcome as </span>
    {kind}
  </>
)
export const dismiss = (job: ReactNode) => <>Dismiss{job}</>

// Changes that were cut off.
const changes = (count: number) => plural(count, 'change')
export const unknown = (count: number) =>
  `No response for ${changes(count)}. ${count === 1 ? 'It' : 'They'} may or may not have happened.`
export const check = (requests: number) => `Check them (${plural(requests, 'request')})`
export const isChecking = 'Checking changes…'
export const sendAgain = 'Send them again…'
export const sendAgainTitle = (count: number) => `Send ${changes(count)} once more?`
export const sendAgainVerb = (count: number) => `Send ${changes(count)} again`
export const checkFirst = 'The first requests may have succeeded. It’s safer to check first.'
export const cannotCheck = 'The first requests may have succeeded, and Forecourt can’t check.'

// The items.
export const items = 'All items'
export const show = 'Show'
export const all = 'All'
export const stateChoice = (state: ItemState, count: number) => `${states[state]} (${formatCount(count)})`
export const before = 'Previous items'
export const firstItems = 'These are the first items'
export const lastItems = 'These are the last items'
export const after = 'Next items'
export const range = (from: number, to: number, all: number) =>
  `${formatCount(from)}–${formatCount(to)} of ${formatCount(all)}`
export const itemsOf = (job: string) => `Items of ${job}`
export const itemColumn = 'Item'
export const stateColumn = 'State'
export const outcomeColumn = 'Outcome'
export const nthTry = (tries: number) => `(attempt ${tries})`

// The file.
export const itemCount = (count: number) => plural(count, 'item')
export const complete = 'complete'
export const partial = (phase: Job['phase']) => `partial: job ${phase}`
