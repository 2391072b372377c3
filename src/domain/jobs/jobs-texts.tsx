/** The texts of jobs: their list, one of them, and the outcome of each item. */
import type { ReactNode } from 'react'
import type { JobFilter, JobItemState, JobOperation } from '../../api/team-jobs'
import { failedAndAsleep } from '../../changes/jobs/job-texts'
import type { Chip } from '../../ui/filters'
import { cut, formatCount, plural } from '../../ui/format'
import { filterWords } from '../../ui/list-texts'

export const title = 'Jobs'
export const counted = (count: number, isExact: boolean) => (isExact ? formatCount(count) : `${formatCount(count)}+`)
export const filtersName = 'Filter jobs'
export const state = 'State'
export const operation = 'Operation'
export const any = 'Any'
export const one = 'job'
export const states: Readonly<Record<JobFilter, string>> = {
  running: 'Running',
  scheduled: 'Scheduled',
  paused: 'Paused',
  stopped: 'Stopped',
  ended: 'Ended',
}
export const operations: Readonly<Record<JobOperation, string>> = {
  'DELETE /v3/connections/{connectionId}': 'Remove connections',
  'DELETE /v3/users/{userId}': 'Remove users',
  'DELETE /v3/subscriptions/{subscriptionId}': 'Remove subscriptions',
  'POST /v3/subscriptions': 'Subscribe vehicles',
  'POST /v2.0/vehicles/{id}/batch': 'Batches',
  'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values': 'Signal values',
  'GET /v3/connections': 'Export connections',
  'GET /v3/webhooks': 'Export webhooks',
  'GET /v3/subscriptions': 'Export subscriptions',
  'GET /team/users': 'Export users',
  'GET /team/vehicles': 'Export vehicles',
}

// The columns.
export const jobColumn = 'Job'
export const progressColumn = 'Progress'
export const begunByColumn = 'Started by'
export const begunColumn = 'Started'
export const endColumn = 'End'
export const noSignIn = 'No sign-in'
export const checking = 'Checking'
export const startsAt = (time: ReactNode) => <>starts {time}</>
export const waitsUntil = (time: ReactNode) => <>waits until {time}</>
export const endsAt = (time: ReactNode) => <>ends {time}</>
export const unknownEnd = 'Unknown'

// Why there is none.
export const nothing = 'No jobs yet.'
export const howTo =
  'A job changes or reads many things and continues if you close the page. To start one, select rows in a list and choose what to do.'
export const connections = 'Connections'
export const users = 'Users'
export const noMatch = (chips: readonly Chip[], isOlder: boolean) =>
  `No ${isOlder ? 'older job' : 'job'} matches ${filterWords(chips)}.`
/** Single changes and reads don’t depend on the store. */
export const storeAway =
  'Jobs aren’t available: the server’s store is unavailable. Lists, details, vehicle reads, and single removals still work.'
export const couldNotLoad = 'Couldn’t load the jobs'
export const outdated = 'Couldn’t refresh. What you see may be outdated.'
export const refresh = 'Refresh'

// One job.
export const loading = 'Loading the job…'
export const noSuchJob = 'No such job'
export const noSuchJobDetail = 'The server has no job with this ID. Ended jobs are kept for a limited time.'
export const allJobs = 'All jobs'
export const startFact = 'Starts'
export const hoursFact = 'Hours'
export const hours = (from: string, to: string, zone: string) => `${from}–${to} each day (${zone})`
export const waitingFact = 'Waiting until'
export const endsFact = 'Ends'
export const endedFact = 'Ended'
export const reasonFact = 'Reason'
export const orderedFact = 'Last changed by'
export const orders = { pause: 'Pause', resume: 'Resume', stop: 'Stop' } as const
export const adopt = 'Adopt'
export const adoptedFact = 'Adopted by'
export const signInFact = 'Sign-in'
/** A person who isn't known by name. */
export const starter = 'the person who started it'
export const adoptMeans = (name: string) =>
  `If you adopt the job, it continues in your name and depends on your sign-in instead of that of ${name}. The record names both of you.`
