/** The columns of a file of connections: apart, for the list alone needs them. */
import { type ConnectionRow, userIdOf, vehicleIdOf } from './connections'
import type { FileColumns } from './file-columns'

export const connectionColumns: FileColumns<ConnectionRow> = {
  id: ({ id }) => id,
  userId: userIdOf,
  externalId: ({ attributes }) => attributes?.user?.externalId,
  vehicleId: vehicleIdOf,
  make: ({ attributes }) => attributes?.vehicle?.make,
  model: ({ attributes }) => attributes?.vehicle?.model,
  year: ({ attributes }) => attributes?.vehicle?.year,
  mode: ({ attributes }) => attributes?.vehicle?.mode,
  powertrainType: ({ attributes }) => attributes?.vehicle?.powertrainType,
  permissions: ({ attributes }) => attributes?.permissions?.join(' '),
  createdAt: ({ meta }) => meta?.createdAt,
  updatedAt: ({ meta }) => meta?.updatedAt,
}
