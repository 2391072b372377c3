/** The texts of the request inspector. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const inspector = 'Request inspector'
export const requests = 'Requests of this tab'
export const clear = 'Clear'
export const close = 'Close inspector'
export const choose = 'Choose a request to see what it asked and what came. Kept in this tab’s memory only.'

// The requests that the page can make
export const ahead = (count: number) => `${plural(count, 'request')} that this page can make`
export const free = 'free'
export const billed = 'billed'
export const changes = 'changes'
export const example = (cost: string) => `${cost}, an example: what you choose stands in its place`

// The filter
export const filter = 'Filter requests'
export const host = 'Host of the request'
export const anyHost = 'any host'
export const status = 'Status of the answer'
export const anyStatus = 'any status'
export const noAnswer = 'no answer'
export const operation = 'Operation or address'
export const operationExample = 'operation'
export const answer = 'Text in the answer'
export const answerExample = 'in the answer'

// The table
export const headers = ['Operation', 'Status', 'Time', 'Took', 'Size'] as const
export const duration = (ms: number) => `${formatCount(ms)} ms`
export const characters = (count: number) => `${count} characters`
export const thousands = (count: number) => `${formatCount(count)} k`
export const givenUp = 'given up'

// One request
export const request = 'The request'
export const asKind = (kind: string) => `as ${kind}`
export const toCopy = (kind: string, button: ReactNode) => (
  <>
    {kind} {button}
  </>
)
export const note = 'incident note'
export const answered = 'Answer'
export const brokenOff = (status: ReactNode) => <>{status} broken off in its body</>
export const authorization = 'Authorization'
export const bearer = 'Bearer, added by the server; not known here'
export const sent = 'What was sent'
export const sentBody = 'what was sent'
export const came = 'What came'
export const cameBody = 'the answer'
export const nothing = 'Nothing.'
export const notKept = 'Not kept: newer answers have taken its room.'
export const emptyBody = 'An empty body.'

// Sending it again
export const again = 'Send again'
export const sending = 'Sent…'
export const answeredAgain = (status: number) => `Answered ${status}: it stands first in the list.`
export const failedAgain = 'Failed: it stands first in the list.'
export const noChange = 'A change is not sent again from here.'
export const readAgain = 'Read the vehicle again?'
export const send = (requests: number) => `Send (${plural(requests, 'request')})`
export const counts = 'It counts against the vehicle’s limit.'
