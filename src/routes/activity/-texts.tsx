/** The texts of the record of changes and vehicle reads. */
import type { ReactNode } from 'react'
import type { Chip } from '../../ui/filters'
import { plural } from '../../ui/format'

export const title = 'Activity'
export const refresh = 'Refresh'
export const skipped = (lines: number) =>
  `${plural(lines, 'line')} of the file could not be read here, as when the server was killed while it wrote.`
export const broken = 'A record that cannot be shown as one'
export const rawName = 'this page'
export const one = 'record'

// The filters.
export const filters = 'Filter activity'
export const filterLabels = {
  operation: 'Operation',
  operator: 'Operator',
  outcome: 'Outcome',
  kind: 'Kind',
  since: 'Since',
  until: 'Until',
  text: 'Text',
} as const
export const operatorHint = 'The whole name, as the record has it'
export const textHint = 'In operator, operation, ids, request id or address'
export const any = 'Any'
export const success = 'Success'
export const failure = 'Failure'
export const unknownOutcome = 'Unknown'
export const changes = 'Changes'
export const reads = 'Vehicle reads'

// The columns.
export const timeColumn = 'Time'
export const whatColumn = 'What'
export const tookColumn = 'Took'
export const requestIdColumn = 'Request ID'
export const from = (client: string) => `from ${client}`
export const noSignIn = 'no sign-in'
export const notKnown = 'not known'
export const noId = 'no id in its path'
export const connection = (id: ReactNode) => <>connection {id}</>
export const user = (id: ReactNode) => <>user {id}</>
export const vehicle = (id: ReactNode) => <>vehicle {id}</>
export const webhook = (id: ReactNode) => <>webhook {id}</>
export const subscription = (id: ReactNode) => <>subscription {id}</>
export const signal = 'signal'
export const notFound = 'not found'
export const asleep = 'asleep, or a conflict'
export const limited = 'limited'
export const unknown = 'unknown'
export const notSent = 'not sent'
export const noOutcome = 'no outcome was written'
export const done = 'done'
export const failed = 'failed'
export const refused = 'refused'
export const requestId = 'request ID'
export const ownId = 'this server’s'

// Why there is no table.
export const noFileTitle = 'This server keeps no record that can be read here'
export const noFile =
  'AUDIT_LOG is not set. Set it to the name of a file and start the server again: every change and every vehicle read is then appended to that file and listed here. They stand on its standard output in any case.'
export const notAllowedTitle = 'The record is for operators'
export const otherRole = (role: string | null | undefined) =>
  `It takes the role operator; this sign-in has ${role ? `the role ${role}` : 'no role here'}.`
export const signedOut = 'Nobody is signed in here, or the sign-in has ended.'
export const signIn = 'Sign in'
export const nothingOlder = 'There is nothing older.'
export const nothing = 'Nothing yet: no change and no vehicle read was made.'
const record = (isOlder: boolean) => (isOlder ? 'older record' : 'record')
const listed = (chips: readonly Chip[]) => chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')
export const noMatch = (chips: readonly Chip[], isOlder: boolean) => `No ${record(isOlder)} matches ${listed(chips)}.`
export const noMatchSoFar = (chips: readonly Chip[], isOlder: boolean) =>
  `No ${record(isOlder)} matches ${listed(chips)} so far: the server looks at some of its file at a time, and “Older” goes on.`
