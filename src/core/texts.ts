/** The texts of what many pages do alike. */
import { formatCount, plural } from '../ui/format'

export const dismiss = 'Dismiss'

// Hosts
export const vehicleData = 'Vehicle data 2.0'
export const vehicles = 'Vehicles 3'
export const management = 'Management 3'

// Lists whose envelope does not fit together
export const beyondLast = (page: number, total: number) =>
  `Page ${formatCount(page)} is beyond the last page. The list has ${formatCount(total)} in total.`
export const sentNone = (total: number) => `The API counts ${formatCount(total)} but returned none on this page.`
export const otherPage = (asked: number, returned: number) =>
  `Page ${formatCount(asked)} was requested; the API returned page ${formatCount(returned)}.`
export const nothingBefore = (page: number) => `The API says that nothing comes before page ${formatCount(page)}.`
export const nothingAfter = (page: number, total: number) =>
  `The API says that nothing follows page ${formatCount(page)}, but counts ${formatCount(total)}.`
export const otherFilter = (link: string, name: string, value: string) =>
  `The API’s “${link}” link filters by ${name} = ${value}, unlike this list, so Forecourt doesn’t follow it.`
export const noPage = (link: string, address: string) => `The API’s “${link}” link names no page: ${address}`
export const goToFirst = 'Go to the first page'
export const goTo = (page: number) => `Go to page ${formatCount(page)}`
export const movedTotal = (before: number, now: number) =>
  `The total changed from ${formatCount(before)} to ${formatCount(now)} since the previous page.`
/** @param isAssumed true where the API’s documentation doesn’t show the name and nobody configured it */
export const filterName = (name: string, isAssumed: boolean) => (isAssumed ? `${name} (assumed name)` : name)
const doNotMatch = (filter: string, rows: number) =>
  `The API ignored ${filter}: ${plural(rows, 'row')} ${rows === 1 ? 'doesn’t' : 'don’t'} match`
export const notMatching = (filter: string, rows: number) => `${doNotMatch(filter, rows)}.`
export const leftOut = (filter: string, rows: number) =>
  `${doNotMatch(filter, rows)} and ${rows === 1 ? 'is' : 'are'} hidden.`
export const brokenRow = (number: number) => `Row ${number} of this page doesn’t match the API and can’t be shown`

// Changes between two bodies
export const wholeBody = 'the body'

// Requests that failed
const verbs: Readonly<Record<string, string>> = { GET: 'load', DELETE: 'remove', POST: 'create' }
export const readFailed = 'Couldn’t read the vehicle'
export const failedTo = (method: string, what: string) => `Couldn’t ${verbs[method] ?? method} ${what}`
export const one = (kind: string) => `this ${kind.slice(0, -1)}`

// Refusals
export const readOnly = 'This server is read-only (READ_ONLY).'
export const reads = 'Reads'
export const vehicleReads = 'Vehicle reads'
export const changes = 'Changes'
export const takesRole = (what: string, needed: string, role: string) =>
  `${what} require the ${needed} role; yours is ${role}.`

// Tokens, and who is signed in
export const handOverToken = 'Enter a token that the provider accepts; this page then continues.'
export const otherTokens =
  'Another tab changed the access tokens. Data of the previous ones was cleared and jobs were stopped. The overview lists the changes already made.'
export const stillSignedIn = (status: number) => `The server returned ${status}. You’re still signed in.`

// Files of this console
export const tooLarge = 'The file is too large.'
export const notJson = 'The file isn’t JSON.'
export const holdsNone = (kind: string) => `The file has no ${kind} of this console.`
export const doesNotFit = (place: string) => `Couldn’t use the file: ${place || 'its content'} isn’t valid.`
