/** One connection as a directory keeps it, in the browser and on the server: no more than its lists draw and search. */
import { type ConnectionRow, userIdOf, vehicleIdOf } from './connections'
import { parseInstant } from './instant'

export interface DirectoryRow {
  id: string
  userId: string | undefined
  externalId: string | undefined
  vehicleId: string | undefined
  make: string | undefined
  model: string | undefined
  year: number | undefined
  powertrainType: string | undefined
  mode: string
  /** Milliseconds since the epoch; 0 where unknown. */
  changedAt: number
  /** The same; undefined where it is unknown, or was kept before this was. */
  createdAt?: number | undefined
  permissions: readonly string[]
}

export function directoryRow(row: ConnectionRow): DirectoryRow {
  const { attributes, meta } = row
  const { vehicle, user } = attributes ?? {}
  return {
    id: row.id,
    userId: userIdOf(row),
    externalId: user?.externalId ?? undefined,
    vehicleId: vehicleIdOf(row),
    make: vehicle?.make ?? undefined,
    model: vehicle?.model ?? undefined,
    year: vehicle?.year ?? undefined,
    powertrainType: vehicle?.powertrainType ?? undefined,
    mode: vehicle?.mode ?? 'unknown',
    changedAt: parseInstant(meta?.updatedAt ?? meta?.createdAt) ?? 0,
    createdAt: parseInstant(meta?.createdAt),
    permissions: attributes?.permissions ?? [],
  }
}
