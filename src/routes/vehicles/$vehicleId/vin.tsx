/** `/vehicles/$vehicleId/vin`: the VIN (interface 2.11), never in an address or a journal. */
import { createFileRoute } from '@tanstack/react-router'
import { vehicles } from '../../../api/vehicles'
import { ReadingTab } from '../-reading'
import * as reading from '../-reading-texts'
import * as texts from '../-texts'
import { useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'
import { VinView } from '../-views/vin-view'

export const Route = createFileRoute('/vehicles/$vehicleId/vin')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: VinPage,
})

function VinPage() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  return (
    <VehiclePage known={known} title={texts.vin}>
      <ReadingTab
        endpoint={vehicles.vin}
        input={{ path: { id: vehicleId } }}
        name={reading.vin}
        known={known}
        view={({ value }) => <VinView vin={value.vin} />}
      />
    </VehiclePage>
  )
}
