/** `/vehicles/$vehicleId/service`: the service history (interface 2.8). */
import { createFileRoute } from '@tanstack/react-router'
import { vehicles } from '../../../api/vehicles'
import { ReadingTab } from '../-reading'
import { SubsetOfMakes } from '../-subset-of-makes'
import { useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'
import { ServiceView } from '../-views/service-view'

export const Route = createFileRoute('/vehicles/$vehicleId/service')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: ServicePage,
})

function ServicePage() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  return (
    <VehiclePage known={known} title="Service history">
      <ReadingTab
        endpoint={vehicles.serviceHistory}
        input={{ path: { id: vehicleId } }}
        name="service history"
        known={known}
        remark={<SubsetOfMakes known={known} />}
        view={({ value }) => <ServiceView value={value} />}
      />
    </VehiclePage>
  )
}
