/** Connections and users of the sandbox (interface 4.2). */

import { connectionFilters } from '../api/connections'
import { SandboxError } from './errors'
import { failForId } from './faults'
import { type Given, isMatch, readFilters } from './filters'
import type { Handlers } from './handlers'
import { envelope, ordered, readPage } from './paging'
import { LINGERING_READS_OF_USER, type World } from './world'

/** The row of a connection that is still there. @throws SandboxError 404 */
function rowOf({ fleet, isGone }: World, connectionId: string): number {
  const [row] = fleet.find('id', connectionId)
  if (row === undefined || isGone(row)) throw new SandboxError(404, 'No connection has this ID.')
  return row
}

/** Every row that the filters leave, in order; all of them together (4.2). */
function rowsFor(world: World, filters: Given<typeof connectionFilters>): readonly number[] {
  const { fleet, isGone } = world
  // The fleet computes these back to its rows; any other filter is matched row by row.
  const {
    'filter[userId]': userId,
    'filter[vehicleId]': vehicleId,
    'filter[user.externalId]': externalId,
    'filter[vehicle.mode]': mode,
    ...more
  } = filters
  const [narrowest, ...others] = Object.entries({ userId, vehicleId, externalId })
    .flatMap(([key, value]) => (value === undefined ? [] : [fleet.find(key as 'userId', value)])) // one of the three
    .sort((a, b) => a.length - b.length)
  const base = narrowest ?? fleet.find('mode', mode ?? 'any')
  const isFiltered = Object.keys(more).length > 0
  if (!narrowest && !isFiltered && world.isWhole) return base
  const sets = others.map((rows) => new Set(rows))
  return base.filter(
    (row) =>
      !isGone(row) &&
      sets.every((set) => set.has(row)) &&
      (!narrowest || mode === undefined || fleet.isSimulated(row) === (mode === 'simulated')) && // base has the mode
      (!isFiltered || isMatch(fleet.body(row), connectionFilters, more, {})),
  )
}

/** What `sandbox-rough-list` and `sandbox-no-simulated` make of a list. Pages of one row, which only count, go through. */
function failRoughly({ faults, lists }: World, mode: string | undefined, page: { number: number; size: number }): void {
  if (faults.noSimulated && mode === 'simulated') throw new SandboxError(500)
  if (!faults.roughList || page.size === 1) return
  lists.asked += 1
  if (lists.asked % 30 === 0) throw new SandboxError(429)
  if (page.number === 4 && lists.page4Failed < 2) {
    lists.page4Failed += 1
    throw new SandboxError(500)
  }
}

export const connectionHandlers: Handlers['connections'] = {
  list({ query, dialect, world }) {
    const { faults, fleet } = world
    const filters = readFilters(connectionFilters, { query, dialect })
    if (faults.liveOnly) filters['filter[vehicle.mode]'] ??= 'live'
    const page = readPage({ query, dialect }, 'connections', faults.maxPageSize)
    failRoughly(world, filters['filter[vehicle.mode]'], page)
    world.sawRead()
    const rows = rowsFor(world, filters)
    const shown = rows.slice((page.number - 1) * page.size, page.number * page.size)
    if (faults.moving) world.remove(rows.slice(-1))
    if (faults.roughList && page.size > 1) world.remove(rows.slice(0, 1))
    return ordered(envelope(shown.map(fleet.body), rows.length, page, '/v3/connections'))
  },
  read({ params: { connectionId }, world }) {
    failForId(connectionId)
    world.sawRead()
    return { data: world.fleet.body(rowOf(world, connectionId)) }
  },
  remove({ params: { connectionId }, world }) {
    failForId(connectionId)
    world.remove([rowOf(world, connectionId)])
    return undefined
  },
}

export const userHandlers: Handlers['users'] = {
  /** Section 4.2: all connections and other data of the user are purged. */
  remove({ params: { userId }, world }) {
    failForId(userId)
    const rows = world.fleet.find('userId', userId).filter((row) => !world.isGone(row))
    if (rows.length === 0) throw new SandboxError(404, 'No user has this ID.')
    world.remove(rows, LINGERING_READS_OF_USER)
    return undefined
  },
}
