/** `/vehicles/$vehicleId/system-status`: the status of the vehicle’s systems (interface 2.10). */
import { createFileRoute } from '@tanstack/react-router'
import { vehicles } from '../../../api/vehicles'
import { ReadingTab } from '../-reading'
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
    <VehiclePage known={known} title="System status">
      <ReadingTab
        endpoint={vehicles.systemStatus}
        input={{ path: { id: vehicleId } }}
        name="system status"
        known={known}
        view={({ value }) => <StatusView value={value} />}
      />
    </VehiclePage>
  )
}
