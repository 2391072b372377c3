/** The texts of the parts that every page is made of. */
import { formatCount, plural } from './format'

export const cancel = 'Cancel'
export const retry = 'Retry'
export const tryAgain = 'Try again'
export const nothing = 'nothing'
export const scrollable = (name: string) => `${name}, scrollable`
export const totalOf = (total: number | undefined) => (total === undefined ? 'an unknown number' : formatCount(total))
export const countOf = (count: string, total: number | undefined, isLeast = false) =>
  `${count} of ${isLeast ? 'at least ' : ''}${totalOf(total)}`

// The page and its code
export const documentTitle = (title: string) => `${title} · Forecourt`
export const breadcrumb = 'Breadcrumb'
export const fileFailed = 'Couldn’t load a file of this page.'
export const fileFaults = {
  reached: 'The console may have been updated.',
  'signed out': 'Your sign-in has ended.',
  unreachable: 'The server can’t be reached. Check the network.',
}
export const restWorks = 'The rest of the page still works.'
export const loadAnew = 'Reload page'

// Pagers, whose names the keys go by
export const pages = 'Pages'
export const previousPage = 'Previous page'
export const nextPage = 'Next page'

// Times
export const unknownTime = (written: string) => `Unknown time “${written}”`
export const noTime = 'Not provided'
export const inZone = (what: string, zone: 'utc' | 'local') => `${what} (${zone === 'utc' ? 'UTC' : zone})`
/** What stands under a heading, told apart from its table. */
export const named = (heading: string, value: string) => `${heading}: ${value}`

// Copying, hints
export const copy = (what: string) => `Copy ${what}`
export const copied = (what: string) => `Copied ${what}`
export const about = (what: string) => `About ${what}`

// Bodies as they were sent
export const rawJson = 'Raw JSON'
export const mask = 'Mask again'
export const reveal = 'Reveal masked values'
export const asJson = (what: string) => `${what} as JSON`
export const cutHere = '… cut here; copying takes everything'
export const differences = (count: number) => `${plural(count, 'difference')} from the API`
export const difference = (place: string, expected: string, got: string) => (
  <>
    <code translate="no">{place}</code>: expected {expected}, got <code translate="no">{got}</code>
  </>
)

// Errors
/** @param times how many requests failed alike */
export const failedTimes = (times: number) => (
  <>
    {' '}
    <span aria-hidden="true">×{formatCount(times)}</span>
    <span className="visually-hidden">({plural(times, 'request')})</span>
  </>
)
export const tryLater = 'try again later'
export const signInAgain = 'the owner needs to sign in to the car maker’s account again'
export const contactSupport = 'contact the provider’s support'
export const suspended = 'check the billing of your suspended account with the provider'
export const needs = (permission: string) => (
  <>
    Requires the permission <code translate="no">{permission}</code>.
  </>
)
export const wait = (seconds: number) => `Wait ${formatCount(seconds)} s before you try again.`
export const resolvedBy = (resolution: string, way = '') => (
  <>
    Suggested fix: {way} {way && '('}
    <code translate="no">{resolution}</code>
    {way && ')'}
  </>
)
export const tellOwner = (message: string) => (
  <>
    Message for the owner: <q translate="no">{message}</q>
  </>
)
export const request = (id: string) => (
  <>
    Request ID <code translate="no">{id}</code>
  </>
)
export const instance = (name: string) => (
  <>
    Instance <code translate="no">{name}</code>
  </>
)
export const cameBack = 'Response'
export const further = (words: string) => `Also: ${words}`
export const aboutError = 'About this error'
/** Of several, each by its place: the first is “this” one. */
export const aboutNth = (place: number) => `About error ${place}`
export const aboutUnlinked = (words: string, address: string, isDocsUrlSet: boolean) => (
  <>
    {words}: <code translate="no">{address}</code> (not a link:{' '}
    {isDocsUrlSet ? 'not on DOCS_URL' : 'DOCS_URL is not set'})
  </>
)

// What is not there yet
export const recheck = 'Check again'