export const resumeMeans = 'Resume it if it should continue. Your sign-in counts from now.'
export const retry = (failed: number, asleep: number) => `Retry ${failedAndAsleep(failed, asleep)}`
export const check = (count: number) => `Check ${formatCount(count)} unknown`
export const requests = (count: number, isMost: boolean) => ` (${isMost ? 'up to ' : ''}${plural(count, 'request')})`
export const unknownMeans = (count: number) =>
  `No response for ${plural(count, 'request')}. ${count === 1 ? 'It' : 'They'} may or may not have taken effect. Checking is free.`
export const failedMeans = (count: number) =>
  `${plural(count, 'request')} failed. A retry sends ${count === 1 ? 'it' : 'them'} once more.`

export const asleepMeans = (count: number) =>
  count === 1
    ? '1 vehicle is asleep. Nothing is wrong with it. Retry once it has woken up.'
    : `${plural(count, 'vehicle')} are asleep. Nothing is wrong with them. Retry once they have woken up.`

export const readFact = 'Read'
export const read = (rows: number, total: number | null) =>
  total === null ? plural(rows, 'row') : `${formatCount(rows)} of ${plural(total, 'row')}`
export const requestsFact = 'Requests'
export const shareFact = 'Rate limit'
export const percent = (share: number) => `${share}%`

// Its file.
export const fileOfItems = 'File of all items:'
export const fileOfRows = 'File of what was read:'
export const fileFormats = { csv: 'CSV', json: 'JSON', xlsx: 'XLSX', jsonl: 'JSON Lines' } as const
export const partial = 'Partial until the job has ended.'
export const until = (time: ReactNode) => <>Available until {time}.</>
export const fileRole = (role: string) => `The file of this job requires the ${role} role.`
export const fileErased = 'The file was erased a day after the job ended.'

// Its items.
export const items = 'Items'
export const itemsFilter = 'Filter items'
export const item = 'item'
export const itemStates: Readonly<Record<JobItemState, string>> = {
  failed: 'Failed',
  unknown: 'Unknown',
  asleep: 'Asleep',
  sending: 'In progress',
  waiting: 'Queued',
  done: 'Done',
}
export const targetColumns: Readonly<Record<JobOperation, string>> = {
  'DELETE /v3/connections/{connectionId}': 'Connection',
  'DELETE /v3/users/{userId}': 'User',
  'DELETE /v3/subscriptions/{subscriptionId}': 'Subscription',
  'POST /v3/subscriptions': 'Vehicle and user',
  'POST /v2.0/vehicles/{id}/batch': 'Vehicle',
  'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values': 'Vehicle and signal',
  'GET /v3/connections': 'Page',
  'GET /v3/webhooks': 'Page',
  'GET /v3/subscriptions': 'Page',
  'GET /team/users': 'Page',
  'GET /team/vehicles': 'Page',
}
export const responses = 'Responses'
export const viewResponses = 'View responses'
export const responsesOf = (target: string) => `Responses of ${cut(target, 100)}`
export const loadingResponses = 'Loading the responses…'
export const couldNotLoadResponses = 'Couldn’t load the responses'
export const noResponses = 'The job has no response for this item.'
export const outcomeColumn = 'Outcome'
export const requestIdColumn = 'Request ID'
export const changedColumn = 'Updated'
export const triesColumn = 'Tries'
export const withStatus = (state: string, status: number | null) => (status === null ? state : `${state} (${status})`)
export const requestId = 'request ID'
export const targetId = 'ID'
export const pageOf = (page: number) => `Page ${formatCount(page)}`
export const none = 'None'
export const notYet = 'Not yet'
export const noItems = 'This job has no items.'
export const noMoreItems = 'No more items.'
export const noItemMatches = (state: string) => `No item is in the state “${state}”.`
export const couldNotLoadItems = 'Couldn’t load the job’s items'
