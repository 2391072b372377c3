/** The fleet in numbers as the team's directory counts it, whatever its size. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FleetCounts, fleetOf } from './fleet-counts'
import { TEAM_KEY } from './directory-key'
import { isCrawling, useAfterCrawl, useTeam } from './directory-queries'
import { readFleet } from './directory-requests'

const FRESH_MS = 5_000
/** While it is loaded for the first time. */
const FILLING_MS = 10_000

const teamFleet = queryOptions({
  queryKey: [...TEAM_KEY, 'fleet'],
  queryFn: ({ signal }) => readFleet(signal),
  staleTime: FRESH_MS,
  retry: false,
})

interface Known {
  counts: FleetCounts
  /** False before the first crawl has ended. */
  isWhole: boolean
}

/** @returns undefined where the directory cannot be had, or has nothing yet: this tab's own is drawn then */
export function useTeamFleet(): Known | 'loading' | undefined {
  const { isOn, state } = useTeam()
  const isFilling = state?.asOf === null && isCrawling(state)
  const { data, isPending, refetch } = useQuery({
    ...teamFleet,
    enabled: isOn,
    refetchInterval: isFilling ? FILLING_MS : false,
  })
  useAfterCrawl(state, refetch)
  const counts = useMemo(() => data && fleetOf(data), [data])
  if (!isOn) return undefined
  if (isPending) return 'loading'
  return counts && counts.makes.length > 0 ? { counts, isWhole: data?.asOf !== null } : undefined
}
