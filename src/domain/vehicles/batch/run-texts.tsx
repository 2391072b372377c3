/** The texts of a batch of one vehicle: sending it, its runs, its responses. */

import type { ReactNode } from 'react'
import { formatCount, plural } from '../../../ui/format'
import { formatNumber } from '../../../ui/measure'
import type { Verdict } from './verdict'

// Sending it
export const batchTabs = 'Request and results'
export const requestTab = 'Request'
export const resultsTab = 'Results'
export const noResults = 'No results yet. Send the batch to see them here.'
export const address = (copy: ReactNode) => <>Copy link to this batch {copy}</>
export const link = 'link to this batch'
export const send = 'Send batch'
export const nothingChosen = 'Select reads or add a path.'
/** Each path counts (4.1, rule 4). */
export const price = (paths: number) => `${plural(paths, 'path')} = ${formatCount(paths)} of this vehicle's requests`

// One run
export const run = (id: number) => `Run ${id}`
export const responses = 'Responses'
export const sent = (name: string, time: ReactNode) => (
  <>
    {name}, sent {time}
  </>
)
export const answered = (counts: string, status: number | undefined) => `${counts} (HTTP ${status}).`
export const noAnswer = (paths: number) => `${plural(paths, 'path')} sent, waiting for the response.`
export const cancelled = (requests: number) =>
  `Canceled. ${plural(requests, 'request')} may still count against this vehicle’s limit.`
export const failed = 'The whole batch failed. No path returned a response.'
export const sendFailed = (requests: number) => `Send failed again (${plural(requests, 'request')})`
export const isBusy = 'A batch of this vehicle is in progress.'
export const exportAs = (kind: string) => `Export ${kind}`
export const wholeBatch = 'the whole response'

// Its responses
export const responseColumns = ['Read', 'Value', 'Age', 'Status']
export const kept = 'From the previous run'
export const notTold = 'Not provided'
export const requestId = 'request ID'
export const missing = 'Missing'
export const noStatus = 'No status'
export const nothingCame = 'No response. The request may still be counted. Use “Send failed again” to retry.'
export const firstLine = (title: string, detail: string | undefined) => (detail ? `${title}: ${detail}` : title)
export const times = (title: string, count: number) => `${title} ×${count}`
export const unitSystem = 'Unit system'
export const requestIdName = 'Request ID'
export const answerTo = (path: string) => `response to ${path}`
export const parts = 'Locks and doors'
export const partColumns = ['Group', 'Part', 'Status']

// Earlier runs
export const runsHeading = (count: number) => `Recent runs (${count})`
export const runs = 'Runs'
export const runColumns = ['Run', 'Sent', 'Requested', 'Outcome', 'Took']
export const shown = 'Shown'
export const pathsOf = (sent: number, all: number) => (
  <>
    {plural(sent, 'path')}
    {sent < all && <span className="quiet"> of {all}</span>}
  </>
)
export const seconds = (took: number) => `${formatNumber(Math.round(took * 10) / 10)} s`
export const runSending = 'In progress'
export const runFailed = 'Failed'
export const runCancelled = 'Canceled'
export const keptHere = 'Gone when you close or reload the page.'

// Two runs side by side
export const comparedWith = 'Compare with'
export const comparison = 'Comparison'
export const comparedColumns = (before: string, after: string) => ['Path', before, after, 'Changes']
export const absent = 'not in response'
export const verdicts: Readonly<Record<Verdict, string>> = {
  same: 'Same reading, not newer',
  newer: 'Same value, newer',
  older: 'Same value, older',
  undated: 'Same value, age not provided',
  changed: 'Changed',
  notBoth: 'No two responses to compare',
}
