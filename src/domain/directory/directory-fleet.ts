/** The fleet in numbers as the server's directory counts it, whatever its size. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TeamFleet } from '../../api/team-fleet'
import { DIRECTORY_KEY } from './directory-key'
import { type DirectoryQuery, isCrawling, isEmpty, useAfterCrawl } from './directory-queries'
import { ask } from './directory-requests'
import { type FleetCounts, fleetOf } from './fleet-counts'

const FRESH_MS = 5_000
/** While it is loaded for the first time. */
const FILLING_MS = 10_000

const directoryFleet = queryOptions({
  queryKey: [...DIRECTORY_KEY, 'fleet'],
  queryFn: ({ signal }) => ask('/team/fleet', {}, TeamFleet, { signal }),
  staleTime: FRESH_MS,
  retry: false,
})

interface Fleet {
  /** Undefined until they are there, or if the directory has none. */
  counts: FleetCounts | undefined
  /** False before the first crawl has ended. */
  isWhole: boolean
  error: unknown
  isLoading: boolean
}

export function useDirectoryFleet({ state }: Pick<DirectoryQuery, 'state'>): Fleet {
  const isFilling = state?.asOf === null && isCrawling(state)
  const { data, error, isLoading, refetch } = useQuery({
    ...directoryFleet,
    enabled: state !== undefined && !isEmpty(state),
    refetchInterval: isFilling ? FILLING_MS : false,
  })
  useAfterCrawl(state, refetch)
  const counts = useMemo(() => data && fleetOf(data), [data])
  return {
    counts: counts && counts.makes.length > 0 ? counts : undefined,
    isWhole: data !== undefined && data.asOf !== null,
    error: data ? undefined : (error ?? undefined),
    isLoading,
  }
}
