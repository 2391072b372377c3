/** What all tabs of a vehicle read first; apart from what they draw, for every visit begins with the loaders. */
import { type Loading, load } from '../../requests/ahead'
import { relatedConnections } from '../connections/related'

/** One pair of requests for all tabs. They cost the vehicle nothing. */
export const vehicleConnections = (vehicleId: string) => relatedConnections({ 'filter[vehicleId]': vehicleId })

/** The loader of all tabs: starts, does not wait. */
export function loadVehicle(at: Loading & { params: { vehicleId: string } }): void {
  load(at, vehicleConnections(at.params.vehicleId))
}
