/** The texts of a batch of one vehicle: sending it, its runs, what was answered. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../../ui/format'
import { formatNumber } from '../../../ui/measure'

// Sending it
export const toSend = 'What will be asked'
export const address = (copy: ReactNode) => <>This address holds all of it {copy}</>
export const link = 'link to this batch'
export const send = 'Send batch'
export const nothingChosen = 'Choose reads or add a path first.'
/** Each path counts (4.1, rule 4). */
export const price = (paths: number) =>
  paths === 0 ? 'Nothing chosen yet.' : `${plural(paths, 'path')} = ${formatCount(paths)} of this vehicle's requests`

// One run
export const run = (id: number) => `Run ${id}`
export const responses = 'Responses'
export const sent = (name: string, time: ReactNode) => (
  <>
    {name}, sent {time}
  </>
)
export const answered = (counts: string, status: number | undefined) =>
  `${counts}. The batch itself was answered with ${status}.`
export const noAnswer = (paths: number) => `${plural(paths, 'path')} sent, no answer yet.`
export const cancelled = (requests: number) =>
  `Cancelled. ${plural(requests, 'request')} may still be counted against this vehicle’s limit.`
export const failed = 'The whole batch failed: no path was answered.'
export const sendFailed = (requests: number) => `Send failed again (${plural(requests, 'request')})`
export const isBusy = 'A batch of this vehicle is in progress.'
export const exportAs = (kind: string) => `Export ${kind}`
export const wholeBatch = 'the whole answer'

// Its answers
export const responseColumns = ['Path', 'Status', 'Answer', 'Age', 'Unit system', 'Request ID']
export const kept = 'kept from the run before'
export const notTold = 'not told'
export const requestId = 'request id'
export const missing = 'missing'
export const noStatus = 'no status'
export const nothingCame = 'Nothing came back for it. It may still be counted; “Send failed again” asks once more.'
export const wholeAnswer = 'The whole answer'
export const answerTo = (path: string) => `answer to ${path}`
export const parts = 'Locks and doors'
export const partColumns = ['Group', 'Part', 'Status']

// The runs of the session
export const runsHeading = 'Runs of this session'
export const runs = 'Runs'
export const runColumns = ['Run', 'Sent', 'Asked for', 'Outcome', 'Took']
export const shown = 'shown'
export const pathsOf = (sent: number, all: number) => (
  <>
    {plural(sent, 'path')}
    {sent < all && <span className="quiet"> of {all}</span>}
  </>
)
export const seconds = (took: number) => `${formatNumber(Math.round(took * 10) / 10)} s`
export const runSending = 'under way'
export const runFailed = 'failed as a whole'
export const runCancelled = 'cancelled'
export const keptHere = 'Kept in this tab’s memory only.'

// Two runs side by side
export const compare = 'Compare with another run'
export const comparedWith = 'Compared with'
export const comparison = 'Comparison'
export const comparedColumns = (before: string, after: string) => ['Path', before, after, 'What changed']
export const absent = 'absent'
export const sameReading = 'same reading, not newer'
export const sameNewer = 'same value, newer'
export const sameOlder = 'same value, older'
export const sameUndated = 'same value; whether it is newer is not told'
export const changed = 'changed'
export const notBoth = 'not both answered'
