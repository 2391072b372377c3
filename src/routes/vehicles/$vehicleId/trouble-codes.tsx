/** `/vehicles/$vehicleId/trouble-codes`: active diagnostic trouble codes (interface 2.9). */
import { createFileRoute } from '@tanstack/react-router'
import { vehicles } from '../../../api/vehicles'
import { ReadingTab } from '../-reading'
import * as reading from '../-reading-texts'
import { SubsetOfMakes } from '../-subset-of-makes'
import * as texts from '../-texts'
import { useVehicle, VehiclePage, vehicleConnections } from '../-vehicle-page'
import { CodesView } from '../-views/codes-view'

export const Route = createFileRoute('/vehicles/$vehicleId/trouble-codes')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: TroubleCodesPage,
})

function TroubleCodesPage() {
  const { vehicleId } = Route.useParams()
  const known = useVehicle(vehicleId)
  return (
    <VehiclePage known={known} title={texts.troubleCodes}>
      <ReadingTab
        endpoint={vehicles.troubleCodes}
        input={{ path: { id: vehicleId } }}
        name={reading.troubleCodes}
        known={known}
        remark={<SubsetOfMakes known={known} />}
        view={({ value }) => <CodesView value={value} />}
      />
    </VehiclePage>
  )
}
