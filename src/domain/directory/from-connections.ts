/** Users and vehicles as they follow from connections that the API has just returned, in the directory's own form. */
import type { ConnectionRow } from '../../api/connections'
import { type DirectoryRow, directoryRow } from '../../api/directory-row'
import type { Search } from '../../api/search'
import { LAST_TIME } from '../../api/stored-time'
import type { TeamUser, TeamVehicle } from '../../api/team'
import { carOf } from '../connections/connection-names'

export interface Derived<T> {
  sent: T
  /** Lower-case text that a search goes through: what is the thing's own, and what is connected to it. */
  text: string
}

/** As many as the server names of a user. */
const MOST_CARS = 5

const distinct = <T>(values: readonly (T | undefined)[]): T[] => [...new Set(values.flatMap((one) => one ?? []))]
const isSimulated = ({ mode }: { mode: string }) => mode === 'simulated'
function latestOf(rows: readonly DirectoryRow[]): string | null {
  const latest = Math.max(0, ...rows.map(({ changedAt }) => changedAt))
  return latest > 0 && latest <= LAST_TIME ? new Date(latest).toISOString() : null
}
const textOf = (rows: readonly DirectoryRow[]): string =>
  distinct(
    rows.flatMap(({ userId, externalId, vehicleId, make, model, year }) => [
      ...[userId, externalId, vehicleId, make, model],
      year === undefined ? undefined : String(year),
    ]),
  )
    .join(' ')
    .toLowerCase()

/** Groups rows by an ID, each connection once, each group in the order of its first row. */
function groupsOf(rows: readonly ConnectionRow[], getId: (row: DirectoryRow) => string | undefined) {
  const groups = new Map<string, [DirectoryRow, ...DirectoryRow[]]>()
  for (const row of new Map(rows.map((one) => [one.id, directoryRow(one)])).values()) {
    const id = getId(row)
    if (id === undefined) continue
    const group = groups.get(id)
    if (group) group.push(row)
    else groups.set(id, [row])
  }
  return [...groups]
}

export const usersIn = (rows: readonly ConnectionRow[]): Derived<TeamUser>[] =>
  groupsOf(rows, ({ userId }) => userId).map(([id, group]) => {
    const simulated = group.filter(isSimulated).length
    const cars = distinct(group.map((row) => carOf(row) || undefined))
    return {
      sent: {
        id,
        externalId: group.find(({ externalId }) => externalId !== undefined)?.externalId ?? null,
        live: group.length - simulated,
        simulated,
        vehicles: distinct(group.map(({ vehicleId }) => vehicleId)).length,
        cars: cars.slice(0, MOST_CARS),
        changedAt: latestOf(group),
      },
      text: textOf(group),
    }
  })

export const vehiclesIn = (rows: readonly ConnectionRow[]): Derived<TeamVehicle>[] =>
  groupsOf(rows, ({ vehicleId }) => vehicleId).map(([id, group]) => {
    const [first] = group
    const owner = group.find(({ userId }) => userId !== undefined)
    return {
      sent: {
        id,
        make: first.make ?? null,
        model: first.model ?? null,
        year: first.year ?? null,
        powertrainType: first.powertrainType ?? null,
        mode: first.mode,
        connections: group.length,
        users: distinct(group.map(({ userId }) => userId)).length,
        userId: owner?.userId ?? null,
        externalId: owner?.externalId ?? null,
        changedAt: latestOf(group),
      },
      text: textOf(group),
    }
  })

/** The filters of the list but the search: a user has none of them. */
export function isInFilters(sent: TeamUser | TeamVehicle, { mode, make }: Search): boolean {
  if (!('make' in sent)) return true
  // Any mode but simulated counts as live.
  if (mode !== undefined && isSimulated(sent) !== (mode === 'simulated')) return false
  return make === undefined || sent.make?.toLowerCase() === String(make).toLowerCase()
}

/** True if all words of the search are found, in any order, and the filters fit. */
export function isFound({ sent, text }: Derived<TeamUser | TeamVehicle>, search: Search): boolean {
  const words = String(search.q ?? '')
    .toLowerCase()
    .split(/\s+/)
  return words.every((word) => text.includes(word)) && isInFilters(sent, search)
}
