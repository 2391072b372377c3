/** The texts of what many pages do alike. */
import { formatCount, plural } from '../ui/format'

export const dismiss = 'Dismiss'

// Hosts
export const vehicleData = 'Vehicle data 2.0'
export const vehicles = 'Vehicles 3'
export const management = 'Management 3'

// Lists whose envelope does not fit together
export const beyondLast = (page: number, total: number) =>
  `Page ${formatCount(page)} is beyond the last page: there are ${formatCount(total)} in all.`
export const sentNone = (total: number) =>
  `The service counts ${formatCount(total)} but sent none of them on this page.`
export const otherPage = (asked: number, answered: number) =>
  `Page ${formatCount(asked)} was asked for; the service answered with page ${formatCount(answered)}.`
export const nothingBefore = (page: number) => `The service says that nothing stands before page ${formatCount(page)}.`
export const nothingAfter = (page: number, total: number) =>
  `The service says that nothing follows page ${formatCount(page)}, though it counts ${formatCount(total)}.`
export const otherFilter = (link: string, name: string, value: string) =>
  `The service’s “${link}” link filters by ${name} = ${value}, which is not what is asked for here. It is not followed.`
export const noPage = (link: string, address: string) => `The service’s “${link}” link names no page: ${address}`
export const goToFirst = 'Go to the first page'
export const goTo = (page: number) => `Go to page ${formatCount(page)}`
export const movedTotal = (before: number, now: number) =>
  `The total moved from ${formatCount(before)} to ${formatCount(now)} since the page before.`
/** @param isAssumed true where the interface does not show the name and nobody configured it */
export const filterName = (name: string, isAssumed: boolean) => (isAssumed ? `${name} (assumed name)` : name)
const doNotMatch = (filter: string, rows: number) =>
  `The service seems not to know ${filter}: ${plural(rows, 'row')} ${rows === 1 ? 'does' : 'do'} not match it`
export const notMatching = (filter: string, rows: number) => `${doNotMatch(filter, rows)}.`
export const leftOut = (filter: string, rows: number) =>
  `${doNotMatch(filter, rows)} and ${rows === 1 ? 'is' : 'are'} left out.`
export const brokenRow = (number: number) => `Row ${number} of this page cannot be read as the interface shows it`

// Changes between two bodies
export const wholeBody = 'the body'

// Refusals
export const readOnly = 'This server is read only (READ_ONLY).'
export const reads = 'Reads'
export const vehicleReads = 'Vehicle reads'
export const changes = 'Changes'
export const takesRole = (what: string, needed: string, role: string) =>
  `${what} take the role ${needed}; your role is ${role}.`

// Tokens, and who is signed in
export const handOverToken = 'Hand over a token that the service accepts; this page then goes on where it was.'
export const otherTokens =
  'Another tab has changed the access tokens. What was read with the ones before is dropped here, and jobs were stopped; what they changed stands in the overview’s record.'
export const serverAnswered = (status: number) => `The server answered ${status}.`
export const stillSignedIn = (status: number) => `The server answered ${status}: you are still signed in.`

// The server's record
export const noRecordPage = 'The server’s answer is no page of its record.'

// Files of this console
export const tooLarge = 'The file is too large.'
export const notJson = 'The file is not JSON.'
export const holdsNone = (kind: string) => `The file holds no ${kind} of this console.`
export const doesNotFit = (place: string) => `The file does not fit: ${place || 'it'} cannot be read.`
