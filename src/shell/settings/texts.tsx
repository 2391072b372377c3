/** The texts of the settings: tokens, preferences, saved views and what the server is configured with. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = 'Settings'
export const tokens = 'Access tokens'
export const aboutTokens =
  'Tokens are kept in an encrypted, HttpOnly cookie and override the server’s tokens in this browser only. They are sent only to the configured hosts.'
export const preferences = 'Preferences'
export const views = 'Saved views'
export const server = 'Server configuration'
export const directory = 'Directory'
export const checksCost = (perDay: number) =>
  `Checks for changes take about ${plural(perDay, 'request')} a day. Without them, only removals made here leave the directory.`
export const instances = 'Instances'
export const names = 'Query parameter names'

// Preferences.
export const rows = 'Row height'
export const comfortable = 'Comfortable'
export const compact = 'Compact'
export const rowsPerPage = 'Default rows per page'
export const byDefault = 'API default'
export const oneClick = 'Remove with one click, without confirmation'
export const aboutOneClick =
  'For one live connection or one user, whose button then shows how many connections are removed. Simulated connections never need a confirmation. You can’t undo a removal.'
export const readOnOpen = 'Read automatically when I open a tab'
export const aboutReadOnOpen =
  'Each read uses 1 request of the vehicle’s limit. If this is off, nothing is read until you click.'
export const singleKeys = 'Single-key shortcuts'
export const aboutSingleKeys =
  'For example / for the filter and ] for the next page; ? lists them all. They are ignored while you type.'
export const importPreferences = 'Import preferences'
export const tookPreferences = 'Imported the preferences.'
export const resetPreferences = 'Reset preferences'
export const exportPreferences = 'Export preferences'

// What the server is configured with.
export const sandbox = '(sandbox)'
export const ownerLinks = 'Owner links lead to'
export const noOwnerLinks = 'Not set (CONNECT_URL)'
export const errorLinks = 'Error links lead to'
export const noErrorLinks = 'Not set (DOCS_URL)'
export const ownersReturn = 'Owners return to'
export const headerPrefix = 'Header prefix'
export const noHeaderPrefix = 'Not set: headers are recognized by suffix'
export const tokenOfVersion3 = 'Version 3 token'
export const tokenOfVersion2 = 'Version 2.0 token'
export const tokenHeld = 'Set on the server'
export const tokenMissing = 'Not set'
export const store = 'Store'
export const storeKinds = {
  memory: 'In memory, kept until the server stops',
  folder: 'In a folder on the server',
  database: 'In a PostgreSQL database',
}
export const changes = 'Changes'
export const changesRefused = 'Not allowed (READ_ONLY)'
export const changesAllowed = 'Allowed'
export const timeOuts = 'Timeouts'
export const seconds = (read: number, vehicleRead: number) =>
  `${formatCount(read)} s, vehicle reads ${formatCount(vehicleRead)} s`
export const extensions = 'Extensions'
export const maps = 'Maps'
export const noMaps = 'Not set (mapUrl)'
export const batchAdvice = 'Batch size advice'
export const advisedFrom = (paths: number) => `From ${paths} paths; the API documents no maximum`
export const version = 'Version'

// Extensions.
export const noExtension = (name: ReactNode) => (
  <>
    None: {name} (GET /v3/subscriptions) isn’t forwarded until <code translate="no">CONFIG</code> names it under{' '}
    <code translate="no">extensions</code>
  </>
)
export const extensionOn = (name: ReactNode) => <>{name} on</>
export const extensionOff = (name: ReactNode) => <>{name} off in this tab</>
export const asking = 'Loading…'
export const tryList = 'Try the subscription list (1 request)'

// Query parameter names.
export const assumed = 'assumed name'
export const configuredFor = (name: string) => `Set for ${name}`
