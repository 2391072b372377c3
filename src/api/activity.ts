/** What server and console agree on about the record of changes and vehicle reads (`GET /activity.json`, `/activity`). */
import type { ConsoleConfig, OperatorInfo } from './config'
import { isEnough } from './roles'
import { isStoredTime } from './stored-time'

/** Records per page. */
export const DEFAULT_RECORDS = 50
export const MOST_RECORDS = 200

/** `team`: what an operator did to what the team shares, named by `teamEvents`. */
export const activityKinds = ['change', 'read', 'team'] as const
export const activityOutcomes = ['success', 'failure', 'unknown'] as const

/** A change, a vehicle read or an action on what the team shares, with its outcome. */
export interface ActivityRecord {
  /** The server's own id of the request. */
  id: string
  kind: (typeof activityKinds)[number]
  /** When it began, ISO 8601 in UTC. */
  time: string
  operation: string
  host: string
  parameters: Record<string, string>
  operator?: string | undefined
  subject?: string | undefined
  client?: string | undefined
  /** What a vehicle read counts against the vehicle's limit. */
  requests?: number | undefined
  /** `unknown` where no answer came, or none is written down; `not sent` where the change never left the server. */
  status: number | 'unknown' | 'not sent'
  durationMs?: number | undefined
  /** The provider's own id of the request. */
  requestId?: string | undefined
  reason?: string | undefined
}

/** What a record must have, all of it. */
export interface ActivityFilters {
  kind?: ActivityRecord['kind'] | undefined
  operation?: string | undefined
  operator?: string | undefined
  host?: string | undefined
  /** The provider's status. */
  status?: number | undefined
  outcome?: (typeof activityOutcomes)[number] | undefined
  /** Dates as `Date.parse` reads them; what began then or later, and before then. */
  since?: string | undefined
  until?: string | undefined
  /** Found in operator, their id, operation, parameters, request id, address or id, whatever its case. */
  text?: string | undefined
}

/** Where a page comes from: this server’s file, or the store that holds all that the team’s servers have written. */
export interface ActivitySource {
  kind: 'file' | 'store'
  /** When the oldest record of it began, ISO 8601 in UTC; null where there is none. */
  since: string | null
  /** Faults of the record's files, for people. */
  problem?: string | undefined
  /** True if only records of the account that this browser uses are shown. */
  isOfAccount?: boolean | undefined
  /** Of the store: for how many days it keeps them. */
  keptDays?: number | undefined
  /** Of the store: how many match. */
  count?: { value: number; isExact: boolean } | undefined
  /** Of the store: lines of the files that could not be read. */
  unread?: number | undefined
}

/**
 * Cursor of a page: a position in the server's file, or, from the team's store, a time and a key. Sealed for browsers that
 * see a part of the file only: a place tells how much the others did.
 */
export const isRecordCursor = (text: string): boolean => /^(\d{1,16}|\d{1,14}-\d{1,16}|~[\w.-]{1,400})$/.test(text)
/** An HTTP status. */
export const isStatus = (text: string): boolean => /^[1-9]\d\d$/.test(text)

/**
 * True for an ISO date, which is its midnight in UTC, and for an ISO time with its zone: without one it would be another
 * moment here than there.
 */
export const isIsoTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && isStoredTime(text)

/**
 * True where the server would show its record to this operator, as far as the page knows; the server decides.
 * @param operator absent or null where nobody is known to be signed in
 */
export const maySeeActivity = (
  { signIn }: Pick<ConsoleConfig, 'signIn'>,
  operator: OperatorInfo | null | undefined,
): boolean => signIn === 'none' || (!!operator?.role && isEnough(operator.role, 'operator'))
