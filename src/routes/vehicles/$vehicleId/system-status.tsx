/** `/vehicles/$vehicleId/system-status`: the status of the vehicle’s systems (interface 2.10). */
import { createFileRoute } from '@tanstack/react-router'
import { vehicles } from '../../../api/vehicles'
import { ReadingTab } from '../-reading'
import * as reading from '../-reading-texts'
import * as texts from '../-texts'
import { useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'
import { StatusView } from '../-views/status-view'

export const Route = createFileRoute('/vehicles/$vehicleId/system-status')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: SystemStatusPage,
})

function SystemStatusPage() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  return (
    <VehiclePage known={known} title={texts.systemStatus}>
      <ReadingTab
        endpoint={vehicles.systemStatus}
        input={{ path: { id: vehicleId } }}
        name={reading.systemStatus}
        known={known}
        view={({ value }) => <StatusView value={value} />}
      />
    </VehiclePage>
  )
}
