/** What is kept of a selected connection: what an action needs, and no more. */
import { type ConnectionRow, userIdOf, vehicleIdOf } from '../../api/connections'
import { onAccountEnd } from '../../core/account'
import type { SentRow } from '../../lists/service-list/list-file'

export interface SelectedConnection {
  userId: string | undefined
  vehicleId: string | undefined
  mode: string | undefined
  permissions: readonly string[] | undefined
  /** The whole row, for a file: of the first ones only. */
  sent: SentRow<ConnectionRow> | undefined
}

/** Connections share few sets of permissions: one copy of each. */
const sets = new Map<string, readonly string[]>()
onAccountEnd(() => sets.clear())
function shared(permissions: readonly string[]): readonly string[] {
  const key = permissions.join(' ')
  const known = sets.get(key)
  if (known) return known
  if (sets.size < 5000) sets.set(key, permissions)
  return permissions
}

export function selectable(sent: SentRow<ConnectionRow>, isWhole = true): readonly [id: string, SelectedConnection] {
  const { row } = sent
  const { vehicle, permissions } = row.attributes ?? {}
  return [
    row.id,
    {
      userId: userIdOf(row),
      vehicleId: vehicleIdOf(row),
      mode: vehicle?.mode ?? undefined,
      permissions: permissions ? shared(permissions) : undefined,
      sent: isWhole ? sent : undefined,
    },
  ]
}
