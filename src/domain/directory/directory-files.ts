/** Users and vehicles as rows of a file: what the connections that were read tell of each. */

import type { FileColumns } from '../../api/file-columns'
import type { Row } from '../../lists/export/save-rows'
import { toRow } from '../../lists/service-list/list-file'
import { type Directory, isWhole } from './directory-state'
import { type ConnectionEntry, presentOf } from './entries'
import {
  isEntry,
  type UserSource,
  type UserSummary,
  userSummary,
  type VehicleSource,
  type VehicleSummary,
  vehicleSummary,
} from './summaries'
import * as texts from './texts'

const isoOf = (changedAt: number): string | undefined =>
  changedAt === 0 ? undefined : new Date(changedAt).toISOString()
const distinct = (values: readonly (string | undefined)[]): string =>
  [...new Set(values.flatMap((one) => one ?? []))].join(' ')
const presentIn = (source: UserSource | VehicleSource): readonly ConnectionEntry[] =>
  isEntry(source) ? presentOf(source) : []

/** All that is known of a user; of whom the team's directory knows, their vehicles by number and name alone. */
const userFields: FileColumns<{ of: UserSource; summary: UserSummary }> = {
  userId: ({ of }) => of.id,
  externalId: ({ of }) => of.externalId,
  connections: ({ summary: { live, simulated } }) => live + simulated,
  live: ({ summary }) => summary.live,
  simulated: ({ summary }) => summary.simulated,
  vehicleIds: ({ of }) => distinct(presentIn(of).map(({ vehicle }) => vehicle?.id)),
  vehicles: ({ summary }) => summary.vehicles,
  cars: ({ summary }) => summary.cars.join(', '),
  lastChange: ({ summary }) => isoOf(summary.changedAt),
}

/** The same of a vehicle: of more than one user the team's directory names the first. */
const vehicleFields: FileColumns<{ of: VehicleSource; summary: VehicleSummary }> = {
  vehicleId: ({ of }) => of.id,
  make: ({ of }) => of.make,
  model: ({ of }) => of.model,
  year: ({ of }) => of.year,
  powertrainType: ({ of }) => of.powertrainType,
  mode: ({ of }) => of.mode,
  userIds: ({ of }) => distinct(presentIn(of).map(({ user }) => user?.id)),
  externalIds: ({ of }) => distinct(presentIn(of).map(({ user }) => user?.externalId)),
  users: ({ summary }) => summary.users,
  userId: ({ summary }) => summary.user?.id,
  externalId: ({ summary }) => summary.user?.externalId,
  connections: ({ summary }) => summary.connections,
  lastChange: ({ summary }) => isoOf(summary.changedAt),
}

const without = (fields: object, left: readonly string[]) => Object.keys(fields).filter((name) => !left.includes(name))
/** What stands in a file: of what this tab has loaded, and of what the team's directory knows. */
export const userColumns = {
  own: without(userFields, ['vehicles', 'cars']),
  team: without(userFields, ['vehicleIds']),
} as const
export const vehicleColumns = {
  own: without(vehicleFields, ['users', 'userId', 'externalId']),
  team: without(vehicleFields, ['userIds', 'externalIds']),
} as const
/** For selected rows of both kinds: looked at with every change of a selection, and never copied. */
export function columnsFor(
  columns: { own: readonly string[]; team: readonly string[] },
  selected: ReadonlyMap<string, { entry: UserSource | VehicleSource }>,
): readonly string[] {
  for (const { entry } of selected.values()) if (!isEntry(entry)) return columns.team
  return columns.own
}

const connectionOf = ({ id, user, vehicle, mode, permissions, changedAt }: ConnectionEntry) => ({
  id,
  userId: user?.id,
  vehicleId: vehicle?.id,
  mode,
  permissions,
  changedAt: changedAt === 0 ? undefined : new Date(changedAt).toISOString(),
})

/** Nothing was sent that way: the JSON of an entry is what was kept of its connections. */
function rawOf(source: UserSource | VehicleSource) {
  if (!isEntry(source)) return source.sent
  const { text: _, connections: __, ...own } = source
  return { ...own, connections: presentOf(source).map(connectionOf) }
}

export const userRow = (of: UserSource): Row => rowOf(userFields, of, userSummary(of))
export const vehicleRow = (of: VehicleSource): Row => rowOf(vehicleFields, of, vehicleSummary(of))

const rowOf = <S extends UserSource | VehicleSource, M>(
  fields: FileColumns<{ of: S; summary: M }>,
  of: S,
  summary: M,
): Row => toRow(fields)({ row: { of, summary }, raw: rawOf(of) })

/** What a file of a derived list says of where it comes from. */
export const sourceOf = (directory: Directory): Record<string, string> => {
  const { entries, total } = directory
  return {
    derivedFrom: texts.derivedFrom(entries.connections.size, total),
    whole: isWhole(directory) ? texts.isWhole : texts.notWhole,
  }
}
