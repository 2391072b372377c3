/** Users and vehicles as rows of a file: what the connections that were read tell of each. */

import type { Row } from '../../lists/export/writer'
import type { ListPage } from '../../lists/load-pages'
import { type FileColumns, toRow } from '../../lists/service-list/list-file'
import { type Directory, isWhole } from './directory-state'
import { type ConnectionEntry, presentOf, type UserEntry, type VehicleEntry } from './entries'
import * as texts from './texts'

const isoOf = (connections: readonly ConnectionEntry[]): string | undefined => {
  const at = Math.max(0, ...connections.map(({ changedAt }) => changedAt))
  return at === 0 ? undefined : new Date(at).toISOString()
}
const distinct = (values: readonly (string | undefined)[]): string[] => [...new Set(values.flatMap((one) => one ?? []))]
const countOf = (entry: UserEntry, isSimulated: boolean) =>
  presentOf(entry).filter(({ mode }) => (mode === 'simulated') === isSimulated).length

export const userColumns: FileColumns<UserEntry> = {
  userId: ({ id }) => id,
  externalId: ({ externalId }) => externalId,
  connections: (user) => presentOf(user).length,
  live: (user) => countOf(user, false),
  simulated: (user) => countOf(user, true),
  vehicleIds: (user) => distinct(presentOf(user).map(({ vehicle }) => vehicle?.id)).join(' '),
  lastChange: (user) => isoOf(presentOf(user)),
}

export const vehicleColumns: FileColumns<VehicleEntry> = {
  vehicleId: ({ id }) => id,
  make: ({ make }) => make,
  model: ({ model }) => model,
  year: ({ year }) => year,
  powertrainType: ({ powertrainType }) => powertrainType,
  mode: ({ mode }) => mode,
  userIds: (vehicle) => distinct(presentOf(vehicle).map(({ user }) => user?.id)).join(' '),
  externalIds: (vehicle) => distinct(presentOf(vehicle).map(({ user }) => user?.externalId)).join(' '),
  connections: (vehicle) => presentOf(vehicle).length,
  lastChange: (vehicle) => isoOf(presentOf(vehicle)),
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
function rawOf(entry: UserEntry | VehicleEntry) {
  const { text: _, connections: __, ...own } = entry
  return { ...own, connections: presentOf(entry).map(connectionOf) }
}

export const userRow = (row: UserEntry): Row => toRow(userColumns, ({ id }: UserEntry) => id)({ row, raw: rawOf(row) })
export const vehicleRow = (row: VehicleEntry): Row =>
  toRow(vehicleColumns, ({ id }: VehicleEntry) => id)({ row, raw: rawOf(row) })

/** Entries that are written at a time. */
const AT_A_TIME = 500

/** The pages of what is in memory: no request is sent. */
export const localPages =
  <T>(all: readonly T[], asRow: (entry: T) => Row) =>
  async (page: number): Promise<ListPage<Row>> => {
    await new Promise((resolve) => setTimeout(resolve)) // what is typed meanwhile comes first
    const end = page * AT_A_TIME
    return { rows: all.slice(end - AT_A_TIME, end).map(asRow), total: all.length, isLast: end >= all.length }
  }

/** What a file of a derived list says of where it comes from. */
export const sourceOf = (directory: Directory): Record<string, string> => {
  const { entries, total } = directory
  return {
    derivedFrom: texts.derivedFrom(entries.connections.size, total),
    whole: isWhole(directory) ? texts.isWhole : texts.notWhole,
  }
}
