/** The texts of the settings: tokens, preferences, saved views and what the server is configured with. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../ui/format'

export const title = 'Settings'
export const tokens = 'Access tokens'
export const aboutTokens =
  'A token handed over here goes to the server once and stays there, sealed in a cookie that no script can read. It wins over the configured one for this browser only, and is sent to the configured hosts and nowhere else.'
export const preferences = 'Preferences'
export const views = 'Saved views'
export const server = 'What the server is configured with'
export const names = 'Query parameter names'

// Preferences.
export const rows = 'Rows'
export const comfortable = 'Comfortable'
export const compact = 'Compact'
export const rowsPerPage = 'Rows per page of links to a list'
export const byDefault = 'The service’s default'
export const walkers = 'Pages of connections read at a time'
export const aboutWalkers = 'For users and vehicles. A service may refill its allowance of requests slowly.'
export const oneClick = 'Remove one live connection or one user with a single click'
export const aboutOneClick =
  'Simulated connections never ask. A user’s button then carries the counted connections. What is removed cannot be brought back from here.'
export const readOnOpen = 'Read a vehicle when one of its tabs opens'
export const aboutReadOnOpen =
  'One request each, which counts against the vehicle’s limit. Otherwise nothing is read before you ask.'
export const singleKeys = 'Single keys'
export const aboutSingleKeys =
  'For example / for the filter and ] for the next page; ? lists them. None is heard while something is typed.'
export const importPreferences = 'Import preferences'
export const tookPreferences = 'Took over the preferences.'
export const resetPreferences = 'Reset preferences'
export const exportPreferences = 'Export preferences'

// Saved views.
export const aboutViews =
  'A view is a name for an address of this console: “Save this view” stands above every list, and in “Jump to…” on every page.'
export const viewColumns = ['Name', 'Address', 'Remark', 'Actions']
export const holdsId = 'holds an id'
export const forget = (view: string) => (
  <>
    Forget<span className="visually-hidden"> view {view}</span>
  </>
)
export const importViews = 'Import views'
export const tookViews = (count: number) => `Took over ${plural(count, 'view')}.`
export const exportViews = 'Export views'
export const noViews = 'No views are saved.'
export const viewsWithId = (count: number) =>
  `${plural(count, 'view')} with an id in the address: whoever gets the file can read it.`

// What the server is configured with.
export const sandbox = '(sandbox)'
export const ownerLinks = 'Owner links lead to'
export const noOwnerLinks = 'nowhere: CONNECT_URL is not set'
export const errorLinks = 'Error links lead to'
export const noErrorLinks = 'nowhere: DOCS_URL is not set'
export const ownersReturn = 'Owners return to'
export const headerPrefix = 'Header prefix'
export const noHeaderPrefix = 'none: headers are recognised by suffix'
export const tokenOfVersion3 = 'Version 3 token'
export const tokenOfVersion2 = 'Version 2.0 token'
export const tokenHeld = 'configured on the server'
export const tokenMissing = 'not configured'
export const changes = 'Changes'
export const changesRefused = 'refused (READ_ONLY)'
export const changesAllowed = 'allowed'
export const timeOuts = 'Time-outs'
export const seconds = (read: number, vehicleRead: number) =>
  `${formatCount(read)} s, vehicle reads ${formatCount(vehicleRead)} s`
export const extensions = 'Extensions'
export const maps = 'Maps'
export const noMaps = 'no map links: mapUrl is not configured'
export const batchAdvice = 'Advice for batches'
export const advisedFrom = (paths: number) => `a word from ${paths} paths on; the interface shows no maximum`
export const version = 'Version'

// Extensions.
export const noExtension = (name: ReactNode) => (
  <>
    none: {name} (GET /v3/subscriptions) is not forwarded until <code>CONFIG</code> names it under{' '}
    <code>extensions</code>
  </>
)
export const extensionOn = (name: ReactNode) => <>{name} on</>
export const extensionOff = (name: ReactNode) => <>{name} switched off for this tab</>
export const asking = 'Asking…'
export const tryList = 'Try the list of subscriptions (1 request)'

// Query parameter names.
export const assumed = 'assumed name'
export const configuredFor = (name: string) => `configured for ${name}`
