/** `/vehicles/$vehicleId/system-status`: the status of the vehicle’s systems (interface 2.10). */
import { createFileRoute } from '@tanstack/react-router'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage, type ReadingViewProps } from '../../../domain/vehicles/reading'
import { later } from '../../../ui/later'

const StatusView = later<ReadingViewProps<'systemStatus'>>(() =>
  import('../../../domain/vehicles/views/status-view').then((module) => module.StatusView),
)

export const Route = createFileRoute('/vehicles/$vehicleId/system-status')({
  loader: loadVehicle,
  component: SystemStatusPage,
})

function SystemStatusPage() {
  return <ReadingPage {...Route.useParams()} read="systemStatus" View={StatusView} />
}
