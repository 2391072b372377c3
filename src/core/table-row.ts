/** A row of a table whose columns follow from what came: any names, any values. */
export { isTime } from '../api/is-time'

export type TableRow = Readonly<Record<string, unknown>>

/** What a record holds under a name of another one: its own, never what every object has, such as `constructor`. */
export const valueIn = (record: TableRow, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined
