/** The texts of the parts that every page is made of. */
import { formatCount, plural } from './format'

export const cancel = 'Cancel'
export const retry = 'Retry'
export const nothing = 'nothing'
export const scrollable = (name: string) => `${name}, scrollable`
export const totalOf = (total: number | undefined) => (total === undefined ? 'an unknown number' : formatCount(total))
export const countOf = (count: string, total: number | undefined) => `${count} of ${totalOf(total)}`

// The page and its code
export const documentTitle = (title: string) => `${title} · Forecourt`
export const breadcrumb = 'Breadcrumb'
export const fileFailed = 'A file of this page could not be fetched: the console may have a newer version.'
export const partFailed = `${fileFailed} All else on it goes on.`
export const loadAnew = 'Load this page anew'

// Pagers, whose names the keys go by
export const pages = 'Pages'
export const previousPage = 'Previous page'
export const nextPage = 'Next page'

// Times
export const unknownTime = (written: string) => `unknown time “${written}”`
export const noTime = 'not given'
export const inUtc = 'In UTC'
export const inLocalTime = 'In local time'
/** What stands under a heading, told apart from its table. */
export const named = (heading: string, value: string) => `${heading}: ${value}`
export const span = (what: string, first: string, last: string) => `${what} from ${first} to ${last}`

// Copying, hints
export const copy = (what: string) => `Copy ${what}`
export const copied = (what: string) => `Copied ${what}`
export const about = (what: string) => `About ${what}`

// Bodies as they were sent
export const rawJson = 'Raw JSON'
export const mask = 'Mask it again'
export const reveal = 'Reveal what is masked'
export const asJson = (what: string) => `${what} as JSON`
export const cutHere = '… cut here; copying takes the whole'
export const differences = (count: number) => `${plural(count, 'place differs', 'places differ')} from the interface`
export const difference = (place: string, expected: string, got: string) => (
  <>
    <code>{place}</code>: expected {expected}, got <code>{got}</code>
  </>
)

// Errors
export const tryLater = 'try again later'
export const signInAgain = 'the owner has to sign in with the car’s maker again'
export const contactSupport = 'contact the service’s support'
export const suspended = 'the account with the service is suspended: see its billing'
export const needs = (permission: string) => (
  <>
    This needs the permission <code>{permission}</code>.
  </>
)
export const wait = (seconds: number) => `The service asks to wait ${formatCount(seconds)} s before the next try.`
export const resolvedBy = (resolution: string, way: string | undefined) => (
  <>
    What resolves it, in the service’s words: <code>{resolution}</code>
    {way && ` (${way})`}
  </>
)
export const tellOwner = (message: string) => (
  <>
    To tell the owner, in the service’s words: <q>{message}</q>
  </>
)
export const request = (id: string) => (
  <>
    Request <code>{id}</code>
  </>
)
export const cameBack = 'What came back'
export const further = (words: string) => `And: ${words}`
export const aboutError = 'About this error'
/** Of several, each by its place: the first is “this” one. */
export const aboutNth = (place: number) => `About error ${place}`
export const aboutUnlinked = (words: string, address: string, isDocsUrlSet: boolean) => (
  <>
    {words}: <code>{address}</code> (not a link: {isDocsUrlSet ? 'not on DOCS_URL' : 'DOCS_URL is not set'})
  </>
)

// What is not there yet
export const lookAgain = 'Look again'
