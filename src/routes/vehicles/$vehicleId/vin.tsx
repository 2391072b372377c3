/** `/vehicles/$vehicleId/vin`: the VIN (interface 2.11), never in an address or a journal. */
import { createFileRoute } from '@tanstack/react-router'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage, type ReadingViewProps } from '../../../domain/vehicles/reading'
import { later } from '../../../ui/later'

const VinView = later<ReadingViewProps<'vin'>>(() =>
  import('../../../domain/vehicles/views/vin-view').then((module) => module.VinView),
)

export const Route = createFileRoute('/vehicles/$vehicleId/vin')({
  loader: loadVehicle,
  component: VinPage,
})

function VinPage() {
  return <ReadingPage {...Route.useParams()} read="vin" View={VinView} />
}
