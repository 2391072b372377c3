/** The texts of the request inspector. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const inspector = 'Request inspector'
export const requests = 'Requests in this tab'
export const clear = 'Clear'
export const close = 'Close inspector'
export const height = 'Height of the inspector'
export const heightOf = (percent: number) => `${percent}% of the window`
export const choose = 'Select a request to see its details. Requests are stored in this tab’s memory only.'
/** All that the bar says where it is collapsed. */
export const summary = (requests: number, failed: number, billed: number) =>
  [
    plural(requests, 'request'),
    failed > 0 && `${formatCount(failed)} failed`,
    billed > 0 && `${formatCount(billed)} billed`,
  ]
    .filter(Boolean)
    .join(' · ')

// The requests that the page can make
export const ahead = (count: number) => `${plural(count, 'request')} this page can send`
export const free = 'Free'
export const billed = 'Billed'
export const loadedAhead = 'Loaded ahead'
export const changes = 'Change'
export const example = (cost: string) => `${cost} (with example values)`

// The filter
export const filter = 'Filter requests'
export const kinds = { all: 'All', failed: 'Failed', billed } as const
export const host = 'Host'
export const anyHost = 'Any host'
export const status = 'Response status'
export const anyStatus = 'Any status'
export const noAnswer = 'No response'
export const operation = 'Operation or address'
export const operationExample = 'Operation'
export const answer = 'Text in the response'
export const answerExample = 'Text in response'

// The table
export const request = 'Request'
export const duration = 'Duration'
export const size = 'Size'
export const time = 'Time'
export const milliseconds = (ms: number) => (Number.isFinite(ms) ? `${formatCount(Math.round(ms))} ms` : 'Unknown')
export const bytes = (count: number) => {
  if (count < 1000) return `${count} B`
  return count < 1e6 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`
}
export const givenUp = 'Canceled'
/** @param times how many failed alike */
export const alike = (times: number) => (
  <>
    <span aria-hidden="true">×{formatCount(times)}</span>
    <span className="visually-hidden">, {formatCount(times)} times</span>
  </>
)

// One request
export const details = 'Request details'
export const asKind = (kind: string) => `as ${kind}`
export const toCopy = (kind: string, button: ReactNode) => (
  <>
    {kind} {button}
  </>
)
export const note = 'incident note'
export const response = 'Response'
export const headers = 'Headers'
export const curl = 'cURL'
export const answered = 'Status'
export const brokenOff = (status: ReactNode) => <>{status}, cut off in the body</>
export const authorization = 'Authorization'
export const bearer = 'Bearer, added by the server and not visible here'
export const sent = 'Request body'
export const sentBody = 'request body'
export const came = 'Response'
export const cameBody = 'response'
export const nothing = 'No response.'
export const notKept = 'No longer stored: newer responses replaced it.'
export const emptyBody = 'Empty body.'

// Sending it again
export const again = 'Send again'
export const sending = 'Sending…'
export const answeredAgain = (status: number) => `Returned ${status}; first in the list.`
export const failedAgain = 'Failed; first in the list.'
export const noChange = 'Changes can’t be sent again from here.'
export const readAgain = 'Read the vehicle again?'
export const send = (requests: number) => `Send (${plural(requests, 'request')})`
export const counts = 'This counts against the vehicle’s limit.'
