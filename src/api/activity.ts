/** What server and console agree on about the record of changes and vehicle reads (`GET /activity.json`, `/activity`). */
import type { ConsoleConfig, OperatorInfo } from './config'
import { isEnough } from './roles'

/** Records per page. */
export const DEFAULT_RECORDS = 50
export const MOST_RECORDS = 200

export const activityKinds = ['change', 'read'] as const
export const activityOutcomes = ['success', 'failure', 'unknown'] as const

/**
 * True for an ISO date, which is its midnight in UTC, and for an ISO time with its zone: without one it would be another
 * moment here than there.
 */
export const isIsoTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * True where the server would show its record to this operator, as far as the page knows; the server decides.
 * @param operator absent or null where nobody is known to be signed in
 */
export const maySeeActivity = (
  { hasActivity, signIn }: Pick<ConsoleConfig, 'hasActivity' | 'signIn'>,
  operator: OperatorInfo | null | undefined,
): boolean => hasActivity && (signIn === 'none' || (!!operator?.role && isEnough(operator.role, 'operator')))
