/** `/vehicles/$vehicleId/trouble-codes`: active diagnostic trouble codes (interface 2.9). */
import { createFileRoute } from '@tanstack/react-router'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { ReadingPage, type ReadingViewProps } from '../../../domain/vehicles/reading'
import { SubsetOfMakes } from '../../../domain/vehicles/subset-of-makes'
import { later } from '../../../ui/later'

const CodesView = later<ReadingViewProps<'troubleCodes'>>(() =>
  import('../../../domain/vehicles/views/codes-view').then((module) => module.CodesView),
)

export const Route = createFileRoute('/vehicles/$vehicleId/trouble-codes')({
  loader: loadVehicle,
  component: TroubleCodesPage,
})

function TroubleCodesPage() {
  return <ReadingPage {...Route.useParams()} read="troubleCodes" Remark={SubsetOfMakes} View={CodesView} />
}
