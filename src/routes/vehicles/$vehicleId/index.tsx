/** `/vehicles/$vehicleId`: one vehicle: who is connected to it and what each connection may read. */
import { createFileRoute } from '@tanstack/react-router'
import { useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'

export const Route = createFileRoute('/vehicles/$vehicleId/')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: VehicleOverview,
})

function VehicleOverview() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  return (
    <VehiclePage known={known}>
      {known.isPending && <p role="status">Reading its connections…</p>}
      {known.related && <p>{known.rows.length} connections</p>}
    </VehiclePage>
  )
}
