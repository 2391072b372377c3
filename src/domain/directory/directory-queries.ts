/**
 * Whether a list comes from the team's directory on the server, and its rows then. Where the directory cannot be had, the
 * page goes back to this tab's own crawl and stays there.
 */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { ApiError, isPassing, saidBy } from '../../api/errors'
import type { Search } from '../../api/search'
import type { TeamDirectory } from '../../api/team'
import { accountStore } from '../../core/account'
import { useConfig } from '../../core/config'
import { whenTaken } from '../../core/drawn'
import { useStore } from '../../core/store'
import { usePreviousData } from '../../lists/list'
import { TEAM_KEY } from './directory-key'
import type { Places } from './directory-pages'
import { readDirectory, readPage, type TeamListName } from './directory-requests'
import { DEFAULT_SORT } from './directory-sort'

/** How often it is looked at: while it is read, and else. It is the console's own server, and costs no request of the API. */
const BUSY_MS = 2_000
const IDLE_MS = 60_000
/** What comes in before it is whole for the first time. */
const FILLING_MS = 10_000
const FRESH_MS = 5_000

export const isCrawling = (state: TeamDirectory | undefined): boolean =>
  state?.crawl.phase === 'crawling' || state?.crawl.phase === 'waiting'

/** Loads again what is shown once another crawl has ended. */
export function useAfterCrawl(state: TeamDirectory | undefined, refetch: () => Promise<unknown>): void {
  const asOf = state?.asOf
  const before = useRef(asOf)
  useEffect(() => {
    if (before.current !== undefined && asOf !== undefined && before.current !== asOf) void refetch()
    before.current = asOf
  }, [asOf, refetch])
}

/** What is refused or is not there is not asked twice; what was cut off, or found too many others there, is. */
const isWorthAnother = (failures: number, error: unknown) =>
  failures < 1 && error instanceof ApiError && (error.kind === 'unreachable' || saidBy(error).code === 'BUSY')

const paceOf = (state: TeamDirectory | undefined) =>
  isCrawling(state) ? BUSY_MS : state?.asOf === null ? FILLING_MS : IDLE_MS

export const teamState = queryOptions({
  queryKey: [...TEAM_KEY, 'directory'],
  queryFn: ({ signal }) => readDirectory(signal).finally(whenTaken),
  staleTime: FRESH_MS,
  refetchInterval: ({ state: { data, error } }) => (error && !data ? false : paceOf(data)),
  retry: isWorthAnother,
})

/** Why the directory cannot be had, as far as it was asked. */
const refused = accountStore<unknown>(undefined)

export interface Team {
  /** True where lists come from it, or are about to. */
  isOn: boolean
  state: TeamDirectory | undefined
  /** True where it could not be looked at since. */
  isOld: boolean
  /** Why they do not, though the server has one; undefined where it has none. */
  why: unknown
  retry: () => void
}

export function useTeam(): Team {
  const { hasTeam } = useConfig()
  const why = useStore(refused)
  const client = useQueryClient()
  const retry = useCallback(() => {
    refused.set(undefined)
    void client.resetQueries({ queryKey: TEAM_KEY })
  }, [client])
  // A store that was being opened, or restarted, may be there for the next page; this one keeps what it has begun with.
  useLayoutEffect(() => {
    if (isPassing(refused.get())) retry()
  }, [retry])
  const isAsked = hasTeam && why === undefined
  const { data, error } = useQuery({ ...teamState, enabled: isAsked })
  useEffect(() => {
    if (isAsked && error && !data) refused.set(error)
  }, [isAsked, error, data])
  return {
    isOn: isAsked && (data !== undefined || !error),
    state: isAsked ? data : undefined,
    isOld: data !== undefined && error !== null,
    why: hasTeam ? why : undefined,
    retry,
  }
}

const filters = ['q', 'mode', 'make'] as const
/** No name is longer: nothing is left out that could be found. */
const MOST_WORDS = 300

/** What the address asks for, whatever its page. A database has no text with a NUL in it. */
export const questionOf = (search: Search) => ({
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

const teamRows = <L extends TeamListName>(list: L, search: Search, page: PageAt) => {
  const question = questionOf(search)
  const key = [...TEAM_KEY, list, question] as const
  return queryOptions({
    queryKey: [...key, page],
    queryFn: ({ client, signal }) => {
      const places: Places = client.getQueryData([...key, 'places']) ?? new Map()
      client.setQueryData([...key, 'places'], places)
      return readPage(list, question, page, places, signal).finally(whenTaken)
    },
    staleTime: FRESH_MS,
    retry: isWorthAnother,
  })
}

/** The rows of the page in the address, kept on screen while the next ones are on their way. */
export function useTeamRows<L extends TeamListName>(list: L, search: Search, at: PageAt, { isOn, state }: Team) {
  const isFilling = isOn && state?.asOf === null && isCrawling(state)
  const rows = useQuery({
    ...teamRows(list, search, at),
    enabled: isOn,
    refetchInterval: ({ state: { error } }) => (isFilling && !error ? FILLING_MS : false),
  })
  const page = usePreviousData(rows.data)
  const { data, error, refetch } = rows
  useEffect(() => {
    if (isOn && error && !data) refused.set(error)
  }, [isOn, error, data])
  useAfterCrawl(state, refetch)
  const piece = page?.piece
  return {
    /** The page itself, once it is there: it may lie beyond the end of the list, or too far from its beginning. */
    page,
    count: countOf(page),
    hasNext: piece !== undefined && piece.next !== null && piece.rows.length > 0,
    isBusy: isOn && page !== undefined && data === undefined,
  }
}
export type TeamRows = ReturnType<typeof useTeamRows>

/** How many there are: a page that saw the end knows it better. */
function countOf(
  page: { piece: { count: { value: number; isExact: boolean } } | undefined; total: number | undefined } | undefined,
) {
  const counted = page?.piece?.count
  if (page?.total !== undefined) return { value: page.total, isExact: true }
  return counted
}
