/** Which of a vehicle's connections grant a permission. It warns and never disables: the token's connection is not known. */
import type { ConnectionRow } from '../../api/connections'

export interface Grant {
  /** `some`: a connection grants it, another does not. `unknown`: no connection was read, or none says what it grants. */
  state: 'granted' | 'some' | 'missing' | 'unknown'
  granting: readonly ConnectionRow[]
  lacking: readonly ConnectionRow[]
}

/** @param permission e.g. `read_battery` (section 4.1) */
export function grantOf(rows: readonly ConnectionRow[], permission: string): Grant {
  const telling = rows.filter(({ attributes }) => attributes?.permissions)
  const granting = telling.filter(({ attributes }) => attributes?.permissions?.includes(permission))
  const lacking = telling.filter((row) => !granting.includes(row))
  const state =
    telling.length === 0 ? 'unknown' : granting.length === 0 ? 'missing' : lacking.length === 0 ? 'granted' : 'some'
  return { state, granting, lacking }
}
