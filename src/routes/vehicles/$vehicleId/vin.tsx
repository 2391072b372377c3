/** `/vehicles/$vehicleId/vin`: the VIN (interface 2.11), never in an address or a journal. */
import { createFileRoute } from '@tanstack/react-router'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage } from '../../../domain/vehicles/reading'
import { VinView } from '../../../domain/vehicles/views/vin-view'

export const Route = createFileRoute('/vehicles/$vehicleId/vin')({
  loader: loadVehicle,
  component: VinPage,
})

function VinPage() {
  return <ReadingPage {...Route.useParams()} read="vin" View={VinView} />
}
