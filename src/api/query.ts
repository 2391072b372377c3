/** Endpoints as queries: key, function and staleness derive from the endpoint, so nothing can drift. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './client'
import type { Endpoint, Input, Output } from './endpoint'
import { isPassing } from './errors'

/** The key under which every query of an endpoint stands; invalidate by it. */
export const keyOf = (endpoint: Pick<Endpoint, 'host' | 'operation'>) => [endpoint.host, endpoint.operation] as const

/** Seconds that a list or a resource counts as fresh. */
const FRESH_MS = 30_000

/**
 * One read as a value that a route's loader and its component share.
 * Reads that cost nothing are tried once more when the failure may pass; billed reads never are.
 */
export function query<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: [...keyOf(endpoint), input] as const,
    queryFn: ({ signal }): Promise<Answer<Output<E>>> => call(endpoint, input, { signal }),
    staleTime: FRESH_MS,
    retry: (failures, error) => endpoint.effect === 'free' && failures < 1 && isPassing(error),
  })
}
