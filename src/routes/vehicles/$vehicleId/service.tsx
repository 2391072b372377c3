/** `/vehicles/$vehicleId/service`: the service history (interface 2.8). */
import { createFileRoute } from '@tanstack/react-router'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage, type ReadingViewProps } from '../../../domain/vehicles/reading'
import { SubsetOfMakes } from '../../../domain/vehicles/subset-of-makes'
import { later } from '../../../ui/later'

const ServiceView = later<ReadingViewProps<'serviceHistory'>>(() =>
  import('../../../domain/vehicles/views/service-view').then((module) => module.ServiceView),
)

export const Route = createFileRoute('/vehicles/$vehicleId/service')({
  loader: loadVehicle,
  component: ServicePage,
})

function ServicePage() {
  return <ReadingPage {...Route.useParams()} read="serviceHistory" Remark={SubsetOfMakes} View={ServiceView} />
}
