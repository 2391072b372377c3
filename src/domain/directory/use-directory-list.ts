/**
 * Rows of `/users` and `/vehicles`: from the server's directory, or from the newest connections while that has nothing,
 * responds late or can't be read. Until the directory is complete, the API's own filters are requested for what looks like an ID.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ConnectionRow } from '../../api/connections'
import { pagingOf } from '../../api/json-api'
import type { Search } from '../../api/search'
import type { TeamUser, TeamVehicle } from '../../api/team'
import { useConfig } from '../../core/config'
import { pageOf, type Reach, shownOf } from '../../lists/own-pages'
import { MOST_WALKED } from './directory-pages'
import { type DirectoryQuery, isEmpty, newestConnections, useDirectory, useDirectoryRows } from './directory-queries'
import type { DirectoryListName } from './directory-rows'
import { type Derived, isFound, isInFilters, usersIn, vehiclesIn } from './from-connections'
import { type Lookup, useLookup } from './lookup'

export interface RowsOf {
  users: TeamUser
  vehicles: TeamVehicle
}
type Sent = TeamUser | TeamVehicle

export interface DirectoryList<L extends DirectoryListName> {
  list: L
  search: Search
  directory: DirectoryQuery
  /** True if the rows are from the newest connections, not from the directory. */
  isNewest: boolean
  /** Connections that the API counts, and how many of them the newest page has; undefined if none were requested. */
  newest: { read: number; total: number | undefined } | undefined
  /** Why neither source has rows. */
  error: unknown
  /** Why the directory can't be read. */
  away: unknown
  retry: () => void
  /** Undefined until they are there. */
  rows: readonly RowsOf[L][] | undefined
  /** True if every connection of this user, or vehicle, is counted in its row. */
  isWhole: (id: string) => boolean
  /** True if the list is all there is: nothing that matches can be missing. */
  isComplete: boolean
  /** How many match, as far as it is known. */
  count: { value: number; isExact: boolean } | undefined
  isTooFar: boolean
  isBusy: boolean
  reach: Reach | undefined
  makes: readonly string[]
  lookup: Lookup
  /** Rows that the API's filters found. */
  lookupCount: number
}

/** How long the rows wait for a directory that has not responded, in ms. A server that opens its store says so at once. */
const LATE_MS = 1_000

/**
 * True while the first rows are missing because the directory responds late.
 * @param hasRows true once they are there, or are known to be none
 */
function useIsLate(hasRows: boolean, { state }: Pick<DirectoryQuery, 'state'>): boolean {
  const { store } = useConfig()
  const [isLate, setIsLate] = useState(store.isOpening === true && state === undefined)
  const isUnknown = state === undefined && !hasRows
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isUnknown])
  useEffect(() => {
    if (hasRows) setIsLate(false)
  }, [hasRows])
  return isLate && !hasRows
}

const derive = (list: DirectoryListName, rows: readonly ConnectionRow[]): Derived<Sent>[] =>
  list === 'users' ? usersIn(rows) : vehiclesIn(rows)

export function useDirectoryList<L extends DirectoryListName>(list: L, search: Search): DirectoryList<L> {
  const at = pageOf(search)
  const directory = useDirectory()
  const { state } = directory
  const listed = useDirectoryRows(list, search, at, directory)
  // No rows say nothing until it is known whether the directory has any.
  const isUnsure = state === undefined && listed.page?.piece?.rows.length === 0
  const away = directory.error ?? listed.error
  const hasNothing = state !== undefined && isEmpty(state)
  const isLate = useIsLate((listed.page !== undefined && !isUnsure) || away !== undefined || hasNothing, directory)
  const isNewest = away !== undefined || hasNothing || isLate
  const isDirectoryComplete = !isNewest && state !== undefined && state.asOf !== null

  const newest = useQuery({ ...newestConnections, enabled: isNewest })
  const page = newest.data
  const read = page?.value.data ?? undefined
  const total = page && pagingOf(page.value).totalCount
  const isNewestAll = read !== undefined && total !== undefined && read.length >= total
  const derived = useMemo(() => (read ? derive(list, read) : []), [list, read])

  // A complete directory finds IDs itself.
  const mayLookUp = isNewest || state?.asOf === null
  const lookup = useLookup(mayLookUp ? String(search.q ?? '') : '', list)
  const found = useMemo(
    () =>
      derive(list, lookup.rows)
        .map(({ sent }) => sent)
        .filter((sent) => isInFilters(sent, search)),
    [list, lookup.rows, search],
  )

  const { page: directoryPage, count: listedCount } = isUnsure ? {} : listed
  const sent = directoryPage?.piece?.rows
  const result = useMemo(() => {
    const ids = new Set(found.map(({ id }) => id))
    const isNew = ({ id }: Sent) => !ids.has(id)
    if (isNewest) {
      const matching = [
        ...found,
        ...derived
          .filter((one) => isFound(one, search))
          .map((one) => one.sent)
          .filter(isNew),
      ]
      const isThere = read !== undefined || found.length > 0
      return { rows: isThere ? shownOf(matching, search) : undefined, total: isThere ? matching.length : undefined }
    }
    const fromDirectory: readonly Sent[] = sent ?? []
    const added = at.number === 1 ? found.filter(({ id }) => !fromDirectory.some((row) => row.id === id)) : []
    return {
      rows: directoryPage && [...added, ...fromDirectory],
      total: listedCount && listedCount.value + added.length,
    }
  }, [found, derived, read, search, isNewest, directoryPage, sent, listedCount?.value, at.number])
  const rows = result.rows as readonly RowsOf[L][] | undefined // of this list

  const knownMakes = state?.makes
  const makes = useMemo(() => {
    const ofNewest = derived.flatMap(({ sent }) => ('make' in sent ? (sent.make ?? []) : []))
    return knownMakes && knownMakes.length > 0 ? knownMakes : ofNewest
  }, [knownMakes, derived])

  const isComplete = isNewest ? isNewestAll : isDirectoryComplete
  return {
    list,
    search,
    directory,
    isNewest,
    newest: read && { read: read.length, total },
    error: isNewest && read === undefined ? (newest.error ?? undefined) : undefined,
    away,
    retry: () => {
      if (away !== undefined) directory.retry()
      if (newest.error) void newest.refetch()
    },
    rows,
    isWhole: (id) => isComplete || lookup.wholeIds.has(id),
    isComplete,
    count:
      result.total === undefined
        ? undefined
        : { value: result.total, isExact: isNewest ? isComplete : listedCount?.isExact === true },
    isTooFar: !isNewest && directoryPage?.isTooFar === true,
    isBusy: lookup.isLoading || (isLate && result.total === 0) || (!isNewest && listed.isBusy),
    reach: isNewest
      ? undefined
      : { isLeast: listedCount?.isExact === false, hasNext: listed.hasNext, most: MOST_WALKED },
    makes,
    lookup,
    lookupCount: found.length,
  }
}
