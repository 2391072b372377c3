/** The server's directory: its state, its lists page by page, and the newest connections until it has something. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { keyOf, sendOf } from '../../api/client'
import { connections } from '../../api/connections'
import { isWorthRetry, query } from '../../api/console/client'
import { directory } from '../../api/console/directory'
import { consoleKey } from '../../api/console/endpoint'
import { DEFAULT_SORT } from '../../api/directory-search'
import { isPassing } from '../../api/errors'
import type { Search } from '../../api/search'
import type { TeamDirectory } from '../../api/team'
import { usePreviousData } from '../../lists/list'
import { readConnectionPage } from '../connections/load-connection-page'
import { directoryKeys } from './directory-key'
import type { Places } from './directory-pages'
import { type DirectoryListName, readPage } from './directory-rows'

/** How often the console's own server is polled, in ms; that costs no request of the API. */
const BUSY_MS = 2_000
const IDLE_MS = 60_000
/** Before the directory is complete for the first time, or while it can't be read. */
const FILLING_MS = 10_000
const FRESH_MS = 5_000
const NEWEST_FRESH_MS = 30_000

export const isCrawling = (state: TeamDirectory | undefined): boolean =>
  state?.crawl.phase === 'crawling' || state?.crawl.phase === 'waiting'

/** True if nothing was loaded yet. */
export const isEmpty = ({ asOf, counts }: TeamDirectory): boolean =>
  asOf === null && counts.live + counts.simulated + counts.users + counts.vehicles === 0

/** Fetches again once another crawl has ended, or the first rows are there. */
export function useAfterCrawl(state: TeamDirectory | undefined, refetch: () => Promise<unknown>): void {
  const stage = state && (isEmpty(state) ? 'empty' : (state.asOf ?? 'filling'))
  const before = useRef(stage)
  useEffect(() => {
    if (before.current !== undefined && stage !== undefined && before.current !== stage) void refetch()
    before.current = stage
  }, [stage, refetch])
}

const intervalFor = (state: TeamDirectory | undefined) =>
  isCrawling(state) ? BUSY_MS : !state || state.asOf === null ? FILLING_MS : IDLE_MS

export const directoryState = queryOptions({
  ...query(directory.read, {}),
  staleTime: FRESH_MS,
  refetchInterval: ({ state: { data } }) => intervalFor(data),
})

export interface DirectoryQuery {
  /** Undefined until it is known. */
  state: TeamDirectory | undefined
  /** True if it could not be refreshed since. */
  isOld: boolean
  /** Why nothing is known of it. */
  error: unknown
  retry: () => void
}

export function useDirectory(): DirectoryQuery {
  const client = useQueryClient()
  const { data, error } = useQuery(directoryState)
  const retry = useCallback(() => {
    for (const queryKey of directoryKeys) void client.resetQueries({ queryKey })
  }, [client])
  return {
    state: data,
    isOld: data !== undefined && error !== null,
    error: data ? undefined : (error ?? undefined),
    retry,
  }
}

const filters = ['q', 'mode', 'make'] as const
/** No name is longer: nothing is left out that could be found. */
const MOST_WORDS = 300

/** The query of a list, whatever its page. A database has no text with a NUL in it. */
export const toDirectoryQuery = (search: Search) => ({
  ...Object.fromEntries(
    filters.flatMap((name) => {
      const text = String(search[name] ?? '')
        .replaceAll('\0', '')
        .slice(0, MOST_WORDS)
      return text === '' ? [] : [[name, text]]
    }),
  ),
  sort: String(search.sort ?? DEFAULT_SORT),
})

interface PageAt {
  number: number
  size: number
}

export const directoryRows = <L extends DirectoryListName>(list: L, search: Search, page: PageAt) => {
  const question = toDirectoryQuery(search)
  const key = [...consoleKey(directory[list]), question] as const
  return queryOptions({
    queryKey: [...key, page],
    queryFn: (context) => {
      const { client, signal } = context
      const places: Places = client.getQueryData([...key, 'places']) ?? new Map()
      client.setQueryData([...key, 'places'], places)
      return readPage(list, question, page, places, { signal, fetch: sendOf(context) })
    },
    staleTime: FRESH_MS,
    retry: isWorthRetry,
  })
}

/** The rows of the page in the address, which stay on screen until the next ones are there. */
export function useDirectoryRows<L extends DirectoryListName>(
  list: L,
  search: Search,
  at: PageAt,
  { state, error: isAway }: Pick<DirectoryQuery, 'state' | 'error'>,
) {
  const isOn = isAway === undefined && !(state && isEmpty(state))
  const isFilling = isOn && state?.asOf === null && isCrawling(state)
  const { data, error, refetch } = useQuery({
    ...directoryRows(list, search, at),
    enabled: isOn,
    refetchInterval: (query) => (isFilling || (query.state.error && !query.state.data) ? FILLING_MS : false),
  })
  const page = usePreviousData(data)
  useAfterCrawl(state, refetch)
  const piece = page?.piece
  return {
    /** Undefined until it is there; it may lie beyond the end of the list, or too far from its beginning. */
    page,
    count: countOf(page),
    hasNext: piece !== undefined && piece.next !== null && piece.rows.length > 0,
    isBusy: isOn && page !== undefined && data === undefined,
    error: data ? undefined : (error ?? undefined),
  }
}

/** How many there are: a page that saw the end knows it better. */
function countOf(
  page: { piece: { count: { value: number; isExact: boolean } } | undefined; total: number | undefined } | undefined,
) {
  const counted = page?.piece?.count
  if (page?.total !== undefined) return { value: page.total, isExact: true }
  return counted
}

/** The newest page of connections: one request of the API, from which the lists are built until the directory has rows. */
export const newestConnections = queryOptions({
  queryKey: [...keyOf(connections.list), 'newest'],
  queryFn: (context) => readConnectionPage({}, 1, undefined, { signal: context.signal, fetch: sendOf(context) }),
  staleTime: NEWEST_FRESH_MS,
  retry: (failures, error) => failures < 1 && isPassing(error),
})
