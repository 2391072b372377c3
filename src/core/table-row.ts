/** A row of a table whose columns follow from what came: any names, any values. */
import { isInstant } from '../ui/format'

export type TableRow = Readonly<Record<string, unknown>>

/** What a record holds under a name of another one: its own, never what every object has, such as `constructor`. */
export const valueIn = (record: TableRow, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

const TIME_NAME = /^(at|time|timestamp|date)$|[a-z](At|Time|Timestamp|Date)$|_(at|time|timestamp|date)$/
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A time by its form, or by the name of its column: epoch milliseconds, 0 for unknown. */
export const isTime = (name: string, value: unknown): boolean =>
  (typeof value === 'string' && ISO.test(value)) ||
  (typeof value === 'number' && TIME_NAME.test(name) && (value === 0 || (value > 1e11 && isInstant(value))))
