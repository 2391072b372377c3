/** One connection as a directory keeps it, in the browser and on the server: no more than its lists draw and search. */
import { type ConnectionRow, userIdOf, vehicleIdOf } from './connections'

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
    changedAt: instantOf(meta?.updatedAt ?? meta?.createdAt) ?? 0,
    createdAt: instantOf(meta?.createdAt),
    permissions: attributes?.permissions ?? [],
  }
}

/** As times are drawn: digits are epoch milliseconds, 0 and what no date can hold are unknown. */
function instantOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  return Math.abs(at) <= 8.64e15 && at !== 0 ? at : undefined
}
