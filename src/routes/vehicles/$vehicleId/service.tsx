/** `/vehicles/$vehicleId/service`: the service history (interface 2.8). */
import { createFileRoute } from '@tanstack/react-router'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage } from '../../../domain/vehicles/reading'
import { SubsetOfMakes } from '../../../domain/vehicles/subset-of-makes'
import { ServiceView } from '../../../domain/vehicles/views/service-view'

export const Route = createFileRoute('/vehicles/$vehicleId/service')({
  loader: loadVehicle,
  component: ServicePage,
})

function ServicePage() {
  return <ReadingPage {...Route.useParams()} read="serviceHistory" Remark={SubsetOfMakes} View={ServiceView} />
}
