/** The same failure of several items is one: what it is said by, and which paths it is of. */
import { explain } from '../../../api/errors'
import { grouped } from '../../../ui/grouped'
import type { RunRow } from './runs'

/** What tells one failure from another: everything said of it but the request it happened to. */
const keyOf = ({ error, status }: RunRow): string => JSON.stringify({ ...explain(error), status, requestId: undefined })

/** The failures that more than one item had, each with its items, in their order. */
export function sharedFailures(rows: readonly RunRow[]): (readonly [RunRow, ...RunRow[]])[] {
  const groups = grouped(
    rows.filter(({ error }) => error !== undefined),
    keyOf,
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? [[first, ...others] as const] : [],
  )
}
