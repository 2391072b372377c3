/** The texts of the record of changes and vehicle reads. */
import type { ReactNode } from 'react'
import type { Chip } from '../../ui/filters'
import { plural } from '../../ui/format'

export const title = 'Activity'
export const refresh = 'Refresh'
export const skipped = (lines: number) =>
  `${plural(lines, 'line')} of the file couldn’t be read, for example because the server was killed while writing.`
export const broken = 'A record that can’t be shown'
export const rawName = 'this page'
export const one = 'record'

// The filters.
export const filters = 'Filter activity'
export const filterLabels = {
  operation: 'Operation',
  operator: 'Operator',
  outcome: 'Outcome',
  status: 'Status',
  kind: 'Kind',
  host: 'Host',
  since: 'Since',
  until: 'Until',
  text: 'Text',
} as const
export const operatorHint = 'Full name'
export const statusHint = 'Such as 403'
export const moreFilters = 'More filters'
export const fewerFilters = 'Fewer filters'
export const textHint = 'Operator, operation, ID or address'
export const any = 'Any'
export const success = 'Success'
export const failure = 'Failure'
export const unknownOutcome = 'Unknown'
export const changes = 'Changes'
export const reads = 'Vehicle reads'
export const teamActions = 'Team actions'

// The columns.
export const timeColumn = 'Time'
export const targetColumn = 'Target'
export const tookColumn = 'Took'
export const requestIdColumn = 'Request ID'
export const from = (client: string) => `from ${client}`
export const noSignIn = 'No sign-in'
export const notKnown = 'Unknown'
export const noId = 'No ID in the path'
export const connection = (id: ReactNode) => <>connection {id}</>
export const user = (id: ReactNode) => <>user {id}</>
export const vehicle = (id: ReactNode) => <>vehicle {id}</>
export const webhook = (id: ReactNode) => <>webhook {id}</>
export const subscription = (id: ReactNode) => <>subscription {id}</>
export const job = (id: ReactNode) => <>job {id}</>
export const delivery = (id: ReactNode) => <>delivery {id}</>
export const view = (name: ReactNode) => <>view {name}</>
export const more = (count: string) => `${count} more in a minute`
export const signal = 'signal'
export const notFound = 'not found'
export const asleep = 'asleep or conflict'
export const limited = 'limited'
export const unknown = 'unknown'
export const changeUnknown = 'outcome unknown'
export const notSent = 'not sent'
export const noOutcome = 'no outcome was recorded'
export const done = 'done'
export const failed = 'failed'
export const notPermitted = 'not permitted'
export const requestId = 'request ID'
export const ownId = 'this server’s'

// Why there is no table.
export const noFileTitle = 'This server keeps no activity file'
export const notAllowedTitle = 'Activity requires the operator role'
export const otherRole = (role: string | null | undefined) => `Your role is ${role ?? 'not set'}.`
export const signedOut = 'You’re not signed in, or your sign-in ended.'
export const signIn = 'Sign in'
export const nothingOlder = 'Nothing older.'
export const nothing = 'No activity yet. Changes and vehicle reads appear here.'
const record = (isOlder: boolean) => (isOlder ? 'older record' : 'record')
const listed = (chips: readonly Chip[]) => chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')
export const noMatch = (chips: readonly Chip[], isOlder: boolean) => `No ${record(isOlder)} matches ${listed(chips)}.`
export const noMatchSoFar = (chips: readonly Chip[], isOlder: boolean) =>
  `No ${record(isOlder)} matches ${listed(chips)} so far. The server searches part of the record at a time; “Older” continues.`
