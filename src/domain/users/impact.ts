/**
 * What goes with a user (interface 4.2: all connections and other data of the user are purged): counted before the
 * removal is sent, and said where it could not be.
 */
import type { QueryClient } from '@tanstack/react-query'
import { type ConnectionRow, vehicleIdOf } from '../../api/connections'
import { formatCount, plural } from '../../ui/format'
import { carOf } from '../connections/connection-names'
import { matchesFilters } from '../connections/filter-check'
import type { ListedMode, Related } from '../connections/related'
import { totalOf } from '../connections/totals'
import type { HistoryEntry } from '../subscriptions/history-entries'

const liveText = (count: number | undefined) =>
  count === undefined ? 'live ones could not be counted' : `${formatCount(count)} live`
const simulatedText = (count: number | undefined) =>
  count === undefined ? 'simulated ones could not be counted' : `${formatCount(count)} simulated`
const atLeast = (count: number, live: string, simulated: string) =>
  `At least ${plural(count, 'connection')}: ${live}, ${simulated}.`
const exact = (count: number, live: string, simulated: string) =>
  `${plural(count, 'connection')}, exact: ${live}, ${simulated}.`
const moreRead = (read: number, counted: number, live: string, simulated: string) =>
  `${plural(read, 'connection')} loaded, but the API counts ${formatCount(counted)}: ${live}, ${simulated}.`

const earlier = (count: number, isLeast: boolean, live: string, simulated: string) =>
  `${isLeast ? 'At least ' : ''}${plural(count, 'connection')} (${live}, ${simulated})`

// The file that is saved before a removal
const removalOfUser = 'Removal of a user'
const unknownSubscriptions = 'subscriptions that are not in the history'
const otherData = 'all other data of the user'

export interface OwnedVehicle {
  id: string
  car: string
  /** How many of the user's connections lead to it. */
  own: number
  mode: ListedMode
}

/** The vehicles among a user's connections, each once. */
export function vehiclesOf(rows: readonly ConnectionRow[]): OwnedVehicle[] {
  const vehicles = new Map<string, OwnedVehicle>()
  for (const row of rows) {
    const id = vehicleIdOf(row)
    if (id === undefined) continue
    const known = vehicles.get(id)
    const { vehicle } = row.attributes ?? {}
    // Any mode but simulated counts as live.
    if (known) known.own += 1
    else
      vehicles.set(id, { id, car: carOf(vehicle), own: 1, mode: vehicle?.mode === 'simulated' ? 'simulated' : 'live' })
  }
  return [...vehicles.values()]
}

/** Permissions that are lost, with the number of connections that grant each. */
export function permissionsOf(rows: readonly ConnectionRow[]): [permission: string, connections: number][] {
  const counts = new Map<string, number>()
  for (const { attributes } of rows)
    for (const permission of new Set(attributes?.permissions ?? []))
      counts.set(permission, (counts.get(permission) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b))
}

/** How many other connections a vehicle has; `unknown` where the service did not say. */
export type Others = number | 'unknown' | 'asking'

/** How many connections a vehicle has beside the user's own: a page of one row tells. Asked anew each time. */
export async function othersOf(client: QueryClient, { id, own, mode }: OwnedVehicle): Promise<number | 'unknown'> {
  try {
    const filters = { 'filter[vehicleId]': id, 'filter[vehicle.mode]': mode }
    const { value } = await client.fetchQuery({ ...totalOf(undefined, filters), staleTime: 0 })
    const total = value.meta?.totalCount
    const isOfOthers = value.data?.some((row) => !matchesFilters(row, filters))
    return typeof total === 'number' && !isOfOthers ? Math.max(0, total - own) : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The same without a claim: of a count that may not be so any more. */
export function earlierInWords({ total, counts: { live, simulated }, rows }: Related): string {
  const modes = [liveText(live.total), simulatedText(simulated.total)] as const
  return earlier(total ?? rows.length, total === undefined, ...modes)
}

/** The count in one sentence; "exact" only where both modes were counted. */
export function countsInWords({ total, counts, rows, isComplete }: Related): string {
  const { live, simulated } = counts
  const modes = [liveText(live.total), simulatedText(simulated.total)] as const
  if (total === undefined) return atLeast(Math.max(rows.length, (live.total ?? 0) + (simulated.total ?? 0)), ...modes)
  return isComplete || total >= rows.length ? exact(total, ...modes) : moreRead(rows.length, total, ...modes)
}

/** The same of counts alone; undefined for one that could not be counted. */
export function countsOfModes(live: number | undefined, simulated: number | undefined): string {
  const modes = [liveText(live), simulatedText(simulated)] as const
  const sum = (live ?? 0) + (simulated ?? 0)
  return live === undefined || simulated === undefined ? atLeast(sum, ...modes) : exact(sum, ...modes)
}

/** What is saved before a removal that cannot be undone. */
export function manifestOf(
  userId: string,
  related: Related | undefined,
  others: ReadonlyMap<string, Others>,
  service: string,
  /** The user's subscriptions in the history; the API lists none. */
  subscriptions: readonly HistoryEntry[],
  /** True where they could not be counted again. */
  isOutdated = false,
): unknown {
  const rows = related?.rows ?? []
  return {
    what: removalOfUser,
    operation: `DELETE /v3/users/${userId}`,
    service,
    writtenAt: new Date().toISOString(),
    user: {
      id: userId,
      externalIds: [...new Set(rows.flatMap(({ attributes }) => attributes?.user?.externalId ?? []))],
    },
    counts: {
      live: related?.counts.live.total ?? null,
      simulated: related?.counts.simulated.total ?? null,
      isExact: related?.total !== undefined && !isOutdated,
      countedAt: related ? new Date(related.receivedAt).toISOString() : null,
    },
    connections: rows,
    holdsAllConnections: related?.isComplete ?? false,
    vehicles: vehiclesOf(rows).map(({ id, car, own }) => {
      const count = others.get(id)
      return { id, car, connectionsOfThisUser: own, otherConnections: typeof count === 'number' ? count : null }
    }),
    permissions: Object.fromEntries(permissionsOf(rows)),
    subscriptionsInHistory: subscriptions.map(({ key: _, ...entry }) => entry),
    notCounted: [unknownSubscriptions, otherData],
  }
}
