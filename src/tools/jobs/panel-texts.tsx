/** The texts of the job panel, and of a job's outcome as a file. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'
import type { ItemState, Job } from './job-list'

export const jobs = 'Jobs'
/** What each state of an item is called. */
export const states: Readonly<Record<ItemState, string>> = {
  waiting: 'waiting',
  sending: 'under way',
  done: 'done',
  failed: 'failed',
  asleep: 'asleep',
  unknown: 'unknown',
}
export const inState = (count: number, state: ItemState) => `${formatCount(count)} ${states[state]}`

// How far a job is.
export const progress = (job: string) => `Progress of ${job}`
export const reached = (over: number, all: number) => `${formatCount(over)} of ${formatCount(all)}`
export const ended = (summary: string) => `Ended: ${summary}.`
export const stopped = (reason = 'Nothing more is sent; what was under way is still answered.') => `Stopped. ${reason}`
export const running = 'Running.'
/** @param held what waits beside the retry */
export const retrying = (held: number) => `Retrying. The other ${formatCount(held)} stay stopped.`
export const paused = 'Paused: the service asks to wait.'
export const secondsLeft = (seconds: number) => `about ${plural(seconds, 'second')} left`
export const goesOn = (seconds: number) => `Goes on by itself in ${plural(seconds, 'second')}.`

// What can be done about it.
export const stop = 'Stop'
export const continueRest = (left: number) => `Continue (${formatCount(left)} left)`
export const continueNow = 'Continue now'
export const retryFailed = (count: number) => `Retry failed (${formatCount(count)})`
export const retryAsleep = (count: number) => `Retry asleep (${formatCount(count)})`
export const exportCsv = 'Export outcome as CSV'
export const exportJson = 'as JSON'
export const dismiss = (job: ReactNode) => <>Dismiss{job}</>

// Changes that were cut off.
const changes = (count: number) => plural(count, 'change')
export const unknown = (count: number) => `${changes(count)} may or may not have been made: no answer came back.`
export const check = (requests: number) => `Check them (${plural(requests, 'request')})`
export const isChecking = 'Changes are being checked.'
export const sendAgain = 'Send them again…'
export const sendAgainTitle = (count: number) => `Send ${changes(count)} once more?`
export const sendAgainVerb = (count: number) => `Send ${changes(count)} again`
export const checkFirst = 'Each may have been carried out by the first request: checking them first is safer.'
export const cannotCheck = 'Each may have been carried out by the first request, and nothing can tell from here.'

// The items.
export const items = 'Every item'
export const show = 'Show'
export const all = 'all'
export const stateChoice = (state: ItemState, count: number) => `${states[state]} (${formatCount(count)})`
export const before = 'Items before'
export const firstItems = 'These are the first items.'
export const lastItems = 'These are the last items.'
export const after = 'Items after'
export const range = (from: number, to: number, all: number) =>
  `${formatCount(from)}–${formatCount(to)} of ${formatCount(all)}`
export const itemsOf = (job: string) => `Items of ${job}`
export const itemColumn = 'Item'
export const stateColumn = 'State'
export const outcomeColumn = 'Outcome'
export const nthTry = (tries: number) => `try ${tries}`

// The file.
export const itemCount = (count: number) => plural(count, 'item')
export const complete = 'complete'
export const partial = (phase: Job['phase']) => `partial: the job is ${phase}`
