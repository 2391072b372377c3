/** The texts of the frame around every page, and of the pages for what is not there. */
import { formatCount } from '../ui/format'

export const product = 'Forecourt'
export const skip = 'Skip to content'
export const menu = 'Menu'
export const jump = (
  <>
    Jump to… <kbd>Ctrl K</kbd>
  </>
)
export const display = 'Display'
export const keys = 'Keys'
export const inspector = 'Inspector'
export const sandbox = 'Sandbox: invented data'
export const readOnly = 'Read only'

// What “Jump to…” finds on every page.
export const saveView = 'Save this view…'
export const requestInspector = 'Request inspector'
export const differences = 'Differences from the interface'
export const tool = 'tool'

// Where everything is.
export const places = 'Main'

// How times and colours are shown.
export const times = 'Times'
export const local = 'Local'
export const utc = 'UTC'
export const relative = 'Relative'
export const colours = 'Colours'
export const system = 'System'
export const light = 'Light'
export const dark = 'Dark'

// The hosts' lamps.
export const hosts = 'Hosts'
export const handedOver = 'this browser handed a token over for it'
export const configured = 'the server holds a token for it'
export const notHeld = 'no token is held for it'
export const requestsLeft = (left: number, capacity: number) =>
  `${formatCount(left)} of ${formatCount(capacity)} requests left`
export const failingSince = (since: string) => `failing since ${since}`
export const showRequests = (host: string) => (
  <>
    {host}
    <span className="visually-hidden">(show its requests)</span>
  </>
)
export const refuses = (status: number) => `refuses (${status})`
export const lastCall = (state: string, durationMs: number | undefined, since: string | undefined) =>
  `${state}${durationMs === undefined ? '' : ` in ${formatCount(durationMs)} ms`}${since === undefined ? '' : ` since ${since}`}`
export const noToken = 'no token'
export const left = (count: number, capacity: number) => `${formatCount(count)} of ${formatCount(capacity)} left`
export const checkReachability = 'Check reachability'

// Signing in again, and out.
export const signOut = 'Sign out'
export const signInAgain = 'Sign in again'
export const lookAgain = 'Look again'
export const signInEnded = 'Your sign-in has ended'
export const signInElsewhere =
  'Nothing on this page is lost. Sign in again in another window; this page then goes on where it was.'
export const signInAwaited =
  'Nothing on this page is lost. This page goes on as soon as the other window has signed in.'

// What is not there, and what broke while it was drawn.
export const notFound = 'Page not found'
export const noSuchAddress = 'Nothing in this console has that address.'
export const pageFailed = 'This page failed'
export const fileFailed = (what: string) => `${what} Or its server is restarting. What else runs in this tab goes on.`
