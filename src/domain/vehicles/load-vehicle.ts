/** What all tabs of a vehicle read first; apart from what they draw, for every visit begins with the loaders. */
import type { QueryClient } from '@tanstack/react-query'
import { relatedConnections } from '../connections/related'

/** One pair of requests for all tabs. They cost the vehicle nothing. */
export const vehicleConnections = (vehicleId: string) => relatedConnections({ 'filter[vehicleId]': vehicleId })

interface Loading {
  context: { queryClient: QueryClient }
  params: { vehicleId: string }
  preload: boolean
}

/** The loader of all tabs: starts, does not wait. */
export function loadVehicle({ context, params, preload }: Loading): void {
  if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
}
