/** `/vehicles/$vehicleId/service`: the service history (interface 2.8). */
import { createFileRoute } from '@tanstack/react-router'
import { vehicles } from '../../../api/vehicles'
import { ReadingTab } from '../-reading'
import * as reading from '../-reading-texts'
import { SubsetOfMakes } from '../-subset-of-makes'
import * as texts from '../-texts'
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
    <VehiclePage known={known} title={texts.service}>
      <ReadingTab
        endpoint={vehicles.serviceHistory}
        input={{ path: { id: vehicleId } }}
        name={reading.service}
        known={known}
        remark={<SubsetOfMakes known={known} />}
        view={({ value }) => <ServiceView value={value} />}
      />
    </VehiclePage>
  )
}
