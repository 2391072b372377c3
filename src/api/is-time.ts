/** Whether a cell of a table is a time: apart from what writes files, for pages draw by it. */
import { isInstant } from './instant'

const TIME_NAME = /^(at|time|timestamp|date)$|[a-z](At|Time|Timestamp|Date)$|_(at|time|timestamp|date)$/
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A time by its form, or by the name of its column: epoch milliseconds, 0 for unknown. */
export const isTime = (name: string, value: unknown): boolean =>
  (typeof value === 'string' && ISO.test(value)) ||
  (typeof value === 'number' && TIME_NAME.test(name) && (value === 0 || (value > 1e11 && isInstant(value))))
