/** The fleet in numbers as the server's directory counts it, whatever its size. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../api/console/client'
import { directory } from '../../api/console/directory'
import { whileAway } from '../../requests/away'
import { type DirectoryQuery, isCrawling, isEmpty, useAfterCrawl } from './directory-queries'
import { type FleetCounts, fleetOf } from './fleet-counts'

const FRESH_MS = 5_000
/** While it is loaded for the first time. */
const FILLING_MS = 10_000

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
    ...query(directory.fleet, {}),
    staleTime: FRESH_MS,
    enabled: state !== undefined && !isEmpty(state),
    refetchInterval: whileAway(isFilling ? FILLING_MS : false),
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
