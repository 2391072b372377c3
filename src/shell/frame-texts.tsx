/** The texts of the frame around every page, and of the pages for what is not there. */
import { formatCount } from '../ui/format'

export const product = 'Forecourt'
export const skip = 'Skip to content'
export const menu = 'Menu'
export const jump = (
  <>
    Jump to… <kbd translate="no">Ctrl K</kbd>
  </>
)
export const tools = 'Top bar'
export const display = 'Display'
export const help = 'Help'
export const openHelp = 'Open Help'
export const keys = 'Keyboard shortcuts'
export const sandbox = 'Sandbox: invented data'
export const readOnly = 'Read only'

// What “Jump to…” finds on every page.
export const saveView = 'Save this view…'
export const requestInspector = 'Request inspector'
export const inspectorButton = (failed: number) =>
  failed === 0 ? requestInspector : `${requestInspector} (${formatCount(failed)} failed)`
export const differences = 'Differences from the API'
export const tool = 'Tool'

// Where everything is.
export const places = 'Main'
export const fleet = 'Fleet'
export const data = 'Data'
export const events = 'Events'
export const systemPages = 'System'

// How times are shown, and in which colors.
export const times = 'Times'
export const local = 'Local'
export const utc = 'UTC'
export const relative = 'Relative'
export const colours = 'Theme'
export const system = 'System'
export const light = 'Light'
export const dark = 'Dark'

// The hosts' lamps.
export const hosts = 'Hosts'
export const receiver = 'Receiver'
export const tokenHeld = {
  browser: 'Token set in this browser',
  server: 'Token set on the server',
  nowhere: 'No token set',
  recording: 'From a recording',
}
export const requestsLeft = (left: number, capacity: number) =>
  `${formatCount(left)} of ${formatCount(capacity)} requests left`
export const showRequests = (host: string) => (
  <>
    {host}
    <span className="visually-hidden">(show its requests)</span>
  </>
)
const states: Readonly<Record<string, string>> = { ok: 'OK', unreachable: 'Unreachable', reachable: 'Reachable' }
/** What a host's state is called; any other by itself. */
export const stateText = (state: string, status: number | undefined) =>
  state === 'error' ? `Error ${status}` : (states[state] ?? state)
export const lastCall = (state: string, durationMs: number | undefined) =>
  `${state}${durationMs === undefined ? '' : ` · ${durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`}`}`
export const since = (time: string) => ` since ${time}`
export const withoutToken = ', no token'
/** @param isShort true where only its first word is drawn; else none of it */
export const checkReachability = (isShort: boolean) => (
  <span className={isShort ? undefined : 'visually-hidden'}>
    Check<span className="visually-hidden"> reachability</span>
  </span>
)

// Signing in again, and out.
export const signOut = 'Sign out'
export const signInAgain = 'Sign in again'
export const lookAgain = 'Check again'
export const signInEnded = 'Your sign-in has ended'
export const signInElsewhere =
  'Sign in again in another window. Nothing on this page is lost, and it then continues where it was.'
export const signInAtProxy = 'Reload the page, or sign in again in another tab.'
export const signInAwaited =
  'This page continues as soon as you’ve signed in in the other window. Nothing on it is lost.'

// What is not there, and what broke while it was drawn.
export const notFound = 'Page not found'
export const noSuchAddress = 'No page has this address.'
export const pageFailed = 'Couldn’t show this page'
